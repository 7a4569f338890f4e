package proof_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"transom/api/gateway/fakegateway"
	"transom/api/payment"
	"transom/api/store"
)

// lose deletes everything about a booking, as if a disk had been lost.
func (w *world) lose(bookingID string) {
	w.t.Helper()
	w.tampered = true
	w.exec(`DROP TRIGGER IF EXISTS invoices_no_delete`) // it protects documents
	w.must(w.store.Write(context.Background(), func(tx *store.Tx) error {
		for _, statement := range []string{
			`DELETE FROM sessions WHERE booking_id = ?`, `DELETE FROM tickets WHERE booking_id = ?`,
			`DELETE FROM invoices WHERE booking_id = ?`,
			`DELETE FROM payments
					WHERE booking_id = ?`, `DELETE FROM payment_attempts WHERE booking_id = ?`,
			`DELETE FROM idempotency_keys WHERE booking_id = ?`, `DELETE FROM consents WHERE booking_id = ?`, `DELETE
					FROM bookings WHERE id = ?`,
		} {
			if _, err := tx.ExecContext(context.Background(), statement, bookingID); err != nil {
				return err
			}
		}
		return nil
	}))
}

func (w *world) paymentID(ref string) string {
	w.t.Helper()
	for _, money := range w.fake.Ledger() {
		if money.Reference == ref {
			return money.PaymentID
		}
	}
	w.t.Fatalf("nothing was captured under %s", ref)
	return ""
}

const unknownPaymentTasks = `SELECT COUNT(*) FROM tasks WHERE kind = 'unknown_money' AND done_at IS NULL`

// Payments with our reference but no row are reported, however long the list is; other payments are not.
func TestUnknownPayments(t *testing.T) {
	onProviders(t, options{knobs: fakegateway.Knobs{Odd: true}}, func(t *testing.T, w *world) {
		lostID, lostRef := w.book()
		_, ref := w.book()
		w.fake.Pay(lostRef)
		w.fake.Pay(ref)
		w.pass(time.Minute, 10*time.Second)
		if audit := w.audit(); !audit.Explained() || audit.Listed != 2 {
			t.Fatalf("before the loss: %+v", audit)
		}
		for i := range 230 { // three pages
			reference := fmt.Sprintf("SHOP-%d", i)
			if i%100 == 50 {
				reference = fmt.Sprintf("NATCON2025-lost%d-1", i)
			}
			_, err := w.provider.CreateCheckout(context.Background(), payment.CheckoutRequest{
				AttemptRef: reference, AmountPaise: 100000, Currency: "INR", ExpiresAt: w.clock.Now().Add(time.Hour),
				Customer:  payment.Customer{Name: "A", Email: "a@example.org", Mobile: "9876543210", DialCode: "91"},
				ReturnURL: siteURL,
			})
			w.must(err)
			w.fake.Pay(reference)
		}
		w.queue.Drop()
		w.lose(lostID)
		audit := w.audit()
		want := map[string]int64{lostRef: 354000, "NATCON2025-lost50-1": 100000, "NATCON2025-lost150-1": 100000}
		for _, f := range audit.Findings {
			if f.GatewayPaise != want[f.AttemptRef] || !strings.Contains(f.Text, "no registration") {
				t.Errorf("%+v", f)
			}
			delete(want, f.AttemptRef)
		}
		if len(want) != 0 || audit.Explained() || audit.Listed != 232 {
			t.Errorf("not reported: %v of %d", want, audit.Listed)
		}
		w.must(w.payments.Walk(context.Background()))
		w.must(w.payments.Walk(context.Background()))
		w.want(3, unknownPaymentTasks)
		// A refund at the gateway explains the payment. If that refund fails, there is a new task.
		for n := range 2 {
			if !w.fake.RefundInDashboard(w.paymentID(lostRef), 354000) {
				t.Fatal("no refund")
			}
			w.must(w.payments.Walk(context.Background()))
			w.want(2, unknownPaymentTasks)
			if n == 1 {
				w.pass(time.Minute, 10*time.Second) // the webhook about the refund adds nothing
				w.want(2, unknownPaymentTasks)
				continue
			}
			w.fake.FailRefund(w.paymentID(lostRef))
			w.queue.Drop()
			w.must(w.payments.Walk(context.Background()))
			w.want(3, unknownPaymentTasks)
			w.want(4, `SELECT COUNT(*) FROM tasks WHERE kind = 'unknown_money'`)
		}
	})
}

func TestWebhookAboutAnUnknownPayment(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		id, ref := w.book()
		unpaidID, _ := w.book()
		silentID, silentRef := w.book()
		w.fake.Pay(ref)
		w.fake.CaptureUnsaid(silentRef, 354000)
		w.lose(id)
		w.lose(unpaidID)
		w.lose(silentID)
		w.clock.Add(time.Hour) // the unpaid link expires without effect
		w.fake.Links()
		w.pass(time.Minute, 10*time.Second)
		w.want(2, unknownPaymentTasks)
		w.want(0, `SELECT COUNT(*) FROM payment_events WHERE processed_at IS NULL`)
		w.must(w.payments.Walk(context.Background()))
		w.want(2, `SELECT COUNT(*) FROM tasks WHERE kind = 'unknown_money'`)
		for _, ref := range []string{ref, silentRef} { // both refunds are reported by webhooks
			w.fake.RefundInDashboard(w.paymentID(ref), 354000)
		}
		w.pass(time.Minute, 10*time.Second)
		w.want(0, unknownPaymentTasks)
	})
}

// A third payment on one link is reported even if the task about the second payment was marked as done.
func TestSecondPaymentOnOneLink(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		_, ref := w.paid()
		for n := range 2 {
			if !w.fake.CaptureAgain(ref) {
				t.Fatal("not captured")
			}
			w.must(w.payments.Walk(context.Background()))
			w.want(1, unknownPaymentTasks)
			w.exec(`UPDATE tasks SET done_at = 1`)
			w.must(w.payments.Walk(context.Background()))
			w.want(0, unknownPaymentTasks)
			w.wantFindings(n + 1)
		}
	})
}

// The task names the booking; an attempt that the bank refused adds none.
func TestWebhookAboutASecondPayment(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		id, ref := w.book()
		w.fake.Fail(ref)
		w.fake.Pay(ref)
		w.pass(time.Minute, 10*time.Second)
		w.want(0, unknownPaymentTasks)
		if !w.fake.CaptureAgain(ref) {
			t.Fatal("not captured")
		}
		w.pass(time.Minute, 10*time.Second)
		w.want(1, unknownPaymentTasks)
		w.want(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'unknown_money' AND booking_id = ?
				AND text LIKE '%which was already paid%'`, id)
		w.want(0, `SELECT COUNT(*) FROM payment_events WHERE processed_at IS NULL`)
		w.must(w.payments.Walk(context.Background()))
		w.want(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'unknown_money'`)
	})
}
