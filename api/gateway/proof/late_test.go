package proof_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"transom/api/booking"
)

func onLinks(t *testing.T, f func(t *testing.T, w *world, id, ref string)) {
	for _, provider := range providers {
		for name, age := range map[string]time.Duration{"open": 2 * time.Minute, "expired": 40 * time.Minute} {
			t.Run(provider+" "+name, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, options{provider: provider})
				id, ref := w.book()
				w.pass(age, 30*time.Second)
				f(t, w, id, ref)
			})
		}
	}
}

func (w *world) unknownPayments() (undelivered, left int) {
	w.t.Helper()
	u, l, err := w.payments.UnknownMoney(context.Background())
	w.must(err)
	return u.Payments, l.Payments
}

func (w *world) checkPaid(id string) {
	w.t.Helper()
	w.wantStatus(id, booking.Success)
	w.want(1, `SELECT COUNT(*) FROM tickets WHERE status = 'valid' AND booking_id = ?`, id)
	w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'confirmation'`)
	w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
	w.explained(354000)
	if w.fake.Pay(w.ref(id)) {
		w.t.Error("the link can be paid again")
	}
}

// A silent link does not show a payment that was captured late.
func TestPaymentOfASilentLinkIsRecordedAtOnce(t *testing.T) {
	onLinks(t, func(t *testing.T, w *world, id, ref string) {
		w.fake.CaptureUnsaid(ref, 354000)
		w.pass(time.Minute, 10*time.Second)
		w.checkPaid(id)
		w.must(w.payments.CheckAll(context.Background()))
		w.checkPaid(id)
	})
}

// The message is lost too: the audit and doctor report the payment, and the walk through the gateway's list records it.
func TestPaymentOfASilentLinkIsFoundInTheList(t *testing.T) {
	onLinks(t, func(t *testing.T, w *world, id, ref string) {
		w.fake.CaptureUnsaid(ref, 354000)
		w.queue.Drop()
		w.clock.Add(5 * time.Minute)
		audit := w.audit()
		if len(audit.Findings) != 1 || audit.Findings[0].BookingID != id || audit.Findings[0].GatewayPaise != 354000 ||
			!strings.Contains(audit.Findings[0].Text, "not recorded here") {
			t.Errorf("before: %+v", audit)
		}
		if undelivered, left := w.unknownPayments(); undelivered != 1 || left != 0 {
			t.Errorf("doctor: %d unreported, %d left", undelivered, left)
		}
		w.must(w.payments.Walk(context.Background()))
		w.checkPaid(id)
		if undelivered, left := w.unknownPayments(); undelivered != 0 || left != 0 {
			t.Errorf("doctor afterwards: %d unreported, %d left", undelivered, left)
		}
	})
}

func TestWrongAmountOfASilentLink(t *testing.T) {
	onLinks(t, func(t *testing.T, w *world, id, ref string) {
		w.fake.CaptureUnsaid(ref, 400000)
		w.pass(time.Minute, 10*time.Second)
		w.want(1, unknownPaymentTasks+` AND booking_id = ? AND text LIKE '%the price is ₹3,540%'`, id)
		w.must(w.payments.CheckAll(context.Background()))
		w.want(1, unknownPaymentTasks)
		w.want(0, `SELECT COUNT(*) FROM payments`)
		if audit := w.audit(); len(audit.Findings) != 1 || audit.Findings[0].GatewayPaise != 400000 {
			t.Errorf("%+v", audit.Findings)
		}
		if undelivered, left := w.unknownPayments(); undelivered+left != 0 {
			t.Errorf("doctor: %d unreported, %d left", undelivered, left)
		}
		w.exec(`UPDATE tasks SET done_at = 1`)
		if undelivered, left := w.unknownPayments(); undelivered != 0 || left != 1 {
			t.Errorf("doctor, after the task was marked as done: %d unreported, %d left", undelivered, left)
		}
		w.exec(`UPDATE tasks SET done_at = NULL`)
		w.fake.RefundInDashboard(w.paymentID(ref), 400000)
		w.pass(time.Minute, 10*time.Second)
		w.want(0, unknownPaymentTasks)
		w.explained(0)
	})
}

// After a full refund nothing is left to do; a partial refund is recorded together with the payment.
func TestRefundedPaymentOfASilentLink(t *testing.T) {
	onLinks(t, func(t *testing.T, w *world, id, ref string) {
		w.fake.CaptureUnsaid(ref, 354000)
		w.fake.RefundInDashboard(w.paymentID(ref), 54000)
		w.queue.Drop()
		w.must(w.payments.Walk(context.Background()))
		w.wantRefund(id, booking.PartlyRefunded, 54000, true)
		second, ref := w.book()
		w.fake.CaptureUnsaid(ref, 354000)
		w.fake.RefundInDashboard(w.paymentID(ref), 354000)
		w.pass(50*time.Minute, time.Minute)
		w.must(w.payments.CheckAll(context.Background()))
		w.wantStatus(second, booking.Failed)
		w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
		w.explained(300000)
	})
}

// Once the payment has been refunded, as its task asks, the task closes and the seat is free.
func TestRefundedPaymentWithAWrongAmount(t *testing.T) {
	for _, provider := range providers {
		for name, amounts := range map[string][]int64{"little": {100}, "much": {400000}, "two": {100, 5000}} {
			for _, emails := range []bool{true, false} {
				t.Run(provider+" "+name+map[bool]string{true: " delivered", false: " undelivered"}[emails], func(t *testing.T) {
					t.Parallel()
					const open = `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`
					w := newWorld(t, options{provider: provider})
					id, ref := w.book()
					for _, amount := range amounts {
						w.fake.PayAmount(ref, amount)
						w.pass(time.Minute, 10*time.Second)
					}
					w.want(1, open+` AND kind = 'amount_mismatch'`)
					w.wantFindings(1)
					for i, money := range w.fake.Ledger() {
						w.want(1, open)
						w.fake.RefundInDashboard(money.PaymentID, money.Captured)
						if emails {
							w.pass(time.Minute, 10*time.Second)
						}
						if i+1 < len(amounts) && w.audit().Explained() {
							t.Error("explained while one of the two remains")
						}
					}
					if !emails {
						w.queue.Drop()
						w.must(w.payments.CheckAll(context.Background()))
					}
					for range 2 {
						w.want(0, open)
						w.explained(0)
						w.wantStatus(id, booking.Failed)
						w.want(0, `SELECT COUNT(*) FROM bookings WHERE holds_seat = 1`)
						w.settleAll()
						w.must(w.payments.CheckAll(context.Background()))
					}
				})
			}
		}
	}
}
