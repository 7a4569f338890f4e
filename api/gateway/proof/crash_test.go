package proof_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"transom/api/domain"
	"transom/api/gateway/fakegateway"
	"transom/api/registration"
	"transom/api/store"
)

func (w *world) journey(person registration.Application, pays bool) {
	ctx := context.Background()
	key := registration.Submission{IdempotencyKey: person.Email}
	out, err := w.register.Register(ctx, person, key)
	if err != nil {
		return
	}
	ref := w.ref(out.Booking.ID)
	if pays {
		w.fake.Pay(ref)
	}
	w.clock.Add(6 * time.Second)
	_, _ = w.payments.Status(ctx, out.Booking.ID) // fails if the program has crashed
	w.deliver()
	w.payments.Reconcile(ctx)
}

func TestCrashAtEveryStep(t *testing.T) {
	onProviders(t, options{both: true}, func(t *testing.T, w *world) {
		w.journey(w.person(), true)
		steps := w.fuse.steps
		if steps < 10 {
			t.Fatalf("a journey has only %d steps", steps)
		}
		rounds := size(2, 20)
		acknowledged := 0
		for range rounds {
			for step := range steps {
				person := w.person()
				w.fuse.burnAfter(step)
				w.journey(person, true)
				w.restart()
				w.clock.Add(10 * time.Second) // the stopped program's lease has ended
				// Once the power is back, the page sends the form again, and the visitor pays if nothing was paid.
				out, err := w.register.Register(context.Background(), person,
					registration.Submission{IdempotencyKey: person.Email})
				if err == nil {
					w.fake.Pay(w.ref(out.Booking.ID))
				} else if !domain.IsCode(err, domain.CodeAlreadyRegistered) {
					t.Fatalf("step %d: %v", step, err)
				}
				acknowledged++
			}
		}
		w.checkLinks()
		w.settleAll()
		w.wantPaid(acknowledged + 1)
		w.want(acknowledged+1, `SELECT COUNT(*) FROM bookings`)
		w.want(acknowledged+1, `SELECT COUNT(*) FROM payments`)
		w.want(acknowledged+1, `SELECT COUNT(*) FROM invoices`)
		w.numbersAreComplete()
	})
}

// numbersAreComplete checks that the numbers of each series have no gaps and no duplicates.
func (w *world) numbersAreComplete() {
	w.t.Helper()
	w.want(w.count(`SELECT COUNT(*) FROM invoices`), `SELECT COUNT(DISTINCT number) FROM invoices`)
	w.want(0, `SELECT COUNT(*) FROM (SELECT series, year FROM invoices GROUP BY series, year
			HAVING MIN(n) <> 1 OR MAX(n) <> COUNT(*)) AS incomplete`)
}

func TestIssuedDocumentsAreFinal(t *testing.T) {
	w := newWorld(t, options{both: true})
	w.journey(w.person(), true)
	w.want(1, `SELECT COUNT(*) FROM invoices`)
	statements := []string{`UPDATE invoices SET document = '{}'`, `DELETE FROM invoices`}
	if w.store.Shared() {
		statements = append(statements, `TRUNCATE invoices`)
	}
	for _, statement := range statements {
		err := w.store.Write(t.Context(), func(tx *store.Tx) error { return tx.Exec(t.Context(), "change", statement) })
		if err == nil || !strings.Contains(err.Error(), "an issued document is never") {
			t.Errorf("%s: %v", statement, err)
		}
	}
	w.want(1, `SELECT COUNT(*) FROM invoices WHERE document <> '{}'`)
}

// In the end, each captured rupee is covered by a ticket, a refund or a task.
func TestRandomBookingsWithFaultsAndCrashes(t *testing.T) {
	for _, provider := range providers {
		t.Run(provider, func(t *testing.T) { randomBookings(t, provider, size(200, 10000), fakegateway.Usual()) })
		t.Run(provider+" on a bad day", func(t *testing.T) {
			randomBookings(t, provider, size(50, 2000), fakegateway.Stress())
		})
	}
}

func randomBookings(t *testing.T, provider string, n int, knobs fakegateway.Knobs) {
	t.Parallel()
	seed := seedOf(t)
	w := newWorld(t, options{
		both: true, provider: provider, seed: seed, knobs: knobs,
		content: func(c *domain.Content) {
			c.Tickets.Categories[1].Capacity = n / 2
			c.Tickets.Categories[1].Sales.ClosesAt.Time = time.Date(2035, 1, 1, 0, 0, 0, 0, time.UTC)
		},
	})
	dice := rand.New(rand.NewPCG(seed, 1))
	var people []registration.Application
	w.happen(dice, history{n, 12, 90 * time.Second, []string{"crash"}}, map[string]int{},
		func(int) { w.randomVisit(dice, &people) })
	w.checkLinks()
	w.settleAll()
	if paid := w.checkMoney(); paid == 0 {
		t.Error("nobody has paid")
	}
	w.numbersAreComplete()
	w.want(0, `SELECT COUNT(*) FROM payment_attempts WHERE state IN ('CREATING', 'OPEN')`)
	w.want(0, `SELECT COUNT(*) FROM payments WHERE disposition NOT IN ('applied', 'refunded')`)
	w.allExplained()
}

func (w *world) randomVisit(dice *rand.Rand, people *[]registration.Application) {
	ctx := context.Background()
	var person registration.Application
	if len(*people) > 0 && dice.IntN(5) == 0 {
		person = (*people)[dice.IntN(len(*people))]
	} else {
		person = w.person()
		*people = append(*people, person)
	}
	submission := registration.Submission{IdempotencyKey: person.Email}
	out, err := w.register.Register(ctx, person, submission)
	if err != nil {
		return
	}
	ref := w.ref(out.Booking.ID)
	switch dice.IntN(10) {
	case 0, 1, 2, 3, 4:
		w.fake.Pay(ref)
	case 5:
		w.fake.Fail(ref)
	case 6: // leaves without paying
	case 7:
		w.fake.Fail(ref)
		w.fake.Pay(ref)
	default: // the visitor returns after the link has expired and pays twice or late
		w.clock.Add(time.Duration(20+dice.IntN(60)) * time.Minute)
		if dice.IntN(2) == 0 {
			_, _ = w.payments.Status(ctx, out.Booking.ID)
		}
		if again, err := w.register.Register(ctx, person, submission); err == nil && dice.IntN(2) == 0 {
			w.fake.Pay(w.ref(again.Booking.ID))
		}
		if dice.IntN(2) == 0 || w.fake.MaybePayLate(ref) {
			w.fake.PayLate(ref)
		}
	}
	if dice.IntN(2) == 0 {
		_, _ = w.payments.Status(ctx, out.Booking.ID)
	}
}
