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

// Store is the database as actions use it; its methods are explained in store/.
type Store interface {
	underWayReader
	refund.SecondReader
	Write(ctx context.Context, f func(Tx) error) error
	FindBooking(ctx context.Context, id string) (booking.Booking, error)
	FindTransfer(ctx context.Context, tokenHash string) (booking.Transfer, error)
	ApprovedPaise(ctx context.Context, bookingID string) (paise int64, err error)
	FindPaymentView(ctx context.Context, bookingID string) (booking.PaymentView, error)
	PaymentsOfBooking(ctx context.Context, bookingID string) ([]booking.Payment, error)
}

// Tx is a transaction: an action, its consequences and its log entry are written together or not at all.
type Tx interface {
	underWayReader
	payment.Tx
	registration.PlaceTx
	registration.PictureTx
	refund.RequestTx
	AddAction(ctx context.Context, a domain.Action) error
	FindOtherPaid(ctx context.Context, b booking.Booking) (booking.Booking, error)
	FindPayableAttempt(ctx context.Context, bookingID string) (ref string, err error)
	FreeCode(ctx context.Context) (code string, err error)
	SaveBookingPerson(ctx context.Context, b booking.Booking) error
	AddBookingChange(ctx context.Context, bookingID string, c booking.BookingChange) (version int, err error)
	BookingChangesSince(ctx context.Context, bookingID string, version int) ([]booking.BookingChange, error)
	SetTicketPlace(ctx context.Context, t booking.Ticket) error
	EndBookingSessions(ctx context.Context, bookingID string, now time.Time) error
	InsertNote(ctx context.Context, n booking.Note) (int64, error)
	DeleteNote(ctx context.Context, bookingID string, id int64, now time.Time) (n booking.Note, err error)
	FindTicketOfBooking(ctx context.Context, bookingID string) (booking.Ticket, error)
	FindTicketAt(ctx context.Context, place booking.Ticket) (booking.Ticket, error)
	InsertTransfer(ctx context.Context, t booking.Transfer) error
	FindTransfer(ctx context.Context, tokenHash string) (booking.Transfer, error)
	AcceptTransfer(ctx context.Context, id string, from booking.Booking, now time.Time) error
	FindRequest(ctx context.Context, id string) (booking.Request, error)
	ApprovedPaise(ctx context.Context, bookingID string) (paise int64, err error)
	ForgetApprovals(ctx context.Context, bookingID string) error
	TakeBookingOver(ctx context.Context, bookingID string, consent *booking.Consent) error
	CarryGateEntries(ctx context.Context, ticketID string) error
	IsUndeliverable(ctx context.Context, bookingID, emailKey string) (bool, error)
	FinishTasksOf(ctx context.Context, bookingID, kind string, now time.Time) (int, error)
}

// underWayReader reads what is under way for a registration.
type underWayReader interface {
	FindOpenTransfer(ctx context.Context, bookingID string) (booking.Transfer, error) // ErrNotFound
	// OpenRequests returns the open requests of a booking, or of all bookings for "".
	OpenRequests(ctx context.Context, bookingID string) ([]booking.Request, error)
}

// ReadStore is the database as Reads uses it.
type ReadStore interface {
	underWayReader
	RegistrationIDs(ctx context.Context, f booking.RegistrationFilter) ([]string, error)
	FindRegistrations(ctx context.Context, terms []booking.SearchTerm, maximum int) (found booking.FoundRegistrations,
		all bool, err error)
	FindAlike(ctx context.Context, words []string) (ids []string, err error)
	FindByReference(ctx context.Context, word, code string, money bool) ([]string, error)
	FindByCodeStart(ctx context.Context, start string, maximum int) ([]string, error)
	SumRegistrations(ctx context.Context, f booking.RegistrationFilter) (booking.RegistrationSums, error)
	DeskBookings(ctx context.Context, ids []string) ([]booking.DeskBooking, error)
	RegistrationGroups(ctx context.Context) ([]booking.RegistrationGroup, error)
	RegistrationsByDay(ctx context.Context, zone *time.Location) (registered, paid map[string]booking.RegistrationSums,
		err error)
	SumDocuments(ctx context.Context) (booking.DocumentSums, error)
	FindDocument(ctx context.Context, id string) (booking.Document, error) // ErrNotFound
	DocumentsBetween(ctx context.Context, from, until time.Time) ([]booking.Document, error)
	DocumentsOfBooking(ctx context.Context, bookingID string) ([]booking.Document, error)
	DaysOfEntry(ctx context.Context, zone *time.Location) ([]string, error)
	History(ctx context.Context, bookingID string) ([]booking.Happening, error)
	RefundEmails(ctx context.Context, bookingID string) ([]booking.RefundEmail, error)
	TicketsOfBooking(ctx context.Context, bookingID string) ([]booking.Ticket, error)
	OtherRegistrations(ctx context.Context, b booking.Booking, maximum int) ([]string, error)
	ActionsOfBooking(ctx context.Context, bookingID string) ([]domain.LoggedAction, error)
	WaitingTasks(ctx context.Context, bookingID string) ([]booking.WaitingTask, error)
	CloseTaskBy(ctx context.Context, key string, who domain.Actor, why, requestID string, now time.Time) error
	LogAction(ctx context.Context, a domain.Action) error
	PrintedBadges(ctx context.Context, bookingIDs []string) ([]booking.Badge, error)
	AddBadgePrints(ctx context.Context, badges []booking.Badge, a domain.Action) error
}
