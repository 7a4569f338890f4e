package refund

import (
	"context"
	"errors"
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/invoice"
	"transom/generator/schema"
)

// Withdrawable returns a booking's manual payments that staff can still withdraw, because no part of them has been
// refunded.
func Withdrawable(captured []booking.Payment) (all []booking.Payment) {
	for _, pay := range captured {
		if pay.Disposition == booking.Applied && booking.IsManual(pay.Provider) && pay.RefundedPaise == 0 &&
			!slices.ContainsFunc(captured, func(p booking.Payment) bool {
				return p.IsSurplusOf(pay) && p.Disposition == booking.Refunded
			}) {
			all = append(all, pay)
		}
	}
	return all
}

// Withdraw withdraws, in the caller's transaction, a manual payment that was recorded for the wrong booking. A credit
// note cancels the payment's document, the booking's ticket becomes void, and the reference can be recorded again. If
// another payment still counts, the booking is pending and keeps its seat; otherwise the booking expires.
func (r *Refunds) Withdraw(ctx context.Context, tx Tx, b booking.Booking, attemptRef string, now time.Time) error {
	captured, err := tx.PaymentsOfBooking(ctx, b.ID)
	if err != nil {
		return err
	}
	all := Withdrawable(captured)
	at := slices.IndexFunc(all, func(p booking.Payment) bool { return p.AttemptRef == attemptRef })
	if at < 0 {
		return ErrNotWithdrawable
	}
	pay := all[at]
	for i, p := range captured {
		if p.AttemptRef != attemptRef && !p.IsSurplusOf(pay) {
			continue
		}
		captured[i].Disposition, captured[i].NextRefundAt = booking.Withdrawn, time.Time{}
		if err := errors.Join(tx.SavePayment(ctx, captured[i]), tx.NamePayment(ctx, p, p.WithdrawnID()),
			tx.FinishTask(ctx, taskKey(p), now), r.Invoices.Credit(ctx, tx, captured[i], now)); err != nil {
			return err
		}
	}
	return r.unpay(ctx, tx, b, captured, now)
}

// unpay marks a booking as unpaid and emails its holder, with the amount left to pay if another payment still counts.
func (r *Refunds) unpay(ctx context.Context, tx Tx, b booking.Booking, captured []booking.Payment,
	now time.Time) error {
	key, inPart := "withdrawn:"+b.ID+":"+now.String(), booking.ReceivedPaise(captured) > 0
	told := r.Payments.Mail("cancelled", key, b,
		map[string]string{"refund_state": schema.MailWithdrawn, "refund_amount": ""})
	if inPart {
		documents, err := tx.DocumentsOfBooking(ctx, b.ID)
		if err != nil {
			return err
		}
		told = r.Payments.RestMail(key, b, captured)
		invoice.Describe(told, documents, false)
	}
	if b.HoldsSeat {
		if err := Enqueue(ctx, tx, told, now); err != nil {
			return err
		}
	}
	if b.Cancelled() && inPart {
		return nil
	}
	if _, err := r.Payments.EndOffer(ctx, tx, b, HolderInformed, now); err != nil {
		return err
	}
	b.PaidAt, b.PaidBy, b.PaidReference, b.PaidOn = time.Time{}, "", "", ""
	b.Status, b.HoldsSeat = booking.Failed, false
	if inPart {
		b.Status, b.HoldsSeat = booking.Initiated, true
	}
	return errors.Join(tx.SetBookingPayment(ctx, b), tx.VoidTicket(ctx, b.ID, now), tx.RecheckPayable(ctx, b.ID, now))
}
