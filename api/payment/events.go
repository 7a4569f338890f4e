package payment

import (
	"context"
	"errors"
	"strings"
	"time"

	"transom/api/domain"
)

// longestEventPause is the longest time until an event is tried again.
const longestEventPause = 2 * time.Minute

// eventPause is the time until the next try of an event for which the gateway had no answer: 5, 10, 20 … seconds.
func eventPause(tries int) time.Duration {
	return min(FetchInterval<<min(tries, 6), longestEventPause)
}

// actOn lets an event cause its fetches, and notes what became of it: done, or to be tried again within seconds. An event
// is done only after an answer that was asked for after it came.
func (p *Service) actOn(ctx context.Context, e domain.PaymentEvent) error {
	done, err := p.followUp(ctx, e)
	if err == nil && !done {
		return nil // asked too recently; the next round does it
	}
	ctx = context.WithoutCancel(ctx)
	now := p.Clock.Now()
	return errors.Join(err, p.Store.WritePayment(ctx, func(tx Tx) error {
		if err != nil {
			e.NextTryAt = now.Add(eventPause(e.Tries))
			e.Tries++
			return tx.PostponeEvent(ctx, e)
		}
		return tx.FinishEvent(ctx, e, now)
	}))
}

// followUp asks for everything that an event is about.
func (p *Service) followUp(ctx context.Context, e domain.PaymentEvent) (done bool, err error) {
	if e.DisputeID != "" {
		return true, p.followDispute(ctx, e)
	}
	pay, err := p.paymentOfEvent(ctx, e)
	if err != nil && !errors.Is(err, domain.ErrNotFound) {
		return false, err
	}
	if err == nil && strings.Contains(strings.ToLower(e.Kind), "refund") {
		return true, p.syncRefund(ctx, pay)
	}
	a, err := p.Store.FindAttemptOfEvent(ctx, e)
	if errors.Is(err, domain.ErrNotFound) && pay.AttemptRef != "" {
		a, err = p.Store.FindAttempt(ctx, pay.AttemptRef)
	}
	if errors.Is(err, domain.ErrNotFound) {
		return true, p.followStray(ctx, e)
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
	return true, p.followSecond(ctx, e, a)
}

// aroundEvent is how far from an event the payment that it names is looked for in the gateway's list.
const aroundEvent = 24 * time.Hour

// followSecond looks whether an event names a second payment on a link that is paid: the link's own answer speaks of one
// only. Most such events are about tries that the bank refused, which no list of captured payments has.
func (p *Service) followSecond(ctx context.Context, e domain.PaymentEvent, a domain.Attempt) error {
	if e.ProviderPaymentID == "" || strings.Contains(strings.ToLower(e.Kind), "fail") {
		return nil
	}
	if _, err := p.paymentOfEvent(ctx, e); !errors.Is(err, domain.ErrNotFound) {
		return err
	}
	if _, isPaid, err := p.hasNamedPayment(ctx, a.Ref); err != nil || !isPaid {
		return err
	}
	ctx, cancel := detached(ctx)
	defer cancel()
	captured, err := p.Provider.Captured(ctx, e.ReceivedAt.Add(-aroundEvent), e.ReceivedAt.Add(aroundEvent))
	if err != nil {
		return err
	}
	for _, c := range captured {
		if c.ProviderPaymentID == e.ProviderPaymentID && c.RefundedPaise < c.AmountPaise {
			c.AttemptRef = a.Ref
			return p.addTask(ctx, stray{c, a.BookingID}.task())
		}
	}
	return nil
}

// paymentOfEvent is the payment that an event names, when we know it.
func (p *Service) paymentOfEvent(ctx context.Context, e domain.PaymentEvent) (domain.Payment, error) {
	if e.ProviderPaymentID == "" {
		return domain.Payment{}, domain.ErrNotFound
	}
	return p.Store.FindPayment(ctx, e.Provider, e.ProviderPaymentID)
}

// followStray checks the money of an event whose reference no row knows: it is a task when it came under a reference of
// ours. Else it is somebody else's, who uses the same account.
func (p *Service) followStray(ctx context.Context, e domain.PaymentEvent) error {
	p.Counters.UnknownEvents.Add(1)
	p.Log.WarnContext(ctx, "payment event about an unknown reference", "provider", e.Provider, "event", e.EventID, "kind", e.Kind)
	ctx, cancel := detached(ctx)
	defer cancel()
	ref := e.AttemptRef
	if ref == "" && e.ProviderPaymentID != "" {
		var err error
		if ref, err = p.Provider.ReferenceOf(ctx, e.ProviderPaymentID); err != nil {
			return err
		}
	}
	if !p.isOurs(ref) {
		return nil
	}
	state, err := p.Provider.Fetch(ctx, e.ProviderID, ref)
	if errors.Is(err, ErrProviderNotFound) || err == nil && state.AmountPaidPaise <= 0 {
		return nil
	}
	if err != nil {
		return err
	}
	money := stray{CapturedPayment: CapturedPayment{ProviderPaymentID: state.ProviderPaymentID, AttemptRef: ref, AmountPaise: state.AmountPaidPaise, At: e.ReceivedAt}}
	if money.ProviderPaymentID == "" {
		money.ProviderPaymentID = e.ProviderPaymentID
	}
	if money.ProviderPaymentID != "" {
		if money.RefundedPaise, err = p.Provider.Refunded(ctx, money.ProviderPaymentID); err != nil {
			return err
		}
	}
	if money.RefundedPaise >= money.AmountPaise {
		return nil
	}
	return p.addTask(ctx, money.task())
}

// followDispute asks for a dispute and makes a task of it, with the day by which to answer. When the bank has taken the
// money, the booking stands like one that was refunded.
func (p *Service) followDispute(ctx context.Context, e domain.PaymentEvent) error {
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
	if errors.Is(err, domain.ErrNotFound) {
		return nil // another use of the account; money of ours that no row knows is a task of its own
	}
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	now := p.Clock.Now()
	return p.Store.WritePayment(ctx, func(tx Tx) error {
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
			if err := p.noteRefunded(ctx, tx, saved, given, now); err != nil {
				return err
			}
		}
		return tx.AddTask(ctx, p.disputeTask(d, pay), now)
	})
}

func (p *Service) addTask(ctx context.Context, t domain.Task) error {
	ctx = context.WithoutCancel(ctx)
	return p.Store.WritePayment(ctx, func(tx Tx) error { return tx.AddTask(ctx, t, p.Clock.Now()) })
}
