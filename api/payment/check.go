package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// graceAfterExpiry is how long we wait for the gateway to close a link by itself before we ask it to.
const graceAfterExpiry = 15 * time.Minute

// closedFetchInterval is the least time between two questions about a closed link that a visitor causes.
const closedFetchInterval = time.Minute

// listInterval is the least time between two looks through the gateway's list that the visitors of one link cause while
// nothing else is paid on it; anew is for everybody else.
const (
	listInterval = time.Minute
	anew         = 0
)

// Status tells what is known of a booking's payment, and asks the gateway first when that may have changed. However
// many visitors wait for it, the gateway is asked once in FetchInterval.
func (p *Service) Status(ctx context.Context, bookingID string) (booking.PaymentView, error) {
	view, err := p.findView(ctx, bookingID)
	if err != nil || !p.mayHaveChanged(view) {
		return view, err
	}
	if err := p.checkOnce(ctx, view.Attempt.Ref, p.tried.mayAsk, listInterval); err != nil {
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
		return view, &domain.Error{Code: domain.CodeNotFound, Message: "This booking is not known."}
	}
	if err != nil {
		return view, err
	}
	var captured []booking.Payment
	switch { // pages ask often, and most of them about a booking whose money needs no second question
	case view.Status == booking.Initiated:
	case view.Plain:
		captured = []booking.Payment{{Disposition: booking.Applied}}
	default:
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
	return p.checkOnce(ctx, ref, p.tried.mayAsk, anew)
}

// NamePayment asks the gateway about an attempt, so that its payment gets its id.
func (p *Service) NamePayment(ctx context.Context, ref string) error { return p.check(ctx, ref) }

// checkNow is check for a person who waits: it asks however young the last question is.
func (p *Service) checkNow(ctx context.Context, ref string) error {
	return p.checkOnce(ctx, ref, func(string, time.Time, time.Time) bool { return true }, anew)
}

func (p *Service) checkOnce(ctx context.Context, ref string, mayAsk func(ref string, stored, now time.Time) bool,
	old time.Duration) error {
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
	if !mayAsk(ref, a.LastCheckedAt, now) {
		return nil
	}
	b, err := p.Store.FindBooking(ctx, a.BookingID)
	if err != nil {
		return fmt.Errorf("check payment: %w", err)
	}
	if err := p.look(ctx, a, b, now, old); err != nil {
		p.Counters.FetchErrors.Add(1)
		return errors.Join(fmt.Errorf("check payment: %w", err), p.postpone(ctx, ref, now))
	}
	return nil
}

// look does what the state of attempt and booking asks for; old is ask's.
func (p *Service) look(ctx context.Context, a booking.Attempt, b booking.Booking, now time.Time,
	old time.Duration) error {
	wanted := b.Status == booking.Initiated
	if a.State == booking.AttemptCreating && wanted && now.Before(a.ExpiresAt) {
		created, err := p.create(ctx, a)
		if err != nil || created.State != booking.AttemptOpen {
			return err
		}
		return p.afterLook(ctx, created, b, now)
	}
	state, err := p.ask(ctx, a, old)
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
	return p.afterLook(ctx, out.attempt, b, now)
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

// ask fetches the state of an attempt. Wrong money that has gone back is wrong no more: nothing was paid. That stands
// in the gateway's list only, where the last look may be so old.
func (p *Service) ask(ctx context.Context, a booking.Attempt, old time.Duration) (State, error) {
	p.Counters.Fetches.Add(1)
	s, err := p.Provider.Fetch(ctx, a.ProviderID, a.Ref)
	if err != nil || s.AmountPaidPaise == 0 {
		return s, err
	}
	if _, mismatch := verify(a, s); mismatch == nil {
		return s, nil
	}
	now := p.Clock.Now()
	given, known := p.listed.recall(a.Ref, s.AmountPaidPaise, now, old)
	if !known {
		given, err = p.givenBack(ctx, a)
		// also when the list did not come: whoever waits asks again soon
		p.listed.keep(a.Ref, listLook{now, s.AmountPaidPaise, given})
	}
	switch {
	case err != nil:
		p.Log.WarnContext(ctx, "refunds of wrong money not looked for", "attempt", a.Ref, "error", err)
	case s.AmountPaidPaise > 0 && given >= s.AmountPaidPaise: // below zero it could not be read, and no refund covers it
		if s.AmountPaidPaise = 0; s.Status == booking.Success {
			s.Status = booking.Failed
		}
	}
	return s, nil
}

// givenBack is how much of all that was captured under a reference has gone back. The link names one payment, if any;
// the gateway's list has them all.
func (p *Service) givenBack(ctx context.Context, a booking.Attempt) (paise int64, err error) {
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

// LinkTemplate is the mail with which the desk sends a payment link.
const LinkTemplate = "payment-link"

// pendingMailAfter is how long a link may wait before its owner is reminded of it.
const pendingMailAfter = 8 * time.Minute

// unprovedMailEvery is how often an address that nobody has proved may get a mail: whoever registers may have typed
// anybody's.
const unprovedMailEvery = 24 * time.Hour

// afterLook reminds the owner of a link that still waits: the one who left, and the one whose link was made after the
// gateway had been away.
func (p *Service) afterLook(ctx context.Context, a booking.Attempt, b booking.Booking, now time.Time) error {
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
