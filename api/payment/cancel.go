package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"transom/api/domain"
)

// Why a booking's money cannot be given back.
var (
	ErrNothingPaid     = errors.New("nothing was paid for this booking")
	ErrAlreadyRefunded = errors.New("the payment of this booking was refunded already")
	ErrOtherProvider   = errors.New("the payment was made with another provider: run this with the settings of that provider")
	ErrTooMuch         = errors.New("more than is left of the payment cannot go back")
	ErrNotByHand       = errors.New("no money of this booking is to be given back by hand")
	ErrGatewayNotThere = errors.New("the gateway does not answer")
	ErrWhole           = errors.New("to give all of it back, cancel the registration: a ticket that stays is paid for")
	ErrLinkUnknown     = errors.New("the gateway does not know the payment link, so it can be ended only a quarter of an hour after its time is over; until then somebody may still pay it")
	ErrMoneyMoved      = errors.New("money of this registration has gone back or is on its way at the gateway, so the cancellation stays: register the person again")
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
	err = p.Store.WritePayment(ctx, find)
	return pay, err
}

// refundable is the payment of a booking that pays it, or else one whose refund is due already, before all what did pay it: refunding it
// once more is the same refund.
func (p *Service) refundable(ctx context.Context, tx Tx, bookingID string) (found domain.Payment, err error) {
	captured, err := tx.PaymentsOfBooking(ctx, bookingID)
	if err != nil {
		return domain.Payment{}, err
	}
	reason := ErrNothingPaid
	rank := func(pay domain.Payment) int {
		return 1 + slices.Index([]domain.Disposition{domain.NoSeatRefundDue, domain.DuplicateRefundDue, domain.CancelledRefundDue, domain.Applied}, pay.Disposition)
	}
	for _, pay := range captured {
		if pay.Disposition == domain.Refunded {
			reason = ErrAlreadyRefunded
		} else if rank(pay) >= rank(found) {
			found = pay
		}
	}
	switch {
	case found.AttemptRef == "":
		return found, reason
	case found.Provider != p.Provider.Name() && !domain.IsByHand(found.Provider):
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
		b, err := tx.FindBooking(ctx, bookingID)
		if err != nil {
			return err
		}
		if pay, err = p.refundable(ctx, tx, bookingID); err != nil || pay.RefundDue() && !b.HoldsSeat {
			return err
		}
		if pay.Disposition == domain.CancelledRefundDue { // a part is on its way: now it is all of it
			pay.Disposition, pay.RefundPaise = domain.Applied, 0
			if err := tx.SavePayment(ctx, pay); err != nil {
				return err
			}
		}
		pay, err = p.Cancel(ctx, tx, bookingID, pay.RestPaise(), now)
		return err
	})
	return pay, err
}

// Cancel takes ticket and seat of a booking in the caller's transaction, and makes the refund of an amount due; 0 is none, and
// all that is left of the payment takes it along. A free booking has no payment.
func (p *Service) Cancel(ctx context.Context, tx Tx, bookingID string, paise int64, now time.Time) (pay domain.Payment, err error) {
	b, err := tx.FindBooking(ctx, bookingID)
	if err != nil {
		return pay, err
	}
	if err := p.voidBooking(ctx, tx, b, OfferTold, now); err != nil || paise == 0 {
		return pay, err
	}
	return p.owe(ctx, tx, b, paise, now)
}

// RefundPart makes the refund of an amount due and leaves the booking as it is: a part of what pays for it, which keeps its ticket,
// or what is left of one that was cancelled.
func (p *Service) RefundPart(ctx context.Context, tx Tx, b domain.Booking, paise int64, now time.Time) (domain.Payment, error) {
	pay, err := p.owe(ctx, tx, b, paise, now)
	if err == nil && b.HoldsSeat && pay.RefundPaise == 0 {
		err = ErrWhole
	}
	return pay, err
}

// Restore takes a cancellation back in the caller's transaction: the booking has its seat again, and what was to go back by hand
// does not. Money that a gateway was told to give back cannot be called back.
func (p *Service) Restore(ctx context.Context, tx Tx, b domain.Booking, now time.Time) error {
	captured, err := tx.PaymentsOfBooking(ctx, b.ID)
	if err != nil {
		return err
	}
	for _, pay := range captured {
		switch {
		case !b.WasPaidBy(pay, captured): // what becomes of other money, a second payment, is another matter
			continue
		case pay.RefundedPaise > 0 || pay.RefundDue() && !domain.IsByHand(pay.Provider):
			return ErrMoneyMoved
		case pay.Disposition != domain.CancelledRefundDue:
			continue
		}
		pay.Disposition, pay.RefundKey, pay.RefundPaise = domain.Applied, "", 0
		if err := errors.Join(tx.SavePayment(ctx, pay), tx.FinishTask(ctx, refundTaskKey(pay), now)); err != nil {
			return err
		}
	}
	b.HoldsSeat = true
	return tx.SetBookingPayment(ctx, b)
}

// owe makes the refund of an amount due; all that is left of the payment takes it along.
func (p *Service) owe(ctx context.Context, tx Tx, b domain.Booking, paise int64, now time.Time) (domain.Payment, error) {
	pay, err := p.refundable(ctx, tx, b.ID)
	if err != nil {
		return pay, err
	}
	if paise <= 0 || paise > pay.RestPaise() || pay.RefundDue() {
		return pay, ErrTooMuch
	}
	pay.Disposition, pay.RefundKey, pay.RefundPaise = domain.CancelledRefundDue, refundKey(pay), 0
	if paise < pay.RestPaise() {
		pay.RefundPaise = pay.RefundedPaise + paise
	}
	if !domain.IsByHand(pay.Provider) {
		pay.NextRefundAt = now
	}
	if err := tx.SavePayment(ctx, pay); err != nil {
		return pay, err
	}
	return pay, tx.AddTask(ctx, refundTask(b, pay), now)
}

// GivenBack notes in the caller's transaction that somebody has given back what was due of money that came by hand.
func (p *Service) GivenBack(ctx context.Context, tx Tx, bookingID string, now time.Time) (paise int64, err error) {
	pay, err := p.refundable(ctx, tx, bookingID)
	switch {
	case err != nil:
		return 0, err
	case !pay.RefundDue() || !domain.IsByHand(pay.Provider):
		return 0, ErrNotByHand
	}
	paise = pay.TargetPaise() - pay.RefundedPaise
	return paise, p.noteRefunded(ctx, tx, pay, pay.TargetPaise(), now)
}

// Refund asks the gateway to refund a payment whose refund is due, and returns what became of it: the disposition is Refunded
// when it did. Two processes may do it at once, because the key is the payment's own.
func (p *Service) Refund(ctx context.Context, pay domain.Payment) (domain.Payment, error) {
	if domain.IsByHand(pay.Provider) {
		return pay, nil // a task says who gives it back
	}
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
		if domain.IsByHand(pay.Provider) {
			continue // a task says who gives it back
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

// askToEnd is ask for somebody who wants to be rid of a link. One that the gateway does not know any more, or another gateway made,
// nobody can pay once its time is over for long: it has failed. If money comes all the same, it is late, and booked as such.
func (p *Service) askToEnd(ctx context.Context, a domain.Attempt) (State, error) {
	state, err := p.ask(ctx, a, anew)
	if errors.Is(err, ErrProviderNotFound) && p.Clock.Now().After(a.ExpiresAt.Add(graceAfterExpiry)) {
		p.Log.WarnContext(ctx, "a link that the gateway does not know is ended", "attempt", a.Ref, "provider", a.Provider)
		return State{AttemptRef: a.Ref, Status: domain.Failed}, nil
	}
	return state, err
}

// EndLink lets the gateway close the link of an unpaid booking, which fails by it. When it was paid first, the booking is paid; the
// status says so.
func (p *Service) EndLink(ctx context.Context, bookingID string) (domain.PaymentStatus, error) {
	ctx, cancel := detached(ctx)
	defer cancel()
	view, err := p.Store.FindPaymentView(ctx, bookingID)
	if err != nil || view.Status != domain.Initiated {
		return view.Status, err
	}
	release, err := p.hold(ctx, view.Attempt.Ref)
	if err != nil {
		return view.Status, err
	}
	defer release()
	a, err := p.Store.FindAttempt(ctx, view.Attempt.Ref)
	if err != nil {
		return view.Status, err
	}
	state, err := p.askToEnd(ctx, a)
	switch {
	case errors.Is(err, ErrProviderNotFound) && a.State == domain.AttemptCreating: // the link was never made
		state, err = State{AttemptRef: a.Ref, Status: domain.Failed}, nil
	case errors.Is(err, ErrProviderNotFound):
		return view.Status, ErrLinkUnknown
	case err == nil && state.Status == domain.Initiated:
		state, err = p.Provider.Cancel(ctx, state.ProviderID)
	}
	if err != nil {
		return view.Status, fmt.Errorf("%w: %w", ErrGatewayNotThere, err)
	}
	if _, err := p.settle(ctx, a.Ref, state, p.Clock.Now(), fail); err != nil {
		return view.Status, err
	}
	view, err = p.Store.FindPaymentView(ctx, bookingID)
	return view.Status, err
}
