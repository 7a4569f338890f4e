package booking

import (
	"time"

	"transom/api/domain"
)

// BookingChange is a change of a booking that staff made, by the version that came of it.
type BookingChange struct {
	Version          int
	At               time.Time
	WhoID, Who, What string
	// Before and After are the values that it changed, by field, until their person is erased.
	Before, After map[string]string
}

// Note is what staff wrote beside a booking.
type Note struct {
	ID        int64
	BookingID string
	At        time.Time
	Who       domain.Actor
	Text      string
}

// Transfer is a ticket that was offered to a colleague.
type Transfer struct {
	ID, BookingID, TokenHash, Email string
	FromEmailKey, FromPersonKey     string // whose it was
	OfferedAt, ExpiresAt            time.Time
	Who                             domain.Actor
	State                           TransferState
}

// TransferState is what became of an offer.
type TransferState string

// What becomes of an offer. One whose time is over is still open until somebody looks.
const (
	TransferOpen      TransferState = "open"
	TransferAccepted  TransferState = "accepted"
	TransferWithdrawn TransferState = "withdrawn"
	TransferExpired   TransferState = "expired"
)

// IsOpen reports whether an offer can be accepted.
func (t Transfer) IsOpen(now time.Time) bool {
	return t.State == TransferOpen && now.Before(t.ExpiresAt)
}

// Request is a refund that a second person has to approve.
type Request struct {
	ID, BookingID string
	At            time.Time
	Action        string // ActCancel, or ActRefund which leaves the ticket
	RefundPaise   int64
	Why           string
	Who           domain.Actor
	State         RequestState
}

// StaffLink says that somebody added, promoted or reset a member of the staff.
type StaffLink struct{ By, Of domain.Actor }

// RequestState is what became of a request.
type RequestState string

// What becomes of a request.
const (
	RequestOpen     RequestState = "open"
	RequestApproved RequestState = "approved"
	RequestRefused  RequestState = "refused"
)
