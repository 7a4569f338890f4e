package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/domain"
)

const refused = "That code is incorrect or has expired. Check it or request a new one."

func asked(t *testing.T, s *apitest.Server, email string) string {
	t.Helper()
	a := s.Post("/send-otp", map[string]any{"email": email}).Must(http.StatusOK, "send-otp")
	return a.Text("challenge_id")
}

func tried(s *apitest.Server, email, challenge, code string) apitest.Answer {
	return s.Post("/verify-otp", map[string]any{"email": email, "otp": code, "challenge_id": challenge})
}

func wrong(code string) string {
	if code == "000000" {
		return "000001"
	}
	return "000000"
}

func TestACodeRequestWhoseResponseWasLostIsRepeated(t *testing.T) {
	s := startOnce(t)
	form, _, _, _ := s.RegisterPaid(nil)
	id := strings.Repeat("a2", 13)
	ask := func(email any, id string) apitest.Answer {
		return s.Post("/send-otp", map[string]any{"email": email, "challenge_id": id})
	}
	first := ask(form["email"], id).Must(http.StatusOK)
	equal(t, first.Text("challenge_id"), id)
	equal(t, ask(form["email"], id).Must(http.StatusOK, "again").Text("challenge_id"), id)
	equal(t, len(s.SendMails()), 1)
	ask(form["email"], "").Want(http.StatusTooManyRequests, "a new request")
	ask(form["email"], strings.Repeat("b2", 13)).Want(http.StatusTooManyRequests, "another request")
	for _, other := range []string{id, "short"} { // a stranger, who has seen the id
		email := "stranger-" + other[:2] + "@example.org"
		if a := ask(email, other).Must(http.StatusOK); a.Text("challenge_id") == other {
			t.Errorf("%s got the challenge %s", email, other)
		}
	}
	s.Clock.Add(11 * time.Minute)
	if a := ask(form["email"], id).Must(http.StatusOK, "too late"); a.Text("challenge_id") == id {
		t.Error("an expired challenge was repeated")
	}
}

func TestSignIn(t *testing.T) {
	s := startOnce(t)
	form, _, booking, ticket := s.RegisterPaid(nil)
	email := form["email"].(string)
	sent := s.Post("/send-otp", map[string]any{"email": " " + strings.ToUpper(email) + " "})
	if sent.Status != http.StatusOK || sent.Body["expires_in"] != 600.0 || sent.Body["resend_in"] != 60.0 {
		t.Fatalf("%d %s", sent.Status, sent.Raw)
	}
	mails := s.SendMails()
	if len(mails) != 1 || strings.Contains(mails[0].Subject, s.CodeFor(email)) {
		t.Fatalf("emails: %+v", mails)
	}
	a := tried(s, email, sent.Text("challenge_id"), s.CodeFor(email))
	user, _ := a.Body["userdata"].(map[string]any)
	if a.Status != http.StatusOK || user["firstname"] != "Asha" || user["membership_no"] != form["membership_no"] {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	token := a.Text("accesstoken")
	for _, header := range []string{token, "Bearer " + token, "bearer " + token} {
		list := s.Post("/tickets", "{}", "Authorization", header)
		tickets, _ := list.Body["tickets"].([]any)
		if list.Status != http.StatusOK || len(tickets) != 1 {
			t.Fatalf("%d %s", list.Status, list.Raw)
		}
		first := tickets[0].(map[string]any)
		want := map[string]any{
			"id": ticket.ID, "booking_id": booking.ID, "name": "Asha Verma", "event_name": "Transom Natcon 2025",
			"location": "Bhopal", "date": "11–13 April 2025", "time": "09:00–18:00", "gate": "—", "row": "—",
			"seat":        "—",
			"total_seats": 1.0, "entries_total": 3.0, "entries_remaining": 3.0, "category": "Member", "status": "valid",
			"qr": s.URL + "/event-ticket/" + ticket.ID + "#" + ticket.Signature,
		}
		for name, value := range want {
			equal[any](t, first[name], value, "%s", name)
		}
	}
	s.WantCount(1, `SELECT COUNT(*) FROM accounts`)
	s.WantCount(0, `SELECT COUNT(*) FROM outbox WHERE data LIKE '%code%'`)
}

func TestTicketsOfAConferenceWithoutSeatsNameNone(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse,
		Content: func(c *domain.Content) { c.Tickets.AssignedSeats = false }})
	form, b := s.Buy(nil)
	list := s.Post("/tickets", "{}", "Authorization", s.SignInAs(form["email"].(string))).Must(http.StatusOK, "list")
	if one := objects(list, "tickets")[0]; one["gate"] != "" || one["row"] != "" || one["seat"] != "" {
		t.Errorf("%v", one)
	}
	mustBe(t, "a seat", s.DeskAs(domain.RoleOrganiser).Call("seat", actionOn(s, b, map[string]any{"gate": "North"})), 409,
		domain.CodeNotPossible)
}

func TestCodesThatDoNotWork(t *testing.T) {
	once(t)
	for _, c := range []struct {
		name string
		try  func(s *apitest.Server, email, challenge, code string) apitest.Answer
	}{
		{"wrong", func(s *apitest.Server, email, challenge, code string) apitest.Answer {
			return tried(s, email, challenge, wrong(code))
		}},
		{"expired", func(s *apitest.Server, email, challenge, code string) apitest.Answer {
			s.Clock.Add(10 * time.Minute)
			return tried(s, email, challenge, code)
		}},
		{"used", func(s *apitest.Server, email, challenge, code string) apitest.Answer {
			tried(s, email, challenge, code)
			return tried(s, email, challenge, code)
		}},
		{"of a mailbox that has signed in with another", func(s *apitest.Server, email, challenge,
			code string) apitest.Answer {
			s.Clock.Add(time.Minute)
			s.SignInAs(email)
			return tried(s, email, challenge, code)
		}},
		{"of another challenge", func(s *apitest.Server, email, challenge, code string) apitest.Answer {
			return tried(s, email, strings.Repeat("a", 26), code)
		}},
		{"of another address", func(s *apitest.Server, email, challenge, code string) apitest.Answer {
			return tried(s, "b"+email, challenge, code)
		}},
		{"without a challenge", func(s *apitest.Server, email, challenge, code string) apitest.Answer {
			return tried(s, email, "", code)
		}},
		{"after five wrong ones", func(s *apitest.Server, email, challenge, code string) apitest.Answer {
			for range 5 {
				tried(s, email, challenge, wrong(code))
			}
			return tried(s, email, challenge, code)
		}},
		{"letters", func(s *apitest.Server, email, challenge, code string) apitest.Answer {
			return tried(s, email, challenge, "abcdef")
		}},
		{"too long", func(s *apitest.Server, email, challenge, code string) apitest.Answer {
			return tried(s, email, challenge, code+"0")
		}},
		{"other digits", func(s *apitest.Server, email, challenge, code string) apitest.Answer {
			return tried(s, email, challenge, "१२३४५६")
		}},
		{"clock set back before it was made", func(s *apitest.Server, email, challenge, code string) apitest.Answer {
			s.Clock.Add(-time.Hour)
			return tried(s, email, challenge, code)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{})
			email := paidMailbox(s)
			challenge := asked(t, s, email)
			a := c.try(s, email, challenge, s.CodeFor(email))
			if a.Status != http.StatusUnprocessableEntity || a.Field("otp") != refused || a.Text("message") != refused {
				t.Errorf("%d %s", a.Status, a.Raw)
			}
		})
	}
}

// Source: security reference, row 36.
func TestBruteForceOfOneAccount(t *testing.T) {
	s := startOnce(t)
	email := paidMailbox(s)
	started := s.Clock.Now()
	guesses, tries, challenge, code, closedAt := 0, 0, "", "", time.Time{}
	for guesses < 50_000 && (closedAt.IsZero() || s.Clock.Now().Sub(closedAt) < 23*time.Hour) {
		if a := s.Post("/send-otp", map[string]any{"email": email}); a.Status == http.StatusOK {
			challenge, code = a.Text("challenge_id"), s.CodeFor(email)
		} else if challenge == "" || a.Status != http.StatusTooManyRequests {
			t.Fatalf("%d %s", a.Status, a.Raw)
		}
		for range 7 { // a code allows five guesses
			tried(s, email, challenge, wrong(code)).Must(http.StatusUnprocessableEntity)
			guesses++
		}
		before := tries
		tries = s.Count(`SELECT SUM(tries) FROM code_challenges`)
		if tries-before > 5 {
			t.Fatalf("%d tries of one code", tries-before)
		}
		if hours := s.Clock.Now().Sub(started).Hours(); float64(tries) > 10*(hours+1) || float64(tries) > 50*(hours/24+1) {
			t.Fatalf("%d tries in %.1f h", tries, hours)
		}
		if tries == 100 && closedAt.IsZero() {
			closedAt = s.Clock.Now()
		}
		s.Clock.Add(6 * time.Minute)
	}
	if tries != 100 || s.Count(`SELECT COUNT(*) FROM tasks WHERE kind = 'signin_closed'`) != 1 {
		t.Errorf("%d tries with %d guesses, closed at %v", tries, guesses, closedAt)
	}
	apitest.Says(t, s.SendMails()[0].Subject, "closed")
	s.Clock.Add(48 * time.Hour)
	if token := s.SignInAs(email); token == "" {
		t.Error("the address does not open again")
	}
}

// Source: security reference, row 38.
func TestParallelCorrectCodesMakeOneSession(t *testing.T) {
	s := start(t)
	rounds := scaled(8, 50)
	for round := range rounds {
		email := fmt.Sprintf("racer%d@example.org", round)
		s.RegisterPaid(map[string]any{"email": email, "membership_no": fmt.Sprintf("A%d", 90000+round)})
		challenge := asked(t, s, email)
		code := s.CodeFor(email)
		_, statuses := atOnce(scaled(50, 100), func(int) apitest.Answer { return tried(s, email, challenge, code) })
		if statuses[http.StatusOK] != 1 {
			t.Fatalf("round %d: %v", round, statuses)
		}
		s.Clock.Add(time.Second)
	}
	s.WantCount(rounds, `SELECT COUNT(*) FROM sessions WHERE scope = 'account'`)
	s.WantCount(0, `SELECT COUNT(*) FROM code_challenges WHERE tries > 5`)
}
