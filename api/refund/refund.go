// Package refund is how money goes back. Each step is one file and one transaction, so no payment is lost whatever
// breaks:
//
//  1. decide.go says how much may go back, and whether one person may decide it alone.
//  2. request.go: above the limit a request waits until another person has approved it. Until then nothing changes.
//  3. due.go writes in the payment's row that its refund is due, and a task. A cancellation takes ticket and seat.
//     From here on the money goes back, whatever happens to whoever decided it.
//  4. run.go: the reconciler asks the gateway under the payment's own key, so asking again is the same refund.
//     note.go writes what the gateway has given back, by whomever, and the mail. Money that no gateway knows is
//     given back by a person, who writes it down (GivenBack).
//  5. failed.go: what the gateway had accepted and did not make is due again, under another key.
//
// The desk's actions (desk/refund.go, desk/cancel.go) pass steps 1 to 3 in one transaction, with their line in the
// activity log; a preview is the same transaction, rolled back. Money that pays for nothing (paid twice, no seat left)
// begins at step 3 in payment/settle.go.
package refund

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

// Refunds gives money back.
type Refunds struct{ Setup }

// Setup is what Refunds works with.
type Setup struct {
	Store    Store
	Gateway  Gateway
	Payments Payments
	Clock    domain.Clock
	Content  *domain.Content
	Log      *slog.Logger
	// Patience is how long one visit to the gateway may take.
	Patience time.Duration
}

// Gateway is what refunds ask of a payment provider. Amounts are paise.
type Gateway interface {
	Name() string
	// Refund gives a captured payment back; the same key is the same refund. An error with IsRefusal() true is the
	// gateway's no; a refund under this key that it took and that failed is ErrFailed.
	Refund(ctx context.Context, providerPaymentID string, amountPaise int64, key string) error
	// Refunded returns how much of a payment was refunded.
	Refunded(ctx context.Context, providerPaymentID string) (paise int64, err error)
}

// refusal is an error of a gateway that may be its no.
type refusal interface {
	error
	IsRefusal() bool
}

// Payments is what refunds need of the rest of the payments.
type Payments interface {
	// NamePayment asks the gateway about a link, so that a payment which has no id of the gateway yet gets it.
	NamePayment(ctx context.Context, attemptRef string) error
	// Mail is a mail about a booking, with what its template may say besides.
	Mail(template, dedupeKey string, b booking.Booking, more map[string]string) domain.OutgoingMail
	// EndOffer ends the offer of a booking's ticket to a colleague; holder is what its mail says of the ticket.
	EndOffer(ctx context.Context, tx Tx, b booking.Booking, holder string, now time.Time) (colleague string, err error)
}

// Store is what refunds need of the database.
type Store interface {
	// WriteRefund runs f in one transaction that no other writer overlaps.
	WriteRefund(ctx context.Context, f func(Tx) error) error
	// AppliedPayments are the payments that pay a booking which was not cancelled, oldest first; of some a part goes
	// back.
	AppliedPayments(ctx context.Context) ([]booking.Payment, error)
	// RefundDuePayments are the payments whose refund is due, whenever their next try is.
	RefundDuePayments(ctx context.Context) ([]booking.Payment, error)
}

// Tx is a transaction of refunds.
type Tx interface {
	FindBooking(ctx context.Context, id string) (booking.Booking, error) // ErrNotFound
	// SetBookingPayment writes status, seat and time of payment of a booking.
	SetBookingPayment(ctx context.Context, b booking.Booking) error
	// HasOtherPaid reports whether the same person, or the same member of an institute, has paid under another booking.
	HasOtherPaid(ctx context.Context, b booking.Booking) (bool, error)
	// FindPayer returns who paid a booking that a colleague has taken over; the zero Payer when whoever has it did.
	FindPayer(ctx context.Context, bookingID string) (booking.Payer, error)
	FindPaymentOfAttempt(ctx context.Context, ref string) (booking.Payment, error) // ErrNotFound
	// PaymentsOfBooking are all that was captured for a booking, oldest first.
	PaymentsOfBooking(ctx context.Context, bookingID string) ([]booking.Payment, error)
	// SavePayment writes disposition and refund of a payment.
	SavePayment(ctx context.Context, p booking.Payment) error
	// VoidTicket takes a booking's ticket out of use.
	VoidTicket(ctx context.Context, bookingID string, now time.Time) error
	FindOpenTransfer(ctx context.Context, bookingID string) (booking.Transfer, error) // ErrNotFound
	EndTransfer(ctx context.Context, id string, state booking.TransferState, now time.Time) error
	EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error
	// AddTask names what a person must do; another text under the same key opens a task again that was done.
	AddTask(ctx context.Context, t booking.Task, now time.Time) error
	FinishTask(ctx context.Context, dedupeKey string, now time.Time) error
}

// Why a booking's money cannot be given back.
var (
	ErrNothingPaid     = refuse(texts.RefundNothingPaid)
	ErrAlreadyRefunded = refuse(texts.RefundAlreadyMade)
	ErrOtherProvider   = refuse(texts.RefundOtherProvider)
	ErrTooMuch         = refuse(texts.RefundTooMuch)
	ErrNotManual       = refuse(texts.RefundNotByHand)
	ErrWhole           = refuse(texts.RefundWhole)
	ErrMoneyMoved      = refuse(texts.RefundMoneyMoved)
	ErrGatewayNotThere = errors.New("the gateway does not answer")
	// ErrFailed is a refund that the gateway had taken and has not made. It makes none under the same key.
	ErrFailed = errors.New("the gateway took the refund, and it failed")
)

func refuse(sentence string) error { return domain.Refuse(domain.CodeNotPossible, sentence) }

// What the end of an offer leaves of the ticket, for whoever has it.
const (
	OfferVoid = texts.EmailOfferVoid
	// OfferTold is for when another mail tells it.
	OfferTold = ""
)
