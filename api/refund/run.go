package refund

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"transom/api/booking"
)

// Key is the same for the same payment in every process and after every crash, so the gateway gives it back once.
func Key(p booking.Payment) string {
	sum := sha256.Sum256([]byte(p.Provider + "\x00" + p.AttemptRef))
	return "refund-" + hex.EncodeToString(sum[:16])
}

const LongestPause = time.Hour

// pauseAfter is the time until the next try: 1, 2, 4 … minutes, at most an hour.
func pauseAfter(tries int) time.Duration {
	return min(time.Minute<<min(tries, 6), LongestPause)
}

// restKey is the key of a refund of what is left of a payment. It differs from the payment's own once a part was given
// back by hand: a gateway refuses another amount under the same key, and gives back no more than it captured under
// any.
func restKey(p booking.Payment, rest int64) string {
	if rest == p.AmountPaise {
		return p.RefundKey
	}
	name := fmt.Appendf(nil, "%s\x00%d", p.RefundKey, rest)
	if p.RefundPaise > 0 { // two parts that are alike are two refunds
		name = fmt.Appendf(name, "\x00%d", p.RefundPaise)
	}
	sum := sha256.Sum256(name)
	return "refund-" + hex.EncodeToString(sum[:16])
}

// Run gives back what is left of a payment: a part may have been given back by hand. Trying again is harmless, because
// the gateway is asked first what it has given back, and the key is the payment's own.
func (r *Refunds) Run(ctx context.Context, pay booking.Payment) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.Patience)
	defer cancel()
	now := r.Clock.Now()
	given, failure := r.runRest(ctx, pay)
	ctx = context.WithoutCancel(ctx) // the gateway may have taken all the time; its answer is written all the same
	return r.Store.WriteRefund(ctx, func(tx Tx) error {
		saved, err := tx.FindPaymentOfAttempt(ctx, pay.AttemptRef)
		// It may be known already, and another refund of the payment due, which this visit has not made: its turn
		// comes.
		if err != nil || !saved.RefundDue() || saved.RefundPaise != pay.RefundPaise {
			return err
		}
		if failure != nil {
			r.Log.WarnContext(ctx, "refund failed", "attempt", pay.AttemptRef, "tries", saved.RefundTries+1, "error", failure)
			if errors.Is(failure, ErrFailed) && saved.RefundKey == pay.RefundKey {
				saved.RefundKey = keyAfter(saved)
			}
			saved.NextRefundAt = now.Add(pauseAfter(saved.RefundTries))
			saved.RefundTries++
			return tx.SavePayment(ctx, saved)
		}
		target := saved.TargetPaise()
		if given < target { // by hand, before this; the mail speaks of the rest
			saved.RefundedPaise = given
		}
		return r.Note(ctx, tx, saved, max(given, target)-saved.LostPaise, now)
	})
}

// runRest refunds what is left, and says what was gone before. What the gateway refuses may have gone back by another
// hand meanwhile; only all of it is this refund, because a part that went back earlier proves nothing of this one.
func (r *Refunds) runRest(ctx context.Context, pay booking.Payment) (gone int64, err error) {
	if pay.IsUnnamed() {
		if err := r.Payments.NamePayment(ctx, pay.AttemptRef); err != nil {
			return 0, err
		}
		return 0, errors.New("the gateway has not named the payment yet")
	}
	given, err := r.Gateway.Refunded(ctx, pay.ProviderPaymentID)
	if err != nil {
		return 0, err
	}
	gone = given + pay.LostPaise
	rest := pay.TargetPaise() - gone
	if rest <= 0 {
		return gone, nil
	}
	err = r.Gateway.Refund(ctx, pay.ProviderPaymentID, rest, restKey(pay, rest))
	var no refusal
	if errors.As(err, &no) && no.IsRefusal() {
		given, lookErr := r.Gateway.Refunded(ctx, pay.ProviderPaymentID)
		if lookErr == nil && given+pay.LostPaise >= pay.TargetPaise() {
			return given + pay.LostPaise, nil
		}
	}
	return gone, err
}

// Sync asks the gateway what it has given back of a payment, by whomever, under the id that we stored: a link may
// not list its payment any more.
func (r *Refunds) Sync(ctx context.Context, pay booking.Payment) error {
	if pay.IsUnnamed() || pay.Provider != r.Gateway.Name() {
		return nil
	}
	given, err := r.askRefunded(ctx, pay)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	var known booking.Payment
	err = r.Store.WriteRefund(ctx, func(tx Tx) error {
		if known, err = tx.FindPaymentOfAttempt(ctx, pay.AttemptRef); err != nil {
			return err
		}
		return r.Note(ctx, tx, known, given, r.Clock.Now())
	})
	if err == nil && given+known.LostPaise < known.RefundedPaise {
		err = r.syncFailed(ctx, known)
	}
	return err
}

// askRefunded asks the gateway how much of a payment it has given back.
func (r *Refunds) askRefunded(ctx context.Context, pay booking.Payment) (int64, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.Patience)
	defer cancel()
	given, err := r.Gateway.Refunded(ctx, pay.ProviderPaymentID)
	if err != nil {
		err = fmt.Errorf("look for refunds of %s: %w", pay.AttemptRef, err)
	}
	return given, err
}

// failuresInARow in a row are a gateway that is down; asking on would only take long.
const failuresInARow = 3

// Refund asks the gateway to refund a payment whose refund is due, and returns what became of it: the disposition is
// Refunded when it did. Two processes may do it at once, because the key is the payment's own.
func (r *Refunds) Refund(ctx context.Context, pay booking.Payment) (booking.Payment, error) {
	if booking.IsManual(pay.Provider) {
		return pay, nil // a task says who gives it back
	}
	for range 2 { // a payment without a name is named by the first visit
		if err := r.Run(ctx, pay); err != nil {
			return pay, err
		}
		named := false
		err := r.Store.WriteRefund(ctx, func(tx Tx) error {
			saved, err := tx.FindPaymentOfAttempt(ctx, pay.AttemptRef)
			named = pay.IsUnnamed() && !saved.IsUnnamed()
			pay = saved
			return err
		})
		if err != nil || !named {
			return pay, err
		}
	}
	return pay, nil
}

// All gives back everything that pays a booking or is owed already. First all of it becomes owed, so that no ticket
// of a cancelled event stays good; then it goes back one by one. It may be stopped anywhere and called again. When the
// gateway stops answering it ends with ErrGatewayNotThere; what is left stays owed.
func (r *Refunds) All(ctx context.Context, report func(done, all int)) (given int, paise int64, err error) {
	applied, err := r.Store.AppliedPayments(ctx)
	if err != nil {
		return 0, 0, err
	}
	var others error
	for _, pay := range applied {
		_, err := r.CancelBooking(ctx, pay.BookingID)
		switch {
		case errors.Is(err, ErrOtherProvider):
			others = ErrOtherProvider
		case errors.Is(err, ErrAlreadyRefunded): // by somebody else, just now
		case err != nil:
			return 0, 0, fmt.Errorf("booking %s: %w", pay.BookingID, err)
		}
	}
	owed, err := r.Store.RefundDuePayments(ctx)
	if err != nil {
		return 0, 0, err
	}
	failures := 0
	for i, pay := range owed {
		if ctx.Err() != nil {
			return given, paise, ctx.Err()
		}
		if booking.IsManual(pay.Provider) {
			continue // a task says who gives it back
		}
		if pay.Provider != r.Gateway.Name() {
			others = ErrOtherProvider
			continue
		}
		after, err := r.Refund(ctx, pay)
		if err != nil {
			return given, paise, err
		}
		if after.Disposition == booking.Refunded {
			given, paise, failures = given+1, paise+pay.RestPaise(), 0
		} else if failures++; failures == failuresInARow {
			return given, paise, ErrGatewayNotThere
		}
		report(i+1, len(owed))
	}
	return given, paise, others
}

// Owed lists what is captured and still to be given back.
func (r *Refunds) Owed(ctx context.Context) ([]booking.Payment, error) {
	return r.Store.RefundDuePayments(ctx)
}

// Applied lists what pays bookings now.
func (r *Refunds) Applied(ctx context.Context) ([]booking.Payment, error) {
	return r.Store.AppliedPayments(ctx)
}
