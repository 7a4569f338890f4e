package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

// graceAfterExpiry is how long we wait for the gateway to close an expired link before we ask it to.
const graceAfterExpiry = 15 * time.Minute

// closedFetchInterval is the minimum time between two requests about a closed link on behalf of visitors.
const closedFetchInterval = time.Minute

// listInterval is the minimum time between two reads of the gateway's list for one link's visitors, unless something
// new was paid on the link. With `uncached`, the list is always read.
const (
	listInterval = time.Minute
	uncached     = 0
)

// Status returns the state of a booking's payment. If the state may have changed, Status asks the gateway first, but at
// most once per FetchInterval, however many visitors are waiting.
func (p *Service) Status(ctx context.Context, bookingID string) (booking.PaymentView, error) {
	view, err := p.findView(ctx, bookingID)
	if err != nil || !p.mayHaveChanged(view) {
		return view, err
	}
	if err := p.checkAttempt(ctx, view.Attempt.Ref, FetchInterval, listInterval); err != nil {
		// The stored state is still valid, and the page will ask again.
		p.Log.WarnContext(ctx, "payment status could not be refreshed", "attempt", view.Attempt.Ref, "error", err)
	}
	return p.findView(ctx, bookingID)
}

func (p *Service) findView(ctx context.Context, bookingID string) (booking.PaymentView, error) {
	view, err := p.Store.FindPaymentView(ctx, bookingID)
	if err != nil {
		return view, domain.IfMissing(err, domain.Refuse(domain.CodeNotFound, texts.BookingUnknown))
	}
	var captured []booking.Payment
	if view.Refunds {
		captured, err = p.Store.PaymentsOfBooking(ctx, bookingID)
	}
	view.DerivedState = booking.DeriveState(booking.Booking{Status: view.Status, EmailKey: view.EmailKey,
		HoldsSeat: view.HoldsSeat, PaidAt: view.PaidAt}, captured)
	for _, pay := range captured {
		view.ManualRefund = view.ManualRefund || pay.RefundDue() && booking.IsManual(pay.Provider)
		if pay.IsSurplus() && !pay.Joint {
			view.SurplusPaise += pay.AmountPaise
		}
	}
	return view, err
}

func (p *Service) mayHaveChanged(v booking.PaymentView) bool {
	if v.Status == booking.Success && !v.ForChange || v.Attempt.Ref == "" || v.Attempt.State == booking.AttemptPaid {
		return false
	}
	interval := FetchInterval
	if v.Attempt.State == booking.AttemptClosed {
		interval = closedFetchInterval
	}
	age := p.Clock.Now().Sub(v.Attempt.LastCheckedAt)
	return age >= interval || age < 0 // a negative age: a rehearsal was restarted and its clock is earlier
}

func (p *Service) check(ctx context.Context, ref string) error {
	return p.checkAttempt(ctx, ref, FetchInterval, uncached)
}

// NamePayment asks the gateway for the id of a payment that is stored under a temporary one.
func (p *Service) NamePayment(ctx context.Context, ref string) error { return p.check(ctx, ref) }

func (p *Service) checkNow(ctx context.Context, ref string) error {
	return p.checkAttempt(ctx, ref, uncached, uncached)
}

// checkAttempt asks about an attempt not asked for `interval`. Knowledge of the list may be up to listAge old.
func (p *Service) checkAttempt(ctx context.Context, ref string, interval, listAge time.Duration) error {
	ctx, cancel := detached(ctx)
	defer cancel()
	release, err := p.hold(ctx, ref)
	if err != nil {
		return fmt.Errorf("check payment: %w", err)
	}
	defer release()
	a, err := p.Store.FindAttempt(ctx, ref)
	if err != nil {
		return fmt.Errorf("check payment: %w", err)
	}
	now := p.Clock.Now()
	last, _ := p.asked.get(ref)
	if a.LastCheckedAt.After(last) {
		last = a.LastCheckedAt
	}
	if age := now.Sub(last); age >= 0 && age < interval { // a negative age means that the clock was set back
		return nil
	}
	p.asked.set(ref, now)
	b, err := p.Store.FindBooking(ctx, a.BookingID)
	if err != nil {
		return fmt.Errorf("check payment: %w", err)
	}
	if err := p.checkWith(ctx, a, b, now, listAge); err != nil {
		p.Counters.FetchErrors.Add(1)
		return errors.Join(fmt.Errorf("check payment: %w", err), p.postpone(ctx, ref, now))
	}
	return nil
}

func (p *Service) checkWith(ctx context.Context, a booking.Attempt, b booking.Booking, now time.Time,
	listAge time.Duration) error {
	wanted := a.Awaits(b)
	if a.State == booking.AttemptCreating && wanted && now.Before(a.ExpiresAt) {
		created, err := p.create(ctx, a)
		if err != nil || created.State != booking.AttemptOpen {
			return err
		}
		return p.remind(ctx, created, b, now)
	}
	state, err := p.ask(ctx, a, listAge)
	if errors.Is(err, ErrProviderNotFound) && a.State == booking.AttemptCreating {
		// The link was never created; if it had been, it would have expired by now.
		state, err = State{AttemptRef: a.Ref, Status: booking.Failed}, nil
	}
	if errors.Is(err, ErrProviderNotFound) {
		return p.noteUnknown(ctx, a, now)
	}
	if err != nil {
		return err
	}
	out, err := p.settle(ctx, a.Ref, state, now, fail)
	if err != nil || out.mismatch != nil {
		return err
	}
	payable := out.attempt.State == booking.AttemptOpen || out.attempt.State == booking.AttemptCreating
	overdue := now.After(out.attempt.ExpiresAt.Add(graceAfterExpiry))
	if payable && state.ProviderID != "" && (!wanted || overdue || out.attempt.State == booking.AttemptCreating) {
		if state, err = p.Provider.Cancel(ctx, state.ProviderID); err != nil {
			return fmt.Errorf("close link: %w", err)
		}
		_, err = p.settle(ctx, a.Ref, state, now, fail)
		return err
	}
	return p.remind(ctx, out.attempt, b, now)
}

// noteUnknown leaves the booking as it is, because a link that the gateway no longer knows may have been paid.
func (p *Service) noteUnknown(ctx context.Context, known booking.Attempt, now time.Time) error {
	p.Log.ErrorContext(ctx, "the gateway does not know a payment link", "attempt", known.Ref)
	return p.Store.Write(ctx, func(tx Tx) error {
		a, err := tx.FindAttempt(ctx, known.Ref)
		if err != nil {
			return err
		}
		a.LastCheckedAt, a.AnsweredAt, a.Checks = now, now, a.Checks+1
		a.NextCheckAt = nextCheck(a, now)
		return errors.Join(tx.SaveAttempt(ctx, a), tx.AddTask(ctx, unknownTask(a), now))
	})
}

// listedMoney is what was paid on an attempt and refunded, according to the gateway's list.
type listedMoney struct {
	at             time.Time
	paid, refunded int64
}

// ask fetches an attempt's state. A payment of the wrong amount counts as unpaid once the gateway's list, which may be
// up to listAge old, shows that it was fully refunded.
func (p *Service) ask(ctx context.Context, a booking.Attempt, listAge time.Duration) (State, error) {
	p.Counters.Fetches.Add(1)
	s, err := p.Provider.Fetch(ctx, a.ProviderID, a.Ref)
	if err != nil || s.AmountPaidPaise == 0 {
		return s, err
	}
	if _, mismatch := verify(a, s); mismatch == nil {
		return s, nil
	}
	now := p.Clock.Now()
	money, _ := p.listed.get(a.Ref)
	if age := now.Sub(money.at); money.paid != s.AmountPaidPaise || age < 0 || age >= listAge {
		money = listedMoney{at: now, paid: s.AmountPaidPaise}
		money.refunded, err = p.refundedOf(ctx, a)
		p.listed.set(a.Ref, money) // even after an error: the visitor's page will soon ask again
	}
	switch {
	case err != nil:
		p.Log.WarnContext(ctx, "refunds of mismatched payments could not be read", "attempt", a.Ref, "error", err)
	case s.AmountPaidPaise > 0 && money.refunded >= s.AmountPaidPaise:
		if s.AmountPaidPaise = 0; s.Status == booking.Success {
			s.Status = booking.Failed
		}
	}
	return s, nil
}

// refundedOf adds up a reference's refunds in the gateway's list, because the link names only one payment.
func (p *Service) refundedOf(ctx context.Context, a booking.Attempt) (paise int64, err error) {
	// the gateway's clock may differ from ours
	captured, err := p.Provider.Captured(ctx, a.CreatedAt.AddDate(0, 0, -1), p.Clock.Now().AddDate(0, 0, 1))
	if err != nil {
		return 0, err
	}
	for _, c := range captured {
		if c.AttemptRef == "" && c.RefundedPaise > 0 {
			if c.AttemptRef, err = p.Provider.ReferenceOf(ctx, c.ProviderPaymentID); err != nil {
				return 0, err
			}
		}
		if c.AttemptRef == a.Ref {
			paise += c.RefundedPaise
		}
	}
	return paise, nil
}

// LinkTemplate is the template for the email in which the desk sends a payment link.
const LinkTemplate = "payment-link"

// pendingMailAfter is the age of an unpaid link at which we send a reminder.
const pendingMailAfter = 8 * time.Minute

// unprovedMailEvery is the minimum time between emails to an address that nobody has verified (decision 0004).
const unprovedMailEvery = 24 * time.Hour

// remind also reaches people who left before their link was created, because the gateway was down.
func (p *Service) remind(ctx context.Context, a booking.Attempt, b booking.Booking, now time.Time) error {
	if a.State != booking.AttemptOpen || b.Status != booking.Initiated || now.Before(a.CreatedAt.Add(pendingMailAfter)) ||
		!now.Before(a.ExpiresAt) {
		return nil
	}
	return p.Store.Write(ctx, func(tx Tx) error {
		for _, template := range []string{pendingTemplate, LinkTemplate} {
			recent, err := tx.HasMailBetween(ctx, b.EmailKey, template, now.Add(-unprovedMailEvery), now)
			if err != nil || recent {
				return err
			}
		}
		return tx.EnqueueMail(ctx, p.pendingMail(b, a), now)
	})
}

func (p *Service) postpone(ctx context.Context, ref string, now time.Time) error {
	ctx = context.WithoutCancel(ctx)
	return p.Store.Write(ctx, func(tx Tx) error {
		a, err := tx.FindAttempt(ctx, ref)
		if err != nil {
			return err
		}
		a.LastCheckedAt, a.Checks = now, a.Checks+1
		a.NextCheckAt = retryCheck(a, now)
		return tx.SaveAttempt(ctx, a)
	})
}
