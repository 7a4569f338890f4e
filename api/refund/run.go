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

// Key returns a payment's idempotency key. It is the same in every process, so the gateway makes the refund only once.
func Key(p booking.Payment) string {
	sum := sha256.Sum256([]byte(p.Provider + "\x00" + p.AttemptRef))
	return "refund-" + hex.EncodeToString(sum[:16])
}

const LongestPause = time.Hour

// restKey differs from the payment's own key after a manual partial refund, because a gateway refuses a different
// amount under the same key. The gateway never refunds more than it captured.
func restKey(p booking.Payment, rest int64) string {
	if rest == p.AmountPaise {
		return p.RefundKey
	}
	name := fmt.Appendf(nil, "%s\x00%d", p.RefundKey, rest)
	if p.RefundPaise > 0 { // two partial refunds of the same amount are separate refunds
		name = fmt.Appendf(name, "\x00%d", p.RefundPaise)
	}
	sum := sha256.Sum256(name)
	return "refund-" + hex.EncodeToString(sum[:16])
}

// Run refunds what is left of a payment. It can be repeated: it first asks the gateway what has been refunded.
func (r *Refunds) Run(ctx context.Context, pay booking.Payment) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.Patience)
	defer cancel()
	now := r.Clock.Now()
	given, failure := r.runRest(ctx, pay)
	ctx = context.WithoutCancel(ctx) // the gateway may have used the whole time limit; its response is stored anyway
	return r.Store.Write(ctx, func(tx Tx) error {
		saved, err := tx.FindPaymentOfAttempt(ctx, pay.AttemptRef)
		// Another process may have stored this refund already, and the next refund of the payment may be due.
		if err != nil || !saved.RefundDue() || saved.RefundPaise != pay.RefundPaise {
			return err
		}
		if failure != nil {
			r.Log.WarnContext(ctx, "refund failed", "attempt", pay.AttemptRef, "tries", saved.RefundTries+1, "error", failure)
			if errors.Is(failure, ErrFailed) && saved.RefundKey == pay.RefundKey {
				saved.RefundKey = keyAfter(saved)
			}
			saved.NextRefundAt = now.Add(min(time.Minute<<min(saved.RefundTries, 6), LongestPause)) // 1, 2, 4 … minutes
			saved.RefundTries++
			return tx.SavePayment(ctx, saved)
		}
		target := saved.TargetPaise()
		if given < target { // a part was refunded manually before; the email names only the rest
			saved.RefundedPaise = given
		}
		return r.Record(ctx, tx, saved, max(given, target)-saved.LostPaise, now)
	})
}

// runRest returns the earlier refunds' amount. A refusal is ignored if somebody else has already refunded everything.
func (r *Refunds) runRest(ctx context.Context, pay booking.Payment) (gone int64, err error) {
	if pay.IsUnnamed() {
		if err := r.Payments.NamePayment(ctx, pay.AttemptRef); err != nil {
			return 0, err
		}
		return 0, errors.New("the gateway has not reported the payment's id yet")
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
	if no, ok := errors.AsType[refusal](err); ok && no.IsRefusal() {
		given, lookErr := r.Gateway.Refunded(ctx, pay.ProviderPaymentID)
		if lookErr == nil && given+pay.LostPaise >= pay.TargetPaise() {
			return given + pay.LostPaise, nil
		}
	}
	return gone, err
}

// Sync asks the gateway how much of a payment has been refunded, by us or in the dashboard. The request uses the
// payment's stored id, because a link may no longer list its payment.
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
	err = r.Store.Write(ctx, func(tx Tx) error {
		if known, err = tx.FindPaymentOfAttempt(ctx, pay.AttemptRef); err != nil {
			return err
		}
		return r.Record(ctx, tx, known, given, r.Clock.Now())
	})
	if err == nil && given+known.LostPaise < known.RefundedPaise {
		err = r.syncFailed(ctx, known)
	}
	return err
}

func (r *Refunds) askRefunded(ctx context.Context, pay booking.Payment) (int64, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.Patience)
	defer cancel()
	given, err := r.Gateway.Refunded(ctx, pay.ProviderPaymentID)
	if err != nil {
		err = fmt.Errorf("look for refunds of %s: %w", pay.AttemptRef, err)
	}
	return given, err
}

// After failuresInARow failures in a row, the gateway is considered down, and more attempts would only waste time.
const failuresInARow = 3

// Refund asks the gateway to make a due refund, and returns the payment, whose disposition is Refunded if the refund
// succeeded. Two processes may refund a payment at once, because they use the same key.
func (r *Refunds) Refund(ctx context.Context, pay booking.Payment) (booking.Payment, error) {
	if booking.IsManual(pay.Provider) {
		return pay, nil // a task asks staff to refund the payment
	}
	for range 2 { // the first round looks up a missing payment id
		if err := r.Run(ctx, pay); err != nil {
			return pay, err
		}
		named := false
		err := r.Store.Write(ctx, func(tx Tx) error {
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

// `All` makes the refunds for a cancelled event. First all refunds become due, so that no ticket stays valid. The run
// can be interrupted and repeated. If the gateway stops responding, the error is ErrGatewayNotThere.
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
		case errors.Is(err, ErrAlreadyRefunded): // somebody else has just refunded the payment
		case err != nil:
			return 0, 0, fmt.Errorf("booking %s: %w", pay.BookingID, err)
		}
	}
	due, err := r.Store.RefundDuePayments(ctx)
	if err != nil {
		return 0, 0, err
	}
	failures := 0
	for i, pay := range due {
		if ctx.Err() != nil {
			return given, paise, ctx.Err()
		}
		if booking.IsManual(pay.Provider) {
			continue // a task asks staff to refund the payment
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
		report(i+1, len(due))
	}
	return given, paise, others
}
