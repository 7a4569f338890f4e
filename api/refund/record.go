package refund

import (
	"context"
	"errors"
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/generator/schema"
)

// Record stores how much of a payment the gateway has refunded. Once nothing pays for the booking, its ticket is void
// and its seat free. A smaller amount than recorded is ignored: it is outdated, or a refund has failed (syncFailed).
func (r *Refunds) Record(ctx context.Context, tx Tx, pay booking.Payment, given int64, now time.Time) error {
	return r.record(ctx, tx, pay, given, Made{At: now}, now)
}

// Made is when a refund was made and, if staff made it, its reference.
type Made struct {
	At        time.Time
	Reference string
}

func (r *Refunds) record(ctx context.Context, tx Tx, pay booking.Payment, given int64, made Made, now time.Time) error {
	before := pay.RefundedPaise
	pay.RefundedPaise = min(given+pay.LostPaise, pay.AmountPaise)
	if pay.Disposition == booking.Refunded || pay.RefundedPaise <= before {
		return nil
	}
	pay.RefundedAt = made.At
	if err := r.Invoices.Credit(ctx, tx, pay, made.Reference, now); err != nil {
		return err
	}
	if pay.RefundedPaise < pay.AmountPaise {
		return r.recordPart(ctx, tx, pay, pay.RefundedPaise-before, made, now)
	}
	was := pay.Disposition
	pay.Disposition, pay.NextRefundAt = booking.Refunded, time.Time{}
	if err := errors.Join(tx.SavePayment(ctx, pay), tx.FinishTask(ctx, taskKey(pay), now),
		r.CheckSurplus(ctx, tx, pay.BookingID, now)); err != nil {
		return err
	}
	b, err := tx.FindBooking(ctx, pay.BookingID)
	if err != nil {
		return err
	}
	ticket, err := ticketAfter(ctx, tx, b, pay, was)
	if err != nil {
		return err
	}
	if ticket != schema.MailValid && (was == booking.Applied || was == booking.CancelledRefundDue && b.HoldsSeat) {
		if err := r.void(ctx, tx, b, pay.LostPaise > 0, now); err != nil {
			return err
		}
	}
	// The email about the missing seat has mentioned the refund; if a bank took the money, it tells its customer so.
	if was == booking.NoSeatRefundDue || pay.LostPaise > 0 {
		return nil
	}
	return r.emailRefund(ctx, tx, b, pay, pay.AmountPaise-before, ticket, made, now)
}

// ticketAfter returns the sentence that the email about a complete refund has about the ticket; `was` is the payment's
// disposition before it.
func ticketAfter(ctx context.Context, tx Tx, b booking.Booking, pay booking.Payment,
	was booking.Disposition) (sentence string, err error) {
	others, err := tx.PaymentsOfBooking(ctx, pay.BookingID)
	if err != nil {
		return "", err
	}
	stillPaid := slices.ContainsFunc(others, func(p booking.Payment) bool {
		return p.Disposition == booking.Applied || p.Disposition == booking.CancelledRefundDue
	})
	switch {
	case b.HoldsSeat && was != booking.DuplicateRefundDue && stillPaid:
		return schema.MailValid, nil
	case pay.IsSurplus() && !pay.Joint:
		return schema.MailSurplus, nil
	case was != booking.DuplicateRefundDue:
		return schema.MailVoid, nil
	case b.Status == booking.Success && b.HoldsSeat:
		return schema.MailSecondPayment, nil
	}
	paid, err := tx.HasOtherPaid(ctx, b)
	if err != nil || paid {
		return schema.MailSecondPayment, err
	}
	return schema.MailNoTicket, nil
}

// recordPart informs the payer, whoever made the refund; but if a bank took the money, the bank informs its customer.
func (r *Refunds) recordPart(ctx context.Context, tx Tx, pay booking.Payment, paise int64, made Made,
	now time.Time) error {
	done := pay.Disposition == booking.CancelledRefundDue && pay.RefundedPaise >= pay.TargetPaise()
	if done {
		pay.Disposition, pay.NextRefundAt = booking.Applied, time.Time{}
	}
	err := errors.Join(tx.SavePayment(ctx, pay), r.CheckSurplus(ctx, tx, pay.BookingID, now))
	if err != nil || pay.Disposition != booking.Applied {
		return err
	}
	if done {
		if err := tx.FinishTask(ctx, taskKey(pay), now); err != nil {
			return err
		}
	} else if pay.LostPaise > 0 {
		return nil
	}
	b, err := tx.FindBooking(ctx, pay.BookingID)
	if err != nil {
		return err
	}
	ticket := schema.MailVoid
	if b.HoldsSeat {
		ticket = schema.MailValid
	}
	return r.emailRefund(ctx, tx, b, pay, paise, ticket, made, now)
}

// RecordManualRefund records that somebody has made the due refund of a manual payment or, if attemptRef is "", all
// such refunds of the booking. The payer gets one email.
func (r *Refunds) RecordManualRefund(ctx context.Context, tx Tx, bookingID, attemptRef string, made Made,
	now time.Time) (paise int64, err error) {
	captured, err := tx.PaymentsOfBooking(ctx, bookingID)
	if err != nil {
		return 0, err
	}
	var emails []domain.OutgoingMail
	for _, pay := range captured {
		if !pay.RefundDue() || !booking.IsManual(pay.Provider) || attemptRef != "" && attemptRef != pay.AttemptRef {
			continue
		}
		paise += pay.TargetPaise() - pay.RefundedPaise
		if err := r.record(ctx, holdingTx{tx, &emails}, pay, pay.TargetPaise(), made, now); err != nil {
			return 0, err
		}
	}
	if paise == 0 {
		return 0, ErrNotManual
	}
	if len(emails) == 0 { // the data was erased
		return paise, nil
	}
	return paise, tx.EnqueueMail(ctx, merged(emails, paise), now)
}
