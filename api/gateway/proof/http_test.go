package proof_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/apitest/testdb"
	"transom/api/booking"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/sandbox"
	"transom/api/metrics"
	"transom/api/product"
	"transom/api/server"
	"transom/api/signin"
	"transom/api/store"
)

func (w *world) serve(box *sandbox.Sandbox) string {
	w.t.Helper()
	handler, err := server.New(server.Deps{
		Product:  &product.Product{Clock: w.clock, Content: w.content, Store: w.store, Payments: w.payments},
		Settings: server.Settings{SiteURL: siteURL}, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Metrics: metrics.New(), Sandbox: box,
		SignIn: signin.New(signin.Setup{Store: store.For[signin.Tx](w.store), Clock: w.clock}),
	})
	w.must(err)
	web := httptest.NewServer(handler)
	w.t.Cleanup(web.Close)
	return web.URL
}

type answer struct {
	status int
	header http.Header
	raw    string
}

func (w *world) post(address string, body []byte, h http.Header) (a answer) {
	w.t.Helper()
	request, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(body))
	w.must(err)
	if h != nil {
		request.Header = h
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	w.must(err)
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	w.must(err)
	a.status, a.header, a.raw = response.StatusCode, response.Header, string(raw)
	return a
}

func TestWebhookOverHTTP(t *testing.T) {
	w := newWorld(t, options{})
	origin := w.serve(nil)
	_, ref := w.book()
	w.fake.Pay(ref)
	h, raw := w.fake.Render(w.happening(ref, fakegateway.Paid))
	hook := origin + "/api/payments/razorpay/webhook"
	for name, c := range map[string]struct {
		address string
		body    []byte
		header  http.Header
		want    int
	}{
		"no signature":     {hook, raw, nil, 400},
		"changed body":     {hook, append([]byte(" "), raw...), h, 400},
		"empty":            {hook, nil, h, 400},
		"too large":        {hook, make([]byte, 256<<10+1), h, 413},
		"another provider": {origin + "/api/payments/cashfree/webhook", raw, h, 404},
		"unknown provider": {origin + "/api/payments/../webhook", raw, h, 404},
	} {
		check.Equal(t, w.post(c.address, c.body, c.header).status, c.want, "%s", name)
	}
	w.want(0, `SELECT COUNT(*) FROM payment_events`)
	for range 3 {
		check.Equal(t, w.post(hook, raw, h).status, 200, "signed")
	}
	w.want(1, `SELECT COUNT(*) FROM payment_events`)
	w.want(0, `SELECT COUNT(*) FROM payment_events WHERE body_redacted LIKE '%9876543210%'
			OR body_redacted LIKE '%payer@bank%'`)
	w.clock.Add(6 * time.Second)
	w.payments.Reconcile(context.Background())
	w.want(1, `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'`)
}

func newSandboxWorld(t *testing.T) (w *world, box *sandbox.Sandbox, origin string) {
	testdb.Once(t)
	w = &world{t: t, dir: t.TempDir(), clock: apitest.NewClock(time.Time{}), content: apitest.Edition(), fuse: new(fuse)}
	w.content.Registration.IDDocument.Mode = "off"
	box, err := sandbox.Open(context.Background(), w.dir, siteURL, w.clock)
	w.must(err)
	t.Cleanup(func() { box.Close() })
	w.provider = box
	w.start()
	t.Cleanup(func() { w.store.Close() })
	return w, box, w.serve(box)
}

func (w *world) page(bookingID string) string {
	view, err := w.store.FindPaymentView(context.Background(), bookingID)
	w.must(err)
	u, err := url.Parse(view.Attempt.URL)
	w.must(err)
	return u.Path
}

func (w *world) choose(origin, bookingID, choice string) answer {
	return w.post(origin+w.page(bookingID), []byte("choice="+choice),
		fakegateway.Header("Content-Type", "application/x-www-form-urlencoded"))
}

func TestSandboxJourneys(t *testing.T) {
	ctx := context.Background()
	for choice, c := range map[string]struct {
		status    int
		soon, end booking.PaymentStatus
	}{
		"pay":          {303, booking.Success, booking.Success},
		"pay-and-stay": {200, booking.Success, booking.Success},
		"decline":      {303, booking.Failed, booking.Failed},
		"close":        {303, booking.Initiated, booking.Failed},
		"pay-late":     {303, booking.Failed, booking.Success},
		"steal":        {200, booking.Initiated, booking.Failed},
	} {
		t.Run(choice, func(t *testing.T) {
			w, box, origin := newSandboxWorld(t)
			id, _ := w.book()
			response, err := http.Get(origin + w.page(id))
			w.must(err)
			raw, err := io.ReadAll(response.Body)
			w.must(err)
			response.Body.Close()
			if !strings.Contains(string(raw), "<strong>TEST</strong>") || !strings.Contains(string(raw), "₹3,540") {
				t.Errorf("page: %s", raw)
			}
			if policy := response.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") {
				t.Errorf("policy %q", policy)
			}
			a := w.choose(origin, id, choice)
			check.Equal(t, a.status, c.status, "the status")
			back := siteURL + "/verify/" + id
			if choice == "pay" {
				back += "?status=paid"
			}
			if a.status == 303 && a.header.Get("Location") != back {
				t.Errorf("goes to %s", a.header.Get("Location"))
			}
			w.clock.Add(6 * time.Second)
			view, err := w.payments.Status(ctx, id)
			w.must(err)
			check.Equal(t, view.Status, c.soon, "soon")
			for range 60 {
				w.clock.Add(time.Minute)
				w.must(box.Deliver(ctx, w.payments.Receive))
				w.payments.Reconcile(ctx)
			}
			w.wantStatus(id, c.end)
			if again := w.choose(origin, id, "pay"); again.status != 409 || !strings.Contains(again.raw, "TEST") {
				t.Errorf("paying after it expired: %d", again.status)
			}
		})
	}
}

func TestSandboxRefusesForeignPages(t *testing.T) {
	w, _, origin := newSandboxWorld(t)
	id, _ := w.book()
	a := w.post(origin+w.page(id), []byte("choice=pay"), fakegateway.Header(
		"Content-Type", "application/x-www-form-urlencoded", "Origin", "https://evil.example", "Sec-Fetch-Site",
		"cross-site"))
	check.Equal(t, a.status, 403, "the status")
	if a = w.post(origin+"/sandbox/pay/sbx_nobody", []byte("choice=pay"),
		fakegateway.Header("Content-Type", "application/x-www-form-urlencoded")); a.status != 404 ||
		!strings.Contains(a.raw, "TEST") {
		t.Errorf("an unknown link: %d", a.status)
	}
}

func TestSandboxRemembers(t *testing.T) {
	ctx := context.Background()
	w, box, origin := newSandboxWorld(t)
	id, ref := w.book()
	w.choose(origin, id, "pay-and-stay")
	// opened again without closing the first sandbox, as after a crash
	reopened, err := sandbox.Open(ctx, w.dir, siteURL, w.clock)
	w.must(err)
	defer reopened.Close()
	state, err := reopened.Fetch(ctx, "", ref)
	w.must(err)
	if state.Status != booking.Success || state.AmountPaidPaise != 354000 {
		t.Errorf("%+v", state)
	}
	w.must(reopened.Deliver(ctx, w.payments.Receive)) // the message was kept, and its signature is still valid
	w.want(1, `SELECT COUNT(*) FROM payment_events`)
	w.must(box.Deliver(ctx, w.payments.Receive))
	w.want(1, `SELECT COUNT(*) FROM payment_events`)

	pay := state.ProviderPaymentID
	for range 2 { // the same key means the same refund
		w.must(box.Refund(ctx, pay, 354000, "refund-one"))
	}
	if err := box.Refund(ctx, pay, 354000, "refund-two"); err == nil {
		t.Error("the payment was refunded twice")
	}
	if given, err := box.Refunded(ctx, pay); err != nil || given != 354000 {
		t.Errorf("refunded %d, %v", given, err)
	}
}
