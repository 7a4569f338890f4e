package refund

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/texts"
	"transom/generator/schema"
)

// A gateway may accept a refund that the bank later refuses: the gateway has the money again, but our rows say that it
// was refunded. Such a refund becomes due again under a new key, and staff get a task.

// keyAfter returns a new key for a failed refund, because a gateway does not repeat a refund under the old key.
func keyAfter(p booking.Payment) string {
	key := p.RefundKey
	if key == "" {
		key = Key(p)
	}
	sum := sha256.Sum256([]byte(key + "\x00failed"))
	return "refund-" + hex.EncodeToString(sum[:16])
}

// syncFailed asks the gateway again if it reported a smaller refund than we have recorded: the first response may be
// older than our row, but if the second response shows the same amount, a refund has failed.
func (r *Refunds) syncFailed(ctx context.Context, known booking.Payment) error {
	given, err := r.askRefunded(ctx, known)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	return r.Store.Write(ctx, func(tx Tx) error {
		saved, err := tx.FindPaymentOfAttempt(ctx, known.AttemptRef)
		switch {
		case err != nil:
			return err
		case saved.RefundedPaise != known.RefundedPaise || saved.LostPaise != known.LostPaise:
			return nil // this response may not include another refund that was recorded in the meantime
		case given+saved.LostPaise >= saved.RefundedPaise:
			return r.Record(ctx, tx, saved, given, r.Clock.Now())
		}
		return r.makeDueAgain(ctx, tx, saved, given, r.Clock.Now())
	})
}

// The next attempt is in an hour and first checks the gateway, because somebody may make the refund in the dashboard.
func (r *Refunds) makeDueAgain(ctx context.Context, tx Tx, pay booking.Payment, given int64, now time.Time) error {
	failed := pay.RefundedPaise - pay.LostPaise - given
	r.Log.ErrorContext(ctx, "a refund that was recorded as made has failed", "attempt", pay.AttemptRef, "paise", failed)
	b, err := tx.FindBooking(ctx, pay.BookingID)
	if err != nil {
		return err
	}
	if !pay.RefundDue() { // otherwise the amount is added to the refund that is already due
		pay.RefundPaise = 0
		if pay.Disposition == booking.Applied {
			pay.RefundPaise = pay.RefundedPaise
		}
		if pay.Disposition, err = r.wasDueAs(ctx, tx, b, pay); err != nil {
			return err
		}
		pay.RefundKey, pay.RefundTries, pay.NextRefundAt = keyAfter(pay), 0, now.Add(LongestPause)
	}
	if pay.RefundedPaise = given + pay.LostPaise; pay.RefundedPaise == 0 {
		pay.RefundedAt = time.Time{}
	}
	task := Task(b, pay)
	task.Text = texts.TaskRefundFailed(schema.FormatPaise(failed), pay.ProviderPaymentID,
		texts.DayAndTime(now.In(r.Content.Zone)))
	return errors.Join(tx.SavePayment(ctx, pay), tx.AddTask(ctx, task, now))
}

func (r *Refunds) wasDueAs(
	ctx context.Context, tx Tx, b booking.Booking, pay booking.Payment,
) (booking.Disposition, error) {
	all, err := tx.PaymentsOfBooking(ctx, b.ID)
	if err != nil {
		return "", err
	}
	if b.WasPaidBy(pay, all) {
		return booking.CancelledRefundDue, nil
	}
	other := b.Status == booking.Success
	if !other {
		other, err = tx.HasOtherPaid(ctx, b)
	}
	if other {
		return booking.DuplicateRefundDue, err
	}
	return booking.NoSeatRefundDue, err
}
