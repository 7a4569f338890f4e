package domain

import (
	"context"
	"time"
)

// PaymentStore is what payments need of the database.
type PaymentStore interface {
	// WritePayment runs f in one transaction that no other writer overlaps.
	WritePayment(ctx context.Context, f func(PaymentTx) error) error
	FindBooking(ctx context.Context, id string) (Booking, error)         // ErrNotFound
	FindAttempt(ctx context.Context, ref string) (Attempt, error)        // ErrNotFound
	FindPaymentView(ctx context.Context, id string) (PaymentView, error) // ErrNotFound; without its Standing
	// PaymentsOfBooking are all that was captured for a booking, oldest first.
	PaymentsOfBooking(ctx context.Context, bookingID string) ([]Payment, error)
	FindAttemptOfEvent(ctx context.Context, e PaymentEvent) (Attempt, error) // ErrNotFound
	// DueAttempts are the attempts whose next check has come, the longest waiting first. One that was last checked in the
	// future is due as well: the clock was put back.
	DueAttempts(ctx context.Context, now time.Time, limit int) ([]Attempt, error)
	// WaitingEvents are the webhook's events that nobody has acted on and whose next try has come, or is further away than
	// the longest wait, oldest first.
	WaitingEvents(ctx context.Context, now time.Time, limit int, longestWait time.Duration) ([]PaymentEvent, error)
	FindPayment(ctx context.Context, provider, providerPaymentID string) (Payment, error) // ErrNotFound
	// DueRefunds are the payments that are owed back and whose next try has come, or is further away than the longest wait:
	// the clock was put back.
	DueRefunds(ctx context.Context, now time.Time, limit int, longestWait time.Duration) ([]Payment, error)
	// AppliedPayments are the payments that pay a booking and were not called off, oldest first.
	AppliedPayments(ctx context.Context) ([]Payment, error)
	// OwedPayments are the payments that are owed back, whenever their next try is.
	OwedPayments(ctx context.Context) ([]Payment, error)
	// AuditRows are all attempts with what is known of their money.
	AuditRows(ctx context.Context) ([]AuditRow, error)
	// PaymentTasks are what people must do about payments.
	PaymentTasks(ctx context.Context) ([]Task, error)
}

// PaymentTx is a transaction of payments.
type PaymentTx interface {
	FindBooking(ctx context.Context, id string) (Booking, error)  // ErrNotFound
	FindAttempt(ctx context.Context, ref string) (Attempt, error) // ErrNotFound
	InsertAttempt(ctx context.Context, a Attempt) error
	// SaveAttempt writes all that can change of an attempt.
	SaveAttempt(ctx context.Context, a Attempt) error
	// SetBookingPayment writes status, seat and time of payment of a booking.
	SetBookingPayment(ctx context.Context, b Booking) error
	// HasOtherPaid reports whether the same person, or the same member of an institute, has paid under another booking.
	HasOtherPaid(ctx context.Context, b Booking) (bool, error)
	// LockSeats counts the seats of a category; nobody else counts until the transaction ends.
	LockSeats(ctx context.Context, categoryType string) (int, error)
	// RecheckPayable makes the booking's payable attempt, if there is one, due at once.
	RecheckPayable(ctx context.Context, bookingID string, now time.Time) error

	FindPayment(ctx context.Context, provider, providerPaymentID string) (Payment, error) // ErrNotFound
	FindPaymentOfAttempt(ctx context.Context, ref string) (Payment, error)                // ErrNotFound
	// PaymentsOfBooking are all that was captured for a booking, oldest first.
	PaymentsOfBooking(ctx context.Context, bookingID string) ([]Payment, error)
	InsertPayment(ctx context.Context, p Payment) error
	// SavePayment writes disposition and refund of a payment.
	SavePayment(ctx context.Context, p Payment) error
	// NamePayment replaces a stand-in by the gateway's own id.
	NamePayment(ctx context.Context, p Payment, providerPaymentID string) error

	// InsertEvent stores an event; false when it is there already.
	InsertEvent(ctx context.Context, e PaymentEvent) (isNew bool, err error)
	FinishEvent(ctx context.Context, e PaymentEvent, now time.Time) error
	// PostponeEvent writes tries and next try of an event.
	PostponeEvent(ctx context.Context, e PaymentEvent) error

	InsertTicket(ctx context.Context, t Ticket) error
	// VoidTicket takes a booking's ticket out of use.
	VoidTicket(ctx context.Context, bookingID string) error
	EnqueueMail(ctx context.Context, m OutgoingMail, now time.Time) error
	// HasMailBetween reports whether a mail of this template was written to an address after one instant and until another.
	HasMailBetween(ctx context.Context, emailKey, template string, after, until time.Time) (bool, error)
	// AddTask names what a person must do; another text under the same key opens a task again that was done.
	AddTask(ctx context.Context, t Task, now time.Time) error
	FinishTask(ctx context.Context, dedupeKey string, now time.Time) error
	// FinishTasks notes that all tasks of a kind are done but those to keep.
	FinishTasks(ctx context.Context, kind string, now time.Time, keep ...string) error
}

// PaymentView is what can be said about the payment of a booking.
type PaymentView struct {
	BookingID, EmailKey string
	Status              PaymentStatus
	AmountPaise         int64
	PaidAt              time.Time
	TicketID            string  // "" while there is none
	Attempt             Attempt // the latest
	Standing            Standing
}

// PaymentURL is where the booking can be paid now, "" when it cannot.
func (v PaymentView) PaymentURL(now time.Time) string {
	if v.Status == Initiated && v.Attempt.State == AttemptOpen && now.Before(v.Attempt.ExpiresAt) {
		return v.Attempt.URL
	}
	return ""
}

// PaymentEvent is a webhook's message as it is stored.
type PaymentEvent struct {
	Provider, EventID, Kind, ProviderID, AttemptRef string
	ProviderPaymentID, DisputeID                    string
	ReceivedAt, NextTryAt                           time.Time
	Tries                                           int // that got no answer
	BodySHA256                                      string
	BodyRedacted                                    []byte
}
