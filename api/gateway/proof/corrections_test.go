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
	"transom/api/gateway/fakegateway"
	"transom/api/payment"
	"transom/api/registration"
)

// Afterwards no number is missing or used twice, the credit notes for an invoice never exceed it under any tax, and all
// documents add up to the money (checkDocuments).
func TestRandomCorrections(t *testing.T) {
	seed := seedOf(t)
	w := newWorld(t, options{both: true, seed: seed, knobs: fakegateway.Usual(), content: func(c *domain.Content) {
		c.Tickets.Categories[1].Capacity = 0
		c.Tickets.Categories[1].Sales.ClosesAt.Time = time.Date(2035, 1, 1, 0, 0, 0, 0, time.UTC)
	}})
	dice := rand.New(rand.NewPCG(seed, 2))
	var ids []string
	done := map[string]int{}
	w.happen(dice, history{size(80, 10000), 20, 90 * time.Second, []string{"corrected", "refunded", "crash"}},
		done, func(int) {
			ids = w.registerAndPay(ids)
			for range min(2, len(ids)) {
				done[w.randomChange(dice, ids[dice.IntN(len(ids))])]++
			}
		})
	w.settleAll()
	w.checkCredits(ids)
}

// registerAndPay adds a new person's booking to `ids`, unless the power failed before the booking was stored.
func (w *world) registerAndPay(ids []string) []string {
	out, err := w.register.Register(context.Background(), w.person(), registration.Submission{})
	if err != nil {
		return ids
	}
	w.fake.Pay(w.ref(out.Booking.ID))
	_, _ = w.payments.Status(context.Background(), out.Booking.ID)
	return append(ids, out.Booking.ID)
}

func (w *world) randomChange(dice *rand.Rand, id string) (what string) {
	switch n := dice.IntN(16); {
	case n < 8:
		gstin := []string{"", "23ABCDE5678G1ZI", "27ABCDE1234F1Z0"}[dice.IntN(3)]
		if w.correctBuyer(id, booking.Party{Name: fmt.Sprintf("Buyer %d", dice.IntN(1000)), GSTIN: gstin}) == nil {
			return "corrected"
		}
	case n < 12:
		if w.refundPartLater(id, 1+dice.Int64N(100_000)) == nil {
			return "refunded"
		}
	case n == 12:
		if _, err := w.payments.Refunds.CancelBooking(context.Background(), id); err == nil {
			return "refunded"
		}
	}
	return "nothing"
}

func (w *world) correctBuyer(id string, buyer booking.Party) error {
	ctx := context.Background()
	return w.payments.Store.Write(ctx, func(tx payment.Tx) error {
		b, err := tx.FindBooking(ctx, id)
		if err != nil {
			return err
		}
		all, err := tx.PaymentsOfBooking(ctx, id)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(all, func(p booking.Payment) bool { return p.Disposition == booking.Applied })
		if at < 0 {
			return domain.ErrNotFound
		}
		_, _, err = w.payments.Invoices.Correct(ctx, tx, b, all[at].AttemptRef, buyer, w.clock.Now())
		return err
	})
}

func (w *world) checkCredits(ids []string) {
	w.t.Helper()
	for _, id := range ids {
		all, err := w.store.DocumentsOfBooking(context.Background(), id)
		w.must(err)
		left, numbers := map[string]booking.DocumentSum{}, map[string]string{}
		for _, d := range all {
			if d.OriginalID == "" {
				left[d.ID], numbers[d.ID] = d.DocumentSum, d.Number
			}
		}
		for _, d := range all {
			if d.OriginalID != "" {
				left[d.OriginalID] = left[d.OriginalID].Minus(d.DocumentSum)
			}
		}
		for id, sum := range left {
			total := sum.TaxablePaise + sum.TaxPaise()
			if min(sum.TaxablePaise, sum.CGSTPaise, sum.SGSTPaise, sum.IGSTPaise, total) < 0 ||
				total == 0 && sum != (booking.DocumentSum{}) || sum.CGSTPaise != sum.SGSTPaise {
				w.t.Errorf("%s has %+v left", numbers[id], sum)
			}
		}
	}
}

func (w *world) checkDocuments() {
	w.t.Helper()
	w.want(0, `SELECT COUNT(*) FROM (SELECT series, year FROM invoices GROUP BY series, year
		HAVING COUNT(*) <> MAX(n) OR MIN(n) <> 1) AS gaps`)
	w.want(0, `SELECT COUNT(*) FROM invoice_series WHERE last <> (SELECT COUNT(*) FROM invoices
		WHERE invoices.series = invoice_series.series AND invoices.year = invoice_series.year)`)
	sums, err := w.store.SumDocuments(context.Background())
	w.must(err)
	if len(sums.Wrong) > 0 || sums.DifferencePaise() != 0 {
		w.t.Errorf("documents and money differ by %d paise: %+v", sums.DifferencePaise(), sums)
	}
}

// An older version issued no documents for payments.
func TestMissingDocumentsAreIssued(t *testing.T) {
	w := newWorld(t, options{})
	whole, _ := w.paid()
	part, _ := w.paid()
	w.must(w.refundPartLater(part, 100_00))
	w.settleAll()
	w.forgetDocuments()
	if audit := w.audit(); audit.Explained() || len(audit.Documents.Wrong) != 2 || audit.Documents.DifferencePaise() == 0 {
		t.Errorf("missing documents are not found: %+v", audit)
	}
	for range 2 {
		w.must(w.payments.CheckAll(t.Context()))
	}
	w.want(1, `SELECT COUNT(*) FROM invoices WHERE booking_id = ?`, whole)
	w.want(2, `SELECT COUNT(*) FROM invoices WHERE booking_id = ?`, part)
	w.allExplained()
}

func (w *world) forgetDocuments() {
	w.t.Helper()
	w.exec(`DROP TRIGGER IF EXISTS invoices_no_delete`)
	w.exec(`DELETE FROM invoices`)
	w.exec(`DELETE FROM invoice_series`)
}
