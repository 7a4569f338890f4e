package booking

import (
	"time"

	"transom/api/domain"
)

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
