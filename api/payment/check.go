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

// graceAfterExpiry is how long we wait for the gateway to close a link by itself before we ask it to.
const graceAfterExpiry = 15 * time.Minute

// closedFetchInterval is the least time between two questions about a closed link that a visitor causes.
const closedFetchInterval = time.Minute

// listInterval is the least time between two readings of the gateway's list that the visitors of one link cause while
// nothing else is paid on it; anew is for everybody else.
const (
	listInterval = time.Minute
	anew         = 0
)

// Status returns what is known of a booking's payment, and asks the gateway first when that may have changed. However
// many visitors wait for it, the gateway is asked once in FetchInterval.
func (p *Service) Status(ctx context.Context, bookingID string) (booking.PaymentView, error) {
	view, err := p.findView(ctx, bookingID)
	if err != nil || !p.mayHaveChanged(view) {
		return view, err
	}
	if err := p.checkAttempt(ctx, view.Attempt.Ref, FetchInterval, listInterval); err != nil {
		// What we knew stays true; the page asks again.
		p.Log.WarnContext(ctx, "payment status not refreshed", "attempt", view.Attempt.Ref, "error", err)
	}
	return p.findView(ctx, bookingID)
}

// Waiting lists what was registered with an address and is not paid yet. Only who has proved the mailbox may see it.
func (p *Service) Waiting(ctx context.Context, emailKey string) ([]booking.Booking, error) {
	return p.Store.FindWaitingBookings(ctx, emailKey)
}

func (p *Service) findView(ctx context.Context, bookingID string) (booking.PaymentView, error) {
	view, err := p.Store.FindPaymentView(ctx, bookingID)
	if errors.Is(err, domain.ErrNotFound) {
		return view, &domain.Error{Code: domain.CodeNotFound, Message: texts.BookingUnknown}
	}
	if err != nil {
		return view, err
	}
	var captured []booking.Payment
	if view.Status != booking.Initiated {
		captured, err = p.Store.PaymentsOfBooking(ctx, bookingID)
	}
	view.Standing = booking.StandingOf(booking.Booking{Status: view.Status, EmailKey: view.EmailKey,
		HoldsSeat: view.HoldsSeat}, captured)
	return view, err
}

func (p *Service) mayHaveChanged(v booking.PaymentView) bool {
	if v.Status == booking.Success || v.Attempt.Ref == "" || v.Attempt.State == booking.AttemptPaid {
		return false
	}
	interval := FetchInterval
	if v.Attempt.State == booking.AttemptClosed {
		interval = closedFetchInterval
	}
	age := p.Clock.Now().Sub(v.Attempt.LastCheckedAt)
	return age >= interval || age < 0 // a rehearsal that starts again has an earlier clock
}

// check asks the gateway about one attempt and writes what it says. It does nothing when the last question is younger
// than FetchInterval, so that callers may be as impatient as they like.
func (p *Service) check(ctx context.Context, ref string) error {
	return p.checkAttempt(ctx, ref, FetchInterval, anew)
}

// NamePayment asks the gateway about an attempt, so that its payment gets its id.
func (p *Service) NamePayment(ctx context.Context, ref string) error { return p.check(ctx, ref) }

// checkNow is check for a person who waits: it asks however young the last question is.
func (p *Service) checkNow(ctx context.Context, ref string) error {
	return p.checkAttempt(ctx, ref, anew, anew)
}

// checkAttempt asks the gateway about an attempt unless it was asked less than interval ago. What its list said may be
// up to listAge old.
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
	if age := now.Sub(last); age >= 0 && age < interval { // an age below 0 is a clock that was put back
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

// checkWith does what the state of attempt and booking asks for.
func (p *Service) checkWith(ctx context.Context, a booking.Attempt, b booking.Booking, now time.Time,
	listAge time.Duration) error {
	wanted := b.Status == booking.Initiated
	if a.State == booking.AttemptCreating && wanted && now.Before(a.ExpiresAt) {
		created, err := p.create(ctx, a)
		if err != nil || created.State != booking.AttemptOpen {
			return err
		}
		return p.remind(ctx, created, b, now)
	}
	state, err := p.ask(ctx, a, listAge)
	if errors.Is(err, ErrProviderNotFound) && a.State == booking.AttemptCreating {
		// The link was never made, and its time is over.
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

// noteUnknown makes a task of a link that the gateway has forgotten. It proves nothing about money, so all stays as it
// is.
func (p *Service) noteUnknown(ctx context.Context, known booking.Attempt, now time.Time) error {
	p.Log.ErrorContext(ctx, "the gateway does not know a payment link", "attempt", known.Ref)
	return p.Store.WritePayment(ctx, func(tx Tx) error {
		a, err := tx.FindAttempt(ctx, known.Ref)
		if err != nil {
			return err
		}
		a.LastCheckedAt, a.AnsweredAt, a.Checks = now, now, a.Checks+1
		a.NextCheckAt = nextCheck(a, now)
		if err := tx.SaveAttempt(ctx, a); err != nil {
			return err
		}
		return tx.AddTask(ctx, unknownTask(a), now)
	})
}

// listedMoney is what the gateway's list said of an attempt on which this much was paid: how much was refunded.
type listedMoney struct {
	at             time.Time
	paid, refunded int64
}

// ask fetches the state of an attempt. Wrong money that was refunded is no longer wrong: nothing was paid. Only the
// gateway's list shows that; what it said may be up to listAge old.
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
		p.listed.set(a.Ref, money) // also when the list did not come: whoever waits asks again soon
	}
	switch {
	case err != nil:
		p.Log.WarnContext(ctx, "refunds of wrong money not read", "attempt", a.Ref, "error", err)
	case s.AmountPaidPaise > 0 && money.refunded >= s.AmountPaidPaise:
		if s.AmountPaidPaise = 0; s.Status == booking.Success {
			s.Status = booking.Failed
		}
	}
	return s, nil
}

// refundedOf returns how much of all that was captured under a reference was refunded. The link names one payment, if
// any; the gateway's list has them all.
func (p *Service) refundedOf(ctx context.Context, a booking.Attempt) (paise int64, err error) {
	// the gateway's clock is another one
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

// LinkTemplate is the email with which the desk sends a payment link.
const LinkTemplate = "payment-link"

// pendingMailAfter is how long a link may wait before its owner is reminded of it.
const pendingMailAfter = 8 * time.Minute

// unprovedMailEvery is how often an address that nobody has proved may get an email: whoever registers may have typed
// anybody's.
const unprovedMailEvery = 24 * time.Hour

// remind reminds the owner of a link that still waits: the one who left, and the one whose link was made after the
// gateway had been away.
func (p *Service) remind(ctx context.Context, a booking.Attempt, b booking.Booking, now time.Time) error {
	if a.State != booking.AttemptOpen || b.Status != booking.Initiated || now.Before(a.CreatedAt.Add(pendingMailAfter)) ||
		!now.Before(a.ExpiresAt) {
		return nil
	}
	return p.Store.WritePayment(ctx, func(tx Tx) error {
		for _, template := range []string{pendingTemplate, LinkTemplate} {
			recent, err := tx.HasMailBetween(ctx, b.EmailKey, template, now.Add(-unprovedMailEvery), now)
			if err != nil || recent {
				return err
			}
		}
		return tx.EnqueueMail(ctx, p.pendingMail(b, a), now)
	})
}

// postpone plans the next try after one that failed, also when that took all the time there was.
func (p *Service) postpone(ctx context.Context, ref string, now time.Time) error {
	ctx = context.WithoutCancel(ctx)
	return p.Store.WritePayment(ctx, func(tx Tx) error {
		a, err := tx.FindAttempt(ctx, ref)
		if err != nil {
			return err
		}
		a.LastCheckedAt, a.Checks = now, a.Checks+1
		a.NextCheckAt = retryCheck(a, now)
		return tx.SaveAttempt(ctx, a)
	})
}
