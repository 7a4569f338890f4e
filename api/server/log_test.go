package server_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/mail"
	"transom/api/server"
	"transom/generator/schema"
)

type refusing struct{}

func (refusing) Send(_ context.Context, m mail.Message) error {
	return &mail.Failure{Reason: "the mail server answered 550", Permanent: true}
}

// Source: security reference, row 46.
func TestLogOfAJourneyContainsNoNames(t *testing.T) {
	s := startOnce(t)
	j := &journey{Server: s, t: t, secrets: map[string]string{}}
	j.registerAndPay()
	j.signIn()
	j.goWrong()
	log := s.Log.String()
	for name, secret := range j.secrets {
		if secret == "" {
			t.Errorf("the journey has no %s", name)
		} else if strings.Contains(log, secret) || strings.Contains(log, url.QueryEscape(secret)) {
			t.Errorf("the log contains the %s, %q", name, secret)
		}
	}
	apitest.Says(t, log, `msg="signed in"`, `msg="signed out"`, `msg="code requested"`)
	equal(t, strings.Count(log, "msg=request "), j.requests, "log lines")
	complete := regexp.MustCompile(`(?m)^time=\S+ level=INFO msg=request request_id=[0-9a-f]{16} method=(GET|POST|` +
		`other) route=\S+ status=\d{3} bytes=\d+ seconds=[0-9.e-]+ network=[0-9a-f]{12}$`)
	equal(t, len(complete.FindAllString(log, -1)), j.requests, "complete log lines")
}

// A proxy requests /healthz once a second.
func TestHealthChecksDoNotFillTheJournal(t *testing.T) {
	s := startOnce(t)
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		s.Send("GET", path, nil)
	}
	if log := s.Log.String(); strings.Contains(log, "level=INFO msg=request") ||
		strings.Count(log, "level=DEBUG msg=request") != 3 {
		t.Errorf("good answers:\n%s", log)
	}
	s.Store.Close()
	s.Send("GET", "/readyz", nil)
	equal(t, strings.Count(s.Log.String(), "level=INFO msg=request"), 1, "not ready")
}

// Only a trusted proxy may choose a request's id, and only in a form that is safe in the log.
func TestRequestIDOfAProxy(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: func(s *server.Settings) { s.TrustedProxies = []string{"10.0.0.0/8"} }})
	const id = "0b51f3b6-38a4-4b50-a7a2-3a52f9b1c6d0"
	for _, c := range []struct {
		peer, id string
		kept     bool
	}{
		{"10.1.2.3:99", id, true}, {"203.0.113.1:99", id, false}, {"10.1.2.3:99", "asha@example.org", false},
		{"10.1.2.3:99", id + "0", false}, {"10.1.2.3:99", strings.ToUpper(id), false}, {"10.1.2.3:99", "", false},
		{"", id, false},
	} {
		r, w := httptest.NewRequest("POST", "/api/nothing", nil), httptest.NewRecorder()
		r.RemoteAddr = c.peer
		r.Header.Set("X-Request-Id", c.id)
		s.Handler.ServeHTTP(w, r)
		got := w.Header().Get("X-Request-Id")
		if (got == c.id) != c.kept || !strings.Contains(s.Log.String(), "request_id="+got+" ") ||
			!c.kept && !regexp.MustCompile(`^[0-9a-f]{16}$`).MatchString(got) {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

type journey struct {
	*apitest.Server
	t        *testing.T
	form     map[string]any
	secrets  map[string]string
	token    string
	requests int
}

func (j *journey) keep(name, secret string) { j.secrets[name] = secret }

func (j *journey) call(path string, body any, headers ...string) apitest.Answer {
	j.requests++
	return j.Post(path, body, headers...)
}

func (j *journey) get(path string) { j.requests++; j.Send("GET", path, nil) }

func (j *journey) registerAndPay() {
	j.form = j.FullForm()
	j.requests += 2 // the two pictures
	for name, text := range map[string]string{
		"firstname": "Xanthippe", "lastname": "Quillfeather", "mobile": "9123456780", "city": "Zanzibarpur",
		"company_name": "Ypsilon Works",
		"designation":  "Chief Quibbler", "spouseName": "Jellaby", "gst_no": "23ABCDE1234F1Z5", "membership_no": "A90817",
	} {
		j.form[name] = text
	}
	j.form["spouse"], j.form["amount"] = true, 7080
	for name, value := range j.form {
		if text, isText := value.(string); isText && !slices.Contains([]string{"ticketCategory", "country", "gender", "state",
			"institute_name"}, name) {
			j.keep(name, text)
		}
	}
	j.keep("address of the machine", "127.0.0.1")
	a := j.call("/registration", j.form)
	a.Must(http.StatusOK, "registration")
	j.keep("token of the booking", a.Text("accesstoken"))
	link, err := url.Parse(a.Text("payment_url"))
	must(j.t, err)
	j.requests++
	j.Send("POST", link.Path, []byte("choice=pay-and-stay"), "Content-Type", "application/x-www-form-urlencoded")
	must(j.t, j.Sandbox.Deliver(context.Background(), j.Payments.Receive))
	j.call("/verify-payment", map[string]any{"bookingId": a.Text("booking_id")})
}

func (j *journey) signIn() {
	email := j.form["email"].(string)
	sent := j.call("/send-otp", map[string]any{"email": email})
	code := j.CodeFor(email)
	challenge := sent.Text("challenge_id")
	j.keep("code", code)
	j.keep("challenge", challenge)
	j.keep("wrong code", wrong(code))
	j.call("/verify-otp", map[string]any{"email": email, "otp": wrong(code), "challenge_id": challenge})
	j.token = j.call("/verify-otp", map[string]any{"email": email, "otp": code,
		"challenge_id": challenge}).Text("accesstoken")
	j.keep("token", j.token)
	j.call("/profile", "{}", "Authorization", j.token)
	j.call("/update-profile", map[string]any{"mobile": "1"}, "Authorization", j.token)
	j.call("/photo", "{}", "Authorization", j.token)
	tickets := j.call("/tickets", "{}", "Authorization", j.token)
	ticket := regexp.MustCompile(`"tickets":\[{"id":"([^"]+)"`).FindSubmatch(tickets.Raw)
	if ticket == nil {
		j.t.Fatalf("no ticket: %s", tickets.Raw)
	}
	j.keep("ticket", string(ticket[1]))
}

func (j *journey) goWrong() {
	everything := fmt.Sprint(j.secrets)
	for name, secret := range j.secrets {
		j.get("/verify/" + url.PathEscape(secret) + "?q=" + url.QueryEscape(secret))
		j.get("/api/" + url.PathEscape(secret))
		j.call("/verify-payment", map[string]any{"bookingId": secret})
		j.call("/registration", map[string]any{name: secret})
		j.call("/tickets", map[string]any{"id": secret}, "Authorization", secret, "User-Agent", secret, "Idempotency-Key",
			secret)
		j.call("/send-otp", map[string]any{"email": secret})
		j.call("/verify-otp", map[string]any{"email": secret, "otp": secret, "challenge_id": secret})
		j.call("/payments/sandbox/webhook", secret)
	}
	j.call("/registration", everything)
	j.requests++
	j.Send("XANTHIPPE", "/api/tickets", nil)
	if _, err := j.MailWorker(refusing{}).Round(context.Background()); err != nil {
		j.t.Fatal(err)
	}
	j.call("/sign-out", "{}", "Authorization", j.token)
	j.call("/profile", "{}", "Authorization", j.token)
}

func TestReportOfAPageError(t *testing.T) {
	s := startOnce(t, apitest.Options{
		Content:  func(c *domain.Content) { c.Event.Sheets = []schema.Sheet{{Route: "/verify"}} },
		Settings: rateLimited,
	})
	report := func(route, release, name string) apitest.Answer {
		return s.Post("/report-error", map[string]any{"route": route, "release": release, "error": name,
			"message": "asha@example.org"}, "Authorization", "secret-token")
	}
	report("/verify", "Ab_3-9", "TypeError").Must(http.StatusOK)
	for _, c := range [][3]string{
		{"/verify/AAAAAAAA", "x", "Error"}, {"asha@example.org", "x", "Error"}, {"", "x", "Error"},
		{"/verify", "a b", "Error"}, {"/verify", "", "Error"}, {"/verify", "x", "asha@example.org"},
		{"/verify", "x", strings.Repeat("E", 41)},
	} {
		report(c[0], c[1], c[2]).Want(http.StatusUnprocessableEntity, "%q", c)
	}
	log := s.Log.String()
	if strings.Count(log, "an error on a page") != 1 || !strings.Contains(log,
		"route=/verify release=Ab_3-9 error=TypeError") {
		t.Errorf("the log has no line about it:\n%s", log)
	}
	if strings.Contains(log, "asha") || strings.Contains(log, "secret") {
		t.Errorf("the log contains too much:\n%s", log)
	}
	s.Send("GET", "/metrics", nil).Says("transom_page_errors_total 1\n")
	for range 2 {
		report("/verify", "x", "Error")
	}
	if a := report("/verify", "x", "Error"); a.Status != http.StatusTooManyRequests || a.Header.Get("Retry-After") == "" {
		t.Errorf("the eleventh report: %d", a.Status)
	}
}
