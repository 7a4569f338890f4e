package proof_test

import (
	"context"
	"testing"
	"time"

	"transom/api/booking"
)

// A webhook that arrives while the gateway does not answer is handled later: seconds after the gateway is back, the
// payment is known, both on an open and on a closed link.
func TestWebhookSurvivesASilentGateway(t *testing.T) {
	for _, provider := range providers {
		for _, late := range []bool{false, true} {
			t.Run(provider+map[bool]string{false: " open", true: " closed"}[late], func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, options{provider: provider})
				id, ref := w.book()
				pay := w.fake.Pay
				if late {
					w.pass(40*time.Minute, time.Minute)
					if got := w.status(id); got != booking.Failed {
						t.Fatalf("before the late money: %s", got)
					}
					pay = w.fake.PayLate
				}
				w.queue.Drop()
				if !pay(ref) {
					t.Fatal("it cannot be paid")
				}
				w.clock.Add(time.Second)
				w.fake.SetDown(true)
				w.deliver()
				for range 4 {
					w.payments.Reconcile(context.Background())
					w.clock.Add(time.Second)
				}
				// the gateway was asked without success, and the event is not done
				w.want(1, `SELECT COUNT(*) FROM payment_events WHERE processed_at IS NULL AND tries > 0`)
				w.fake.SetDown(false)
				for range 10 { // only because of the waiting events
					w.payments.Reconcile(context.Background())
					w.clock.Add(time.Second)
				}
				if got := w.status(id); got != booking.Success {
					t.Errorf("ten seconds after the gateway is back: %s", got)
				}
				w.pass(5*time.Minute, time.Second*10)
				w.want(0, `SELECT COUNT(*) FROM payment_events WHERE processed_at IS NULL`)
			})
		}
	}
}

// While a gateway is down for long, it is asked about its events less and less often.
func TestEventsWaitLongerForAnUnavailableGateway(t *testing.T) {
	w := newWorld(t, options{})
	_, ref := w.book()
	w.fake.Pay(ref)
	w.clock.Add(time.Second)
	w.fake.SetDown(true)
	w.deliver()
	before := w.payments.Counters.FetchErrors.Load()
	for range 10 * 60 {
		w.payments.Reconcile(context.Background())
		w.clock.Add(time.Second)
	}
	if asked := w.payments.Counters.FetchErrors.Load() - before; asked > 60 {
		t.Errorf("asked %d times in ten minutes", asked)
	}
	w.fake.SetDown(false)
	w.pass(3*time.Minute, 10*time.Second)
	w.want(1, `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'`)
}
