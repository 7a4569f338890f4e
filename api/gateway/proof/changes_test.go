package proof_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/refund"
	"transom/generator/schema"
)

// In the end, each ticket's charge equals what was paid for it, and all documents and seats agree with the payments.
func TestRandomChanges(t *testing.T) {
	t.Parallel()
	seed := seedOf(t)
	w := newWorld(t, options{both: true, seed: seed, content: func(c *domain.Content) {
		for i := range c.Tickets.Categories {
			c.Tickets.Categories[i].Sales.ClosesAt.Time = time.Date(2035, 1, 1, 0, 0, 0, 0, time.UTC)
			c.Tickets.Categories[i].Capacity = 0
		}
	}})
	dice := rand.New(rand.NewPCG(seed, 4))
	var ids []string
	done := map[string]int{}
	w.happen(dice, history{size(300, 10000), 12, 10 * time.Minute, []string{"even", "waived", "recorded", "refunded",
		"offered", "paid by link", "not paid", "corrected", "crash"}}, done, func(i int) {
		if dice.IntN(6) == 0 || len(ids) == 0 {
			ids = w.registerAndPay(ids)
		}
		if len(ids) == 0 {
			return
		}
		id := ids[dice.IntN(len(ids))]
		if what, err := w.changeTicket(dice, id, i); err == nil {
			done[what]++
		}
		if dice.IntN(10) == 0 && w.randomChange(dice, id) == "corrected" {
			done["corrected"]++
		}
	})
	w.settleAll()
	w.checkCredits(ids)
	for _, id := range ids {
		w.checkChanged(id)
	}
	w.must(errors.Join(w.store.CheckSeats(context.Background()), w.store.CheckStates(context.Background())))
	w.allExplained()
}

func (w *world) changeTicket(dice *rand.Rand, id string, i int) (what string, err error) {
	ctx := context.Background()
	if open, err := w.store.FindOpenChange(ctx, id); err == nil {
		if dice.IntN(2) == 0 && w.fake.Pay(open.Ref) {
			return "paid by link", nil
		}
		_, err := w.payments.EndLink(ctx, id)
		return "not paid", err
	}
	category := w.content.Tickets.Categories[dice.IntN(3)]
	link := ""
	err = w.payments.Store.Write(ctx, func(tx payment.Tx) error {
		link = ""
		b, err := tx.FindBooking(ctx, id)
		if err != nil {
			return err
		}
		captured, err := tx.PaymentsOfBooking(ctx, id)
		if err != nil {
			return err
		}
		underway := refund.Decide(b, captured, 0, 0, w.content.Desk).UnderwayPaise > 0
		if dice.IntN(3) == 0 && underway {
			what = "refund recorded"
			_, err := w.payments.Refunds.RecordManualRefund(ctx, tx, id, "", refund.Made{At: w.clock.Now()}, w.clock.Now())
			return err
		}
		if b.Status != booking.Success || !b.HoldsSeat || underway {
			return refund.ErrTooMuch
		}
		what, link, err = w.changeTo(tx, dice, b, captured, category, i)
		return err
	})
	if err == nil && link != "" { // if the gateway does not answer, the reconciler creates the link
		_, _ = w.payments.StartMailed(ctx, link)
	}
	return what, err
}

// changeTo returns the attempt reference of a new payment link as `link`.
func (w *world) changeTo(
	tx payment.Tx, dice *rand.Rand, b booking.Booking, captured []booking.Payment, to schema.Category, i int,
) (what, link string, err error) {
	ctx, now := context.Background(), w.clock.Now()
	next := b
	next.CategoryType, next.Spouse, next.SpouseName, next.Seats = to.Type, dice.IntN(2) == 0, "", 1
	if next.Spouse {
		next.SpouseName, next.Seats = "Ravi Rao", 2
	}
	price, c := to.PricesAt(now).For(next.Spouse), booking.ChangeOf(b, next)
	c.PricePaise, c.GSTPaise = price.TotalPaise, price.GSTPaise
	if err := w.payments.CheckChange(ctx, tx, b, c); err != nil {
		return "", "", err
	}
	difference, waived := price.TotalPaise-booking.ReceivedPaise(captured), dice.IntN(5) == 0
	switch {
	case difference == 0 || waived || difference > 0 && !next.Spouse && next.CategoryType == b.CategoryType:
		_, err = w.payments.Change(ctx, tx, b, c, nil, now)
		return map[bool]string{true: "waived", false: "even"}[waived], "", err
	case difference < 0:
		if _, err := w.payments.Change(ctx, tx, b, c, nil, now); err != nil {
			return "", "", err
		}
		return "refunded", "", w.payments.Refunds.Part(ctx, tx, b, -difference, now)
	}
	c.DuePaise = difference
	if dice.IntN(2) == 0 {
		tds := dice.Int64N(min(difference/20, 100) + 1)
		received := difference - tds + dice.Int64N(2)*500_00
		_, err := w.payments.RecordChange(ctx, tx, b, c, payment.Manual{Kind: booking.PaidByBank,
			Reference: fmt.Sprint("UTR", i), On: "2025-03-10", AmountPaise: &received, TDSPaise: tds}, now)
		return "recorded", "", err
	}
	n, err := tx.CountAttempts(ctx, b.ID)
	if err != nil {
		return "", "", err
	}
	a := w.payments.NewChangeAttempt(b, c, n+1, now)
	return "offered", a.Ref, tx.InsertAttempt(ctx, a)
}

func (w *world) checkChanged(id string) {
	w.t.Helper()
	b, err := w.store.FindBooking(context.Background(), id)
	w.must(err)
	captured, err := w.store.PaymentsOfBooking(context.Background(), id)
	w.must(err)
	paid := int64(0)
	for _, pay := range captured {
		if b.WasPaidBy(pay, captured) {
			paid += pay.AmountPaise
		}
	}
	if !b.HoldsSeat {
		check.Equal(w.t, booking.ReceivedPaise(captured), 0, "registration %s: paise without a seat", id)
		return
	}
	if b.Status != booking.Success || paid != b.AmountPaise || b.NetPaise+b.GSTPaise != b.AmountPaise {
		w.t.Errorf("registration %s: %s, %d of %d paise", id, b.Status, paid, b.AmountPaise)
	}
	w.want(1, `SELECT COUNT(*) FROM tickets WHERE booking_id = ? AND status <> 'void'`, id)
	w.want(1, `SELECT COUNT(*) FROM tickets WHERE booking_id = ? AND status <> 'void' AND seats = ? AND category_type = ?`,
		id, b.Seats, b.CategoryType)
	name := w.content.CategoryName(b.CategoryType)
	all, err := w.store.DocumentsOfBooking(context.Background(), id)
	w.must(err)
	for _, d := range all {
		if d.Kind == booking.DocumentInvoice && !d.Related(all).Cancelled && !strings.Contains(d.Lines[0].Description, name) {
			w.t.Errorf("invoice %s of %s: %s", d.Number, name, d.Lines[0].Description)
		}
	}
}
