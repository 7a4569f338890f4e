package domain

import "time"

// EntryList is the list of the event itself; what it counts is what a ticket's "entries" are.
const EntryList = "entry"

// GateDevice is a telephone, or something else that admits people, with its assignment.
type GateDevice struct {
	ID        string
	Number    int    // its place in the lists of entries, where a name would be too long
	Name      string // "North gate 2"
	Volunteer string
	Venue     string   // the venue's id
	Days      []string // event days that it may work on
	Lists     []string // lists of the content that it may count
	MaySearch bool     // it may look people up by name or code while there is a network

	EnrolledAt, ExpiresAt, RevokedAt, SeenAt time.Time
	WipedAt                                  time.Time // when it said that it forgets everything, which also revokes it
	Have                                     int64     // the end of the unbroken row of its scans from 1
	Unsent                                   int       // what it said that it holds back
	Battery                                  int       // per cent; -1 when it does not say
	ListsAt                                  time.Time
	Offset                                   time.Duration // what is added to its clock to get ours
}

// Ended reports whether the device may no longer work, at a moment.
func (d GateDevice) Ended(at time.Time) bool {
	return !d.RevokedAt.IsZero() && at.After(d.RevokedAt) || !at.Before(d.ExpiresAt)
}

// GateInvitation lets one telephone become a device, once.
type GateInvitation struct {
	Hash              string // of the secret
	Name, Volunteer   string
	Venue             string
	Days, Lists       []string
	MaySearch         bool
	MadeBy            string
	MadeAt, ExpiresAt time.Time
	Device            string // the device that took it, "" while nobody did
	Why               string // stands in the log alone
}

// The verdicts of a scan: what the volunteer saw and did.
const (
	ScanIn        = "in"
	ScanOut       = "out"
	ScanOverruled = "overruled" // admitted by hand, with a reason
	ScanRefused   = "refused"
)

// GateScan is one record of a device. It is never changed.
type GateScan struct {
	N        int64 // the order in which they arrived
	Device   string
	Seq      int64
	TicketID string // "" when the code was none of ours
	List     string
	Day      string
	Venue    string
	Verdict  string
	Reason   string // a machine word: why it was refused, or what was overruled
	Why      string // what the volunteer typed
	By       string // camera, typed, search or paper
	Offline  bool   // whether the device had no network then
	// Wall and Mono are the device's two clocks in milliseconds, Origin where the second began, Offset what it knew of
	// ours.
	Wall, Mono, Origin, Offset int64
	ListAge                    int64 // how old its lists were, in seconds; -1: it had none
	At                         time.Time
	ArrivedAt                  time.Time
	Quarantine                 string // why it does not count, "" when it does
	BodyHash                   string
	// the state of a ticket that was admitted and is not valid; only among scans to look at
	Withdrawn string
	Alike     int // how many scans of the device this one stands for; only among scans to look at
}

// GateToShow are scans that a person should look at: some lines of them, and how many lines and scans there are in all.
type GateToShow struct {
	Lines        []GateScan
	Total, Scans int
}

// GateEntry is what the scans of a ticket come to on one list and day.
type GateEntry struct {
	TicketID, List, Day string
	Inside              int // how many of its seats are inside now
	Used                int // how many of its seats have been inside
	LastAt              time.Time
	LastDevice          int // its number
	Changed             int64
}

// GateConflict is a ticket that was admitted more often than it has places, on one list and day. Which scan was too
// many it does not say, because that changes when an older one arrives late.
type GateConflict struct {
	TicketID, List, Day string
	N                   int       // how many too many were ever found
	FoundAt             time.Time // when the last of them was
	ExplainedAt         time.Time // when late records showed that somebody had left in between, before each of them
	Seats               int
	Holder              string `json:"-"` // for the desk, whoever may see registrations
	Places, Admitted    int    // how many may be inside, and how often somebody was admitted
	Scans               []GateScan
}

// GateTicket is what a gate must know of a ticket.
type GateTicket struct {
	ID, BookingID, Holder, CategoryType string
	Seats                               int
	// State is valid, void, replaced or unpaid.
	State string
}

// The states of a ticket at the gate.
const (
	GateValid    = "valid"
	GateVoid     = "void"
	GateReplaced = "replaced"
	GateUnpaid   = "unpaid"
)

// GateCount is how many scans of a kind there are.
type GateCount struct {
	Device, List, Day, Verdict, Reason string
	TenMinutes                         int64 // of the corrected time, since 1970
	N                                  int
}
