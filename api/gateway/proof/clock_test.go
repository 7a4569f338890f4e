package proof_test

import (
	"testing"
	"time"

	"transom/api/domain"
	"transom/api/gateway/fakegateway"
)

// Someone sets the server's clock a day ahead or back and later right again; the gateway's webhooks are lost as well. Whoever
// paid has the ticket a quarter of an hour after the clock is right, not a day later.
func TestClockThatWasWrong(t *testing.T) {
	for _, jump := range []time.Duration{-24 * time.Hour, -time.Hour, time.Hour, 24 * time.Hour} {
		t.Run(jump.String(), func(t *testing.T) {
			w := newWorld(t, options{seed: seedOf(t), knobs: fakegateway.Knobs{Never: 1}})
			var refs []string
			w.clock.Add(jump)
			for range 10 {
				_, ref := w.book()
				refs = append(refs, ref)
			}
			w.pass(time.Minute, 5*time.Second)
			w.clock.Add(-jump)
			paid := 0
			for _, ref := range refs {
				if w.fake.Pay(ref) {
					paid++
				}
			}
			// Links that were made in the past have ended; those of the future are as good as any.
			if (paid == len(refs)) != (jump > 0) {
				t.Fatalf("%d of %d could be paid", paid, len(refs))
			}
			w.pass(15*time.Minute, 30*time.Second)
			w.want(paid, `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'`)
			w.checkMoney()
		})
	}
}

// A refund that failed while the clock was a day ahead is tried again when the clock is right.
func TestRefundAfterTheClockWasWrong(t *testing.T) {
	w := newWorld(t, options{seed: seedOf(t), knobs: fakegateway.Kind()})
	id, first := w.book()
	w.fake.Pay(first)
	w.pass(time.Minute, 10*time.Second)
	if w.status(id) != domain.Success {
		t.Fatal("not paid")
	}
	w.clock.Add(24 * time.Hour)
	w.fake.SetKnobs(fakegateway.Knobs{ServerError: 1})
	_, err := w.payments.CallOff(t.Context(), id)
	w.must(err)
	w.pass(10*time.Minute, time.Minute)
	w.want(1, `SELECT COUNT(*) FROM payments WHERE disposition <> 'refunded' AND refund_tries > 0`)
	w.clock.Add(-24 * time.Hour)
	w.fake.SetKnobs(fakegateway.Kind())
	w.pass(time.Minute, 10*time.Second)
	w.want(1, `SELECT COUNT(*) FROM payments WHERE disposition = 'refunded'`)
}
