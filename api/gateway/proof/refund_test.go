package proof_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"transom/api/refund"
)

// refundedAtGateway returns how much was refunded and captured according to the ledger.
func (w *world) refundedAtGateway() (refunded, captured int64) {
	for _, money := range w.fake.Ledger() {
		refunded, captured = refunded+money.Refunded, captured+money.Captured
	}
	return refunded, captured
}

func nobody(int, int) {}

// The organiser refunds one payment, from two desks at once and again later: it is refunded once.
func TestOrganiserRefundsOnePayment(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		id, ref := w.book()
		other, otherRef := w.book()
		w.fake.Pay(ref)
		w.fake.Pay(otherRef)
		w.pass(time.Minute, 10*time.Second)
		var desks sync.WaitGroup
		for range 8 {
			desks.Go(func() {
				pay, err := w.payments.Refunds.CancelBooking(context.Background(), id)
				if err == nil {
					pay, err = w.payments.Refunds.Refund(context.Background(), pay)
				}
				if err != nil && !errors.Is(err, refund.ErrAlreadyRefunded) {
					t.Errorf("%+v: %v", pay, err)
				}
			})
		}
		desks.Wait()
		if _, err := w.payments.Refunds.CancelBooking(context.Background(), id); !errors.Is(err, refund.ErrAlreadyRefunded) {
			t.Errorf("the second time: %v", err)
		}
		w.settleAll()
		if refunded, captured := w.refundedAtGateway(); refunded != 354000 || captured != 2*354000 {
			t.Errorf("%d of %d refunded", refunded, captured)
		}
		w.want(1, `SELECT COUNT(*) FROM tickets WHERE status = 'void' AND booking_id = ?`, id)
		w.want(1, `SELECT COUNT(*) FROM tickets WHERE status = 'valid' AND booking_id = ?`, other)
		w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
		w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
		if audit := w.audit(); !audit.Explained() || audit.KeptPaise != 354000 {
			t.Errorf("%+v", audit)
		}
	})
}

// An event is cancelled while the gateway is down: tickets are void at once, and the refunds are made once it is
// back, by a second run or by the server.
func TestCancelledEventWithGatewayDown(t *testing.T) {
	for _, provider := range providers {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			const n = 6
			w := newWorld(t, options{provider: provider})
			for range n {
				_, ref := w.book()
				w.fake.Pay(ref)
			}
			w.pass(time.Minute, 10*time.Second)
			w.fake.SetDown(true)
			if given, _, err := w.payments.Refunds.All(context.Background(), nobody); !errors.Is(err,
				refund.ErrGatewayNotThere) || given != 0 {
				t.Errorf("%d refunded, %v", given, err)
			}
			w.want(n, `SELECT COUNT(*) FROM tickets WHERE status = 'void'`)
			w.want(0, `SELECT COUNT(*) FROM bookings WHERE holds_seat = 1`)
			w.want(n, `SELECT COUNT(*) FROM tasks WHERE kind = 'organiser_refund_due' AND done_at IS NULL`)
			w.restart()
			w.fake.SetDown(false)
			given, paise, err := w.payments.Refunds.All(context.Background(), nobody)
			if err != nil || given != n || paise != n*354000 {
				t.Errorf("%d refunded, %d paise, %v", given, paise, err)
			}
			w.settleAll()
			if refunded, captured := w.refundedAtGateway(); refunded != captured || captured != n*354000 {
				t.Errorf("%d of %d refunded", refunded, captured)
			}
			w.want(n, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
			w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
		})
	}
}
