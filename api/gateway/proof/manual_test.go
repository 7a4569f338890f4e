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

// In the end, each rupee pays for a ticket or is part of an incomplete payment, and all documents agree.
func TestRandomManualPayments(t *testing.T) {
	t.Parallel()
	seed := seedOf(t)
	w := newWorld(t, options{both: true, seed: seed, content: func(c *domain.Content) {
		c.Tickets.Categories[1].Sales.ClosesAt.Time = time.Date(2035, 1, 1, 0, 0, 0, 0, time.UTC)
	}})
	dice := rand.New(rand.NewPCG(seed, 3))
	var ids []string
	done := map[string]int{}
	w.happen(dice, history{size(300, 10000), 6, 10 * time.Minute, []string{"in full", "in part", "too much", "withdrawn",
		"refunded", "paid by link", "crash"}}, done, func(i int) {
		if dice.IntN(3) == 0 {
			if out, err := w.register.Register(context.Background(), w.person(), registration.Submission{}); err == nil {
				ids = append(ids, out.Booking.ID)
			}
		}
		if len(ids) == 0 {
			return
		}
		if what, err := w.randomRecord(dice, ids[dice.IntN(len(ids))], i); err == nil {
			done[what]++
		}
	})
	w.settleAll()
	for _, id := range ids {
		w.checkSettled(id)
	}
	w.must(w.store.CheckSeats(context.Background()))
	w.must(w.store.CheckStates(context.Background()))
	w.want(0, `SELECT COUNT(*) FROM tickets WHERE status <> 'void'
		AND booking_id NOT IN (SELECT id FROM bookings WHERE status = 'SUCCESS' AND holds_seat = 1)`)
	w.allExplained()
}

// A surplus that paid for a ticket and is now due for a refund does not pay again when another payment is withdrawn: it
// would get a second invoice.
func TestASurplusPaysOnlyOnce(t *testing.T) {
	w := newWorld(t, options{seed: 1})
	out, err := w.register.Register(t.Context(), w.person(), registration.Submission{})
	w.must(err)
	id := out.Booking.ID
	change := func(work func(tx payment.Tx, b booking.Booking, captured []booking.Payment) error) {
		t.Helper()
		w.must(w.payments.Store.Write(t.Context(), func(tx payment.Tx) error {
			b, err := tx.FindBooking(t.Context(), id)
			w.must(err)
			captured, err := tx.PaymentsOfBooking(t.Context(), id)
			w.must(err)
			return work(tx, b, captured)
		}))
	}
	record := func(reference string, paise int64) {
		t.Helper()
		change(func(tx payment.Tx, b booking.Booking, _ []booking.Payment) error {
			_, err := w.payments.Record(t.Context(), tx, b, payment.Manual{Kind: booking.PaidByBank, Reference: reference,
				On: "2025-03-10", AmountPaise: &paise}, w.clock.Now())
			return err
		})
	}
	withdraw := func() { // the oldest payment
		t.Helper()
		change(func(tx payment.Tx, b booking.Booking, captured []booking.Payment) error {
			return w.payments.Refunds.Withdraw(t.Context(), tx, b, refund.Withdrawable(captured)[0].AttemptRef, w.clock.Now())
		})
	}
	_, err = w.payments.EndLink(t.Context(), id)
	w.must(err)
	record("UTR1", 2000_00)
	record("UTR2", 1640_00)
	withdraw() // the surplus of ₹100 now pays
	change(func(tx payment.Tx, _ booking.Booking, captured []booking.Payment) error {
		return w.payments.Refunds.Cancel(t.Context(), tx, id, booking.ReceivedPaise(captured), w.clock.Now())
	})
	record("UTR3", 1000_00)
	withdraw()
	w.want(2, `SELECT COUNT(*) FROM payments WHERE disposition = 'organiser_refund_due'`)
	w.want(1640_00, `SELECT SUM(signed_paise) FROM invoices`)
}

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
			_, err := w.payments.Refunds.RecordManualRefund(ctx, tx, id, "", refund.Made{At: now}, now)
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
			amount = nil // nil means everything that is left to pay
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

// A valid registration is paid exactly, or with a surplus that replaced a withdrawn payment.
func (w *world) checkSettled(id string) {
	w.t.Helper()
	b, err := w.store.FindBooking(context.Background(), id)
	w.must(err)
	captured, err := w.store.PaymentsOfBooking(context.Background(), id)
	w.must(err)
	received := booking.ReceivedPaise(captured)
	switch {
	case b.Status == booking.Success && b.HoldsSeat && (received == b.AmountPaise || received > b.AmountPaise &&
		slices.ContainsFunc(captured, func(p booking.Payment) bool { return p.IsSurplus() && p.Joint })):
	case b.Status == booking.Initiated && b.HoldsSeat && received < b.AmountPaise:
	case !b.HoldsSeat && received == 0:
	default:
		w.t.Errorf("registration %s: status %s, %d of %d paise, seat %v", id, b.Status, received, b.AmountPaise, b.HoldsSeat)
	}
}
