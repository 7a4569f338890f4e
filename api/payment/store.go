package payment

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/refund"
)

// Store is what payments need of the database.
type Store interface {
	reader
	leaser
	// WritePayment runs f in one transaction that no other writer overlaps.
	WritePayment(ctx context.Context, f func(Tx) error) error
}

// leaser keeps several instances from going to the gateway about one attempt at once. Each is one
// statement.
type leaser interface {
	// HoldAttempt is false while another copy holds the attempt.
	HoldAttempt(ctx context.Context, ref, holder string, now, until time.Time) (bool, error)
	// ReleaseAttempt lets go; SaveAttempt and OpenAttempt do so too.
	ReleaseAttempt(ctx context.Context, ref, holder string) error
	// OpenAttempt writes the link of an attempt that is in state CREATING; false when it is in none or another one.
	OpenAttempt(ctx context.Context, a booking.Attempt) (bool, error)
}

// reader is what is read outside of a transaction.
type reader interface {
	FindBooking(ctx context.Context, id string) (booking.Booking, error)         // ErrNotFound
	FindAttempt(ctx context.Context, ref string) (booking.Attempt, error)        // ErrNotFound
	FindPaymentView(ctx context.Context, id string) (booking.PaymentView, error) // ErrNotFound; without its Standing
	// FindWaitingBookings are the unpaid ones of an address, the newest first.
	FindWaitingBookings(ctx context.Context, emailKey string) ([]booking.Booking, error)
	// PaymentsOfBooking are all that was captured for a booking, oldest first.
	PaymentsOfBooking(ctx context.Context, bookingID string) ([]booking.Payment, error)
	FindAttemptOfEvent(ctx context.Context, e booking.PaymentEvent) (booking.Attempt, error) // ErrNotFound
	// DueAttempts are the attempts whose next check has come, the longest waiting first. One that was last checked in the
	// future is due as well: the clock was put back.
	DueAttempts(ctx context.Context, now time.Time, limit int) ([]booking.Attempt, error)
	// WaitingEvents are the webhook's events that nobody has acted on and whose next try has come, or is further away
	// than the longest wait, oldest first.
	WaitingEvents(ctx context.Context, now time.Time, limit int, longestWait time.Duration) ([]booking.PaymentEvent, error)
	FindPayment(ctx context.Context, provider, providerPaymentID string) (booking.Payment, error) // ErrNotFound
	// DueRefunds are the payments whose refund is due and whose next try has come, or is further away than the longest
	// wait: the clock was put back.
	DueRefunds(ctx context.Context, now time.Time, limit int, longestWait time.Duration) ([]booking.Payment, error)
	// AppliedPayments are the payments that pay a booking which was not cancelled, oldest first; of some a part is
	// refunded.
	AppliedPayments(ctx context.Context) ([]booking.Payment, error)
	// RefundDuePayments are the payments whose refund is due, whenever their next try is.
	RefundDuePayments(ctx context.Context) ([]booking.Payment, error)
	// AuditRows are all attempts with what is known of their money.
	AuditRows(ctx context.Context) ([]booking.AuditRow, error)
	// TasksOfKind are the keys of all tasks of a kind; true for those that are open.
	TasksOfKind(ctx context.Context, kind string) (map[string]bool, error)
	// PaymentTasks are what people must do about payments.
	PaymentTasks(ctx context.Context) ([]booking.Task, error)
}

// Tx is a transaction of payments.
type Tx interface {
	refund.Tx
	FindAttempt(ctx context.Context, ref string) (booking.Attempt, error) // ErrNotFound
	InsertAttempt(ctx context.Context, a booking.Attempt) error
	// SaveAttempt writes all that can change of an attempt.
	SaveAttempt(ctx context.Context, a booking.Attempt) error
	// CountSeats counts the seats of a category that are sold or waiting for their payment.
	CountSeats(ctx context.Context, categoryType string) (int, error)
	// CountAttempts counts the attempts of a booking.
	CountAttempts(ctx context.Context, bookingID string) (int, error)
	// RecheckPayable makes the booking's payable attempt, if there is one, due at once.
	RecheckPayable(ctx context.Context, bookingID string, now time.Time) error

	FindPayment(ctx context.Context, provider, providerPaymentID string) (booking.Payment, error) // ErrNotFound
	// References are those of all payments that came by a way.
	References(ctx context.Context, provider string) ([]string, error)
	InsertPayment(ctx context.Context, p booking.Payment) error
	// NamePayment replaces a stand-in by the gateway's own id.
	NamePayment(ctx context.Context, p booking.Payment, providerPaymentID string) error

	// InsertEvent stores an event; false when it is there already.
	InsertEvent(ctx context.Context, e booking.PaymentEvent) (isNew bool, err error)
	FinishEvent(ctx context.Context, e booking.PaymentEvent, now time.Time) error
	// PostponeEvent writes tries and next try of an event.
	PostponeEvent(ctx context.Context, e booking.PaymentEvent) error

	InsertTicket(ctx context.Context, t booking.Ticket) error
	// HasMailBetween reports whether an email of this template was written to an address after one instant and until
	// another.
	HasMailBetween(ctx context.Context, emailKey, template string, after, until time.Time) (bool, error)
	// FinishTasks notes that all tasks of a kind are done but those to keep.
	FinishTasks(ctx context.Context, kind string, now time.Time, keep ...string) error
}

// database is a database whose transactions are of a type of its own.
type database[T Tx] interface {
	reader
	leaser
	WritePayment(ctx context.Context, f func(T) error) error
}

// On makes a database the store of payments.
func On[T Tx](db database[T]) Store { return on[T]{db} }

type on[T Tx] struct{ database[T] }

func (o on[T]) WritePayment(ctx context.Context, f func(Tx) error) error {
	return o.database.WritePayment(ctx, func(tx T) error { return f(tx) })
}

// refundStore is the store as refunds need it.
type refundStore struct{ Store }

func (s refundStore) WriteRefund(ctx context.Context, f func(refund.Tx) error) error {
	return s.WritePayment(ctx, func(tx Tx) error { return f(tx) })
}
