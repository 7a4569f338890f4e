package payment

import (
	"context"
	"errors"
	"fmt"

	"transom/api/booking"
	"transom/api/refund"
)

// ErrLinkUnknown is a link that cannot be ended yet.
var ErrLinkUnknown = errors.New("the gateway does not know the payment link, so it can be ended only a quarter of " +
	"an hour after its time is over; until then somebody may still pay it")

// askToEnd is ask for somebody who wants to be rid of a link. One that the gateway does not know any more, or another
// gateway made, nobody can pay once its time is over for long: it has failed. If money comes all the same, it is late,
// and booked as such.
func (p *Service) askToEnd(ctx context.Context, a booking.Attempt) (State, error) {
	state, err := p.ask(ctx, a, anew)
	if errors.Is(err, ErrProviderNotFound) && p.Clock.Now().After(a.ExpiresAt.Add(graceAfterExpiry)) {
		p.Log.WarnContext(ctx, "a link that the gateway does not know is ended", "attempt", a.Ref, "provider", a.Provider)
		return State{AttemptRef: a.Ref, Status: booking.Failed}, nil
	}
	return state, err
}

// EndLink lets the gateway close the link of an unpaid booking, which fails by it. When it was paid first, the booking
// is paid; the status says so.
func (p *Service) EndLink(ctx context.Context, bookingID string) (booking.PaymentStatus, error) {
	ctx, cancel := detached(ctx)
	defer cancel()
	view, err := p.Store.FindPaymentView(ctx, bookingID)
	if err != nil || view.Status != booking.Initiated {
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
	case errors.Is(err, ErrProviderNotFound) && a.State == booking.AttemptCreating: // the link was never made
		state, err = State{AttemptRef: a.Ref, Status: booking.Failed}, nil
	case errors.Is(err, ErrProviderNotFound):
		return view.Status, ErrLinkUnknown
	case err == nil && state.Status == booking.Initiated:
		state, err = p.Provider.Cancel(ctx, state.ProviderID)
	}
	if err != nil {
		return view.Status, fmt.Errorf("%w: %w", refund.ErrGatewayNotThere, err)
	}
	if _, err := p.settle(ctx, a.Ref, state, p.Clock.Now(), fail); err != nil {
		return view.Status, err
	}
	view, err = p.Store.FindPaymentView(ctx, bookingID)
	return view.Status, err
}
