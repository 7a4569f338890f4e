package refund

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/texts"
)

// Note writes what the gateway has given back of a payment, with what follows from it: a part leaves the ticket, the
// whole takes ticket and seat along, also when only a part of it was to go back. Less than we know is an answer that
// was overtaken; or a refund has failed, which is another matter (syncFailed).
func (r *Refunds) Note(ctx context.Context, tx Tx, pay booking.Payment, given int64, now time.Time) error {
	before := pay.RefundedPaise
	pay.RefundedPaise = min(given+pay.LostPaise, pay.AmountPaise)
	if pay.Disposition == booking.Refunded || pay.RefundedPaise <= before {
		return nil // it is all known
	}
	pay.RefundedAt = now
	if pay.RefundedPaise < pay.AmountPaise {
		return r.notePart(ctx, tx, pay, pay.RefundedPaise-before, now)
	}
	was := pay.Disposition
	ticket := texts.EmailTicketVoid
	if was == booking.DuplicateRefundDue {
		ticket = texts.EmailSecondPayment
	}
	pay.Disposition, pay.NextRefundAt = booking.Refunded, time.Time{}
	if err := tx.SavePayment(ctx, pay); err != nil {
		return err
	}
	if err := tx.FinishTask(ctx, taskKey(pay), now); err != nil {
		return err
	}
	b, err := tx.FindBooking(ctx, pay.BookingID)
	if err != nil {
		return err
	}
	if was == booking.Applied || was == booking.CancelledRefundDue && b.HoldsSeat {
		holder := OfferTold
		if pay.LostPaise > 0 { // no mail of ours follows
			holder = OfferVoid
		}
		if err := r.void(ctx, tx, b, holder, now); err != nil {
			return err
		}
	}
	// The mail about a missing seat has said it, and a bank that took the money tells its customer itself.
	if was == booking.NoSeatRefundDue || pay.LostPaise > 0 {
		return nil
	}
	return r.tellRefund(ctx, tx, b, pay, pay.AmountPaise-before, ticket, now)
}

// notePart writes that a part of a payment has gone back. When that is all that was to go back, what is left pays for
// the booking. Its owner is told, whoever gave it back; of what a bank took, his bank tells him.
func (r *Refunds) notePart(ctx context.Context, tx Tx, pay booking.Payment, paise int64, now time.Time) error {
	made := pay.Disposition == booking.CancelledRefundDue && pay.RefundedPaise >= pay.TargetPaise()
	if made {
		pay.Disposition, pay.NextRefundAt = booking.Applied, time.Time{}
	}
	if err := tx.SavePayment(ctx, pay); err != nil || pay.Disposition != booking.Applied {
		return err
	}
	if made {
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
	ticket := texts.EmailTicketVoid
	if b.HoldsSeat {
		ticket = texts.EmailTicketGood
	}
	return r.tellRefund(ctx, tx, b, pay, paise, ticket, now)
}

// GivenBack notes in the caller's transaction that somebody has given back what was due of money that came by hand.
func (r *Refunds) GivenBack(ctx context.Context, tx Tx, bookingID string, now time.Time) (paise int64, err error) {
	pay, err := r.refundable(ctx, tx, bookingID)
	switch {
	case err != nil:
		return 0, err
	case !pay.RefundDue() || !booking.IsManual(pay.Provider):
		return 0, ErrNotManual
	}
	paise = pay.TargetPaise() - pay.RefundedPaise
	return paise, r.Note(ctx, tx, pay, pay.TargetPaise(), now)
}
