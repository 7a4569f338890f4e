package booking

import (
	"time"

	"transom/api/domain"
)

// RegistrationFilter selects the bookings for a list; an empty field does not filter.
type RegistrationFilter struct {
	// Terms are words; a booking must contain all of them.
	Terms []SearchTerm
	// States, Categories, PaidBy and Statuses list the accepted values; Statuses are values of PaymentStatus.
	States, Categories, PaidBy, Statuses []string
	Registered, Paid                     Span
	// CheckedIn is an event day (2025-03-31) on which the person checked in; CheckedInSpan is that day as a time span.
	CheckedIn     string
	CheckedInSpan Span
	// Answers are the accepted answers by custom question; a booking must have one of them for each question.
	Answers map[string][]string
	// Flags must all apply; see RegistrationFlags.
	Flags []string
	// Sort is one of RegistrationSorts, or "" for newest first.
	Sort string
	Down bool
	// Limit is the maximum number of rows; 0 means all.
	Limit, Offset int
}

// Span is a time span: From is included, Until is not. A zero time means no limit.
type Span struct{ From, Until time.Time }

// Has reports whether a time is in the span.
func (s Span) Has(t time.Time) bool {
	return !t.Before(s.From) && (s.Until.IsZero() || t.Before(s.Until))
}

// SearchTerm is one word of a search, folded.
type SearchTerm struct {
	Text string
	// Contact includes contact data in the search.
	Contact bool
	// IDs are bookings that also match the term, for example by their code; if Text is empty, only they match.
	IDs []string
}

// RegistrationSums are the totals for several bookings. Amounts are in paise.
type RegistrationSums struct {
	Count, Seats int
	// NetPaise and GSTPaise are the totals for the paid bookings; RefundedPaise is the part that was refunded.
	NetPaise, GSTPaise, RefundedPaise int64
}

// Add adds the totals in `other`, multiplied by `times`.
func (p *RegistrationSums) Add(other RegistrationSums, times int) {
	p.Count += times * other.Count
	p.Seats += times * other.Seats
	p.NetPaise += int64(times) * other.NetPaise
	p.GSTPaise += int64(times) * other.GSTPaise
	p.RefundedPaise += int64(times) * other.RefundedPaise
}

// RegistrationGroup holds the totals for bookings with the same category, payment method and state.
type RegistrationGroup struct {
	Category, PaidBy string
	State            BookingState
	HoldsSeat        bool
	RegistrationSums
}

// DeskBooking is a booking with the related data that the desk's lists show.
type DeskBooking struct {
	Booking
	DerivedState
	Payments    []Payment        // all captured payments, oldest first
	Ticket      Ticket           // the valid ticket, otherwise the last ticket; the zero Ticket if there is none
	Attendance  map[Attended]int // how many of the seats were checked in, by list and day
	Tasks       int
	WithdrawnAt time.Time
}

// Badge is a printed badge for one of a booking's seats.
type Badge struct {
	BookingID            string
	Seat                 int    // 1, or 2 for the spouse
	TicketID, PhotoAsset string // the ticket and photo on the last print
	Prints               int
	PrintedAt            time.Time // when the badge was last printed
}

// IsCurrent reports whether a badge shows the booking's current ticket and photo.
func (b Badge) IsCurrent(of DeskBooking) bool {
	return b.TicketID == of.Ticket.ID && (b.Seat > 1 || b.PhotoAsset == of.PhotoAsset)
}

// Attended is a check-in list on one day.
type Attended struct{ List, Day string }

// PaidHow returns how the booking was paid, or "" if it is not paid.
func (b DeskBooking) PaidHow() string {
	if b.PaidAt.IsZero() {
		return ""
	}
	return b.PaidBy
}

// RefundedPaise returns how much of the money that paid for the booking was refunded.
func (b DeskBooking) RefundedPaise() int64 { return b.Booking.RefundedPaise(b.Payments) }

var (
	RegistrationFlags = []string{"task", "no-mail", "mail-failed", "part-paid", "refund-due", "refunded", "document",
		"document-rejected", "no-badge", "withdrawn", "seat", "checked-in", "not-checked-in",
		FlagDuplicate}
	RegistrationSorts = []string{"registered", "paid", "name", "category", "city", "company", "code", "state", "amount"}
)

// FlagDuplicate selects the registrations that hold a seat and share data with another one; see Shared.
const FlagDuplicate = "duplicate"

// Shared is a value that a registration shares with others: What is the column, Key the value.
type Shared struct{ BookingID, What, Key string }

// Refund is the part of a payment that was refunded in one step.
type Refund struct {
	Paise int64
	At    time.Time
}

// RefundEmail is the key of an email about a refund, with the time when it was written.
type RefundEmail struct {
	Key string
	At  time.Time
}

// Happening is an event in a booking's history; what the other strings mean depends on its kind.
type Happening struct {
	At                   time.Time
	Kind, What, How, Who string
}

// WaitingTask is an open task, with the time when it was opened.
type WaitingTask struct {
	Task
	At time.Time
}

// BookingChange is a change that staff made to a booking, with the resulting version.
type BookingChange struct {
	Version          int
	At               time.Time
	WhoID, Who, What string
	// Before and After are the changed values by field, until the person's data is erased.
	Before, After map[string]string
}

// Note is a note that staff wrote about a booking.
type Note struct {
	ID        int64
	BookingID string
	At        time.Time
	Who       domain.Actor
	Text      string
}

// Transfer is the offer of a ticket to a colleague.
type Transfer struct {
	ID, BookingID, TokenHash, Email string
	FromEmailKey, FromPersonKey     string // the previous holder
	OfferedAt, ExpiresAt            time.Time
	Who                             domain.Actor
	State                           TransferState
}

// TransferState is an offer's state.
type TransferState string

// An offer's states; the database also has "accepted". In the database, an expired offer stays open until it is ended.
const (
	TransferOpen      TransferState = "open"
	TransferWithdrawn TransferState = "withdrawn"
	TransferExpired   TransferState = "expired"
)

// IsOpen reports whether the colleague can still accept the offer.
func (t Transfer) IsOpen(now time.Time) bool {
	return t.State == TransferOpen && now.Before(t.ExpiresAt)
}

// Request is a cancellation, refund or withdrawal that a second person has to approve.
type Request struct {
	ID, BookingID string
	At            time.Time
	Action        string // cancel, refund or withdraw_payment
	AttemptRef    string // the payment to be withdrawn, otherwise ""
	RefundPaise   int64
	Why           string
	Who           domain.Actor
	State         RequestState
}

// Access records that somebody viewed an identity document.
type Access struct {
	At        time.Time `json:"at"`
	Who       string    `json:"who"`
	Why       string    `json:"why"`
	Action    string    `json:"action"`
	BookingID string    `json:"booking_id"`
	AssetID   string    `json:"asset_id"`
}

// StaffLink records that the member of staff `By` added or promoted the member `Of`, or reset that member's access.
type StaffLink struct{ By, Of domain.Actor }

// RequestState is a refund request's state.
type RequestState string

const (
	RequestOpen     RequestState = "open"
	RequestApproved RequestState = "approved"
	RequestRefused  RequestState = "refused"
)
