package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/refund"
)

// Provider is a payment gateway with hosted payment links. Amounts are in paise.
type Provider interface {
	refund.Gateway // a refusal is a ProviderError
	// CreateCheckout is idempotent on AttemptRef: calling it twice never creates two payable links.
	CreateCheckout(ctx context.Context, r CheckoutRequest) (Checkout, error)
	// Fetch finds a link by the provider's id or, if "", by AttemptRef; otherwise ErrProviderNotFound.
	Fetch(ctx context.Context, providerID, attemptRef string) (State, error)
	// Cancel makes a link unpayable and returns its state; a paid link stays paid.
	Cancel(ctx context.Context, providerID string) (State, error)
	// ParseWebhook verifies the signature over the raw bytes before it parses anything. The error is ErrBadSignature, or
	// ErrMessageTime if the gateway signs a time that is too far from now.
	ParseWebhook(h http.Header, raw []byte, now time.Time) (WebhookEvent, error)
	// Captured lists all of the account's payments that were captured in a time span, from all pages.
	Captured(ctx context.Context, from, to time.Time) ([]CapturedPayment, error)
	// FetchPayment looks up a captured payment by its own id, or returns ErrProviderNotFound.
	FetchPayment(ctx context.Context, providerPaymentID string) (CapturedPayment, error)
	// ReferenceOf returns the reference of the link through which a payment was made, or "" if there was none.
	ReferenceOf(ctx context.Context, providerPaymentID string) (attemptRef string, err error)
	// FetchDispute looks up a payer's dispute, or returns ErrProviderNotFound.
	FetchDispute(ctx context.Context, disputeID string) (Dispute, error)
}

// CapturedPayment is a captured payment as the gateway reports it, independent of any link.
type CapturedPayment struct {
	ProviderPaymentID          string
	AttemptRef                 string // "" if the gateway does not report it; then call ReferenceOf
	AmountPaise, RefundedPaise int64
	Currency                   string
	At                         time.Time
}

// isRefunded is false if the amount is unreadable, that is negative.
func (c CapturedPayment) isRefunded() bool {
	return c.AmountPaise > 0 && c.RefundedPaise >= c.AmountPaise
}

// Dispute is a payer's objection to a payment, which the payer's bank decides.
type Dispute struct {
	ID, ProviderPaymentID string
	AmountPaise           int64
	RespondBy             time.Time // zero if no response is needed
	Outcome               DisputeOutcome
}

// DisputeOutcome is the state of a dispute.
type DisputeOutcome string

const (
	DisputeOpen  DisputeOutcome = "open"
	DisputeEnded DisputeOutcome = "ended" // we keep the money
	DisputeLost  DisputeOutcome = "lost"  // the bank has taken the money back
)

// CheckoutRequest describes a payment link to be created.
type CheckoutRequest struct {
	AttemptRef  string // our unique reference: at most 40 characters of [A-Za-z0-9_-]
	BookingID   string
	AmountPaise int64
	Currency    string
	Description string // contains nothing that the visitor typed
	Customer    Customer
	ReturnURL   string // {site}/verify/{bookingId}
	ExpiresAt   time.Time
	Again       bool // the link may have been requested before: look up the reference first
}

// Customer holds what a gateway needs to know about the payer.
type Customer struct {
	Name, Email string
	Mobile      string // the number as typed: without the country code, or with "+" and the country code
	DialCode    string // the edition's country code, or "" if the content has none
}

// PhoneE164 returns the customer's number in international form, or "" if the country code is unknown.
func (c Customer) PhoneE164() string {
	switch {
	case strings.HasPrefix(c.Mobile, "+"):
		return c.Mobile
	case c.Mobile == "" || c.DialCode == "":
		return ""
	}
	return "+" + c.DialCode + c.Mobile
}

// Checkout is a payment link.
type Checkout struct {
	ProviderID, URL string
	ExpiresAt       time.Time
	Adopted         bool // the link was found by its reference, not created
}

// State is a gateway's response about a link.
type State struct {
	ProviderID, AttemptRef, ProviderPaymentID string
	Status                                    booking.PaymentStatus
	// Terminal is true if no payment can arrive any more; a slow bank may still pay an expired link.
	Terminal                     bool
	AmountPaise, AmountPaidPaise int64
	Currency                     string
	Unexpected                   string // a status word that we do not know; then Status is INITIATED
}

// WebhookEvent is a message from a gateway; it only prompts us to ask the gateway.
type WebhookEvent struct {
	EventID, Kind, ProviderID, AttemptRef string
	ProviderPaymentID, DisputeID          string // "" if the message does not name one
	Redacted                              []byte // the body without personal data, stored for audits
}

var (
	ErrProviderNotFound = errors.New("the gateway does not know this payment")
	ErrRefundFailed     = refund.ErrFailed
	ErrBadSignature     = errors.New("the webhook's signature is invalid")
	ErrMessageTime      = errors.New("the webhook's time is too far from this machine's")
)

// ProviderError is returned if a gateway refused a request or did not answer.
type ProviderError struct {
	HTTPStatus        int
	Code, Description string
	Retryable         bool
	Ambiguous         bool // we do not know whether the call took effect
}

// IsRefusal reports whether the gateway understood the request and refused it, so that nothing was done.
func (e *ProviderError) IsRefusal() bool {
	return e.HTTPStatus/100 == 4 && e.HTTPStatus != http.StatusTooManyRequests
}

func (e *ProviderError) Error() string {
	if e.HTTPStatus == 0 {
		return fmt.Sprintf("the gateway did not respond (%s): %s", e.Code, e.Description)
	}
	return fmt.Sprintf("the gateway responded with %d %s: %s", e.HTTPStatus, e.Code, e.Description)
}
