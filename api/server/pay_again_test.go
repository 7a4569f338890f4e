package server_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gateway/sandbox"
	"transom/api/store"
	"transom/generator/schema"
)

func declined(s *apitest.Server, change map[string]any) (form map[string]any, b booking.Booking) {
	s.T().Helper()
	form, b = s.Unpaid(change)
	decline(s, b)
	return form, s.Booking(b.ID)
}

func decline(s *apitest.Server, b booking.Booking) {
	s.T().Helper()
	if _, err := s.Sandbox.Decline(s.T().Context(), attemptOf(s, b.ID)); err != nil {
		s.T().Fatal(err)
	}
	s.Clock.Add(time.Minute)
	s.Payments.Reconcile(s.T().Context())
	if got := s.Booking(b.ID).Status; got != booking.Failed {
		s.T().Fatalf("after the decline: %s", got)
	}
}

func payAgain(s *apitest.Server, id string) apitest.Answer {
	return s.Post("/pay-again", map[string]any{"bookingId": id})
}

func TestPayAgainAfterADecline(t *testing.T) {
	s := startOnce(t)
	_, b := declined(s, nil)
	first := payAgain(s, b.ID)
	if first.Status != http.StatusOK || first.Text("payment_url") == "" {
		t.Fatalf("%d %s", first.Status, first.Raw)
	}
	again := payAgain(s, b.ID)
	equal(t, again.Text("payment_url"), first.Text("payment_url"), "the second time")
	if got := s.Booking(b.ID); got.Status != booking.Initiated || !got.HoldsSeat {
		t.Errorf("%s, seat %v", got.Status, got.HoldsSeat)
	}
	s.Pay(b)
	equal(t, s.Booking(b.ID).Status, booking.Success, "paid")
	for query, want := range map[string]int{
		`SELECT COUNT(*) FROM bookings`: 1, `SELECT COUNT(*) FROM payment_attempts`: 2, `SELECT COUNT(*) FROM payments`: 1,
		`SELECT COUNT(*) FROM tickets`: 1,
	} {
		s.WantCount(want, query)
	}
	payAgain(s, b.ID).Want(http.StatusConflict, "once it is paid").Says(`"error":"already_registered"`)
}

func TestPayAgainBesideAPaidRegistration(t *testing.T) {
	s := startOnce(t)
	form, b := s.Unpaid(nil)
	payAgain(s, b.ID).Want(http.StatusOK, "before")
	form["ticketCategory"], form["institute_name"], form["amount"] = "NON_IIA_MEMBER", "Council of Architecture", 9440
	form["profile_url"], form["aadharUrl"] = s.Picture("photo"), s.Picture("aadhar")
	s.Buy(form)
	payAgain(s, b.ID).Want(http.StatusConflict, "a person pays once").Says(`"error":"already_registered"`)
	s.Pay(b) // in a tab that was still open
	s.Post("/verify-payment", map[string]any{"bookingId": b.ID}).Must(http.StatusOK).Says(`"ticket":"none"`)
	s.WantCount(1, `SELECT COUNT(*) FROM outbox
		WHERE template = 'refund' AND data LIKE '%"ticket_state":"second_payment"%' AND data LIKE '%"document_url":""%'`)
	s.WantCount(1, `SELECT COUNT(*) FROM tasks WHERE text LIKE '%nothing was due from this person any more%'`)
}

func TestPayAgainAtOnce(t *testing.T) {
	s := start(t)
	_, b := declined(s, nil)
	answers, _ := atOnce(12, func(int) apitest.Answer { return payAgain(s, b.ID) })
	for _, a := range answers {
		if url := a.Text("payment_url"); url == "" || url != answers[0].Text("payment_url") {
			t.Fatalf("%s and %s", a.Raw, answers[0].Raw)
		}
	}
	s.WantCount(1, `SELECT COUNT(*) FROM payment_attempts WHERE state IN ('CREATING', 'OPEN')`)
}

// A failed booking holds no seat, so the next attempt is checked like a new registration.
func TestPayAgainIsRefused(t *testing.T) {
	once(t)
	one := func(c *domain.Content) {
		for i := range c.Tickets.Categories {
			c.Tickets.Categories[i].Capacity = 1
		}
	}
	for name, c := range map[string]struct {
		content func(*domain.Content)
		change  func(s *apitest.Server, form map[string]any, b booking.Booking)
		status  int
		code    string
	}{
		"sold out": {content: one, status: 409, code: "sold_out",
			change: func(s *apitest.Server, _ map[string]any, _ booking.Booking) { s.Unpaid(nil) }},
		"sale over": {status: 403, code: "registration_closed",
			change: func(s *apitest.Server, _ map[string]any, _ booking.Booking) {
				for i := range s.Content.Tickets.Categories {
					s.Content.Tickets.Categories[i].Sales.ClosesAt = schema.Instant{Time: s.Clock.Now()}
				}
			}},
		"sale paused": {status: 403, code: "sales_paused", change: func(s *apitest.Server, _ map[string]any,
			_ booking.Booking) {
			err := s.Store.Write(s.T().Context(), func(tx *store.Tx) error {
				return tx.SavePause(s.T().Context(), domain.SalesPause{Sentence: "Back at noon.", Actor: "A",
					PausedAt: s.Clock.Now()})
			})
			must(s.T(), err)
		}},
		"another price": {status: 409, code: "not_possible", change: func(s *apitest.Server, _ map[string]any,
			_ booking.Booking) {
			for i := range s.Content.Tickets.Categories {
				s.Content.Tickets.Categories[i].Prices.Alone.TotalPaise += 100
			}
		}},
		"registered again and paid": {status: 409, code: "already_registered",
			change: func(s *apitest.Server, form map[string]any, _ booking.Booking) {
				form["profile_url"], form["aadharUrl"] = s.Picture("photo"), s.Picture("aadhar")
				s.Buy(form)
			}},
		"registered again": {status: 409, code: "unpaid_registration",
			change: func(s *apitest.Server, form map[string]any, _ booking.Booking) {
				form["profile_url"], form["aadharUrl"] = s.Picture("photo"), s.Picture("aadhar")
				s.Unpaid(form)
			}},
		"its pictures are due to be deleted": {status: 409, code: "not_possible",
			change: func(s *apitest.Server, _ map[string]any, _ booking.Booking) {
				s.Clock.Add(7*24*time.Hour - 10*time.Minute)
			}},
		"erased": {status: 409, code: "not_possible", change: func(s *apitest.Server, _ map[string]any, b booking.Booking) {
			erase(s.T(), s, b)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{Content: c.content})
			form, b := declined(s, nil)
			c.change(s, form, b)
			a := payAgain(s, b.ID)
			mustBe(t, "", a, c.status, c.code)
			if got := s.Booking(b.ID); got.Status != booking.Failed || got.HoldsSeat {
				t.Errorf("afterwards: %s, seat %v", got.Status, got.HoldsSeat)
			}
		})
	}
	s := apitest.Start(t, apitest.Options{})
	payAgain(s, "aaaaaaaaaaaaaaaaaaaa").Want(http.StatusNotFound, "unknown")
}

func TestPayAgainKeepsTheShareOfANetwork(t *testing.T) {
	s := startOnce(t, apitest.Options{
		Content: func(c *domain.Content) {
			for i := range c.Tickets.Categories {
				c.Tickets.Categories[i].Capacity = 20
			}
		},
		Settings: rateLimited,
	})
	var bookings []booking.Booking
	for range 8 {
		_, b := declined(s, nil)
		bookings = append(bookings, b)
	}
	var said []string
	for _, b := range bookings {
		said = append(said, http.StatusText(payAgain(s, b.ID).Status))
	}
	equal(t, strings.Join(said, ","), strings.Repeat("OK,", 6)+"Too Many Requests,Too Many Requests")
}

// Nobody has to pay twice while a late payment may still arrive.
func TestPaymentThatMayArriveLate(t *testing.T) {
	once(t)
	for name, c := range map[string]struct {
		choose func(*sandbox.Sandbox, context.Context, string) (sandbox.Link, error)
		// said is what the page shows: at once, and after each pause.
		said   []string
		pauses []time.Duration
	}{
		"paid late": {(*sandbox.Sandbox).PayLate, []string{"FAILED expired awaited", "SUCCESS paid"},
			[]time.Duration{time.Minute}},
		"never paid": {
			func(box *sandbox.Sandbox, ctx context.Context, id string) (sandbox.Link, error) {
				return box.Find(ctx, id)
			},
			[]string{"INITIATED waiting", "FAILED expired awaited", "FAILED expired"},
			[]time.Duration{31 * time.Minute, 15 * time.Minute},
		},
		"declined": {(*sandbox.Sandbox).Decline, []string{"FAILED expired", "FAILED expired"}, []time.Duration{time.Minute}},
	} {
		t.Run(name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{})
			_, b := s.Unpaid(nil)
			_, err := c.choose(s.Sandbox, t.Context(), attemptOf(s, b.ID))
			must(t, err)
			s.Clock.Add(6 * time.Second)
			for i, want := range c.said {
				if i > 0 {
					s.Clock.Add(c.pauses[i-1])
				}
				s.Payments.Reconcile(t.Context())
				status := paymentOf(s, b.ID)
				got, _ := status["paymentStatus"].(string)
				got += " " + status["state"].(string)
				if awaited, _ := status["awaited"].(bool); awaited {
					got += " awaited"
				}
				equal(t, got, want, "step %d", i)
			}
		})
	}
}

func TestInvoiceStaysWithThePayer(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	transferToColleague(s, b)
	s.Exec(`
		INSERT INTO transfers (id, booking_id, token_hash, email, from_email_key, from_person_key, offered_at, expires_at,
		                       who_id, who, state, ended_at)
		SELECT id || ' again', booking_id, token_hash || ' again', email, from_email_key, from_person_key, offered_at,
		       expires_at, who_id, who, state, ended_at + 1
		FROM transfers`) // the payer got the ticket back and handed it on again
	for email, want := range map[string]int{b.Email: 1, "colleague@example.org": 0} {
		session := s.SignInAs(email)
		rows := s.Post("/tickets", "{}", "Authorization", session).Must(200).Body["invoices"].([]any)
		data, err := s.Store.PersonData(t.Context(), store.Person{EmailKey: domain.EmailKey(email)})
		if err != nil || len(rows) != want || len(data["invoices"]) != want {
			t.Errorf("%s sees %d and gets %d documents, %v", email, len(rows), len(data["invoices"]), err)
		}
		for _, row := range rows {
			s.Post("/invoice", map[string]any{"id": row.(map[string]any)["id"]}, "Authorization", session).Must(200)
		}
	}
}
