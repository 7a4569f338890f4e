package refund

import (
	"context"
	"time"

	"transom/api/booking"
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
	ticket := ticketVoid
	if was == booking.DuplicateRefundDue {
		ticket = ticketStays
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
	ticket := ticketVoid
	if b.HoldsSeat {
		ticket = ticketGood
	}
	return r.tellRefund(ctx, tx, b, pay, paise, ticket, now)
}
