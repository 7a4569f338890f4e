package payment

import (
	"context"
	"errors"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

const longestEventPause = 2 * time.Minute

// handleEvent marks an event as handled once the gateway has answered a request that was made after the event arrived.
func (p *Service) handleEvent(ctx context.Context, e booking.PaymentEvent) error {
	done, err := p.followUp(ctx, e)
	if err == nil && !done {
		return nil // the gateway was asked too recently; the next round asks again
	}
	ctx = context.WithoutCancel(ctx)
	now := p.Clock.Now()
	return errors.Join(err, p.Store.Write(ctx, func(tx Tx) error {
		if err != nil {
			e.NextTryAt = now.Add(min(FetchInterval<<min(e.Tries, 6), longestEventPause)) // 5, 10, 20 … seconds
			e.Tries++
			return tx.PostponeEvent(ctx, e)
		}
		return tx.FinishEvent(ctx, e, now)
	}))
}

func (p *Service) followUp(ctx context.Context, e booking.PaymentEvent) (done bool, err error) {
	if e.DisputeID != "" {
		return true, p.followDispute(ctx, e)
	}
	pay, err := p.paymentOfEvent(ctx, e)
	if err != nil && !errors.Is(err, domain.ErrNotFound) {
		return false, err
	}
	if err == nil && strings.Contains(strings.ToLower(e.Kind), "refund") {
		return true, p.Refunds.Sync(ctx, pay)
	}
	a, err := p.Store.FindAttemptOfEvent(ctx, e)
	if errors.Is(err, domain.ErrNotFound) && pay.AttemptRef != "" {
		a, err = p.Store.FindAttempt(ctx, pay.AttemptRef)
	}
	if errors.Is(err, domain.ErrNotFound) {
		a, err = p.attemptOfMoney(ctx, &e)
	}
	if errors.Is(err, domain.ErrNotFound) {
		return true, p.followUnknown(ctx, e)
	}
	if err != nil {
		return false, err
	}
	if !a.AnsweredAt.After(e.ReceivedAt) {
		if err := p.check(ctx, a.Ref); err != nil {
			return false, err
		}
		if a, err = p.Store.FindAttempt(ctx, a.Ref); err != nil || a.AnsweredAt.Before(e.ReceivedAt) {
			return false, err
		}
	}
	return true, p.followMoney(ctx, e, a)
}

// attemptOfMoney finds the attempt for an event that names only a payment, and sets the reference in the event;
// ErrNotFound means that the payment is not ours.
func (p *Service) attemptOfMoney(ctx context.Context, e *booking.PaymentEvent) (a booking.Attempt, err error) {
	if e.AttemptRef != "" || e.ProviderPaymentID == "" {
		return a, domain.ErrNotFound
	}
	ctx, cancel := detached(ctx)
	defer cancel()
	if e.AttemptRef, err = p.Provider.ReferenceOf(ctx, e.ProviderPaymentID); err != nil {
		return a, err
	}
	return p.Store.FindAttempt(ctx, e.AttemptRef)
}

// followMoney records the payment that an event names, unless it is already recorded: a link shows at most one payment.
// A payment that cannot be recorded becomes a task.
func (p *Service) followMoney(ctx context.Context, e booking.PaymentEvent, a booking.Attempt) error {
	if e.ProviderPaymentID == "" || strings.Contains(strings.ToLower(e.Kind), "fail") {
		return nil
	}
	if _, err := p.paymentOfEvent(ctx, e); !errors.Is(err, domain.ErrNotFound) {
		return err
	}
	left, err := p.bookLate(ctx, a.Ref, e.ProviderPaymentID)
	for _, c := range left {
		err = errors.Join(err, p.addTask(ctx, c.task()))
	}
	return err
}

func (p *Service) paymentOfEvent(ctx context.Context, e booking.PaymentEvent) (booking.Payment, error) {
	if e.ProviderPaymentID == "" {
		return booking.Payment{}, domain.ErrNotFound
	}
	return p.Store.FindPayment(ctx, e.Provider, e.ProviderPaymentID)
}

// followUnknown adds a task for our own prefix; other payments belong to another user of the account.
func (p *Service) followUnknown(ctx context.Context, e booking.PaymentEvent) error {
	p.Counters.UnknownEvents.Add(1)
	p.Log.WarnContext(ctx, "payment event for an unknown reference", "provider", e.Provider, "event", e.EventID, "kind",
		e.Kind)
	ctx, cancel := detached(ctx)
	defer cancel()
	if !p.isOurs(e.AttemptRef) {
		return nil
	}
	money := unknownMoney{CapturedPayment: CapturedPayment{ProviderPaymentID: e.ProviderPaymentID, At: e.ReceivedAt}}
	if e.ProviderPaymentID == "" {
		state, err := p.Provider.Fetch(ctx, e.ProviderID, e.AttemptRef)
		if errors.Is(err, ErrProviderNotFound) || err == nil && state.AmountPaidPaise == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		money.ProviderPaymentID, money.AmountPaise = state.ProviderPaymentID, state.AmountPaidPaise
	}
	if money.ProviderPaymentID != "" {
		var err error
		money.CapturedPayment, err = p.Provider.FetchPayment(ctx, money.ProviderPaymentID)
		if errors.Is(err, ErrProviderNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if money.isRefunded() {
			return p.endTask(ctx, money)
		}
	}
	money.AttemptRef = e.AttemptRef
	return p.addTask(ctx, money.task())
}

// followDispute adds, updates or ends a dispute's task. Money that the bank has taken back counts as refunded.
func (p *Service) followDispute(ctx context.Context, e booking.PaymentEvent) error {
	ctx, cancel := detached(ctx)
	defer cancel()
	d, err := p.Provider.FetchDispute(ctx, e.DisputeID)
	if errors.Is(err, ErrProviderNotFound) {
		p.Log.WarnContext(ctx, "the gateway does not know a dispute", "dispute", e.DisputeID)
		return nil
	}
	if err != nil {
		return err
	}
	pay, err := p.Store.FindPayment(ctx, e.Provider, d.ProviderPaymentID)
	if err != nil { // a missing one is not our payment, or an unrecorded payment of ours, which has its own task
		return domain.IfMissing(err, nil)
	}
	ctx = context.WithoutCancel(ctx)
	now := p.Clock.Now()
	return p.Store.Write(ctx, func(tx Tx) error {
		switch d.Outcome {
		case DisputeEnded:
			return tx.FinishTask(ctx, disputeTaskKey(d), now)
		case DisputeLost:
			saved, err := tx.FindPaymentOfAttempt(ctx, pay.AttemptRef)
			if err != nil {
				return err
			}
			given := saved.RefundedPaise - saved.LostPaise
			saved.LostPaise = max(saved.LostPaise, min(d.AmountPaise, saved.AmountPaise))
			if err := p.Refunds.Record(ctx, tx, saved, given, now); err != nil {
				return err
			}
		}
		return tx.AddTask(ctx, p.disputeTask(d, pay), now)
	})
}

func (p *Service) addTask(ctx context.Context, t booking.Task) error {
	ctx = context.WithoutCancel(ctx)
	return p.Store.Write(ctx, func(tx Tx) error { return tx.AddTask(ctx, t, p.Clock.Now()) })
}

func (p *Service) endTask(ctx context.Context, s unknownMoney) error {
	ctx = context.WithoutCancel(ctx)
	return p.Store.Write(ctx, func(tx Tx) error { return tx.FinishTask(ctx, s.taskKey(), p.Clock.Now()) })
}
