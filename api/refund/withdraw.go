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

// Withdrawable returns the manual payments of which no part has been refunded.
func Withdrawable(captured []booking.Payment) (all []booking.Payment) {
	for _, pay := range captured {
		if pay.Disposition == booking.Applied && booking.IsManual(pay.Provider) && pay.RefundedPaise == 0 &&
			!pay.IsSurplus() && !slices.ContainsFunc(captured, func(p booking.Payment) bool {
			return p.IsSurplusOf(pay) && p.RefundedPaise > 0
		}) {
			all = append(all, pay)
		}
	}
	return all
}

// Withdraw withdraws a manual payment that was recorded by mistake or was not received. A credit note cancels the
// payment's document, and the reference can be recorded again. Surpluses that are due for a refund pay for the ticket
// instead. If the other payments do not cover the price, the ticket becomes void, and the booking is pending and keeps
// its seat or, if no other payment counts, expires.
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
			tx.FinishTask(ctx, taskKey(p), now), r.Invoices.Credit(ctx, tx, captured[i], "", now)); err != nil {
			return err
		}
	}
	if !b.Cancelled() {
		if err := r.useSurplus(ctx, tx, b, captured, now); err != nil {
			return err
		}
		if b.Status == booking.Success && b.DuePaise(captured) <= 0 {
			return tx.SetBookingPayment(ctx, r.paidBy(b, captured))
		}
	}
	return r.unpay(ctx, tx, b, captured, now)
}

// useSurplus lets surpluses of manual payments pay for a booking while something is left to pay, except a surplus that
// already has an invoice and whose refund staff have decided since.
func (r *Refunds) useSurplus(ctx context.Context, tx Tx, b booking.Booking, captured []booking.Payment,
	now time.Time) error {
	for i := range captured {
		p := &captured[i]
		if b.DuePaise(captured) <= 0 || !p.IsSurplus() || p.Disposition != booking.DuplicateRefundDue {
			continue
		}
		p.Disposition, p.NextRefundAt, p.Joint = booking.Applied, time.Time{}, true
		if err := errors.Join(tx.SavePayment(ctx, *p), tx.FinishTask(ctx, taskKey(*p), now),
			r.Invoices.Issue(ctx, tx, b, *p, invoice.Whole, now)); err != nil {
			return err
		}
	}
	return nil
}

func (r *Refunds) paidBy(b booking.Booking, captured []booking.Payment) booking.Booking {
	paid := b
	paid.PaidBy, paid.PaidReference, paid.PaidOn = booking.PaidOnline, "", ""
	for _, p := range captured {
		if p.Disposition == booking.Applied && booking.IsManual(p.Provider) {
			paid.PaidBy, paid.PaidReference = p.Provider, b.NameOf(p)
			paid.PaidOn = p.CapturedAt.In(r.Content.Zone).Format(time.DateOnly)
		}
	}
	return paid
}

// unpay marks a booking as unpaid and emails its holder, with the amount left to pay if another payment still counts.
func (r *Refunds) unpay(ctx context.Context, tx Tx, b booking.Booking, captured []booking.Payment,
	now time.Time) error {
	key, inPart := "withdrawn:"+b.ID+":"+now.String(), booking.ReceivedPaise(captured) > 0
	documents, err := tx.DocumentsOfBooking(ctx, b.ID)
	if err != nil {
		return err
	}
	told := r.Payments.Mail("cancelled", key, b,
		map[string]string{"refund_state": schema.MailWithdrawn, "refund_amount": ""})
	invoice.Describe(told, documents, true)
	if inPart {
		credit := told.Data["document"]
		told = r.Payments.RestMail(key, b, captured)
		invoice.Describe(told, documents, false)
		told.Data["document"] = credit + " " + told.Data["document"]
		told.Data["document_url"] = told.Data["site_url"] + "/dashboard"
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
