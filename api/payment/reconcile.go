package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/invoice"
	"transom/api/refund"
)

// An attempt is checked this long after creation and closing: banks may be three days late (payments, section 11).
var (
	checksWhileOpen = []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute,
		15 * time.Minute, 30 * time.Minute}
	checksAfterClose = []time.Duration{6 * time.Hour, 24 * time.Hour, 48 * time.Hour, 72 * time.Hour}
)

const (
	checkEvery     = 30 * time.Minute // the pause between further checks, until the link is closed
	checkEveryLate = 6 * time.Hour    // the pause for a link that should have been closed days ago
	// checkEveryOdd is the pause for an attempt whose creation time is in the future, because the clock was wrong.
	checkEveryOdd = 5 * time.Minute
)

// nextCheck returns when the reconciler checks an attempt again, or the zero time if nothing more can happen to it.
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
	// Gateways close a link some seconds after it expires.
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

// Run reconciles until the context ends: webhook events, attempts that are due, refunds that are due.
func (p *Service) Run(ctx context.Context) error {
	return domain.Every(ctx, reconcilePause, p.wake, func() { p.Reconcile(ctx) })
}

// Reconcile handles a batch of what is due. Whatever fails is logged and tried again later.
func (p *Service) Reconcile(ctx context.Context) {
	events, err := p.Store.WaitingEvents(ctx, p.Clock.Now(), reconcileBatch, longestEventPause)
	p.report(ctx, "list payment events", err)
	inParallel(ctx, events, func(e booking.PaymentEvent) { p.report(ctx, "handle payment event", p.handleEvent(ctx, e)) })

	due, err := p.Store.DueAttempts(ctx, p.Clock.Now(), reconcileBatch)
	p.report(ctx, "list due attempts", err)
	inParallel(ctx, due, func(a booking.Attempt) { p.report(ctx, "reconcile payment", p.check(ctx, a.Ref)) })

	refunds, err := p.Store.DueRefunds(ctx, p.Clock.Now(), reconcileBatch, refund.LongestPause)
	p.report(ctx, "list due refunds", err)
	inParallel(ctx, refunds, func(pay booking.Payment) { p.report(ctx, "refund payment", p.Refunds.Run(ctx, pay)) })
}

// CheckAll asks about every attempt now, whatever the schedule, and reads the gateway's list of payments.
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
	p.report(ctx, "compare the gateway's list", p.Walk(ctx))
	p.Reconcile(ctx)
	p.report(ctx, "issue missing documents", p.issueMissing(ctx))
	return ctx.Err()
}

// issueMissing issues documents, dated now, for payments that an older version settled without them.
func (p *Service) issueMissing(ctx context.Context) error {
	missing, err := p.Store.PaymentsWithoutDocument(ctx)
	for _, pay := range missing {
		err = errors.Join(err, p.Store.Write(ctx, func(tx Tx) error {
			b, err := tx.FindBooking(ctx, pay.BookingID)
			if err != nil {
				return err
			}
			known, err := tx.DocumentsOfPayment(ctx, pay.AttemptRef)
			if err != nil || len(known) > 0 { // another instance was faster
				return err
			}
			now := p.Clock.Now()
			return errors.Join(p.Invoices.Issue(ctx, tx, b, pay, invoice.Whole, now),
				p.Invoices.Credit(ctx, tx, pay, "", now))
		}))
	}
	return err
}

func (p *Service) report(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		p.Log.WarnContext(ctx, what, "error", err)
	}
}

// inParallel runs a few calls at a time, so that one slow response does not delay the others.
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
