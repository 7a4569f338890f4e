package proof_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/payment"
)

func (w *world) audit() payment.Audit {
	w.t.Helper()
	audit, err := w.payments.Audit(context.Background(), func(int, int) {})
	w.must(err)
	return audit
}

func TestAuditFindsEveryUnexplainedRupee(t *testing.T) {
	for _, provider := range providers {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, options{provider: provider})
			refs := make([]string, 6)
			for i := range refs {
				_, refs[i] = w.book()
				if i < 5 {
					w.fake.Pay(refs[i])
				}
			}
			w.pass(time.Minute, 10*time.Second)
			clean := w.audit()
			if !clean.Explained() || clean.Attempts != 6 || clean.Payments != 5 || clean.KeptPaise != 5*354000 {
				t.Fatalf("clean: %+v", clean)
			}

			w.tampered = true
			// A payment that we do not know.
			w.exec(`DELETE FROM payments WHERE attempt_ref = ?`, refs[0])
			w.exec(`UPDATE payments SET disposition = 'refunded' WHERE attempt_ref = ?`, refs[1]) // a refund that was never made
			w.exec(`UPDATE payment_attempts SET amount_paise = 1 WHERE attempt_ref = ?`, refs[2]) // another price
			w.exec(`DELETE FROM tickets WHERE booking_id = ?`, w.bookingOf(refs[3]))              // paid without a ticket
			// Refunded without our knowledge.
			for _, money := range w.fake.Ledger() {
				if money.Reference == refs[4] {
					w.must(w.provider.Refund(context.Background(), money.PaymentID, money.Captured, "by-hand-at-the-gateway"))
				}
			}
			w.exec(`INSERT INTO payments (provider, provider_payment_id, attempt_ref, booking_id, amount_paise, captured_at,
					disposition)
				VALUES (?, 'invented', ?, ?, 354000, 1,
					'applied')`, w.provider.Name(), refs[5], w.bookingOf(refs[5])) // a payment that never arrived
			w.must(w.store.RefreshStates(t.Context()))
			audit := w.audit()
			found := map[string]string{}
			for _, f := range audit.Findings {
				found[f.AttemptRef] = f.Text
			}
			for i, words := range []string{"not recorded here", "requested", "does not match", "0 tickets", "was refunded",
				"does not know"} {
				if !strings.Contains(found[refs[i]], words) {
					t.Errorf("finding %d: %q does not speak of %q", i, found[refs[i]], words)
				}
			}
			sums, err := w.store.SumDocuments(t.Context())
			slices.Sort(sums.Wrong)
			wrong := []string{refs[0], refs[5]} // a document without a payment, and a payment without a document
			if slices.Sort(wrong); err != nil || !slices.Equal(sums.Wrong, wrong) {
				t.Errorf("documents and money: %+v, %v", sums, err)
			}
			if audit.Explained() || len(audit.Findings) != 6 {
				t.Errorf("%d findings", len(audit.Findings))
			}
		})
	}
}

func TestAuditSaysWhatItCouldNotRead(t *testing.T) {
	w := newWorld(t, options{})
	w.book()
	w.fake.SetDown(true)
	if audit := w.audit(); audit.Explained() || len(audit.Unread) != 2 { // the attempt, and the gateway's list
		t.Errorf("%+v", audit)
	}
}

// A person who asks gets a current answer, even a moment after the server or another run has asked.
func TestCheckAllAsksAgainAtOnce(t *testing.T) {
	w := newWorld(t, options{})
	id, ref := w.book()
	w.must(w.payments.CheckAll(context.Background()))
	w.fake.Pay(ref)
	w.must(w.payments.CheckAll(context.Background()))
	if got := w.status(id); got != booking.Success {
		t.Errorf("status %s", got)
	}
}
