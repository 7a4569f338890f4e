package payment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/refund"
	"transom/api/texts"
	"transom/generator/schema"
)

// minLinkLife is the minimum lifetime of a new link; gateways refuse less than 15 minutes.
const minLinkLife = 16 * time.Minute

// Start returns where an attempt can be paid. A repeated call, even after a crash or a lost response, uses the same
// link. Once the gateway confirms that it has expired, the next attempt begins; there are never two payable links.
func (p *Service) Start(ctx context.Context, attemptRef string) (paymentURL string, err error) {
	return p.start(ctx, attemptRef, p.linkLifetime(), p.onSale)
}

// StartMailed is Start for a link that is sent by email: the link that replaces an expired one is valid for
// PaymentLinkHours, and is created even after sales have ended.
func (p *Service) StartMailed(ctx context.Context, attemptRef string) (paymentURL string, err error) {
	return p.start(ctx, attemptRef, p.mailedLifetime(), func(context.Context, booking.Attempt) bool { return true })
}

func (p *Service) start(ctx context.Context, attemptRef string, lifetime time.Duration,
	onSale func(context.Context, booking.Attempt) bool) (paymentURL string, err error) {
	ctx, cancel := detached(ctx)
	defer cancel()
	release, err := p.hold(ctx, attemptRef)
	if err != nil {
		return "", fmt.Errorf("start payment: %w", err)
	}
	defer release()
	made, fresh := p.findFresh(attemptRef)
	a := made.attempt
	due := a.AmountPaise
	if !fresh {
		if a, err = p.Store.FindAttempt(ctx, attemptRef); err != nil {
			return "", fmt.Errorf("start payment: %w", err)
		}
		view, err := p.Store.FindPaymentView(ctx, a.BookingID)
		if err != nil {
			return "", fmt.Errorf("start payment: %w", err)
		}
		if due = a.AmountPaise; view.Status == booking.Initiated {
			due = view.DuePaise()
		}
	}
	// The second round is for a link that was found by its reference and has expired.
	for range 2 {
		if a, err = p.renewIfOver(ctx, a, due, lifetime, onSale); err != nil {
			return "", err
		}
		if a.State != booking.AttemptCreating {
			break
		}
		if a, err = p.create(ctx, a); err != nil {
			return "", err
		}
	}
	switch {
	case a.State == booking.AttemptOpen && p.Clock.Now().Before(a.ExpiresAt):
		return a.URL, nil
	case a.State == booking.AttemptPaid:
		b, err := p.Store.FindBooking(ctx, a.BookingID)
		if err != nil || b.Status != booking.Success {
			return "", cmp.Or(err, domain.Refuse(domain.CodeNotPossible, texts.PaymentOfOldLink))
		}
		return "", domain.Refuse(domain.CodeAlreadyRegistered, p.Content.Registration.Messages.AlreadyRegistered)
	case !onSale(ctx, a):
		return "", domain.Refuse(domain.CodeClosed, p.Content.Registration.Messages.RegistrationClosed)
	}
	return "", domain.Refuse(domain.CodeUnavailable, texts.PaymentOver)
}

// `detached` returns a context that outlives the request: if a visitor closes the page, no half-created link is left.
func detached(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), gatewayPatience)
}

func (p *Service) create(ctx context.Context, a booking.Attempt) (booking.Attempt, error) {
	made, fresh := p.fresh.get(a.Ref)
	p.fresh.remove(a.Ref)
	b, err := made.booking, error(nil)
	if !fresh {
		b, err = p.Store.FindBooking(ctx, a.BookingID)
	}
	if err != nil {
		return a, fmt.Errorf("create payment link: %w", err)
	}
	now := p.Clock.Now()
	expires := a.ExpiresAt
	if expires.Sub(now) < minLinkLife {
		expires = now.Add(p.linkLifetime())
	}
	link, err := p.Provider.CreateCheckout(ctx, CheckoutRequest{
		AttemptRef: a.Ref, BookingID: a.BookingID, AmountPaise: a.AmountPaise, Currency: a.Currency,
		Description: p.Content.Event.Name + " registration",
		Customer:    Customer{Name: b.Name(), Email: b.Email, Mobile: b.Mobile, DialCode: p.Content.Registration.DialCode},
		ReturnURL:   p.PayURL(b.ID),
		ExpiresAt:   expires,
		Again:       !fresh,
	})
	if err != nil {
		p.release(ctx, a.Ref)
	}
	if errors.Is(err, ErrMismatch) {
		return a, p.noteMismatch(ctx, a.Ref, err)
	}
	if err != nil {
		return a, fmt.Errorf("create payment link: %w", err)
	}
	if !link.ExpiresAt.IsZero() {
		expires = link.ExpiresAt
	}
	ctx = context.WithoutCancel(ctx) // the link exists; storing it does not depend on the gateway's time limit
	a.State, a.ProviderID, a.URL, a.ExpiresAt = booking.AttemptOpen, link.ProviderID, link.URL, expires
	a.NextCheckAt = nextCheck(a, now)
	if link.Adopted { // the link may have been paid before we knew about it
		a.NextCheckAt = now
	}
	opened, err := p.Store.OpenAttempt(ctx, a)
	if err != nil || opened {
		return a, err
	}
	return p.Store.FindAttempt(ctx, a.Ref) // another instance has changed the attempt
}

// renewIfOver replaces an attempt that is over in one transaction, so that the booking keeps its seat.
func (p *Service) renewIfOver(ctx context.Context, a booking.Attempt, duePaise int64, lifetime time.Duration,
	onSale func(context.Context, booking.Attempt) bool) (booking.Attempt, error) {
	now := p.Clock.Now()
	if a.State != booking.AttemptOpen || now.Before(a.ExpiresAt) && a.AmountPaise == duePaise {
		return a, nil
	}
	state, err := p.askToEnd(ctx, a)
	if err == nil && state.Status == booking.Initiated {
		state, err = p.Provider.Cancel(ctx, a.ProviderID)
	}
	if err != nil {
		return a, fmt.Errorf("renew payment link: %w", err)
	}
	then := fail
	if onSale(ctx, a) {
		then = closing(lifetime)
	}
	settled, err := p.settle(ctx, a.Ref, state, now, then)
	if err != nil || settled.next == nil {
		return settled.attempt, err
	}
	return *settled.next, nil
}

// onSale matters only for a new link: an existing link can be paid until it expires, even after sales have ended.
func (p *Service) onSale(ctx context.Context, a booking.Attempt) bool {
	b, err := p.Store.FindBooking(ctx, a.BookingID)
	if err != nil {
		return false
	}
	category, known := p.Content.CategoryByType(b.CategoryType)
	return known && category.Sales.StateAt(p.Clock.Now(), p.Rehearsal) == schema.SalesOpen
}

// ErrLinkUnknown is returned if the gateway does not know a link that cannot be ended yet.
var ErrLinkUnknown = errors.New("the gateway does not recognise the payment link, so it can be closed only 15 " +
	"minutes after it expires; until then it might still be paid")

// askToEnd is like ask, for a caller who wants to end a link: one that the gateway does not know, or that another one
// created, counts as failed 15 minutes after it expires. A payment that arrives anyway is recorded as late.
func (p *Service) askToEnd(ctx context.Context, a booking.Attempt) (State, error) {
	state, err := p.ask(ctx, a, uncached)
	if errors.Is(err, ErrProviderNotFound) && p.Clock.Now().After(a.ExpiresAt.Add(graceAfterExpiry)) {
		p.Log.WarnContext(ctx, "closed a payment link that the gateway does not know", "attempt", a.Ref, "provider",
			a.Provider)
		return State{AttemptRef: a.Ref, Status: booking.Failed}, nil
	}
	return state, err
}

// EndLink asks the gateway to close a booking's unpaid link; a booking for which nothing was paid then fails. If the
// link was paid first, the returned status is that of the paid booking.
func (p *Service) EndLink(ctx context.Context, bookingID string) (booking.PaymentStatus, error) {
	ctx, cancel := detached(ctx)
	defer cancel()
	view, err := p.Store.FindPaymentView(ctx, bookingID)
	if err != nil || !view.AwaitsPayment() {
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
	if a.State == booking.AttemptPaid || a.State == booking.AttemptClosed { // a part was paid, and no link is open
		return view.Status, nil
	}
	state, err := p.askToEnd(ctx, a)
	switch {
	case errors.Is(err, ErrProviderNotFound) && a.State == booking.AttemptCreating: // the link was never created
		state, err = State{AttemptRef: a.Ref, Status: booking.Failed}, nil
	case errors.Is(err, ErrProviderNotFound):
		return view.Status, ErrLinkUnknown
	case err == nil && state.Status == booking.Initiated:
		state, err = p.Provider.Cancel(ctx, state.ProviderID)
	}
	if err != nil {
		return view.Status, fmt.Errorf("%w: %w", refund.ErrGatewayNotThere, err)
	}
	if _, err := p.settle(ctx, a.Ref, state, p.Clock.Now(), quiet); err != nil {
		return view.Status, err
	}
	view, err = p.Store.FindPaymentView(ctx, bookingID)
	return view.Status, err
}
