package sandbox

import (
	"context"
	"errors"
	"time"

	"transom/api/domain"
	"transom/api/payment"
)

// lateBy is how long after the link's end the money of PayLate comes.
const lateBy = 20 * time.Second

// Find returns the link of a hosted page; payment.ErrProviderNotFound when there is none.
func (s *Sandbox) Find(ctx context.Context, id string) (Link, error) {
	if id == "" {
		return Link{}, payment.ErrProviderNotFound
	}
	return s.findLink(ctx, id, "")
}

// IsNotPayable reports whether an error of Pay, Decline or PayLate means that the link's time was over.
func IsNotPayable(err error) bool { return errors.Is(err, errNotPayable) }

// Pay pays a link.
func (s *Sandbox) Pay(ctx context.Context, id string) (Link, error) {
	return s.change(ctx, id, func(l *Link) {
		l.Status, l.PaymentID, l.PaysAt = statusPaid, newPaymentID(), s.clock.Now()
	})
}

// Decline refuses the payment for good and closes the link.
func (s *Sandbox) Decline(ctx context.Context, id string) (Link, error) {
	return s.change(ctx, id, func(l *Link) { l.Status = statusCancelled })
}

// PayLate lets the link expire now, and the bank's answer come afterwards: the money is there all the same.
func (s *Sandbox) PayLate(ctx context.Context, id string) (Link, error) {
	return s.change(ctx, id, func(l *Link) {
		l.Status, l.PaymentID, l.PaysAt = statusExpired, newPaymentID(), s.clock.Now().Add(lateBy)
	})
}

func newPaymentID() string { return "sbxpay_" + domain.NewID(128) }
