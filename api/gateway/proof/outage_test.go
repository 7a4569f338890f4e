package proof_test

import (
	"context"
	"testing"
	"time"

	"transom/api/domain"
	"transom/api/gateway/fakegateway"
	"transom/api/registration"
)

func TestLostAnswersMakeOneLink(t *testing.T) {
	for _, provider := range providers {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			n := size(150, 1000)
			w := newWorld(t, options{provider: provider, seed: seedOf(t), knobs: fakegateway.Knobs{LostCreate: 0.3, Odd: true}})
			people := make([]registration.Application, n)
			for i := range people {
				people[i] = w.person()
			}
			failed := make(chan int, n)
			inParallel(n, 16, func(i int) {
				if _, err := w.register.Register(context.Background(), people[i],
					registration.Submission{IdempotencyKey: people[i].Email}); err != nil {
					failed <- i
				}
			})
			close(failed)
			w.fake.SetKnobs(fakegateway.Kind())
			for i := range failed { // the page repeats the request with the same key
				_, err := w.register.Register(context.Background(), people[i],
					registration.Submission{IdempotencyKey: people[i].Email})
				w.must(err)
			}
			w.pass(time.Minute, 30*time.Second)
			w.checkLinks()
			if links := len(w.fake.Links()); links != n {
				t.Errorf("%d links for %d bookings", links, n)
			}
			w.want(n, `SELECT COUNT(*) FROM bookings`)
			w.want(n, `SELECT COUNT(*) FROM payment_attempts WHERE state = 'OPEN' AND url <> ''`)
		})
	}
}

func TestAllWebhooksLost(t *testing.T) {
	for _, provider := range providers {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			n := size(100, 500)
			w := newWorld(t, options{provider: provider, seed: seedOf(t), knobs: fakegateway.Knobs{Never: 1, Odd: true}})
			for range n {
				_, ref := w.book()
				w.clock.Add(time.Second)
				w.fake.Pay(ref)
			}
			w.pass(15*time.Minute, 30*time.Second)
			w.want(0, `SELECT COUNT(*) FROM payment_events`)
			w.want(n, `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'`)
			if paid := w.checkMoney(); paid != n {
				t.Errorf("%d of %d paid", paid, n)
			}
		})
	}
}

func TestGatewayDownForTenMinutes(t *testing.T) {
	n := size(40, 200)
	w := newWorld(t, options{})
	w.fake.SetDown(true)
	people := make([]registration.Application, n)
	for i := range people {
		people[i] = w.person()
	}
	inParallel(n, 16, func(i int) {
		_, err := w.register.Register(context.Background(), people[i],
			registration.Submission{IdempotencyKey: people[i].Email})
		if !domain.IsCode(err, domain.CodeUnavailable) {
			t.Errorf("answered %v", err)
		}
	})
	w.want(n, `SELECT COUNT(*) FROM bookings`)
	w.pass(10*time.Minute, time.Minute)
	w.fake.SetDown(false)
	w.pass(2*time.Minute, 30*time.Second)
	w.want(n, `SELECT COUNT(*) FROM payment_attempts WHERE state = 'OPEN' AND n = 1`)
	w.want(n, `SELECT COUNT(*) FROM outbox WHERE template = 'pending'`)
	for i := range people {
		out, err := w.register.Register(context.Background(), people[i],
			registration.Submission{IdempotencyKey: people[i].Email})
		w.must(err)
		if !w.fake.Pay(w.ref(out.Booking.ID)) {
			t.Errorf("booking %s cannot be paid", out.Booking.ID)
		}
	}
	w.want(n, `SELECT COUNT(*) FROM bookings`)
	w.settleAll()
	if paid := w.checkMoney(); paid != n {
		t.Errorf("%d of %d paid", paid, n)
	}
}

func TestFalsifiedAnswersPayForNothing(t *testing.T) {
	for _, provider := range providers {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			n := size(60, 500)
			w := newWorld(t, options{provider: provider, seed: seedOf(t)})
			for range n {
				_, ref := w.book()
				w.fake.Pay(ref)
			}
			w.fake.SetKnobs(fakegateway.Knobs{Tamper: 1})
			w.pass(3*time.Minute, 30*time.Second)
			w.want(0, `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'`)
			w.want(n, `SELECT COUNT(*) FROM tasks WHERE kind = 'amount_mismatch'`)
			w.settleAll() // now the gateway sends correct answers
			if paid := w.checkMoney(); paid != n {
				t.Errorf("%d of %d paid", paid, n)
			}
			w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`) // the mismatches are over
		})
	}
}
