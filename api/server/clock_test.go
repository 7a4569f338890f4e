package server_test

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/signin"
)

// A code expires by the clock or by the machine's uptime, whichever is first, even after a restart.
func TestCodeExpiresByUptime(t *testing.T) {
	once(t)
	for _, c := range []struct {
		name         string
		clock        time.Duration // how far the clock has moved since the code was made
		machine      time.Duration // how much time has really passed
		reboot, good bool
	}{
		{"at once", 0, 0, false, true},
		{"just in time", 10*time.Minute - time.Second, 10*time.Minute - time.Second, false, true},
		{"clock stopped, in time", 0, 10*time.Minute - time.Second, false, true},
		{"clock stopped, too late", 0, 10 * time.Minute, false, false},
		{"clock set back a little, too late", 9 * time.Minute, 19 * time.Minute, false, false},
		{"clock set back by an hour", -time.Hour, time.Minute, false, false},
		{"clock set back by a day", -24 * time.Hour, 10 * time.Minute, false, false},
		{"clock set ahead by an hour", time.Hour, time.Minute, false, false},
		{"a day later, the clock shows the same minute", time.Minute, 24 * time.Hour, false, false},
		{"the machine started again", time.Minute, time.Minute, true, false},
	} {
		for _, restart := range []bool{false, true} {
			t.Run(c.name+map[bool]string{true: ", after a restart"}[restart], func(t *testing.T) {
				s := apitest.Start(t, apitest.Options{})
				email := paidMailbox(s)
				challenge := asked(t, s, email)
				code := s.CodeFor(email)
				s.Clock.Add(c.clock)
				if s.Uptime.Add(c.machine); c.reboot {
					s.Uptime.Reboot()
				}
				signIn := s.SignIn
				if restart { // after a restart the program knows only what is in the database
					signIn = signin.New(signIn.Setup)
				}
				if _, err := signIn.CheckCode(t.Context(), signin.CodeEntry{Email: email, ChallengeID: challenge,
					Code: code}); (err == nil) != c.good {
					t.Errorf("%v", err)
				}
			})
		}
	}
}

// Source: security reference, row 15.
func TestClockJumps(t *testing.T) {
	once(t)
	for _, jump := range []time.Duration{-24 * time.Hour, -time.Hour, time.Hour, 24 * time.Hour} {
		t.Run(jump.String(), func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{})
			email := paidMailbox(s)
			asked(t, s, email)
			for _, step := range []time.Duration{jump, -jump, jump} {
				s.Clock.Add(step)
				a := s.Post("/send-otp", map[string]any{"email": email})
				if a.Status != http.StatusOK && a.Status != http.StatusTooManyRequests {
					t.Fatalf("send-otp: %d %s", a.Status, a.Raw)
				}
				checkWait(t, a)
				if again := s.Post("/send-otp", map[string]any{"email": email}); again.Status != http.StatusTooManyRequests {
					t.Errorf("a second code at once: %d %s", again.Status, again.Raw)
				} else {
					checkWait(t, again)
				}
				payNow(t, s)
			}
		})
	}
}

// The wait is at most two days, because the limits look back one day.
func checkWait(t *testing.T, a apitest.Answer) {
	t.Helper()
	if a.Status == http.StatusOK {
		if a.Body["expires_in"] != 600.0 || a.Body["resend_in"] != 60.0 {
			t.Errorf("%s", a.Raw)
		}
		return
	}
	if wait, err := strconv.Atoi(a.Header.Get("Retry-After")); err != nil || wait < 1 || wait > 48*3600 {
		t.Errorf("Retry-After %q", a.Header.Get("Retry-After"))
	}
}

// payNow registers a person, pays, delivers the gateway's message and checks the ticket.
func payNow(t *testing.T, s *apitest.Server) {
	t.Helper()
	form := s.FullForm()
	a := s.Post("/registration", form).Must(http.StatusOK, "registration")
	link, err := url.Parse(a.Text("payment_url"))
	must(t, err)
	s.Send("POST", link.Path, []byte("choice=pay-and-stay"), "Content-Type", "application/x-www-form-urlencoded").
		Must(http.StatusOK, "pay")
	if err := s.Sandbox.Deliver(context.Background(), s.Payments.Receive); err != nil {
		t.Fatalf("a message of the gateway is not accepted: %v", err)
	}
	s.Payments.Reconcile(context.Background())
	id := a.Text("booking_id")
	s.WantCount(1, `SELECT COUNT(*) FROM bookings JOIN tickets ON booking_id = bookings.id WHERE bookings.id = ?
			AND bookings.status = 'SUCCESS'`, id)
	s.WantCount(1, `SELECT COUNT(*) FROM payment_events WHERE attempt_ref IN (SELECT attempt_ref FROM payment_attempts
			WHERE booking_id = ?)`, id)
}

func TestDeadlineToTheSecond(t *testing.T) {
	once(t)
	zone := apitest.Edition().Zone
	deadline := time.Date(2025, 4, 9, 16, 0, 0, 0, zone)
	s := apitest.Start(t, apitest.Options{Now: deadline.Add(-2 * time.Second)})
	for _, c := range []struct {
		name string
		at   time.Time
		want int
	}{
		{"before it opens", time.Date(2025, 1, 15, 4, 29, 59, 0, time.UTC), http.StatusForbidden},
		{"when it opens", time.Date(2025, 1, 15, 4, 30, 0, 0, time.UTC), http.StatusOK},
		{"two seconds before", deadline.Add(-2 * time.Second), http.StatusOK},
		{"15:59:59", deadline.Add(-time.Second), http.StatusOK},
		{"15:59:59.999", deadline.Add(-time.Millisecond), http.StatusOK},
		{"16:00:00", deadline, http.StatusForbidden},
		{"16:00:00.001", deadline.Add(time.Millisecond), http.StatusForbidden},
		{"an hour ahead", deadline.Add(time.Hour - time.Second), http.StatusForbidden},
		{"right again", deadline.Add(-time.Second), http.StatusOK},
		{"a day ahead", deadline.Add(24*time.Hour - time.Second), http.StatusForbidden},
		{"a day back", deadline.Add(-24*time.Hour + time.Second), http.StatusOK},
		{"the same wall time in another zone", time.Date(2025, 4, 9, 16, 0, 0, 0, time.UTC), http.StatusForbidden},
		{"the last second of the day", time.Date(2025, 4, 9, 23, 59, 59, 0, zone), http.StatusForbidden},
		{"the last second of the day before", time.Date(2025, 4, 8, 23, 59, 59, 0, zone), http.StatusOK},
	} {
		s.Clock.Set(c.at)
		a := s.Post("/registration", s.FullForm()).Want(c.want, "%s", c.name)
		if c.want == http.StatusForbidden && a.Text("error") != "registration_closed" {
			t.Errorf("%s: %s", c.name, a.Raw)
		}
	}
}

// 23:59:59 in India is the afternoon of the same day in UTC.
func TestDaysEndInTheEventsZone(t *testing.T) {
	once(t)
	zone := apitest.Edition().Zone
	const future = "Date of birth cannot be in the future"
	for _, c := range []struct {
		now     time.Time
		dob     string
		refused bool
	}{
		{time.Date(2025, 3, 11, 23, 59, 59, 0, zone), "2025-03-11", false},
		{time.Date(2025, 3, 11, 23, 59, 59, 0, zone), "2025-03-12", true},
		{time.Date(2025, 3, 12, 0, 0, 0, 0, zone), "2025-03-12", false},
		{time.Date(2025, 3, 12, 0, 0, 0, 0, zone), "2025-03-13", true},
		{time.Date(2025, 3, 11, 23, 59, 59, 0, time.UTC), "2025-03-12", false},
	} {
		s := apitest.Start(t, apitest.Options{Now: c.now})
		form := s.FullForm()
		form["dob"] = c.dob
		equal(t, s.Post("/registration", form).Field("dob") == future, c.refused, "%s at %v", c.dob, c.now)
	}
}
