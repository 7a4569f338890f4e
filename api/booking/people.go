package booking

import "time"

// PeopleFilter says which bookings a list has; an empty field admits everything.
type PeopleFilter struct {
	// Terms must all be found in a booking.
	Terms []SearchTerm
	// States, Categories and PaidBy are the values that are wanted, Statuses are domain.PaymentStatus.
	States, Categories, PaidBy, Statuses []string
	// Days of registering and of paying: From is the first instant, Until the first after them.
	Registered, Paid Span
	// Came is a day of the event (2025-03-31) on which they came, CameSpan when that day is.
	Came     string
	CameSpan Span
	// Flags must all hold; see PeopleFlags.
	Flags []string
	// Sort is one of PeopleSorts, "" for the newest first.
	Sort string
	Down bool
	// Limit is the most rows, 0 for all.
	Limit, Offset int
}

// Span is a time; the zero Span is all of it.
type Span struct{ From, Until time.Time }

// SearchTerm is a word that is looked for, folded.
type SearchTerm struct {
	Text string
	// Contact looks into contact data as well.
	Contact bool
	// IDs are bookings that the word names; without a text they alone are meant.
	IDs []string
}

// FoundPeople are bookings in which something was found, newest first, and what they add up to.
type FoundPeople struct {
	IDs  []string
	Sums PeopleSums
}

// PeopleSums is what is added up of bookings. Amounts are paise.
type PeopleSums struct {
	Count, Seats int
	// NetPaise and GSTPaise are those of the bookings that were paid, RefundedPaise is what has gone back of that.
	NetPaise, GSTPaise, RefundedPaise int64
}

// Add adds others, so many times.
func (p *PeopleSums) Add(other PeopleSums, times int) {
	p.Count += times * other.Count
	p.Seats += times * other.Seats
	p.NetPaise += int64(times) * other.NetPaise
	p.GSTPaise += int64(times) * other.GSTPaise
	p.RefundedPaise += int64(times) * other.RefundedPaise
}

// PeopleGroup is what is added up of the bookings that are alike.
type PeopleGroup struct {
	Category, PaidBy string
	State            BookingState
	HoldsSeat        bool
	PeopleSums
}

// DeskBooking is a booking with what a list of the desk shows beside it.
type DeskBooking struct {
	Booking
	Standing
	Payments                []Payment // all that was captured, oldest first
	Ticket                  Ticket    // the good one, else the last; the zero Ticket for none
	Tasks                   int
	HasPhoto                bool
	VerifiedAt, WithdrawnAt time.Time
}

// PaidHow is how it was paid, "" while it is not.
func (b DeskBooking) PaidHow() string {
	if b.PaidAt.IsZero() {
		return ""
	}
	return b.PaidBy
}

// RefundedPaise is what has gone back of the money that paid the booking.
func (b DeskBooking) RefundedPaise() int64 { return b.Booking.RefundedPaise(b.Payments) }

// PeopleFlags are what a list can be narrowed to besides, PeopleSorts are its orders.
var (
	PeopleFlags = []string{"seat", "no-mail", "mail-failed", "task", "refund-due", "went-back", "came", "not-come",
		"document", "withdrawn"}
	PeopleSorts = []string{"registered", "paid", "name", "category", "city", "company", "code", "state", "amount"}
)

// Refund is money of a payment that went back at once.
type Refund struct {
	Paise int64
	At    time.Time
}

// ToldRefund is the key of a mail about a refund, and when it was written.
type ToldRefund struct {
	Key string
	At  time.Time
}

// Happening is something that happened to a booking: what and how are words of its kind.
type Happening struct {
	At                   time.Time
	Kind, What, How, Who string
}

// WaitingTask is an open task and since when it waits.
type WaitingTask struct {
	Task
	At time.Time
}
