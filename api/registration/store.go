package registration

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// Store's methods are documented in store/.
type Store interface {
	reader
	Write(ctx context.Context, f func(Tx) error) error
}

type reader interface {
	FindBooking(ctx context.Context, id string) (booking.Booking, error) // ErrNotFound
	HasIdempotencyKey(ctx context.Context, keyHash string) (bool, error)
	Pauses(ctx context.Context) ([]domain.SalesPause, error)
}

// Tx is the part of a transaction that registration uses.
type Tx interface {
	PictureTx
	ReadRules(ctx context.Context, q booking.RuleQuestion) (booking.RuleFacts, error)
	SaveIdempotency(ctx context.Context, keyHash, bodyHash, bookingID string, now time.Time) error
	FindBooking(ctx context.Context, id string) (booking.Booking, error) // ErrNotFound
	FreeCode(ctx context.Context) (string, error)
	FindBookingUnderWay(ctx context.Context, b booking.Booking) (booking.Booking, error)
	InsertBooking(ctx context.Context, b booking.Booking) error
	UpdateBookingDetails(ctx context.Context, b booking.Booking) error
	SaveBookingTicket(ctx context.Context, b booking.Booking) error
	SaveConsent(ctx context.Context, c booking.Consent) error
	ReopenBooking(ctx context.Context, id, networkHash string) error
	InsertAttempt(ctx context.Context, a booking.Attempt) error
	CountAttempts(ctx context.Context, bookingID string) (int, error)
	PaymentsOfBooking(ctx context.Context, bookingID string) ([]booking.Payment, error)
	FindPayableAttempt(ctx context.Context, bookingID string) (ref string, err error)
	InsertSession(ctx context.Context, s domain.Session) error
	SavePause(ctx context.Context, p domain.SalesPause) error
	DeletePause(ctx context.Context, category string) (bool, error)
	AddAction(ctx context.Context, a domain.Action) error
}
