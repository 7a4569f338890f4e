package payment

import (
	"context"
	"errors"
	"fmt"

	"transom/api/booking"
	"transom/api/domain"
)

// fitsInto returns a link's answer with what the gateway says of a payment by it. Where the link speaks of money, its
// own word counts; one that is closed, or behind, may say nothing of what a late bank has captured for it.
func (c CapturedPayment) fitsInto(a booking.Attempt, s State) State {
	switch {
	case s.Status == booking.Success && s.ProviderPaymentID == "" && s.AmountPaidPaise == c.AmountPaise:
		s.ProviderPaymentID = c.ProviderPaymentID
	case c.isUnsaid(a, s):
		s.Status, s.AmountPaidPaise, s.ProviderPaymentID = booking.Success, c.AmountPaise, c.ProviderPaymentID
	}
	return s
}

// isUnsaid reports a payment of the price of a link, whose answer fits and says that nothing was paid.
func (c CapturedPayment) isUnsaid(a booking.Attempt, s State) bool {
	_, mismatch := verify(a, s)
	return mismatch == nil && s.Status != booking.Success && c.AmountPaise == a.AmountPaise && c.Currency == a.Currency
}

// bookLate books a captured payment on a link of ours that is in no row. What pays for nothing is left over; nothing is
// when the money was not captured, has gone back, or is that of a mismatch, which is a task of its own.
func (p *Service) bookLate(ctx context.Context, ref, paymentID string) (left []stray, err error) {
	ctx, cancel := detached(ctx)
	defer cancel()
	release, err := p.hold(ctx, ref)
	if err != nil {
		return nil, fmt.Errorf("book payment %s: %w", paymentID, err)
	}
	defer release()
	c, err := p.Provider.FetchPayment(ctx, paymentID)
	if errors.Is(err, ErrProviderNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if c.wentBack() {
		return nil, p.endTask(ctx, stray{CapturedPayment: c})
	}
	a, err := p.Store.FindAttempt(ctx, ref)
	if err != nil {
		return nil, err
	}
	now := p.Clock.Now()
	s, err := p.ask(ctx, a, anew)
	if errors.Is(err, ErrProviderNotFound) { // the gateway has forgotten the link, and not the money
		s, err = State{AttemptRef: a.Ref, Status: booking.Failed, AmountPaise: a.AmountPaise, Currency: a.Currency}, nil
	}
	if err == nil && s.Status == booking.Initiated && c.isUnsaid(a, s) { // or it could be paid once more
		s, err = p.Provider.Cancel(ctx, s.ProviderID)
	}
	if err != nil {
		return nil, fmt.Errorf("book payment %s: %w", paymentID, err)
	}
	out, err := p.settle(ctx, ref, c.fitsInto(a, s), now, fail)
	if err != nil || out.mismatch != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	known, err := p.Store.FindPayment(ctx, p.Provider.Name(), paymentID)
	switch {
	case errors.Is(err, domain.ErrNotFound):
		_, pay, err := p.bookedBy(ctx, ref)
		c.AttemptRef = ref
		return []stray{{CapturedPayment: c, attempt: a, isSecond: pay.AttemptRef != ""}}, err
	case err == nil && c.RefundedPaise > 0:
		err = p.Refunds.Sync(ctx, known)
	}
	return nil, err
}
