package desk

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/refund"
	"transom/api/registration"
)

// Service runs the actions, for both the desk and the command line. Each action is one transaction: it checks that
// the registration is unchanged since the caller read it, does its work, increases the version and writes the
// activity log entry. A preview is the same transaction, rolled back, so it always shows what would really happen.
type Service struct{ Setup }

// Setup holds the dependencies of Service.
type Setup struct {
	Store    Store
	Content  *domain.Content
	Form     *registration.Form
	Payments *payment.Service
	Tickets  payment.TicketIssuer
	Clock    domain.Clock
	SiteURL  string // without a trailing slash
	DeskURL  string // the address of the desk, also without a trailing slash
}

// New returns the desk's actions for an event.
func New(setup Setup) *Service { return &Service{setup} }

// Store is the database as actions use it.
type Store interface {
	reader
	// WriteDesk runs f in one transaction that no other writer overlaps.
	WriteDesk(ctx context.Context, f func(Tx) error) error
}

type reader interface {
	underWayReader
	refund.SecondReader
	FindBooking(ctx context.Context, id string) (booking.Booking, error)                // ErrNotFound
	FindPaymentView(ctx context.Context, bookingID string) (booking.PaymentView, error) // ErrNotFound
	PaymentsOfBooking(ctx context.Context, bookingID string) ([]booking.Payment, error)
	FindTransfer(ctx context.Context, tokenHash string) (booking.Transfer, error) // ErrNotFound
	ApprovedPaise(ctx context.Context, bookingID string) (int64, error)
}

// underWayReader reads what is under way for a registration.
type underWayReader interface {
	FindOpenTransfer(ctx context.Context, bookingID string) (booking.Transfer, error) // ErrNotFound
	// OpenRequests returns the open requests of a booking, or of all bookings for "".
	OpenRequests(ctx context.Context, bookingID string) ([]booking.Request, error)
}

// Tx is a transaction: an action, its consequences and its log entry are written together or not at all.
type Tx interface {
	payment.Tx
	registration.PlaceTx
	registration.PictureTx
	refund.RequestTx
	AddAction(ctx context.Context, a domain.Action) error

	// FindOtherPaid returns a booking for which HasOtherPaid is true, or ErrNotFound.
	FindOtherPaid(ctx context.Context, b booking.Booking) (booking.Booking, error) // ErrNotFound
	SaveBookingPerson(ctx context.Context, b booking.Booking) error
	AddBookingChange(ctx context.Context, bookingID string, c booking.BookingChange) (version int, err error)
	BookingChangesSince(ctx context.Context, bookingID string, version int) ([]booking.BookingChange, error)
	EndBookingSessions(ctx context.Context, bookingID string, now time.Time) error
	FindTicketOfBooking(ctx context.Context, bookingID string) (booking.Ticket, error) // ErrNotFound
	FindTicketAt(ctx context.Context, place booking.Ticket) (booking.Ticket, error)    // ErrNotFound
	// CarryGateEntries gives the entries of a booking's earlier tickets to its current one.
	CarryGateEntries(ctx context.Context, ticketID string) error
	// FinishTasksOf marks the open tasks of a kind about a booking as done, and returns how many there were.
	FinishTasksOf(ctx context.Context, bookingID, kind string, now time.Time) (int64, error)
	// IsUndeliverable reports whether the last email to an address about a booking was given up.
	IsUndeliverable(ctx context.Context, bookingID, emailKey string) (bool, error)
	SetTicketPlace(ctx context.Context, t booking.Ticket) error
	FindPayableAttempt(ctx context.Context, bookingID string) (ref string, err error)

	InsertNote(ctx context.Context, n booking.Note) (id int64, err error)
	DeleteNote(ctx context.Context, bookingID string, id int64, now time.Time) (booking.Note, error) // ErrNotFound

	InsertTransfer(ctx context.Context, t booking.Transfer) error
	FindTransfer(ctx context.Context, tokenHash string) (booking.Transfer, error) // ErrNotFound
	// FreeCode returns a new booking code that no booking has.
	FreeCode(ctx context.Context) (string, error)
	AcceptTransfer(ctx context.Context, id string, from booking.Booking, now time.Time) error
	// TakeBookingOver deletes the findings about the previous person, and stores the new person's consent.
	TakeBookingOver(ctx context.Context, bookingID string, consent *booking.Consent) error
}

// Database is a database with its own transaction type, which knows nothing about the desk.
type Database[T Tx] interface {
	reader
	WriteDesk(ctx context.Context, f func(T) error) error
}

// On adapts a database to the store of the desk's actions.
func On[T Tx](db Database[T]) Store { return on[T]{db, db} }

type on[T Tx] struct {
	reader
	db Database[T]
}

func (o on[T]) WriteDesk(ctx context.Context, f func(Tx) error) error {
	return o.db.WriteDesk(ctx, func(tx T) error { return f(tx) })
}
