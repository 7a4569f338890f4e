package proof_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/registration"
	"transom/api/store"
)

func (w *world) erase(bookingID string) {
	w.t.Helper()
	b, err := w.store.FindBooking(context.Background(), bookingID)
	w.must(err)
	_, err = w.store.ErasePerson(context.Background(), store.Person{EmailKey: b.EmailKey, PersonKey: b.PersonKey},
		w.clock.Now())
	w.must(err)
}

func TestLatePaymentOfAnErasedPersonIsRefunded(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		id, ref := w.book()
		w.pass(40*time.Minute, time.Minute)
		w.erase(id)
		w.fake.PayLate(ref)
		w.pass(6*time.Second, 6*time.Second)
		w.want(1, `SELECT COUNT(*) FROM payments`)
		w.want(1, `SELECT COUNT(*) FROM tasks WHERE text LIKE '%because it arrived after the person''s data was erased%'`)
		w.settleAll()
		if refunded, captured := w.refundedAtGateway(); captured != 354000 || refunded != captured {
			t.Errorf("%d of %d refunded", refunded, captured)
		}
		w.want(0, `SELECT COUNT(*) FROM tickets`)
		w.want(0, `SELECT COUNT(*) FROM bookings WHERE holds_seat = 1 OR status = 'SUCCESS'`)
		w.want(0, `SELECT COUNT(*) FROM outbox WHERE template IN ('confirmation', 'refund', 'late-payment-refund')`)
		w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
		w.explained(0)
	})
}

// The payment stays until it is refunded, here because the event is cancelled. That does not refund the rest of a
// booking that was cancelled with a partial refund.
func TestErasureFreesTheSeatAndLeavesTheMoney(t *testing.T) {
	w := newWorld(t, options{content: func(c *domain.Content) { c.Tickets.Categories[1].Capacity = 2 }})
	id, _ := w.paid()
	cancelled, _ := w.paid()
	if _, err := w.register.Register(context.Background(), w.person(), registration.Submission{}); !domain.IsCode(err,
		domain.CodeSoldOut) {
		t.Fatalf("there is a third seat: %v", err)
	}
	w.must(w.store.Write(context.Background(), func(tx *store.Tx) error {
		return w.payments.Refunds.Cancel(context.Background(), tx, cancelled, 100000, w.clock.Now())
	}))
	w.pass(time.Minute, 10*time.Second)
	w.erase(id)
	w.erase(cancelled)
	w.paid()
	other, _ := w.paid()
	w.explained(3*354000 + 254000)
	given, paise, err := w.payments.Refunds.All(context.Background(), nobody)
	if err != nil || given != 3 || paise != 3*354000 {
		t.Errorf("%d refunded, %d paise, %v", given, paise, err)
	}
	w.must(err)
	w.want(2, `SELECT COUNT(*) FROM outbox WHERE template = 'refund' AND to_address <> '' AND booking_id <> ?`, cancelled)
	w.want(0, `SELECT COUNT(*) FROM outbox WHERE template = 'refund' AND booking_id = ?`, id)
	check.Equal(t, w.standing(other).State, booking.FullyRefunded)
}

// The link can be closed only once it has expired, because somebody might pay it before.
func TestAnUnknownLinkCanBeClosed(t *testing.T) {
	for _, provider := range providers {
		for _, other := range []string{"the same", "another gateway"} {
			t.Run(provider+", "+other, func(t *testing.T) {
				t.Parallel()
				makes := provider
				if other == "another gateway" {
					makes = providers[(slices.Index(providers, provider)+1)%len(providers)]
				}
				w, forgetful := newWorld(t, options{provider: provider}), newWorld(t, options{provider: makes})
				w.book() // only this booking's link id is known to both gateways
				_, ref := forgetful.book()
				for range 5 { // more attempts, so that the two gateways' next ids differ
					forgetful.fake.Fail(ref)
				}
				person := w.person()
				id := w.registerUntilDone(person)
				again, _ := w.book()
				w.provider = forgetful.provider
				w.restart()
				w.pass(7*time.Minute, time.Minute)
				if status, err := w.payments.EndLink(context.Background(), id); err != payment.ErrLinkUnknown ||
					status != booking.Initiated {
					t.Errorf("while it can be paid: %s, %v", status, err)
				}
				w.pass(45*time.Minute, 5*time.Minute)
				w.want(2, `SELECT COUNT(*) FROM tasks WHERE kind = 'link_unknown' AND done_at IS NULL AND booking_id IN (?, ?)`, id,
					again)
				if status, err := w.payments.EndLink(context.Background(), id); err != nil || status != booking.Failed {
					t.Errorf("after it has expired: %s, %v", status, err)
				}
				w.want(0, `SELECT COUNT(*) FROM tasks WHERE kind = 'link_unknown' AND done_at IS NULL AND booking_id = ?`, id)
				w.want(0, `SELECT COUNT(*) FROM bookings WHERE holds_seat = 1 AND id = ?`, id)
				w.erase(id)
				if _, err := w.payments.Start(context.Background(), w.ref(again)); err != nil {
					t.Errorf("a new link: %v", err)
				}
				w.want(2, `SELECT COUNT(*) FROM payment_attempts WHERE booking_id = ?`, again)
			})
		}
	}
}
