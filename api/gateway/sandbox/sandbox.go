// Package sandbox is a payment provider without a bank: it stores its links in its own file, shows a payment page with
// a button for each possible outcome, and moves no money. The server treats it like any other provider.
package sandbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/store/engine"
)

// Name is the provider's name in settings, rows and the webhook's address.
const Name = booking.SandboxProvider

// PagePath is the path of the payment pages, below the site's address.
const PagePath = "/sandbox/pay/"

// Sandbox is the sandbox provider.
type Sandbox struct {
	db      *sql.DB
	clock   domain.Clock
	baseURL string
	secret  []byte // signs the messages
	wake    chan struct{}
}

// Open opens or creates dir/sandbox.db. The payment pages are served at baseURL, without a trailing slash.
func Open(ctx context.Context, dir, baseURL string, clock domain.Clock) (*Sandbox, error) {
	db, err := sql.Open("sqlite", engine.Address(filepath.Join(dir, "sandbox.db"),
		"_busy_timeout=5000&_journal_mode=WAL&_synchronous=FULL&_foreign_keys=1&_txlock=immediate&_defensive=1&_dqs=0"))
	if err != nil {
		return nil, fmt.Errorf("open sandbox: %w", err)
	}
	db.SetMaxOpenConns(1)
	s := &Sandbox{db: db, clock: clock, baseURL: baseURL, wake: make(chan struct{}, 1)}
	if err := s.prepare(ctx); err != nil {
		db.Close()
		return nil, fmt.Errorf("open sandbox: %w", err)
	}
	return s, nil
}

// Close closes the file.
func (s *Sandbox) Close() error { return s.db.Close() }

// Name is the provider's name.
func (s *Sandbox) Name() string { return Name }

// CreateCheckout creates a link, or returns the one with this reference.
func (s *Sandbox) CreateCheckout(ctx context.Context, r payment.CheckoutRequest) (payment.Checkout, error) {
	link := Link{
		ID: "sbx_" + domain.NewID(128), Reference: r.AttemptRef,
		AmountPaise: r.AmountPaise, Currency: r.Currency, Description: r.Description, ReturnURL: r.ReturnURL,
		CreatedAt: s.clock.Now(), ExpiresAt: r.ExpiresAt, Status: statusCreated,
	}
	isNew, err := insertLink(ctx, s.db, link)
	if err == nil && !isNew {
		link, err = s.findLink(ctx, "", r.AttemptRef)
	}
	if err != nil {
		return payment.Checkout{}, fmt.Errorf("sandbox: create link: %w", err)
	}
	if link.AmountPaise != r.AmountPaise || link.Currency != r.Currency {
		return payment.Checkout{}, fmt.Errorf("%w: the link asks for %d paise", payment.ErrMismatch, link.AmountPaise)
	}
	return payment.Checkout{ProviderID: link.ID, URL: s.baseURL + PagePath + link.ID, ExpiresAt: link.ExpiresAt,
		Adopted: !isNew}, nil
}

// Fetch returns a link's state.
func (s *Sandbox) Fetch(ctx context.Context, providerID, attemptRef string) (payment.State, error) {
	link, err := s.findLink(ctx, providerID, attemptRef)
	if err != nil {
		return payment.State{}, err
	}
	return s.state(link), nil
}

// Cancel closes a link that can still be paid.
func (s *Sandbox) Cancel(ctx context.Context, providerID string) (payment.State, error) {
	link, err := s.change(ctx, providerID, func(l *Link) { l.Status = statusCancelled })
	if err != nil && !errors.Is(err, ErrNotPayable) {
		return payment.State{}, err
	}
	return s.state(link), nil
}

// Refund refunds a payment once per key.
func (s *Sandbox) Refund(ctx context.Context, providerPaymentID string, amountPaise int64, key string) error {
	if err := s.insertRefund(ctx, providerPaymentID, amountPaise, key); err != nil {
		return fmt.Errorf("sandbox: refund: %w", err)
	}
	return nil
}

func (s *Sandbox) state(l Link) payment.State {
	now := s.clock.Now()
	state := payment.State{
		ProviderID: l.ID, AttemptRef: l.Reference, Status: booking.Initiated,
		AmountPaise: l.AmountPaise, Currency: l.Currency,
	}
	switch l.StatusAt(now) {
	case statusPaid:
		state.Status = booking.Success
		state.AmountPaidPaise, state.ProviderPaymentID = l.AmountPaise, l.PaymentID
	case statusExpired, statusCancelled:
		state.Status, state.Terminal = booking.Failed, l.Status == statusCancelled
	}
	return state
}

const lateBy = 20 * time.Second

// Find returns a payment page's link, or payment.ErrProviderNotFound.
func (s *Sandbox) Find(ctx context.Context, id string) (Link, error) {
	if id == "" {
		return Link{}, payment.ErrProviderNotFound
	}
	return s.findLink(ctx, id, "")
}

// Pay marks a link as paid.
func (s *Sandbox) Pay(ctx context.Context, id string) (Link, error) {
	return s.change(ctx, id, func(l *Link) {
		l.Status, l.PaymentID, l.PaysAt = statusPaid, newPaymentID(), s.clock.Now()
	})
}

// Decline refuses the payment permanently and closes the link.
func (s *Sandbox) Decline(ctx context.Context, id string) (Link, error) {
	return s.change(ctx, id, func(l *Link) { l.Status = statusCancelled })
}

// PayLate makes the link expire now and captures its payment afterwards (lateBy), as a slow bank would.
func (s *Sandbox) PayLate(ctx context.Context, id string) (Link, error) {
	return s.change(ctx, id, func(l *Link) {
		l.Status, l.PaymentID, l.PaysAt = statusExpired, newPaymentID(), s.clock.Now().Add(lateBy)
	})
}

func newPaymentID() string { return "sbxpay_" + domain.NewID(128) }
