// Package desk contains the lists and actions for the desk's staff; the site and the commands call the same functions.
// actions.go is the table of the actions that change a registration; a Service runs each of them in one transaction
// with its entry in the activity log. Reads answers queries: the overview, lists, one registration with its history,
// tasks and exports. The package must not know about HTTP. Package staff says who may do what; Sight says which of a
// person's data a role may see.
package desk

import (
	"context"
	"sync"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/refund"
	"transom/api/registration"
	"transom/api/staff"
	"transom/api/wire"
)

// Service runs the actions. An action that changes a registration first checks that nobody else has changed it since
// the caller read it, and then increases its version. A preview is the same transaction, rolled back.
type Service struct {
	Store    Store
	Content  *domain.Content
	Form     *registration.Form
	Payments *payment.Service
	Clock    domain.Clock
	SiteURL  string // without a trailing slash
	DeskURL  string // without a trailing slash
	// DestroyReleased deletes the files of released pictures now, instead of a few minutes later.
	DestroyReleased func(ctx context.Context) (n int, err error)
}

// Store is the part of the database that actions use. Its methods are documented in api/store.
type Store interface {
	underWayReader
	refund.SecondReader
	Write(ctx context.Context, f func(Tx) error) error
	FindBooking(ctx context.Context, id string) (booking.Booking, error)
	FindTransfer(ctx context.Context, tokenHash string) (booking.Transfer, error)
	FindTicketOfBooking(ctx context.Context, bookingID string) (booking.Ticket, error)
	ApprovedPaise(ctx context.Context, bookingID string) (paise int64, err error)
	FindPaymentView(ctx context.Context, bookingID string) (booking.PaymentView, error)
	PaymentsOfBooking(ctx context.Context, bookingID string) ([]booking.Payment, error)
	Pauses(ctx context.Context) ([]domain.SalesPause, error)
	RegistrationIDs(ctx context.Context, f booking.RegistrationFilter) ([]string, error)
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
	CodesWithMobile(ctx context.Context, b booking.Booking) ([]string, error)
	FindPayableAttempt(ctx context.Context, bookingID string) (ref string, err error)
	FreeCode(ctx context.Context) (code string, err error)
	SaveBuyer(ctx context.Context, b booking.Booking) error
	AddBookingChange(ctx context.Context, bookingID string, c booking.BookingChange) (version int, err error)
	BookingChangesSince(ctx context.Context, bookingID string, version int) ([]booking.BookingChange, error)
	SetTicketPlace(ctx context.Context, t booking.Ticket) error
	EndBookingSessions(ctx context.Context, bookingID string, now time.Time) error
	InsertNote(ctx context.Context, n booking.Note) (int64, error)
	DeleteNote(ctx context.Context, bookingID string, id int64, now time.Time) (n booking.Note, err error)
	FindTicketAt(ctx context.Context, place booking.Ticket) (booking.Ticket, error)
	InsertTransfer(ctx context.Context, t booking.Transfer) error
	FindTransfer(ctx context.Context, tokenHash string) (booking.Transfer, error)
	AcceptTransfer(ctx context.Context, id string, from booking.Booking, now time.Time) error
	FindRequest(ctx context.Context, id string) (booking.Request, error)
	ApprovedPaise(ctx context.Context, bookingID string) (paise int64, err error)
	ForgetApprovals(ctx context.Context, bookingID string) error
	TransferBooking(ctx context.Context, bookingID string, consent *booking.Consent) error
	IsUndeliverable(ctx context.Context, bookingID, emailKey string) (bool, error)
	ApproveDocument(ctx context.Context, bookingID, who, document, last4 string, now time.Time) error
	RejectDocument(ctx context.Context, b booking.Booking, who string, now time.Time) error
	ReplaceDocument(ctx context.Context, bookingID, asset string) error
	SaveConsent(ctx context.Context, c booking.Consent) error
	FinishTasksOf(ctx context.Context, bookingID, kind string, now time.Time) (int, error)
	HasOpenTask(ctx context.Context, bookingID, kind string) (bool, error)
}

type underWayReader interface {
	FindOpenTransfer(ctx context.Context, bookingID string) (booking.Transfer, error) // ErrNotFound
	// FindOpenChange returns the payment attempt for an unpaid ticket change, or ErrNotFound.
	FindOpenChange(ctx context.Context, bookingID string) (booking.Attempt, error)
	// OpenRequests returns the requests that await a second person's approval: a booking's or, if the id is "", all.
	OpenRequests(ctx context.Context, bookingID string) ([]booking.Request, error)
	RecordedRefunds(ctx context.Context) ([]booking.RecordedRefund, error)
	PaymentRecorders(ctx context.Context, bookingID string) ([]domain.Actor, error)
	CountActions(ctx context.Context, bookingID, actorID, action, object string) (int, error)
}

// ReadStore is the part of the database that is used by Reads.
type ReadStore interface {
	underWayReader
	RegistrationIDs(ctx context.Context, f booking.RegistrationFilter) ([]string, error)
	SharedValues(ctx context.Context) ([]booking.Shared, error)
	FindRegistrations(ctx context.Context, terms []booking.SearchTerm, maximum int) (ids []string, all bool, err error)
	FindAlike(ctx context.Context, words []string) (ids []string, err error)
	FindByReference(ctx context.Context, word, code string, money bool) ([]string, error)
	ManualReferences(ctx context.Context) ([]booking.Reference, error)
	FindByNumberEnd(ctx context.Context, end string) ([]string, error)
	FindByCodeStart(ctx context.Context, start string, maximum int) ([]string, error)
	SumRegistrations(ctx context.Context, f booking.RegistrationFilter) (booking.RegistrationSums, error)
	DeskBookings(ctx context.Context, ids []string) ([]booking.DeskBooking, error)
	Buyers(ctx context.Context, bookingIDs []string) (map[string]booking.Party, error)
	RegistrationGroups(ctx context.Context) ([]booking.RegistrationGroup, error)
	RegistrationsByDay(ctx context.Context, zone *time.Location) (registered, paid map[string]booking.RegistrationSums,
		err error)
	DocumentTotals(ctx context.Context) (booking.DocumentSums, error)
	PaymentsOfBooking(ctx context.Context, bookingID string) ([]booking.Payment, error)
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

// Reads answers staff's queries.
type Reads struct {
	Store   ReadStore
	Content *domain.Content
	Clock   domain.Clock
	// Alarms returns doctor's alarms; it is nil if nothing is monitored.
	Alarms func(ctx context.Context) ([]wire.DeskAlarm, error)
	// Folder is the folder for exports and their temporary files. It must be private.
	Folder string

	exporting sync.Mutex
}

// Sight says which registration data a role may see.
type Sight struct {
	Contact bool // whether the role sees addresses, phone numbers, birth dates and GST numbers
	Money   bool // whether the role sees amounts and payment references
	Role    string
}

// SightOf returns what a role may see.
func SightOf(role string) Sight {
	return Sight{Contact: staff.May(role, staff.ContactView), Money: staff.May(role, staff.MoneyView), Role: role}
}

// Everything is for commands, which run on the server.
var Everything = Sight{Contact: true, Money: true, Role: domain.RoleOrganiser}

func (r *Reads) day(name string) (time.Time, error) {
	return time.ParseInLocation(time.DateOnly, name, r.Content.Zone)
}
