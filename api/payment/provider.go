package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"transom/api/booking"
	"transom/api/refund"
)

// Provider is a payment gateway with hosted payment links. Amounts are paise.
type Provider interface {
	Name() string
	// CreateCheckout is idempotent on AttemptRef: calling it twice never makes two payable links.
	CreateCheckout(ctx context.Context, r CheckoutRequest) (Checkout, error)
	// Fetch asks by the provider's id when it is known, else by AttemptRef. Unknown: ErrProviderNotFound.
	Fetch(ctx context.Context, providerID, attemptRef string) (State, error)
	// Cancel makes a link unpayable and returns its state; a link that is paid stays paid.
	Cancel(ctx context.Context, providerID string) (State, error)
	// ParseWebhook verifies the signature over the raw bytes before it parses anything. It refuses with ErrBadSignature,
	// or with ErrMessageTime when a gateway signs its time and the message is of another time than now.
	ParseWebhook(h http.Header, raw []byte, now time.Time) (WebhookEvent, error)
	// VerifyReturn checks the browser's return; a hint makes us fetch now, it never makes a payment.
	VerifyReturn(q url.Values, stored Checkout) (hint bool, err error)
	// Refund gives a captured payment back; the same key is the same refund. What the gateway refuses is a ProviderError;
	// a refund under this key that it took and that failed is ErrRefundFailed.
	Refund(ctx context.Context, providerPaymentID string, amountPaise int64, key string) error
	// Refunded returns how much of a payment was refunded.
	Refunded(ctx context.Context, providerPaymentID string) (paise int64, err error)
	// Captured lists all money that was captured in a span, page after page, whoever asked for it.
	Captured(ctx context.Context, from, to time.Time) ([]CapturedPayment, error)
	// FetchPayment asks for captured money under the payment's own id. Not captured, or unknown: ErrProviderNotFound.
	FetchPayment(ctx context.Context, providerPaymentID string) (CapturedPayment, error)
	// ReferenceOf is the reference of the link by which a payment was made, "" when it was made otherwise.
	ReferenceOf(ctx context.Context, providerPaymentID string) (attemptRef string, err error)
	// FetchDispute asks for a payer's objection to a payment. Unknown: ErrProviderNotFound.
	FetchDispute(ctx context.Context, disputeID string) (Dispute, error)
}

// CapturedPayment is captured money as the gateway knows it, apart from any link.
type CapturedPayment struct {
	ProviderPaymentID          string
	AttemptRef                 string // "" when the gateway does not say; ReferenceOf does
	AmountPaise, RefundedPaise int64
	Currency                   string
	At                         time.Time
}

// wentBack reports whether all of the payment was refunded. Of an amount that cannot be read nothing is known, so it
// was not.
func (c CapturedPayment) wentBack() bool {
	return c.AmountPaise > 0 && c.RefundedPaise >= c.AmountPaise
}

// Dispute is a payer's objection to a payment, which his bank decides.
type Dispute struct {
	ID, ProviderPaymentID string
	AmountPaise           int64
	RespondBy             time.Time // zero when there is nothing to answer
	Outcome               DisputeOutcome
}

// DisputeOutcome is how a dispute stands.
type DisputeOutcome string

// How a dispute stands.
const (
	DisputeOpen  DisputeOutcome = "open"
	DisputeEnded DisputeOutcome = "ended" // the money stays
	DisputeLost  DisputeOutcome = "lost"  // the bank has taken the money back
)

// CheckoutRequest asks for a payment link.
type CheckoutRequest struct {
	AttemptRef  string // our unique reference, at most 40 of [A-Za-z0-9_-]
	BookingID   string
	AmountPaise int64
	Currency    string
	Description string // no text of the visitor's
	Customer    Customer
	ReturnURL   string // {site}/verify/{bookingId}
	ExpiresAt   time.Time
	Again       bool // it may have been asked for before: look the reference up first
}

// Customer is what a gateway wants to know of the payer.
type Customer struct {
	Name, Email string
	Mobile      string // as it was typed, without the code of the country
	DialCode    string // of the edition's country, "" when the content does not say
}

// PhoneE164 is the international form of the customer's number, "" when the country is not known.
func (c Customer) PhoneE164() string {
	if c.Mobile == "" || c.DialCode == "" {
		return ""
	}
	return "+" + c.DialCode + c.Mobile
}

// Checkout is a payment link.
type Checkout struct {
	ProviderID, URL string
	ExpiresAt       time.Time
	Adopted         bool // found by reference, not newly made
}

// State is what a gateway says about a link.
type State struct {
	ProviderID, AttemptRef, ProviderPaymentID string
	Status                                    booking.PaymentStatus
	// no money can come by the link any more; one that has expired may still be paid by a bank that is late
	Terminal                     bool
	AmountPaise, AmountPaidPaise int64
	Currency                     string
	Unexpected                   string // a status word that we do not know; Status is INITIATED then
}

// WebhookEvent is a gateway's message; it only causes a fetch.
type WebhookEvent struct {
	EventID, Kind, ProviderID, AttemptRef string
	ProviderPaymentID, DisputeID          string // "" when it names none
	Redacted                              []byte // the body without personal data, for the audit table
}

// Errors of providers.
var (
	ErrProviderNotFound = errors.New("the gateway does not know this payment")
	ErrRefundFailed     = refund.ErrFailed
	ErrBadSignature     = errors.New("the webhook's signature is wrong")
	// ErrMessageTime is a webhook that is signed rightly and whose time is too far from this machine's.
	ErrMessageTime = errors.New("the webhook's time is too far from this machine's")
)

// ProviderError is a gateway's refusal or silence.
type ProviderError struct {
	HTTPStatus               int
	Code, Description, Field string
	Retryable                bool
	Ambiguous                bool // we do not know whether the call took effect
}

// IsRefusal reports whether the gateway has understood the question and said no, so that nothing was done.
func (e *ProviderError) IsRefusal() bool {
	return e.HTTPStatus/100 == 4 && e.HTTPStatus != http.StatusTooManyRequests
}

func (e *ProviderError) Error() string {
	if e.HTTPStatus == 0 {
		return fmt.Sprintf("the gateway gave no answer (%s): %s", e.Code, e.Description)
	}
	return fmt.Sprintf("gateway answered %d %s: %s", e.HTTPStatus, e.Code, e.Description)
}
