package proof_test

import (
	"context"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/gateway/fakegateway"
	"transom/api/payment"
)

func (w *world) paid() (bookingID, ref string) {
	w.t.Helper()
	bookingID, ref = w.book()
	w.fake.Pay(ref)
	w.pass(time.Minute, 10*time.Second)
	return bookingID, ref
}

// After a partial refund the gateway refuses to refund the rest: the rest stays due until the gateway refunds it.
func TestARefusedRefundIsNotMade(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		id, _ := w.paid()
		w.must(w.refundPartLater(id, 200000))
		w.pass(time.Minute, 10*time.Second)
		w.fake.RefuseRefunds(true)
		_, err := w.payments.Refunds.CancelBooking(context.Background(), id)
		w.must(err)
		w.pass(10*time.Minute, 30*time.Second)
		if s := w.standing(id); s.State != booking.Cancelled || !s.RefundAt.IsZero() {
			t.Errorf("while the gateway refuses: %+v", s)
		}
		w.want(1, `SELECT COUNT(*) FROM payments WHERE disposition = 'organiser_refund_due' AND refunded_paise = 200000
				AND refund_tries > 0`)
		w.want(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'organiser_refund_due' AND done_at IS NULL`)
		w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
		if audit := w.audit(); audit.Explained() {
			t.Error("the audit finds nothing")
		}
		w.fake.RefuseRefunds(false)
		w.settleAll()
		w.checkRefunded(id, 354000, booking.FullyRefunded)
		w.want(2, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
	})
}

// quicker is a gateway in whose dashboard somebody makes a refund just before we request one.
type quicker struct {
	payment.Provider
	dashboard func()
}

func (q *quicker) Refund(ctx context.Context, id string, amount int64, key string) error {
	if dashboard := q.dashboard; dashboard != nil {
		q.dashboard = nil
		dashboard()
	}
	return q.Provider.Refund(ctx, id, amount, key)
}

// A refund that is refused because somebody else has just made the same refund is not a failure: one attempt is enough.
func TestARefundIsRefusedBecauseItWasMadeBefore(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		gateway := &quicker{Provider: w.provider}
		w.provider = gateway
		w.restart()
		id, ref := w.paid()
		gateway.dashboard = func() { w.fake.RefundInDashboard(w.paymentID(ref), 354000) }
		pay, err := w.payments.Refunds.CancelBooking(context.Background(), id)
		w.must(err)
		if pay, err = w.payments.Refunds.Refund(context.Background(), pay); err != nil ||
			pay.Disposition != booking.Refunded || pay.RefundTries != 0 {
			t.Errorf("%+v, %v", pay, err)
		}
		w.settleAll()
		w.checkRefunded(id, 354000, booking.FullyRefunded)
	})
}

// After the refusal, staff refund the whole payment in the dashboard, or the payer's bank takes the money back.
func TestFullRefundWhileAPartialRefundIsPending(t *testing.T) {
	for _, provider := range providers {
		for how, mails := range map[string]int{"in the dashboard": 1, "to a bank": 0} {
			t.Run(provider+" "+how, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, options{provider: provider})
				id, ref := w.paid()
				w.fake.RefuseRefunds(true)
				w.must(w.refundPartLater(id, 50000))
				w.pass(time.Minute, 10*time.Second)
				if how == "to a bank" {
					w.fake.Dispute(w.paymentID(ref), "lost", time.Time{})
				} else {
					w.fake.RefundInDashboard(w.paymentID(ref), 354000)
				}
				w.pass(time.Minute, 10*time.Second)
				w.wantRefund(id, booking.FullyRefunded, 354000, true)
				w.want(1, `SELECT COUNT(*) FROM tickets WHERE status = 'void'`)
				w.want(0, `SELECT COUNT(*) FROM bookings WHERE holds_seat = 1`)
				w.want(0, `SELECT COUNT(*) FROM tasks WHERE kind = 'organiser_refund_due' AND done_at IS NULL`)
				w.want(mails, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
				w.allExplained()
			})
		}
	}
}

// The audit reports unpaid seats, which older versions could leave behind; a free ticket's seat is not unpaid.
func TestAuditFindsAnUnpaidSeat(t *testing.T) {
	w := newWorld(t, options{})
	id, ref := w.paid()
	free, freeRef := w.paid()
	w.fake.RefundInDashboard(w.paymentID(ref), 354000)
	w.fake.RefundInDashboard(w.paymentID(freeRef), 354000)
	w.pass(time.Minute, 10*time.Second)
	w.exec(`UPDATE bookings SET holds_seat = 1, paid_by = 'free' WHERE id = ?`, free)
	w.allExplained()
	w.exec(`UPDATE bookings SET holds_seat = 1 WHERE id = ?`, id)
	if audit := w.audit(); len(audit.Findings) != 1 || audit.Findings[0].BookingID != id || audit.Findings[0].Text == "" {
		t.Errorf("a seat without money: %+v", audit.Findings)
	}
}

// A failure is reported by a message or by the nightly walk. The refund is then due again under a new key.
func TestARefundThatFailsLaterIsRepeated(t *testing.T) {
	for _, provider := range providers {
		for _, emails := range []bool{true, false} {
			t.Run(provider+map[bool]string{true: " delivered", false: " undelivered"}[emails], func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, options{provider: provider})
				whole, wholeRef := w.paid()
				part, partRef := w.paid()
				_, err := w.payments.Refunds.CancelBooking(context.Background(), whole)
				w.must(err)
				w.must(w.refundPartLater(part, 50000))
				w.pass(time.Minute, 10*time.Second)
				w.want(2, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
				for range 2 { // the repeated refund fails as well
					if !emails {
						w.fake.SetKnobs(fakegateway.Knobs{Never: 1})
					}
					if !w.fake.FailRefund(w.paymentID(wholeRef)) || !w.fake.FailRefund(w.paymentID(partRef)) {
						t.Fatal("there is no refund that could fail")
					}
					if !emails {
						w.must(w.payments.Walk(context.Background()))
					}
					w.pass(time.Minute, 10*time.Second)
					w.wantRefund(whole, booking.Cancelled, 354000, false)
					w.wantRefund(part, booking.Paid, 50000, false)
					w.want(2, `SELECT COUNT(*) FROM tasks WHERE kind = 'organiser_refund_due' AND done_at IS NULL
							AND text LIKE '%but it failed%'`)
					w.pass(2*time.Hour, 10*time.Minute)
					w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
				}
				w.settleAll()
				if refunded, _ := w.refundedAtGateway(); refunded != 404000 {
					t.Errorf("%d refunded", refunded)
				}
				w.wantRefund(whole, booking.FullyRefunded, 354000, true)
				w.wantRefund(part, booking.PartlyRefunded, 50000, true)
				w.want(2, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
				w.want(0, `SELECT COUNT(*) FROM outbox WHERE data LIKE '%-₹%'`)
				w.allExplained()
				// A second refund of the same amount is made even if the first refund needed two attempts.
				w.must(w.refundPartLater(part, 50000))
				w.settleAll()
				if refunded, _ := w.refundedAtGateway(); refunded != 454000 {
					t.Errorf("%d refunded with another part", refunded)
				}
			})
		}
	}
}

// No second refund can be made under the failed refund's key, so the next attempt uses a new key.
func TestARefundFailsBeforeItIsRecorded(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		id, ref := w.paid()
		pay, err := w.payments.Refunds.CancelBooking(context.Background(), id)
		w.must(err)
		// the power fails before the response is stored
		w.must(w.provider.Refund(context.Background(), pay.ProviderPaymentID, pay.AmountPaise, pay.RefundKey))
		w.fake.FailRefund(w.paymentID(ref))
		w.settleAll()
		w.checkRefunded(id, 354000, booking.FullyRefunded)
		w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
	})
}

func TestTheRefundOfASecondPaymentFails(t *testing.T) {
	w := newWorld(t, options{})
	person := w.person()
	id := w.registerUntilDone(person)
	first := w.ref(id)
	w.clock.Add(31 * time.Minute)
	w.registerUntilDone(person)
	w.fake.Pay(w.ref(id))
	w.pass(time.Minute, 10*time.Second)
	w.fake.PayLate(first)
	w.pass(time.Minute, 10*time.Second)
	w.want(1, `SELECT COUNT(*) FROM payments WHERE disposition = 'refunded'`)
	w.fake.FailRefund(w.paymentID(first))
	w.pass(time.Minute, 10*time.Second)
	w.want(1, `SELECT COUNT(*) FROM payments WHERE disposition = 'duplicate_refund_due'`)
	w.settleAll()
	w.want(1, `SELECT COUNT(*) FROM payments WHERE disposition = 'refunded'`)
	w.want(1, `SELECT COUNT(*) FROM tickets WHERE status = 'valid' AND booking_id = ?`, id)
	w.want(1, `SELECT COUNT(*) FROM bookings WHERE holds_seat = 1`)
	w.checkMoney()
}

// behind is a gateway with one outdated response: it says that nothing was refunded.
type behind struct {
	payment.Provider
	stale int
}

func (b *behind) Refunded(ctx context.Context, id string) (int64, error) {
	if b.stale > 0 {
		b.stale--
		return 0, nil
	}
	return b.Provider.Refunded(ctx, id)
}

func TestAnOlderAnswerIsAccepted(t *testing.T) {
	for _, paise := range []int64{50000, 354000} {
		w := newWorld(t, options{})
		gateway := &behind{Provider: w.provider}
		w.provider = gateway
		w.restart()
		id, _ := w.paid()
		state := booking.PartlyRefunded
		if paise == 354000 {
			_, err := w.payments.Refunds.CancelBooking(context.Background(), id)
			w.must(err)
			state = booking.FullyRefunded
		} else {
			w.must(w.refundPartLater(id, paise))
		}
		w.pass(time.Minute, 10*time.Second)
		gateway.stale = 1
		w.must(w.payments.CheckAll(context.Background()))
		check.Equal(t, gateway.stale, 0, "refunds at the gateway that were not fetched")
		w.checkRefunded(id, paise, state)
		w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
	}
}
