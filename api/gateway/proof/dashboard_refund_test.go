package proof_test

import (
	"context"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/gateway/fakegateway"
	"transom/api/store"
)

func (w *world) standing(bookingID string) booking.DerivedState {
	w.t.Helper()
	view, err := w.payments.Status(context.Background(), bookingID)
	w.must(err)
	return view.DerivedState
}

// A full refund voids the ticket and releases the seat; a partial refund does neither.
func TestRefundInTheDashboardIsSeen(t *testing.T) {
	for _, provider := range providers {
		for _, emails := range []bool{true, false} {
			t.Run(provider+map[bool]string{true: " delivered", false: " undelivered"}[emails], func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, options{provider: provider})
				whole, wholeRef := w.book()
				part, partRef := w.book()
				w.fake.Pay(wholeRef)
				w.fake.Pay(partRef)
				w.pass(time.Minute, 10*time.Second)
				if !emails {
					w.fake.SetKnobs(fakegateway.Knobs{Never: 1})
				}
				w.fake.RefundInDashboard(w.paymentID(wholeRef), 354000)
				w.fake.RefundInDashboard(w.paymentID(partRef), 54000)
				w.wantFindings(2)
				w.pass(time.Minute, 10*time.Second)
				if !emails {
					w.must(w.payments.Walk(context.Background()))
				}
				w.wantRefund(whole, booking.FullyRefunded, 354000, true)
				w.wantRefund(part, booking.PartlyRefunded, 54000, true)
				w.want(1, `SELECT COUNT(*) FROM tickets WHERE status = 'void' AND booking_id = ?`, whole)
				w.want(1, `SELECT COUNT(*) FROM tickets WHERE status = 'valid' AND booking_id = ?`, part)
				w.want(0, `SELECT COUNT(*) FROM bookings WHERE holds_seat = 1 AND id = ?`, whole)
				w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'refund' AND data LIKE '%"ticket_state":"void"%'`)
				w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'refund' AND data LIKE '%"amount":"₹540"%'
						AND data LIKE '%"ticket_state":"valid"%'`)
				w.fake.RefundInDashboard(w.paymentID(partRef), 54000)
				w.must(w.payments.Walk(context.Background()))
				w.pass(time.Minute, 10*time.Second)
				w.want(3, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
				w.explained(246000)
				w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
			})
		}
	}
}

// The rest is refunded exactly once, even if the partial refund was not recorded or the gateway was down at first.
func TestRefundAfterAPartialRefund(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		id, ref := w.paid()
		w.fake.SetKnobs(fakegateway.Knobs{Never: 1})
		w.fake.RefundInDashboard(w.paymentID(ref), 54000)
		if pay, err := w.sync(id); err != nil || pay.RestPaise() != 300000 {
			t.Errorf("to be refunded: %+v, %v", pay, err)
		}
		refund := func() booking.Payment {
			pay, err := w.payments.Refunds.CancelBooking(context.Background(), id)
			w.must(err)
			pay, err = w.payments.Refunds.Refund(context.Background(), pay)
			w.must(err)
			return pay
		}
		w.fake.SetDown(true)
		check.Equal(t, refund().Disposition, booking.CancelledRefundDue, "without the gateway")
		w.wantRefund(id, booking.Cancelled, 354000, false)
		w.fake.RefundInDashboard(w.paymentID(ref), 100000) // staff refund a part in the dashboard
		w.fake.SetDown(false)
		check.Equal(t, refund().Disposition, booking.Refunded, "requested again")
		w.settleAll()
		if refunded, captured := w.refundedAtGateway(); refunded != captured {
			t.Errorf("%d of %d refunded", refunded, captured)
		}
		w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'refund' AND data LIKE '%₹2,000%'`)
		w.wantRefund(id, booking.FullyRefunded, 354000, true)
		w.explained(0)
	})
}

// A lost dispute cancels the ticket.
func TestDispute(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		won, wonRef := w.book()
		lost, lostRef := w.book()
		w.fake.Pay(wonRef)
		w.fake.Pay(lostRef)
		w.pass(time.Minute, 10*time.Second)
		by := time.Date(2025, 3, 20, 12, 30, 0, 0, time.UTC)
		for _, ref := range []string{wonRef, lostRef} {
			w.fake.Dispute(w.paymentID(ref), "open", by)
		}
		w.fake.SetDown(true)
		w.deliver()
		w.payments.Reconcile(context.Background())
		w.want(0, `SELECT COUNT(*) FROM tasks`)
		w.fake.SetDown(false)
		w.pass(time.Minute, 5*time.Second)
		w.want(2, `SELECT COUNT(*) FROM tasks WHERE kind = 'dispute' AND done_at IS NULL AND booking_id <> ''
				AND text LIKE '%by 20 March 2025, 18:00%'`)
		w.must(w.store.Write(context.Background(), func(tx *store.Tx) error {
			return tx.InsertTransfer(context.Background(), booking.Transfer{
				ID: "offer", BookingID: lost, TokenHash: "hash", Email: "colleague@example.org", State: booking.TransferOpen,
				OfferedAt: w.clock.Now(), ExpiresAt: w.clock.Now().Add(24 * time.Hour),
			})
		}))
		w.fake.Dispute(w.paymentID(wonRef), "won", by)
		w.fake.Dispute(w.paymentID(lostRef), "lost", by)
		w.pass(time.Minute, 5*time.Second)
		w.want(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'dispute' AND done_at IS NULL AND booking_id = ?
				AND text LIKE '%is lost%'`, lost)
		w.want(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'dispute' AND done_at IS NOT NULL AND booking_id = ?`, won)
		check.Equal(t, w.standing(won).State, booking.Paid, "won")
		w.wantRefund(lost, booking.FullyRefunded, 354000, true)
		w.want(0, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
		// The payer's bank tells the payer about the money; our emails say that the ticket is void, and the offer has ended.
		w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'transfer-ended' AND to_address = 'colleague@example.org'`)
		w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'cancelled' AND data LIKE '%Credit note%₹3,540%'
				AND to_address = (SELECT email FROM bookings WHERE id = ?)`, lost)
		w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'transfer-ended'`)
		w.explained(354000)
		_, err := w.payments.Refunds.CancelBooking(context.Background(), lost)
		apitest.Fails(t, err, "already been refunded")
	})
}
