package proof_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/payment"
	"transom/api/store"
)

func (w *world) audit() payment.Audit {
	w.t.Helper()
	audit, err := w.payments.Audit(context.Background(), func(int, int) {})
	w.must(err)
	return audit
}

func (w *world) allExplained() {
	w.t.Helper()
	if audit := w.audit(); !audit.Explained() || audit.Documents.DifferencePaise() != 0 {
		w.t.Errorf("the audit: %+v", audit)
	}
}

func (w *world) wantFindings(n int) {
	w.t.Helper()
	audit := w.audit()
	check.Equal(w.t, len(audit.Findings), n, "findings %+v", audit.Findings)
}

func (w *world) explained(kept int64) {
	w.t.Helper()
	if audit := w.audit(); !audit.Explained() || audit.KeptPaise != kept {
		w.t.Errorf("the audit: %+v", audit)
	}
}

func TestAuditFindsEveryUnexplainedRupee(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
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
		// A payment that we have not recorded.
		w.exec(`DELETE FROM payments WHERE attempt_ref = ?`, refs[0])
		// stored as refunded, but never refunded
		w.exec(`UPDATE payments SET disposition = 'refunded' WHERE attempt_ref = ?`, refs[1])
		w.exec(`UPDATE payment_attempts SET amount_paise = 1 WHERE attempt_ref = ?`, refs[2]) // a different price
		w.exec(`DELETE FROM tickets WHERE booking_id = ?`, w.bookingOf(refs[3]))              // paid, without a ticket
		// A payment that was refunded without our knowledge.
		for _, money := range w.fake.Ledger() {
			if money.Reference == refs[4] {
				w.must(w.provider.Refund(context.Background(), money.PaymentID, money.Captured, "by-hand-at-the-gateway"))
			}
		}
		w.exec(`INSERT INTO payments (provider, provider_payment_id, attempt_ref, booking_id, amount_paise, captured_at,
				disposition)
			VALUES (?, 'invented', ?, ?, 354000, 1,
				'applied')`, w.provider.Name(), refs[5], w.bookingOf(refs[5])) // this payment was never made
		w.must(w.store.RefreshStates(t.Context()))
		audit := w.audit()
		found := map[string]string{}
		for _, f := range audit.Findings {
			found[f.AttemptRef] = f.Text
		}
		for i, words := range []string{"not recorded here", "requested", "does not match", "0 tickets", "was refunded",
			"does not recognise"} {
			if !strings.Contains(found[refs[i]], words) {
				t.Errorf("finding %d: %q does not mention %q", i, found[refs[i]], words)
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

func TestAuditSaysWhatItCouldNotRead(t *testing.T) {
	w := newWorld(t, options{})
	w.book()
	w.fake.SetDown(true)
	// the gateway returns neither the link nor the list of all payments
	if audit := w.audit(); audit.Explained() || len(audit.Unread) != 2 {
		t.Errorf("%+v", audit)
	}
}

// A person who runs the check gets a current result, even if the server or another run has just sent the same request.
func TestCheckAllAsksAgainAtOnce(t *testing.T) {
	w := newWorld(t, options{})
	id, ref := w.book()
	w.must(w.payments.CheckAll(context.Background()))
	w.fake.Pay(ref)
	w.must(w.payments.CheckAll(context.Background()))
	w.wantStatus(id, booking.Success)
}

func (w *world) exec(query string, args ...any) {
	w.t.Helper()
	w.must(w.store.Write(context.Background(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(context.Background(), query, args...)
		return err
	}))
}

// A task marked as done reopens if its link gets a different wrong amount, and closes once the amount is right.
func TestADoneTaskReopensForANewProblem(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		id, ref := w.book()
		price := func(paise int) {
			w.exec(`UPDATE payment_attempts SET amount_paise = ? WHERE attempt_ref = ?`, paise, ref)
			w.pass(10*time.Minute, 10*time.Second)
		}
		const open = `SELECT COUNT(*) FROM tasks WHERE kind = 'amount_mismatch' AND done_at IS NULL`
		w.fake.Pay(ref)
		price(100)
		w.want(1, open)
		w.exec(`UPDATE tasks SET done_at = 1`)
		price(100)
		w.want(0, open)
		price(200)
		w.want(1, open)
		price(354000)
		w.want(0, open)
		w.want(1, `SELECT COUNT(*) FROM tasks`)
		w.wantStatus(id, booking.Success)
	})
}

// A link did not match when it was created, but matches at the first and only check: no task stays open.
func TestLinkWithAWrongAmountIsClosed(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		id, ref := w.book()
		const open = `SELECT COUNT(*) FROM tasks WHERE kind = 'amount_mismatch' AND done_at IS NULL`
		// the response was lost
		w.exec(`UPDATE payment_attempts SET state = 'CREATING', provider_id = '', url = '', amount_paise = 100`)
		if address, err := w.payments.Start(context.Background(), ref); !errors.Is(err, payment.ErrMismatch) {
			t.Fatalf("a link with a different amount was accepted: %s, %v", address, err)
		}
		w.want(1, open)
		w.exec(`UPDATE payment_attempts SET amount_paise = 354000`)
		w.fake.Pay(ref)
		w.pass(2*time.Hour, 5*time.Minute)
		w.want(0, open)
		w.wantStatus(id, booking.Success)
	})
}

// The settings temporarily name a different gateway account.
func TestARepeatedProblemIsReportedAgain(t *testing.T) {
	for _, provider := range providers {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			w, another := newWorld(t, options{provider: provider}), newWorld(t, options{provider: provider})
			right := w.provider
			w.book()
			for _, step := range []struct {
				settings payment.Provider
				lasts    time.Duration
				open     int
			}{{another.provider, 7 * time.Minute, 1}, {right, 7 * time.Minute, 0}, {another.provider, 7 * time.Minute, 1},
				{right, 14 * time.Minute, 0}} {
				w.provider = step.settings
				w.restart()
				w.pass(step.lasts, time.Minute)
				w.want(step.open, `SELECT COUNT(*) FROM tasks WHERE kind = 'link_unknown' AND done_at IS NULL`)
			}
		})
	}
}

func TestPaymentOfAClosedLinkIsCheckedAgain(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		id, ref := w.book()
		w.pass(2*time.Hour, 5*time.Minute) // the link expires unpaid
		w.want(1, `SELECT COUNT(*) FROM payment_attempts WHERE state = 'CLOSED'`)
		w.exec(`UPDATE payment_attempts SET amount_paise = 100`)
		w.fake.PayLate(ref)
		w.pass(time.Hour, 5*time.Minute)
		w.want(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'amount_mismatch' AND done_at IS NULL`)
		w.exec(`UPDATE payment_attempts SET amount_paise = 354000`)
		w.pass(24*time.Hour, time.Hour)
		w.wantStatus(id, booking.Success)
	})
}

// A task about messages that were refused because of a wrong clock or secret stays open until a message is accepted.
func TestRefusedMessagesEndWithAValidOne(t *testing.T) {
	w := newWorld(t, options{})
	_, ref := w.book()
	w.exec(`INSERT INTO tasks (dedupe_key, kind, booking_id, attempt_ref, text, created_at) VALUES
		('clock:1', 'clock', '', '', 't', 1), ('signatures:1', 'webhook_signatures', '', '', 't', 1),
			('other', 'other', '', '', 't', 1)`)
	w.fake.Pay(ref)
	w.deliver()
	w.want(1, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
}

func TestServerWalksWhenItStarts(t *testing.T) {
	w := newWorld(t, options{})
	id, ref := w.book()
	w.fake.Pay(ref)
	w.queue.Drop()
	w.lose(id)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.payments.RunWalks(ctx) }()
	for deadline := time.Now().Add(time.Minute); w.count(unknownPaymentTasks) == 0 && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	w.want(1, unknownPaymentTasks)
	cancel()
	w.must(<-ended)
}
