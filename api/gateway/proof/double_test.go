package proof_test

import (
	"context"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gateway/fakegateway"
	"transom/api/registration"
)

var unreliable = fakegateway.Knobs{Duplicate: 0.2, Shuffle: 0.2, Never: 0.1, LostCreate: 0.1, Odd: true}

// Two tabs: the visitor's link has expired, the form is sent again, and then both links are paid.
func TestDoublePayment(t *testing.T) {
	n := size(40, 200)
	onProviders(t, options{seed: seedOf(t), knobs: unreliable}, func(t *testing.T, w *world) {
		for i := range n {
			person := w.person()
			first := w.registerUntilDone(person)
			ref1 := w.ref(first)
			w.clock.Add(31 * time.Minute) // the link has expired, and the reconciler has not run yet
			second := w.registerUntilDone(person)
			if second != first {
				t.Fatalf("different bookings: %s and %s", first, second)
			}
			w.payBoth(ref1, w.ref(second), i%2 == 0)
		}
		w.refundedOnce(n)
		w.want(n, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'
				AND data LIKE '%"ticket_state":"second_payment"%'`)
	})
}

// payBoth pays both of a booking's links; the first one has expired.
func (w *world) payBoth(first, second string, atOnce bool) {
	w.t.Helper()
	if first == second {
		w.t.Fatal("the same link again")
	}
	if !atOnce {
		w.fake.Pay(second)
		w.pass(time.Minute, 10*time.Second)
	}
	w.fake.PayLate(first)
	w.fake.Pay(second)
	w.pass(time.Minute, 10*time.Second)
}

func (w *world) refundedOnce(n int) {
	w.t.Helper()
	w.settleAll()
	w.wantPaid(n)
	w.checkLinks()
	w.want(n, `SELECT COUNT(*) FROM payments WHERE disposition = 'refunded'`)
	w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
}

func (w *world) untilDone(request func() error) {
	w.t.Helper()
	for range 20 {
		err := request()
		if err == nil {
			return
		}
		if !domain.IsCode(err, domain.CodeUnavailable) {
			w.t.Fatal(err)
		}
	}
	w.t.Fatal("twenty tries were not enough")
}

func (w *world) registerUntilDone(person registration.Application) (bookingID string) {
	w.t.Helper()
	w.untilDone(func() error {
		out, err := w.register.Register(context.Background(), person, registration.Submission{IdempotencyKey: person.Email})
		bookingID = out.Booking.ID
		return err
	})
	return bookingID
}

func TestLatePaymentCancelsTheNextLink(t *testing.T) {
	w := newWorld(t, options{})
	person := w.person()
	id := w.registerUntilDone(person)
	ref1 := w.ref(id)
	w.clock.Add(31 * time.Minute)
	w.registerUntilDone(person)
	ref2 := w.ref(id)
	w.fake.PayLate(ref1)
	w.pass(time.Minute, 10*time.Second)
	w.wantStatus(id, booking.Success)
	if w.fake.Pay(ref2) {
		t.Error("the second link can still be paid")
	}
	w.settleAll()
	w.checkMoney()
}

func TestLatePaymentWithoutASeat(t *testing.T) {
	w := newWorld(t, options{content: func(c *domain.Content) { c.Tickets.Categories[1].Capacity = 1 }})
	late, lateRef := w.book()
	w.pass(35*time.Minute, time.Minute) // the first booking's seat is free again
	w.wantStatus(late, booking.Failed)
	paid, paidRef := w.book()
	w.fake.Pay(paidRef)
	w.fake.PayLate(lateRef)
	w.pass(2*time.Minute, 10*time.Second)
	w.wantStatus(paid, booking.Success)
	w.wantStatus(late, booking.Failed)
	w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'late-payment-refund'`)
	w.want(1, `SELECT COUNT(*) FROM payments WHERE disposition = 'refunded'`)
	w.want(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'no_seat_refund_due' AND done_at IS NOT NULL`)
	w.want(1, `SELECT COUNT(*) FROM tickets`)
	w.settleAll()
	w.checkMoney()
}

// One payment counts for the booking, the other is refunded.
func TestPayAgainThenBoth(t *testing.T) {
	n := size(20, 200)
	onProviders(t, options{seed: seedOf(t), knobs: unreliable}, func(t *testing.T, w *world) {
		for i := range n {
			id := w.registerUntilDone(w.person())
			first := w.ref(id)
			for w.status(id) != booking.Failed {
				w.pass(10*time.Minute, time.Minute)
			}
			w.pass(16*time.Minute, 4*time.Minute) // the bank's answer is no longer expected
			w.untilDone(func() error {
				_, err := w.register.PayAgain(context.Background(), id, registration.Submission{})
				return err
			})
			w.payBoth(first, w.ref(id), i%2 == 0)
		}
		w.refundedOnce(n)
		w.want(n, `SELECT COUNT(*) FROM bookings`)
	})
}
