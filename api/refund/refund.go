// Package refund makes refunds in steps, which are stored in transactions, so that a crash loses no refund:
//
//  1. decide.go computes how much may be refunded, and whether one person may decide it alone.
//  2. request.go: above the limit, another person has to approve the request before anything changes.
//  3. due.go marks the payment's refund as due and adds a task. A cancellation also voids the ticket and releases the
//     seat. A refund that is due will be made, even if the caller crashes.
//  4. run.go: the reconciler asks the gateway to make the refund under the payment's own key, so that repeating it
//     is harmless. record.go stores what the gateway has refunded, issues the credit note and writes the email. Manual
//     payments are refunded by a person, who records the refund (RecordManualRefund).
//  5. failed.go: a refund that the gateway accepted but did not make is due again, under another key.
//
// The desk's actions (desk/refund.go) do steps 1 to 3 in one transaction with the activity log; a preview rolls that
// transaction back. Surplus payments (paid twice, no seat left) start at step 3 in payment/settle.go.
package refund

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/invoice"
	"transom/api/texts"
)

// Refunds makes refunds.
type Refunds struct{ Setup }

// Setup holds the dependencies of Refunds.
type Setup struct {
	Store    Store
	Gateway  Gateway
	Payments Payments
	Clock    domain.Clock
	Content  *domain.Content
	Invoices invoice.Issuer
	Log      *slog.Logger
	Patience time.Duration // the time limit for one operation at the gateway
}

// Gateway is the part of a payment provider that is used for refunds.
type Gateway interface {
	Name() string
	// Refund refunds a captured payment; a key always means the same refund. If the gateway refuses, the error's
	// IsRefusal returns true; if a refund with this key was accepted and failed later, the error is ErrFailed.
	Refund(ctx context.Context, providerPaymentID string, amountPaise int64, key string) error
	Refunded(ctx context.Context, providerPaymentID string) (paise int64, err error)
}

type refusal interface {
	error
	IsRefusal() bool
}

// Payments is the part of package payment that is used for refunds.
type Payments interface {
	// NamePayment asks the gateway about a link, so that a payment without a gateway id gets one.
	NamePayment(ctx context.Context, attemptRef string) error
	Mail(template, dedupeKey string, b booking.Booking, more map[string]string) domain.OutgoingMail
	// RestMail returns the email about what is left to pay.
	RestMail(dedupeKey string, b booking.Booking, captured []booking.Payment) domain.OutgoingMail
	// EndOffer ends a ticket's offer; `holder` is the ticket_state in the holder's email, or HolderInformed.
	EndOffer(ctx context.Context, tx Tx, b booking.Booking, holder string, now time.Time) (colleague string, err error)
}

// The methods of Store and Tx are documented in api/store.
type Store interface {
	Write(ctx context.Context, f func(Tx) error) error
	AppliedPayments(ctx context.Context) ([]booking.Payment, error)
	RefundDuePayments(ctx context.Context) ([]booking.Payment, error)
}

// Tx is the part of a transaction that is used for refunds.
type Tx interface {
	invoice.Tx
	FindBooking(ctx context.Context, id string) (booking.Booking, error) // ErrNotFound
	SetBookingPayment(ctx context.Context, b booking.Booking) error
	HasOtherPaid(ctx context.Context, b booking.Booking) (bool, error)
	FindPayer(ctx context.Context, bookingID string) (booking.Payer, error)
	FindPaymentOfAttempt(ctx context.Context, ref string) (booking.Payment, error) // ErrNotFound
	PaymentsOfBooking(ctx context.Context, bookingID string) ([]booking.Payment, error)
	SavePayment(ctx context.Context, p booking.Payment) error
	NamePayment(ctx context.Context, p booking.Payment, providerPaymentID string) error
	RecheckPayable(ctx context.Context, bookingID string, now time.Time) error
	VoidTicket(ctx context.Context, bookingID string, now time.Time) error
	FindOpenTransfer(ctx context.Context, bookingID string) (booking.Transfer, error) // ErrNotFound
	EndTransfer(ctx context.Context, id string, state booking.TransferState, now time.Time) error
	EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error
	OpenRequests(ctx context.Context, bookingID string) ([]booking.Request, error)
	AddTask(ctx context.Context, t booking.Task, now time.Time) error
	FinishTask(ctx context.Context, dedupeKey string, now time.Time) error
}

var (
	ErrNothingPaid     = refuse(texts.RefundNothingPaid)
	ErrAlreadyRefunded = refuse(texts.RefundAlreadyMade)
	ErrOtherProvider   = refuse(texts.RefundOtherProvider)
	ErrTooMuch         = refuse(texts.RefundTooMuch)
	ErrNotManual       = refuse(texts.RefundNotManual)
	ErrWhole           = refuse(texts.RefundWhole)
	ErrMoneyMoved      = refuse(texts.RefundMoneyMoved)
	ErrNotWithdrawable = refuse(texts.RefundNotWithdrawable)
	ErrGatewayNotThere = errors.New("the gateway does not respond")
	// ErrFailed is returned if the gateway accepted a refund that failed later; repeating the refund needs a new key.
	ErrFailed = errors.New("the gateway accepted the refund, but it failed")
)

func refuse(sentence string) error { return domain.Refuse(domain.CodeNotPossible, sentence) }

// HolderInformed is passed to EndOffer if another email informs the ticket's holder.
const HolderInformed = ""
