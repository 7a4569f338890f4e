package refund

import (
	"context"
	"time"

	"transom/api/booking"
)

// GivenBack notes in the caller's transaction that somebody has given back what was due of money that came by hand.
func (r *Refunds) GivenBack(ctx context.Context, tx Tx, bookingID string, now time.Time) (paise int64, err error) {
	pay, err := r.refundable(ctx, tx, bookingID)
	switch {
	case err != nil:
		return 0, err
	case !pay.RefundDue() || !booking.IsByHand(pay.Provider):
		return 0, ErrNotByHand
	}
	paise = pay.TargetPaise() - pay.RefundedPaise
	return paise, r.Note(ctx, tx, pay, pay.TargetPaise(), now)
}

// handNames are the ways in which money comes that no gateway knows, in words.
var handNames = map[string]string{
	booking.PaidByBank:   "bank transfer",
	booking.PaidByCheque: "cheque",
	booking.PaidInCash:   "payment in cash",
}
