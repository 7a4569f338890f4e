package server_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/staff"
	"transom/api/store"
)

// The addresses are <status>0@…, <status>1@… and so on.
func registered(t *testing.T, s *apitest.Server, status string, n int) (mailbox func(n int) string) {
	t.Helper()
	id := s.Post("/registration", s.FullForm(), "X-Forwarded-For", "192.0.2.1").Text("booking_id")
	mailbox = func(n int) string { return fmt.Sprintf("%s%d@example.org", strings.ToLower(status), n) }
	err := s.Store.Write(t.Context(), func(tx *store.Tx) error {
		b, err := tx.FindBooking(t.Context(), id)
		for i := 0; err == nil && i < n; i++ {
			b.ID, b.Code, b.Email, b.EmailKey, b.PersonKey, b.Status = domain.NewID(100), "", mailbox(i), mailbox(i),
				fmt.Sprint(status, i), booking.PaymentStatus(status)
			err = tx.InsertBooking(t.Context(), b)
		}
		return err
	})
	must(t, err)
	return mailbox
}

func sendFrom(s *apitest.Server, address, email, device string) apitest.Answer {
	return s.Post("/send-otp", map[string]any{"email": email, "device": device}, "X-Forwarded-For", address)
}

func signInFrom(t *testing.T, s *apitest.Server, address, email, device string) apitest.Answer {
	t.Helper()
	sent := sendFrom(s, address, email, device).Must(http.StatusOK, "send-otp of %s from %s", email, address)
	a := s.Post("/verify-otp", map[string]any{"email": email, "otp": s.CodeFor(email),
		"challenge_id": sent.Text("challenge_id"), "device": device}, "X-Forwarded-For", address)
	if a.Status != http.StatusOK || len(a.Text("device")) != 32 {
		t.Fatalf("verify-otp: %d %s", a.Status, a.Raw)
	}
	return a
}

func TestLimitsOfNetworks(t *testing.T) {
	once(t)
	for name, c := range map[string]struct {
		address func(n int) string
		sends   int
	}{
		"IPv4": {func(n int) string {
			return []string{"198.51.100.7", "::ffff:198.51.100.7", fmt.Sprintf("10.0.0.%d, 198.51.100.7", n%250)}[n%3]
		}, 300},
		"a /64": {func(n int) string { return fmt.Sprintf("2001:db8:1:2::%x", n+1) }, 60},
		"a /56": {func(n int) string { return fmt.Sprintf("2001:db8:2:3%02x::1", n%256) }, 120},
		"a /48": {func(n int) string { return fmt.Sprintf("2001:db8:3:%x::1", n*3) }, 300},
	} {
		t.Run(name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{Settings: behindProxy})
			send := func(s *apitest.Server, n int) apitest.Answer {
				return sendFrom(s, c.address(n), fmt.Sprintf("u%d@example.org", n), "")
			}
			for n := range c.sends {
				send(s, n).Must(http.StatusOK, "request %d", n+1)
			}
			for n := range 3 {
				if a := send(s, c.sends+n).Want(http.StatusTooManyRequests); a.Header.Get("Retry-After") == "" {
					t.Errorf("%s", a.Raw)
				}
			}
			again := apitest.Start(t, apitest.Options{Settings: behindProxy, Dir: s.Dir, Now: s.Clock.Now()})
			send(again, c.sends).Want(http.StatusTooManyRequests, "after a restart")
			sendFrom(s, "192.0.2.1", "other@example.org", "").Want(http.StatusOK, "another network")
			s.WantCount(0, `SELECT COUNT(*) FROM tasks`)
			s.Clock.Add(time.Hour)
			send(s, 1).Want(http.StatusOK, "an hour later")
			for n := range 303 { // guesses are counted per IPv4 address or /48
				a := s.Post("/verify-otp", map[string]any{"email": "a@example.org", "otp": "000000"}, "X-Forwarded-For",
					c.address(n))
				if (a.Status == http.StatusTooManyRequests) != (n >= 300) {
					t.Fatalf("guess %d: %d %s", n+1, a.Status, a.Raw)
				}
			}
		})
	}
}

func codeMails(s *apitest.Server, email string) int {
	return s.Count(`SELECT COUNT(*) FROM outbox WHERE template = 'code' AND to_address = ? AND discard = 0`, email)
}

func TestStrangersCannotFloodOrBlockAMailbox(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: behindProxy})
	email := registered(t, s, "SUCCESS", 1)(0)
	network := func(n int) string { return fmt.Sprintf("203.%d.%d.7", n/250, n%250) }
	requests := 0
	attack := func(n int, every time.Duration) {
		for range n {
			sendFrom(s, network(requests), email, "").Must(http.StatusOK, "request %d", requests)
			requests++
			s.Clock.Add(every)
			s.Uptime.Add(every)
		}
	}
	attack(900, 4*time.Second)
	equal(t, codeMails(s, email), 12, "emails in an hour")
	attack(23*20, 3*time.Minute)
	equal(t, codeMails(s, email), 39, "emails in a day")
	for n := range 20 {
		attack(7, time.Minute)
		signInFrom(t, s, fmt.Sprintf("198.51.100.%d", n), email, "")
	}
}

func TestSharedCodesRevealNothing(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: behindProxy})
	known := registered(t, s, "SUCCESS", 1)(0)
	for n := range 14 {
		from := fmt.Sprintf("203.0.113.%d", n)
		a, b := sendFrom(s, from, known, ""), sendFrom(s, from, "nobody@example.org", "")
		for _, name := range []string{"code", "expires_in", "resend_in", "sent_ago"} {
			equal[any](t, a.Body[name], b.Body[name], "%s of known and unknown addresses", name)
		}
		s.Clock.Add(time.Minute)
	}
}

func TestSharedCode(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: behindProxy})
	email := registered(t, s, "SUCCESS", 1)(0)
	for n := range 11 {
		sendFrom(s, fmt.Sprintf("203.0.113.%d", n), email, "").Must(http.StatusOK)
	}
	code := s.CodeFor(email)
	s.Clock.Add(12 * time.Minute)
	s.Uptime.Add(12 * time.Minute)
	stranger, owner := sendFrom(s, "203.0.113.77", email, ""), sendFrom(s, "198.51.100.7", email, "")
	if owner.Body["sent_ago"] != 720.0 || owner.Body["expires_in"] != 2880.0 || s.CodeFor(email) != code {
		t.Errorf("%s", owner.Raw)
	}
	for range 5 {
		tried(s, email, stranger.Text("challenge_id"), wrong(code)).Must(http.StatusUnprocessableEntity)
	}
	tried(s, email, stranger.Text("challenge_id"), code).Want(http.StatusUnprocessableEntity, "the stranger's sixth guess")
	s.Clock.Add(47 * time.Minute)
	s.Uptime.Add(47 * time.Minute)
	tried(s, email, owner.Text("challenge_id"), code).Want(http.StatusOK, "the owner")
	next := sendFrom(s, "203.0.113.78", email, "").Must(http.StatusOK)
	tried(s, email, next.Text("challenge_id"), code).Want(http.StatusUnprocessableEntity, "a used code")
}

// After 1,000 emails in an hour, each mailbox still gets one an hour.
func TestAFloodClosesNoConnection(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: behindProxy})
	paid, unpaid := registered(t, s, "SUCCESS", 1000), registered(t, s, "INITIATED", 20)
	for n := range 1000 {
		sendFrom(s, fmt.Sprintf("203.0.113.%d", n%100), paid(n), "").Must(http.StatusOK, "code %d", n+1)
	}
	s.WantCount(0, `SELECT COUNT(*) FROM tasks WHERE kind = 'signin_flood'`)
	for _, email := range []string{paid(0), unpaid(0), "nobody@example.org"} {
		for n := range 5 {
			sendFrom(s, fmt.Sprintf("198.51.100.%d", n), email, "").Must(http.StatusOK, "%s, request %d", email, n+1)
		}
	}
	s.WantCount(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'signin_flood'`)
	if first, second := codeMails(s, paid(0)), codeMails(s, unpaid(0)); first != 2 || second != 1 {
		t.Errorf("%d and %d emails", first, second)
	}
	signInFrom(t, s, "192.0.2.9", unpaid(1), "")
	signInFrom(t, s, "192.0.2.10", paid(0), "")
}

func TestMailsOfANetworkToUnpaid(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: behindProxy})
	unpaid := registered(t, s, "INITIATED", 101)
	for n := range 100 {
		sendFrom(s, "198.51.100.7", unpaid(n), "").Must(http.StatusOK, "code %d", n+1)
	}
	sendFrom(s, "198.51.100.7", unpaid(100), "").Want(http.StatusTooManyRequests)
	sendFrom(s, "198.51.100.8", unpaid(100), "").Want(http.StatusOK)
}

func TestWaitsAreReal(t *testing.T) {
	once(t)
	one := func(int) string { return "a@example.org" }
	many := func(n int) string { return fmt.Sprintf("u%d@example.org", n) }
	for name, c := range map[string]struct {
		email func(n int) string
		times int
		every time.Duration
		text  string
	}{
		"a moment ago":     {one, 1, 10 * time.Second, "in 50 seconds."},
		"three are valid":  {one, 3, time.Minute, "in 7 minutes."},
		"five in an hour":  {one, 5, 10 * time.Minute, "in 10 minutes,"},
		"ten in a day":     {one, 10, 61 * time.Minute, "in 13 hours and 50 minutes,"},
		"of a network":     {many, 300, 10 * time.Second, "in 10 minutes,"},
		"of a busy minute": {many, 300, 0, "in 1 hour,"},
	} {
		t.Run(name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{Settings: behindProxy})
			send := func(n int) apitest.Answer { return sendFrom(s, "198.51.100.7", c.email(n), "") }
			for n := range c.times {
				send(n).Must(http.StatusOK, "code %d", n+1)
				s.Clock.Add(c.every)
			}
			a := send(c.times).Must(http.StatusTooManyRequests)
			a.Says(c.text)
			wait, err := strconv.Atoi(a.Header.Get("Retry-After"))
			must(t, err)
			s.Clock.Add(time.Duration(wait-1) * time.Second)
			send(c.times).Must(http.StatusTooManyRequests)
			s.Clock.Add(time.Second)
			send(c.times).Must(http.StatusOK)
		})
	}
}

func TestOwnerOnAKnownDeviceAlwaysSignsIn(t *testing.T) {
	once(t)
	for name, attack := range map[string]func(s *apitest.Server, email string){
		"enters wrong codes until it closes": func(s *apitest.Server, email string) {
			for s.Count(`SELECT COUNT(*) FROM tasks WHERE kind = 'signin_closed'`) == 0 {
				challenge := sendFrom(s, "203.0.113.1", email, "").Text("challenge_id")
				code := s.CodeFor(email)
				for range 5 {
					tried(s, email, challenge, wrong(code))
				}
				s.Clock.Add(time.Hour)
			}
			if a := sendFrom(s, "203.0.113.1", email, ""); a.Status != http.StatusTooManyRequests {
				panic(fmt.Sprintf("it is not closed: %d %s", a.Status, a.Raw))
			}
		},
		"uses up the network": func(s *apitest.Server, email string) {
			for n := range 301 {
				sendFrom(s, "198.51.100.7", fmt.Sprintf("u%d@example.org", n), "")
			}
		},
		"invents devices": func(s *apitest.Server, email string) {
			for n := range 40 {
				sendFrom(s, fmt.Sprintf("203.0.113.%d", n), email, fmt.Sprintf("%032d", n))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{Settings: behindProxy})
			email := registered(t, s, "SUCCESS", 1)(0)
			device := signInFrom(t, s, "198.51.100.7", email, "").Text("device")
			s.Clock.Add(time.Minute)
			attack(s, email)
			equal(t, signInFrom(t, s, "198.51.100.7", email, device).Text("device"), device, "the device has got another id")
		})
	}
}

func TestLimitsOfAKnownDevice(t *testing.T) {
	s := start(t, apitest.Options{Settings: behindProxy})
	mailbox := registered(t, s, "SUCCESS", 2)
	device := signInFrom(t, s, "198.51.100.7", mailbox(0), "").Text("device")
	for n := range 10 {
		sendFrom(s, "198.51.100.7", mailbox(0), device).Must(http.StatusOK, "code %d", n+1)
		s.Clock.Add(5 * time.Minute)
	}
	sendFrom(s, "198.51.100.7", mailbox(0), device).Want(http.StatusTooManyRequests, "the eleventh")
	s.WantCount(0, `SELECT COUNT(*) FROM code_challenges WHERE email_key = ? AND device_hash <> ''`, mailbox(1))
	equal(t, signInFrom(t, s, "198.51.100.7", mailbox(1), device).Text("device"), device,
		"the device has got another id for its second mailbox")
	s.Clock.Add(180 * 24 * time.Hour)
	if got := signInFrom(t, s, "198.51.100.7", mailbox(0), device).Text("device"); got == device {
		t.Error("the device is known for ever")
	}
	s.WantCount(0, `SELECT COUNT(*) FROM known_devices WHERE replace(device_hash, ?, '') <> device_hash`,
		device)
}

func TestDevicesAreForgotten(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body map[string]any
		left int
	}{
		"signed out":                       {map[string]any{}, 2},
		"signed out, device forgotten":     {map[string]any{"forget_device": "own"}, 1},
		"somebody else's id":               {map[string]any{"forget_device": strings.Repeat("a", 32)}, 2},
		"everywhere":                       {map[string]any{"everywhere": true}, 0},
		"everywhere, by a booking's token": {map[string]any{"everywhere": true}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{})
			form, bookingToken, _, _ := s.RegisterPaid(nil)
			email := form["email"].(string)
			signInFrom(t, s, "", email, "")
			s.Clock.Add(time.Minute)
			signedIn := signInFrom(t, s, "", email, "")
			token := signedIn.Text("accesstoken")
			if strings.HasSuffix(name, "by a booking's token") {
				token = bookingToken
			}
			if c.body["forget_device"] == "own" {
				c.body["forget_device"] = signedIn.Text("device")
			}
			s.Post("/sign-out", c.body, "Authorization", token).Must(http.StatusOK)
			s.WantCount(c.left, `SELECT COUNT(*) FROM known_devices`)
		})
	}
}

func TestAttemptsForAMailbox(t *testing.T) {
	s := startOnce(t)
	email := paidMailbox(s)
	var challenges, codes []string
	for range 3 {
		challenges = append(challenges, asked(t, s, email))
		codes = append(codes, s.CodeFor(email))
		s.Clock.Add(time.Minute)
	}
	for n := range 12 {
		tried(s, email, challenges[n%2], wrong(codes[n%2]))
	}
	s.WantCount(10, `SELECT SUM(tries) FROM code_challenges`)
	if a := tried(s, email, challenges[2], codes[2]); a.Status != http.StatusUnprocessableEntity ||
		a.Text("message") != refused {
		t.Errorf("the eleventh try: %d %s", a.Status, a.Raw)
	}
	s.Clock.Add(8 * time.Minute)
	if a := s.Post("/send-otp", map[string]any{"email": email}); a.Status != http.StatusTooManyRequests ||
		a.Header.Get("Retry-After") == "" {
		t.Errorf("a new code although none may be tried: %d %s", a.Status, a.Raw)
	}
	s.Clock.Add(time.Hour)
	s.SignInAs(email)
}

func TestCodesGoToTheStoredSpelling(t *testing.T) {
	s := startOnce(t)
	s.RegisterPaid(map[string]any{"email": "Mike@Example.org"})
	asked(t, s, "miKE@eXample.ORG")
	mails := s.SendMails()
	if len(mails) != 1 || !strings.Contains(mails[0].To, "Mike@Example.org") {
		t.Fatalf("%+v", mails)
	}
	for _, email := range []string{"", "a", "a@b@example.org", "a@example.org\r\nBcc: b@example.org",
		`"a b"@example.org`, "A <a@example.org>"} {
		s.Post("/send-otp", map[string]any{"email": email}).Want(422, "%q", email).Refuses("email")
	}
	for _, email := range []string{"mi\u212Ae@example.org", "m\u0130ke@example.org", "\u043Cike@example.org"} {
		a := s.Post("/send-otp", map[string]any{"email": email})
		a.Want(http.StatusUnprocessableEntity, "%q", email).Refuses("email", "looks like")
	}
}

func TestTheOwnerGetsACodeDuringAnAttack(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: behindProxy})
	email := registered(t, s, "SUCCESS", 1)(0)
	for n := 0; s.Count(`SELECT COUNT(*) FROM tasks WHERE kind = 'signin_closed'`) == 0; n++ {
		if n > 2000 {
			t.Fatal("the address is never guarded")
		}
		if a := sendFrom(s, "203.0.113.1", email, ""); a.Status == http.StatusOK {
			code := s.CodeFor(email)
			for range 5 {
				tried(s, email, a.Text("challenge_id"), wrong(code))
			}
		}
		s.Clock.Add(11 * time.Minute)
	}
	sendFrom(s, "203.0.113.1", email, "").Want(http.StatusTooManyRequests, "the network that guessed")
	for n := range 3 {
		from := fmt.Sprintf("203.0.113.%d", n+10)
		challenge := sendFrom(s, from, email, "").Must(http.StatusOK, "another network").Text("challenge_id")
		code := s.CodeFor(email)
		for range 5 {
			tried(s, email, challenge, wrong(code))
		}
		s.Clock.Add(2 * time.Minute)
		sendFrom(s, from, email, "").Want(http.StatusTooManyRequests, "after its five guesses")
	}
	signInFrom(t, s, "198.51.100.7", email, "")
}

func TestAStrangerCannotLockOutStaff(t *testing.T) {
	s := start(t, apitest.Options{Settings: behindProxy})
	s.Join(s.DeskAs(domain.RoleOrganiser), "ravi@example.org", domain.RoleRegistrar)
	ask := func(from string) error {
		_, err := s.Staff.SendCode(t.Context(), staff.CodeRequest{Email: "ravi@example.org",
			Network: domain.Network{Wide: from}})
		return err
	}
	for n := range 200 {
		_ = ask(fmt.Sprintf("203.0.113.%d", n%2)) // most of these requests are refused
		s.Clock.Add(7 * time.Minute)
	}
	for range 3 {
		_ = ask("203.0.113.1")
		s.Clock.Add(time.Minute)
	}
	for n := range 5 {
		if err := ask("the owner's"); err != nil {
			t.Fatalf("the owner's code %d: %v", n+1, err)
		}
		s.Clock.Add(11 * time.Minute)
	}
}
