package booking

import (
	"strings"
	"time"

	"transom/api/domain"
)

// Ticket admits the holder of a paid booking, and the spouse with it.
type Ticket struct {
	ID               string // 128 random bits in lower-case base32
	BookingID        string
	BookingCode      string // of its booking, for the telephone; only where a holder lists tickets
	HolderName       string
	CategoryType     string
	Seats            int
	EntriesTotal     int // one for each event day and seat
	EntriesRemaining int
	Gate, Row, Seat  string // "—" unless assigned
	Status           string // TicketValid, TicketUsed, TicketVoid
	Signature        string // Ed25519-signed token; the QR code's fragment
	// CompanyName and GSTNo are for the receipt: those of the profile when it is the holder's, else of the booking.
	CompanyName, GSTNo string
	IssuedAt           time.Time
	TransferredAt      time.Time // when a colleague took it over; only where whoever gave it lists tickets
	SpouseName         string    // of the second seat; only where a holder lists tickets
	OfferedTo          string    // the colleague's address while the ticket is offered, until OfferedUntil
	OfferedUntil       time.Time
	PaidByOther        bool // its holder took it over from whoever paid, who keeps the receipt
	N                  int  // counts the tickets of a booking; those before the last are void
}

// The states of a ticket.
const (
	TicketValid = "valid"
	TicketUsed  = "used" // all entries are taken
	TicketVoid  = "void"
)

// SandboxProvider is the provider that moves no money. What was paid through it opens a gate in a rehearsal only.
const SandboxProvider = "sandbox"

// TicketCodeLetters is how much of a ticket's id its code is.
const TicketCodeLetters = 8

// TicketCode is the beginning of a ticket's id, as it is printed, typed at the gate and read to each other.
func TicketCode(id string) string { return id[:min(TicketCodeLetters, len(id))] }

// NewTicketID returns a ticket's id. Its code has a digit, so that a name is never taken for one: what is typed at a
// gate without a network is kept there (typedCode in site/src/gate/token.ts). Four in five ids have it; the others are
// thrown away.
func NewTicketID() string {
	for {
		if id := domain.NewID(128); strings.ContainsAny(TicketCode(id), "234567") {
			return id
		}
	}
}
