package registration

import (
	"context"
	"errors"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// PayAgain gives a failed booking another link (decision 0006), or returns the existing one. As it has no seat, the
// sales window, price, seats and the network's limit are checked as for a new booking.
func (r *Service) PayAgain(ctx context.Context, bookingID string, s Submission) (paymentURL string, err error) {
	view, err := r.payments.Status(ctx, bookingID) // a late payment may have arrived, so Status asks the gateway
	if err != nil {
		return "", err
	}
	now := r.clock.Now()
	switch {
	case view.Awaited(now):
		return "", &domain.Error{Code: domain.CodeUnavailable, RetryAfterSeconds: 60, Message: texts.BankMayConfirm}
	case view.Status == booking.Success && !view.DerivedState.TicketVoid:
		return "", r.alreadyRegistered()
	case view.DerivedState.State == booking.PendingPayment:
		ref := view.Attempt.Ref
		err := r.store.Write(ctx, func(tx Tx) error {
			b, err := tx.FindBooking(ctx, bookingID)
			if err != nil {
				return err
			}
			// The same person may have paid a registration in another category.
			facts, err := tx.ReadRules(ctx, booking.RuleQuestion{Booking: b, Now: now})
			switch {
			case err != nil:
				return err
			case facts.OtherPaid:
				return r.alreadyRegistered()
			case view.Attempt.State == booking.AttemptPaid, view.Attempt.State == booking.AttemptClosed: // a part was paid
				ref, err = r.saveAttempt(ctx, tx, b, false, now)
			}
			return err
		})
		if err != nil {
			return "", err
		}
		return r.start(ctx, ref)
	case view.DerivedState.State != booking.Expired:
		return "", errRegisterAgain()
	}
	b, err := r.store.FindBooking(ctx, bookingID)
	if err != nil {
		return "", fmt.Errorf("pay again: %w", err)
	}
	b.NetworkHash = s.NetworkHash
	ref, err := r.reopen(ctx, b, now)
	if err != nil {
		return "", err
	}
	return r.start(ctx, ref)
}

func (r *Service) alreadyRegistered() error {
	return domain.Refuse(domain.CodeAlreadyRegistered, r.content.Registration.Messages.AlreadyRegistered)
}

func errRegisterAgain() error { return domain.Refuse(domain.CodeNotPossible, texts.RegisterAgain) }

func (r *Service) reopen(ctx context.Context, b booking.Booking, now time.Time) (attemptRef string, err error) {
	category, known := r.content.CategoryByType(b.CategoryType)
	if !known || category.PricesAt(now).For(b.Spouse).TotalPaise != b.AmountPaise ||
		b.IDAsset != "" && r.documentEnds(b).Before(now) {
		return "", errRegisterAgain()
	}
	if err := r.checkSales(ctx, category, Submission{}, now); err != nil {
		return "", err
	}
	err = r.store.Write(ctx, func(tx Tx) error {
		facts, err := tx.ReadRules(ctx, booking.RuleQuestion{Booking: b, Now: now})
		if err != nil {
			return err
		}
		stored, err := tx.FindBooking(ctx, b.ID)
		if err != nil {
			return err
		}
		if stored.Status != booking.Failed { // another tab was faster
			attemptRef, err = tx.FindPayableAttempt(ctx, b.ID)
			if err == nil && attemptRef == "" {
				err = r.alreadyRegistered()
			}
			return err
		}
		if err := r.checkReopening(facts, b, category); err != nil {
			return err
		}
		if err := tx.ReopenBooking(ctx, b.ID, b.NetworkHash); err != nil {
			return err
		}
		attemptRef, err = r.nextAttempt(ctx, tx, b, now)
		return err
	})
	return attemptRef, err
}

func (r *Service) checkReopening(facts booking.RuleFacts, b booking.Booking, c schema.Category) error {
	switch {
	case facts.OtherPaid:
		return r.alreadyRegistered()
	case facts.UnderWay:
		return domain.Refuse(domain.CodeUnpaid, texts.RegisteredAgain)
	}
	return r.checkCapacity(facts, b, c)
}

// documentEnds returns until when an unpaid booking gets new links: the document must exist at their expiry.
func (r *Service) documentEnds(b booking.Booking) time.Time {
	days := r.content.Registration.IDDocument.Retention.UnpaidDays
	return b.CreatedAt.AddDate(0, 0, days).Add(-time.Duration(r.content.Tickets.LinkLifetimeMinutes) * time.Minute)
}

func (r *Service) start(ctx context.Context, attemptRef string) (paymentURL string, err error) {
	paymentURL, err = r.payments.Start(ctx, attemptRef)
	if _, isOurs := errors.AsType[*domain.Error](err); isOurs || err == nil {
		return paymentURL, err
	}
	return "", &domain.Error{
		Code: domain.CodeUnavailable, Message: texts.SavedNotPayable, RetryAfterSeconds: 30,
		Cause: fmt.Errorf("start payment: %w", err),
	}
}
