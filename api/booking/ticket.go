package booking

import (
	"strings"
	"time"

	"transom/api/domain"
)

// Ticket admits the holder of a paid booking, and the spouse if the booking includes one.
type Ticket struct {
	ID               string // 128 random bits in lower-case base32
	BookingID        string
	BookingCode      string // for phone calls; set only when a holder lists tickets
	HolderName       string
	CategoryType     string
	Seats            int
	EntriesTotal     int // one entry for each event day and seat
	EntriesRemaining int
	Gate, Row, Seat  string // "—" unless assigned
	Status           string // TicketValid, TicketUsed, TicketVoid
	Signature        string // Ed25519-signed token, sent as the fragment of the QR code's address
	// CompanyName and GSTNo come from the holder's profile, or otherwise from the booking.
	CompanyName, GSTNo string
	IssuedAt           time.Time
	TransferredAt      time.Time // when a colleague took the ticket over; set only when the previous holder lists tickets
	SpouseName         string    // the holder of the second seat; set only when a holder lists tickets
	OfferedTo          string    // the colleague's address while the ticket is offered, until OfferedUntil
	OfferedUntil       time.Time
	PaidByOther        bool // the holder took the ticket over from the payer, who keeps the receipt
	N                  int  // the ticket's number within its booking, from 1; only the last ticket can be valid
}

const (
	TicketValid = "valid"
	TicketUsed  = "used" // all entries are used
	TicketVoid  = "void"
)

// NotVoid reports whether there is a ticket that is not void. All its entries may be used.
func (t Ticket) NotVoid() bool { return t.Status == TicketValid || t.Status == TicketUsed }

// SandboxProvider is the provider that moves no money. Sandbox payments admit people only in a rehearsal.
const SandboxProvider = "sandbox"

// TicketCodeLetters is the number of characters in a ticket code.
const TicketCodeLetters = 8

// TicketCode returns the ticket code: the first characters of a ticket's id, which are printed, typed and read aloud.
func TicketCode(id string) string { return id[:min(TicketCodeLetters, len(id))] }

// NewTicketID returns a random id whose code contains a digit, so that a scanner without a network can tell a typed
// code from a name (typedCode in site/src/gate/token.ts). One random id in five is thrown away.
func NewTicketID() string {
	for {
		if id := domain.NewID(128); strings.ContainsAny(TicketCode(id), "234567") {
			return id
		}
	}
}

// Unassigned is shown for a gate, row or seat that nobody has assigned.
const Unassigned = "—"
