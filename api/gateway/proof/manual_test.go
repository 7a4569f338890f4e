package proof_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/refund"
	"transom/api/registration"
)

// Staff record transfers of any amount, withdraw some and refund some, while people pay their links and the power fails
// now and then. At the end each rupee pays for a ticket or waits for the rest, and all documents agree.
func TestRandomManualPayments(t *testing.T) {
	t.Parallel()
	seed := seedOf(t)
	w := newWorld(t, options{seed: seed, content: func(c *domain.Content) {
		c.Tickets.Categories[1].Sales.ClosesAt.Time = time.Date(2035, 1, 1, 0, 0, 0, 0, time.UTC)
	}})
	dice := rand.New(rand.NewPCG(seed, 3))
	var ids []string
	done := map[string]int{}
	kinds := []string{"in full", "in part", "too much", "withdrawn", "refunded", "paid by link", "crash"}
	missing := func(kind string) bool { return done[kind] == 0 }
	// A run without one of them proves little, so a short run continues until each has occurred.
	for i, n := 0, size(300, 10000); i < n || slices.ContainsFunc(kinds, missing) && i < 10*n; i++ {
		if dice.IntN(3) == 0 || len(ids) == 0 {
			out, err := w.register.Register(context.Background(), w.person(), registration.Submission{})
			w.must(err)
			ids = append(ids, out.Booking.ID)
		}
		if dice.IntN(8) == 0 {
			w.fuse.burnAfter(dice.IntN(6))
		}
		what, err := w.randomRecord(dice, ids[dice.IntN(len(ids))], i)
		if err == nil {
			done[what]++
		}
		if w.fuse.burnt() {
			done["crash"]++
			w.restart()
		}
		w.fuse.replace()
		w.clock.Add(time.Duration(dice.IntN(600)) * time.Second)
		w.deliver()
		w.payments.Reconcile(context.Background())
	}
	w.settleAll()
	t.Logf("%d registrations: %v", len(ids), done)
	if slices.ContainsFunc(kinds, missing) {
		t.Errorf("nothing of one kind was done: %v", done)
	}
	for _, id := range ids {
		w.checkSettled(id)
	}
	w.must(w.store.CheckSeats(context.Background()))
	w.must(w.store.CheckStates(context.Background()))
	w.want(0, `SELECT COUNT(*) FROM tickets WHERE status <> 'void'
		AND booking_id NOT IN (SELECT id FROM bookings WHERE status = 'SUCCESS' AND holds_seat = 1)`)
	if audit := w.audit(); !audit.Explained() || audit.Documents.DifferencePaise() != 0 {
		t.Errorf("audit: %+v, %+v", audit.Findings, audit.Unread)
	}
}

// randomRecord does with one registration what staff, or the person, may do, and returns what it did.
func (w *world) randomRecord(dice *rand.Rand, id string, i int) (what string, err error) {
	ctx := context.Background()
	view, err := w.store.FindPaymentView(ctx, id)
	w.must(err)
	err = w.payments.Store.Write(ctx, func(tx payment.Tx) error {
		b, err := tx.FindBooking(ctx, id)
		if err != nil {
			return err
		}
		captured, err := tx.PaymentsOfBooking(ctx, id)
		if err != nil {
			return err
		}
		now := w.clock.Now()
		switch all := refund.Withdrawable(captured); dice.IntN(6) {
		case 0:
			if what = "withdrawn"; len(all) == 0 {
				return refund.ErrNotWithdrawable
			}
			return w.payments.Refunds.Withdraw(ctx, tx, b, all[dice.IntN(len(all))].AttemptRef, now)
		case 1:
			what = "refunded"
			_, err := w.payments.Refunds.RecordManualRefund(ctx, tx, id, now)
			return err
		case 2:
			what = "refunded"
			return w.payments.Refunds.Cancel(ctx, tx, id, booking.ReceivedPaise(captured), now)
		}
		state := view.Attempt.State
		if state == booking.AttemptOpen || state == booking.AttemptCreating || b.Status == booking.Success {
			return refund.ErrTooMuch // the desk closes the link first
		}
		amount := new(dice.Int64N(b.AmountPaise) + 1)
		if dice.IntN(3) == 0 {
			amount = nil // all that is left
		}
		out, err := w.payments.Record(ctx, tx, b, payment.Manual{Kind: booking.PaidByBank, Reference: fmt.Sprint("UTR", i),
			On: "2025-03-10", AmountPaise: amount, TDSPaise: dice.Int64N(100)}, now)
		what = map[bool]string{true: "in full", false: "in part"}[out.RestPaise == 0]
		if out.SurplusPaise > 0 {
			what = "too much"
		}
		return err
	})
	if what == "" {
		if dice.IntN(2) == 0 && view.Attempt.State == booking.AttemptOpen && w.fake.Pay(view.Attempt.Ref) {
			return "paid by link", nil
		}
		_, _ = w.payments.EndLink(ctx, id)
	}
	return what, err
}

// checkSettled checks that a valid registration is settled exactly, and that a pending one is not.
func (w *world) checkSettled(id string) {
	w.t.Helper()
	b, err := w.store.FindBooking(context.Background(), id)
	w.must(err)
	captured, err := w.store.PaymentsOfBooking(context.Background(), id)
	w.must(err)
	received := booking.ReceivedPaise(captured)
	switch {
	case b.Status == booking.Success && b.HoldsSeat && received == b.AmountPaise:
	case b.Status == booking.Initiated && b.HoldsSeat && received < b.AmountPaise:
	case !b.HoldsSeat && received == 0:
	default:
		w.t.Errorf("registration %s: status %s, %d of %d paise, seat %v", id, b.Status, received, b.AmountPaise, b.HoldsSeat)
	}
}
