package payment

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"transom/api/booking"
	"transom/api/refund"
)

// When an attempt is checked, counted from its creation while it can be paid and from its closing afterwards: banks
// may answer for three days. Source: payments reference, section 11.
var (
	checksWhileOpen = []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute,
		15 * time.Minute, 30 * time.Minute}
	checksAfterClose = []time.Duration{6 * time.Hour, 24 * time.Hour, 48 * time.Hour, 72 * time.Hour}
)

const (
	checkEvery     = 30 * time.Minute // after the list above, as long as the link is not closed
	checkEveryLate = 6 * time.Hour    // once the link should have been closed for days
	// when it was made in the future: the list above says nothing, and the clock was wrong
	checkEveryOdd = 5 * time.Minute
)

// nextCheck is when the reconciler checks an attempt again, the zero time when nothing can happen to it any more.
func nextCheck(a booking.Attempt, now time.Time) time.Time {
	switch a.State {
	case booking.AttemptPaid:
		return time.Time{}
	case booking.AttemptClosed:
		for _, after := range checksAfterClose {
			if at := a.ClosedAt.Add(after); at.After(now) {
				return at
			}
		}
		return time.Time{}
	}
	if now.After(a.ExpiresAt.Add(checksAfterClose[3])) {
		return now.Add(checkEveryLate)
	}
	if a.CreatedAt.After(now) {
		return now.Add(checkEveryOdd)
	}
	// Gateways close a link some seconds after its time.
	at := []time.Time{a.ExpiresAt.Add(time.Minute), a.ExpiresAt.Add(graceAfterExpiry + time.Minute)}
	for _, after := range checksWhileOpen {
		at = append(at, a.CreatedAt.Add(after))
	}
	next := now.Add(checkEvery)
	for _, one := range at {
		if one.After(now) && one.Before(next) {
			next = one
		}
	}
	return next
}

// retryCheck is when to look again after the gateway did not answer.
func retryCheck(a booking.Attempt, now time.Time) time.Time {
	pause := time.Minute
	if a.State == booking.AttemptClosed || a.State == booking.AttemptPaid ||
		now.After(a.ExpiresAt.Add(checksAfterClose[0])) {
		pause = checkEvery
	}
	next := nextCheck(a, now)
	if retry := now.Add(pause); next.IsZero() || retry.Before(next) {
		return retry
	}
	return next
}

const (
	reconcilePause   = time.Second
	reconcileBatch   = 200
	reconcileWorkers = 8
)

// Run reconciles until the context ends: it acts on webhooks, checks every attempt whose time has come, and
// refunds what is due.
func (p *Service) Run(ctx context.Context) error {
	ticker := time.NewTicker(reconcilePause)
	defer ticker.Stop()
	for {
		p.Reconcile(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-p.wake:
		case <-ticker.C:
		}
	}
}

// Reconcile does once all that is due now. What fails is logged and stays due.
func (p *Service) Reconcile(ctx context.Context) {
	events, err := p.Store.WaitingEvents(ctx, p.Clock.Now(), reconcileBatch, longestEventPause)
	p.report(ctx, "list payment events", err)
	inParallel(ctx, events, func(e booking.PaymentEvent) { p.report(ctx, "act on payment event", p.actOn(ctx, e)) })

	due, err := p.Store.DueAttempts(ctx, p.Clock.Now(), reconcileBatch)
	p.report(ctx, "list due attempts", err)
	inParallel(ctx, due, func(a booking.Attempt) { p.report(ctx, "reconcile payment", p.check(ctx, a.Ref)) })

	refunds, err := p.Store.DueRefunds(ctx, p.Clock.Now(), reconcileBatch, refund.LongestPause)
	p.report(ctx, "list due refunds", err)
	inParallel(ctx, refunds, func(pay booking.Payment) { p.report(ctx, "refund payment", p.Refunds.Run(ctx, pay)) })
}

// CheckAll asks the gateway about every attempt now, whatever the schedule says, and for its list of payments, and
// settles what can be settled.
func (p *Service) CheckAll(ctx context.Context) error {
	rows, err := p.Store.AuditRows(ctx)
	if err != nil {
		return fmt.Errorf("check all payments: %w", err)
	}
	inParallel(ctx, rows, func(row booking.AuditRow) {
		if booking.IsManual(row.Attempt.Provider) {
			return
		}
		p.report(ctx, "check payment", p.checkNow(ctx, row.Attempt.Ref))
		if row.Payment.AttemptRef != "" {
			p.report(ctx, "look for refunds", p.Refunds.Sync(ctx, row.Payment))
		}
	})
	p.report(ctx, "walk the gateway's list", p.Walk(ctx))
	p.Reconcile(ctx)
	return ctx.Err()
}

func (p *Service) report(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		p.Log.WarnContext(ctx, what, "error", err)
	}
}

// inParallel calls f for every item, a few at a time, so that one slow answer does not hold up the rest.
func inParallel[T any](ctx context.Context, items []T, f func(T)) {
	var running errgroup.Group
	running.SetLimit(reconcileWorkers)
	for _, item := range items {
		if ctx.Err() != nil {
			break
		}
		running.Go(func() error { f(item); return nil })
	}
	_ = running.Wait()
}
