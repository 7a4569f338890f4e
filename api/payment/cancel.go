package payment

import (
	"context"
	"errors"
	"fmt"

	"transom/api/domain"
)

// Why a booking's money cannot be given back.
var (
	ErrNothingPaid     = errors.New("nothing was paid for this booking")
	ErrAlreadyRefunded = errors.New("the payment of this booking was refunded already")
	ErrOtherProvider   = errors.New("the payment was made with another provider: run this with the settings of that provider")
	ErrGatewayNotThere = errors.New("the gateway does not answer")
)

// refundFailures in a row are a gateway that is down; asking on would only take long.
const refundFailures = 3

// Refundable is the payment of a booking that Refund would refund, with what the gateway has refunded of it by now.
// It changes nothing else.
func (p *Service) Refundable(ctx context.Context, bookingID string) (pay domain.Payment, err error) {
	find := func(tx Tx) (err error) {
		pay, err = p.refundable(ctx, tx, bookingID)
		return err
	}
	if err := p.Store.WritePayment(ctx, find); err != nil {
		return pay, err
	}
	if err := p.syncRefund(ctx, pay); err != nil {
		return pay, fmt.Errorf("%w: %w", ErrGatewayNotThere, err)
	}
	return pay, p.Store.WritePayment(ctx, find)
}

// refundable is the payment of a booking that pays it, or else one whose refund is due already: refunding it once more is
// the same refund.
func (p *Service) refundable(ctx context.Context, tx Tx, bookingID string) (found domain.Payment, err error) {
	captured, err := tx.PaymentsOfBooking(ctx, bookingID)
	if err != nil {
		return domain.Payment{}, err
	}
	reason := ErrNothingPaid
	for _, pay := range captured {
		switch {
		case pay.Disposition == domain.Applied:
			found = pay
		case pay.RefundDue() && found.Disposition != domain.Applied:
			found = pay
		case pay.Disposition == domain.Refunded:
			reason = ErrAlreadyRefunded
		}
	}
	switch {
	case found.AttemptRef == "":
		return found, reason
	case found.Provider != p.Provider.Name():
		return found, ErrOtherProvider
	}
	return found, nil
}

// CancelBooking makes the refund of a booking due, in one transaction with what follows from it: the ticket is void, the
// seat is free, a task stands until the money is back. The booking stays SUCCESS, because it was paid. From here on the
// reconciler gives the money back, whatever happens to whoever called. What is owed already stays owed: calling again is
// harmless.
func (p *Service) CancelBooking(ctx context.Context, bookingID string) (pay domain.Payment, err error) {
	now := p.Clock.Now()
	err = p.Store.WritePayment(ctx, func(tx Tx) error {
		if pay, err = p.refundable(ctx, tx, bookingID); err != nil {
			return err
		}
		if pay.RefundDue() {
			return nil
		}
		b, err := tx.FindBooking(ctx, bookingID)
		if err != nil {
			return err
		}
		pay.Disposition, pay.RefundKey, pay.NextRefundAt = domain.OrganiserRefundDue, refundKey(pay), now
		if err := tx.SavePayment(ctx, pay); err != nil {
			return err
		}
		if err := p.voidBooking(ctx, tx, b); err != nil {
			return err
		}
		return tx.AddTask(ctx, refundTask(pay), now)
	})
	return pay, err
}

// Refund asks the gateway to refund a payment whose refund is due, and returns what became of it: the disposition is Refunded
// when it did. Two processes may do it at once, because the key is the payment's own.
func (p *Service) Refund(ctx context.Context, pay domain.Payment) (domain.Payment, error) {
	for range 2 { // a payment without a name is named by the first visit
		if err := p.refund(ctx, pay); err != nil {
			return pay, err
		}
		named := false
		err := p.Store.WritePayment(ctx, func(tx Tx) error {
			saved, err := tx.FindPaymentOfAttempt(ctx, pay.AttemptRef)
			named = isStandIn(pay.ProviderPaymentID) && !isStandIn(saved.ProviderPaymentID)
			pay = saved
			return err
		})
		if err != nil || !named {
			return pay, err
		}
	}
	return pay, nil
}

// RefundAll gives back everything that pays a booking or is owed already. First all of it becomes owed, so that no ticket
// of a cancelled event stays good; then it goes back one by one. It may be stopped anywhere and called again. When the
// gateway stops answering it ends with ErrGatewayNotThere; what is left stays owed.
func (p *Service) RefundAll(ctx context.Context, report func(done, all int)) (given int, paise int64, err error) {
	applied, err := p.Store.AppliedPayments(ctx)
	if err != nil {
		return 0, 0, err
	}
	var others error
	for _, pay := range applied {
		_, err := p.CancelBooking(ctx, pay.BookingID)
		switch {
		case errors.Is(err, ErrOtherProvider):
			others = ErrOtherProvider
		case errors.Is(err, ErrAlreadyRefunded): // by somebody else, just now
		case err != nil:
			return 0, 0, fmt.Errorf("booking %s: %w", pay.BookingID, err)
		}
	}
	owed, err := p.Store.RefundDuePayments(ctx)
	if err != nil {
		return 0, 0, err
	}
	failures := 0
	for i, pay := range owed {
		if ctx.Err() != nil {
			return given, paise, ctx.Err()
		}
		if pay.Provider != p.Provider.Name() {
			others = ErrOtherProvider
			continue
		}
		after, err := p.Refund(ctx, pay)
		if err != nil {
			return given, paise, err
		}
		if after.Disposition == domain.Refunded {
			given, paise, failures = given+1, paise+pay.RestPaise(), 0
		} else if failures++; failures == refundFailures {
			return given, paise, ErrGatewayNotThere
		}
		report(i+1, len(owed))
	}
	return given, paise, others
}

// Owed lists what is captured and still to be given back.
func (p *Service) RefundDue(ctx context.Context) ([]domain.Payment, error) {
	return p.Store.RefundDuePayments(ctx)
}

// Applied lists what pays bookings now.
func (p *Service) Applied(ctx context.Context) ([]domain.Payment, error) {
	return p.Store.AppliedPayments(ctx)
}
