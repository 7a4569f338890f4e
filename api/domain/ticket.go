package domain

import "time"

// Ticket admits the holder of a paid booking, and the spouse with it.
type Ticket struct {
	ID               string // 128 random bits in lower-case base32
	BookingID        string
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
}

// The states of a ticket.
const (
	TicketValid = "valid"
	TicketUsed  = "used" // all entries are taken
	TicketVoid  = "void"
)

// SandboxProvider is the provider that moves no money. What was paid through it opens a gate in a rehearsal only.
const SandboxProvider = "sandbox"
