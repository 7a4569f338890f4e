package payment

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/refund"
)

// Store's methods are documented in store/.
type Store interface {
	reader
	leaser
	Write(ctx context.Context, f func(Tx) error) error
}

// leaser keeps two instances from contacting the gateway about one attempt at once. Each method is one SQL statement.
type leaser interface {
	HoldAttempt(ctx context.Context, ref, holder string, now, until time.Time) (bool, error)
	ReleaseAttempt(ctx context.Context, ref, holder string) error
	OpenAttempt(ctx context.Context, a booking.Attempt) (bool, error)
}

type reader interface {
	FindBooking(ctx context.Context, id string) (booking.Booking, error)         // ErrNotFound
	FindAttempt(ctx context.Context, ref string) (booking.Attempt, error)        // ErrNotFound
	FindPaymentView(ctx context.Context, id string) (booking.PaymentView, error) // ErrNotFound; DerivedState is not set
	PaymentsOfBooking(ctx context.Context, bookingID string) ([]booking.Payment, error)
	FindAttemptOfEvent(ctx context.Context, e booking.PaymentEvent) (booking.Attempt, error) // ErrNotFound
	DueAttempts(ctx context.Context, now time.Time, limit int) ([]booking.Attempt, error)
	WaitingEvents(ctx context.Context, now time.Time, limit int, longestWait time.Duration) ([]booking.PaymentEvent,
		error)
	FindPayment(ctx context.Context, provider, providerPaymentID string) (booking.Payment, error) // ErrNotFound
	DueRefunds(ctx context.Context, now time.Time, limit int, longestWait time.Duration) ([]booking.Payment, error)
	AppliedPayments(ctx context.Context) ([]booking.Payment, error)
	RefundDuePayments(ctx context.Context) ([]booking.Payment, error)
	AuditRows(ctx context.Context) ([]booking.AuditRow, error)
	SumDocuments(ctx context.Context) (booking.DocumentSums, error)
	PaymentsWithoutDocument(ctx context.Context) ([]booking.Payment, error)
	TasksOfKind(ctx context.Context, kind string) (map[string]bool, error)
	PaymentTasks(ctx context.Context) ([]booking.Task, error)
}

// Tx is the part of a transaction that is used for payments.
type Tx interface {
	refund.Tx
	FindAttempt(ctx context.Context, ref string) (booking.Attempt, error) // ErrNotFound
	InsertAttempt(ctx context.Context, a booking.Attempt) error
	SaveAttempt(ctx context.Context, a booking.Attempt) error
	CountSeats(ctx context.Context, categoryType string) (int, error)
	CountAttempts(ctx context.Context, bookingID string) (int, error)
	FindPayment(ctx context.Context, provider, providerPaymentID string) (booking.Payment, error) // ErrNotFound
	References(ctx context.Context, provider string) ([]string, error)
	InsertPayment(ctx context.Context, p booking.Payment) error
	InsertEvent(ctx context.Context, e booking.PaymentEvent) (isNew bool, err error)
	FinishEvent(ctx context.Context, e booking.PaymentEvent, now time.Time) error
	PostponeEvent(ctx context.Context, e booking.PaymentEvent) error
	InsertTicket(ctx context.Context, t booking.Ticket) error
	FindTicketOfBooking(ctx context.Context, bookingID string) (booking.Ticket, error) // ErrNotFound
	CarryGateEntries(ctx context.Context, ticketID string) error
	MostAdmitted(ctx context.Context, bookingID string) (int, error)
	SaveBookingPerson(ctx context.Context, b booking.Booking) error
	SaveBookingTicket(ctx context.Context, b booking.Booking) error
	HasMailBetween(ctx context.Context, emailKey, template string, after, until time.Time) (bool, error)
	FinishTasks(ctx context.Context, kind string, now time.Time, keep ...string) error
}

type refundStore struct{ Store }

func (s refundStore) Write(ctx context.Context, f func(refund.Tx) error) error {
	return s.Store.Write(ctx, func(tx Tx) error { return f(tx) })
}
