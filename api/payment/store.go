package payment

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/refund"
)

// Store is the database as payments use it.
type Store interface {
	reader
	leaser
	// WritePayment runs f in one transaction that no other writer overlaps.
	WritePayment(ctx context.Context, f func(Tx) error) error
}

// leaser prevents several instances from contacting the gateway about one attempt at the same time. Each method is
// one SQL statement.
type leaser interface {
	// HoldAttempt returns false while another instance holds the attempt.
	HoldAttempt(ctx context.Context, ref, holder string, now, until time.Time) (bool, error)
	// ReleaseAttempt ends the lease; SaveAttempt and OpenAttempt end it too.
	ReleaseAttempt(ctx context.Context, ref, holder string) error
	// OpenAttempt stores the link of an attempt in state CREATING. It returns false if the attempt is in another
	// state or does not exist.
	OpenAttempt(ctx context.Context, a booking.Attempt) (bool, error)
}

// reader reads outside of a transaction.
type reader interface {
	FindBooking(ctx context.Context, id string) (booking.Booking, error)         // ErrNotFound
	FindAttempt(ctx context.Context, ref string) (booking.Attempt, error)        // ErrNotFound
	FindPaymentView(ctx context.Context, id string) (booking.PaymentView, error) // ErrNotFound; without its Standing
	// FindWaitingBookings returns the unpaid bookings of an address, newest first.
	FindWaitingBookings(ctx context.Context, emailKey string) ([]booking.Booking, error)
	// PaymentsOfBooking returns all payments that were captured for a booking, oldest first.
	PaymentsOfBooking(ctx context.Context, bookingID string) ([]booking.Payment, error)
	FindAttemptOfEvent(ctx context.Context, e booking.PaymentEvent) (booking.Attempt, error) // ErrNotFound
	// DueAttempts returns the attempts whose next check is due, the longest overdue first. An attempt whose last
	// check is in the future is due too, because the clock was put back.
	DueAttempts(ctx context.Context, now time.Time, limit int) ([]booking.Attempt, error)
	// WaitingEvents returns the webhook events that are not done and whose next attempt is due, oldest first. An
	// event whose next attempt is further away than the longest pause is due too, because the clock was put back.
	WaitingEvents(ctx context.Context, now time.Time, limit int, longestWait time.Duration) ([]booking.PaymentEvent, error)
	FindPayment(ctx context.Context, provider, providerPaymentID string) (booking.Payment, error) // ErrNotFound
	// DueRefunds returns the payments whose refund and next attempt are due. A refund whose next attempt is further
	// away than the longest pause is due too, because the clock was put back.
	DueRefunds(ctx context.Context, now time.Time, limit int, longestWait time.Duration) ([]booking.Payment, error)
	// AppliedPayments returns the payments of bookings that are not cancelled, oldest first; some may be partly
	// refunded.
	AppliedPayments(ctx context.Context) ([]booking.Payment, error)
	// RefundDuePayments returns the payments whose refund is due, regardless of the next attempt.
	RefundDuePayments(ctx context.Context) ([]booking.Payment, error)
	// AuditRows returns all attempts with their payments.
	AuditRows(ctx context.Context) ([]booking.AuditRow, error)
	// TasksOfKind returns the keys of all tasks of a kind, with true for open tasks.
	TasksOfKind(ctx context.Context, kind string) (map[string]bool, error)
	// PaymentTasks returns the open tasks about payments.
	PaymentTasks(ctx context.Context) ([]booking.Task, error)
}

// Tx is a database transaction as payments use it.
type Tx interface {
	refund.Tx
	FindAttempt(ctx context.Context, ref string) (booking.Attempt, error) // ErrNotFound
	InsertAttempt(ctx context.Context, a booking.Attempt) error
	// SaveAttempt writes all fields of an attempt that can change.
	SaveAttempt(ctx context.Context, a booking.Attempt) error
	// CountSeats counts the seats of a category that are sold or reserved until payment.
	CountSeats(ctx context.Context, categoryType string) (int, error)
	// CountAttempts counts the attempts of a booking.
	CountAttempts(ctx context.Context, bookingID string) (int, error)
	// RecheckPayable makes the booking's payable attempt due now, if there is one.
	RecheckPayable(ctx context.Context, bookingID string, now time.Time) error

	FindPayment(ctx context.Context, provider, providerPaymentID string) (booking.Payment, error) // ErrNotFound
	// References returns the references of all payments by this method.
	References(ctx context.Context, provider string) ([]string, error)
	InsertPayment(ctx context.Context, p booking.Payment) error
	// NamePayment replaces a temporary id by the gateway's own id.
	NamePayment(ctx context.Context, p booking.Payment, providerPaymentID string) error

	// InsertEvent stores an event; it returns false if the event is already stored.
	InsertEvent(ctx context.Context, e booking.PaymentEvent) (isNew bool, err error)
	FinishEvent(ctx context.Context, e booking.PaymentEvent, now time.Time) error
	// PostponeEvent writes the number of attempts and the next attempt of an event.
	PostponeEvent(ctx context.Context, e booking.PaymentEvent) error

	InsertTicket(ctx context.Context, t booking.Ticket) error
	// HasMailBetween reports whether an email from this template was written to an address in a time span.
	HasMailBetween(ctx context.Context, emailKey, template string, after, until time.Time) (bool, error)
	// FinishTasks marks all tasks of a kind as done, except those in keep.
	FinishTasks(ctx context.Context, kind string, now time.Time, keep ...string) error
}

// database is a database with its own transaction type.
type database[T Tx] interface {
	reader
	leaser
	WritePayment(ctx context.Context, f func(T) error) error
}

// On adapts a database to the Store interface.
func On[T Tx](db database[T]) Store { return on[T]{db} }

type on[T Tx] struct{ database[T] }

func (o on[T]) WritePayment(ctx context.Context, f func(Tx) error) error {
	return o.database.WritePayment(ctx, func(tx T) error { return f(tx) })
}

// refundStore adapts the store to what refunds use.
type refundStore struct{ Store }

func (s refundStore) WriteRefund(ctx context.Context, f func(refund.Tx) error) error {
	return s.WritePayment(ctx, func(tx Tx) error { return f(tx) })
}
