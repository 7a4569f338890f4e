package domain

import "time"

// EntryList is the id of the list for entry to the event, the only list that uses up a ticket's entries.
const EntryList = "entry"

// GateDevice is a phone or other device that admits people, with its assignment.
type GateDevice struct {
	ID        string
	Number    int    // used in the lists of entries, where the name would be too long
	Name      string // "North gate 2"
	Volunteer string
	Venue     string   // the venue's id
	Days      []string // event days on which the device may be used
	Lists     []string // the lists for which the device may admit people
	MaySearch bool     // whether volunteers may search for people by name or part of a code while online

	EnrolledAt, ExpiresAt, RevokedAt, SeenAt time.Time
	WipedAt                                  time.Time // when the device reported that it had deleted its data
	Have                                     int64     // the server has all of the device's scans up to this number
	Unsent                                   int       // how many unsent scans the device last reported
	Battery                                  int       // a percentage; -1 if the device does not report its battery
	ListsAt                                  time.Time
	Offset                                   time.Duration // the server's time minus the device's
}

// Ended reports whether the device may no longer be used at the given time.
func (d GateDevice) Ended(at time.Time) bool {
	return !d.RevokedAt.IsZero() && at.After(d.RevokedAt) || !at.Before(d.ExpiresAt)
}

// GateInvitation lets one phone enrol as a device, once.
type GateInvitation struct {
	Hash              string // the hash of the invitation's secret
	Name, Volunteer   string
	Venue             string
	Days, Lists       []string
	MaySearch         bool
	MadeBy            string
	MadeAt, ExpiresAt time.Time
	Device            string // the device that used the invitation, or ""
	Why               string // the organiser's reason, for the activity log
}

// A scan's verdicts: what the volunteer saw and did.
const (
	ScanIn        = "in"
	ScanOut       = "out"
	ScanOverruled = "overruled" // admitted manually, with a reason
	ScanRefused   = "refused"
	// ScanUndo undoes the device's previous scan, which must be an entry or exit.
	ScanUndo = "undo"
)

// GateScan is one scan as a device recorded it. Scans are never changed.
type GateScan struct {
	N        int64 // the order of arrival
	Device   string
	Seq      int64
	TicketID string // "" if the code matched no ticket
	List     string
	Day      string
	Venue    string
	Verdict  string
	Reason   string // a machine-readable word: why entry was refused, or the refusal that was overruled
	Why      string // what the volunteer typed
	By       string // camera, typed or search
	Offline  bool   // whether the device had no network at the time
	// Wall and Mono are the times on the device's two clocks, in milliseconds. Origin is when Mono's clock started, and
	// Offset is the known difference between Wall's clock and ours.
	Wall, Mono, Origin, Offset int64
	ListAge                    int64 // the age of the device's lists in seconds; -1 if it had none
	At                         time.Time
	ArrivedAt                  time.Time
	Quarantine                 string // why the scan does not count, or ""
	BodyHash                   string
	// Withdrawn, Alike and Holder are for scans to review: the state of an invalid ticket that was admitted, the number of
	// similar scans in this line, and the ticket's name, for staff who may see registrations.
	Withdrawn string
	Alike     int
	Holder    string `json:"-"`
}

// GateToShow lists scans that a person should review, and gives the total numbers of lines and scans.
type GateToShow struct {
	Lines        []GateScan
	Total, Scans int
}

// GateEntry summarises a ticket's scans on one list and day.
type GateEntry struct {
	TicketID, List, Day string
	Code                string // the booking code, "" if there is none
	Inside              int    // how many of the ticket's people are inside now
	Used                int    // how many of the ticket's people have been inside so far
	LastAt              time.Time
	LastDevice          int // the device's number
	Changed             int64
}

// GateConflict is a ticket with which more people were admitted to one list on one day than it has places. It does not
// say which scan is surplus, because an older scan may still arrive.
type GateConflict struct {
	TicketID, List, Day string
	N                   int       // the largest number of surplus admissions seen so far
	ExplainedAt         time.Time // when late scans showed that somebody had left before each surplus admission
	Seats               int
	Holder              string `json:"-"` // for staff who may see registrations
	Places, Admitted    int    // how many people may be inside, and how many were admitted
	Scans               []GateScan
}

// GateTicket is the part of a ticket that the gate needs.
type GateTicket struct {
	ID, BookingID, Holder, CategoryType string
	Code                                string // the booking code, "" if there is none
	Seats                               int
	Company                             string
	State                               string
}

// A ticket's states at the gate.
const (
	GateValid    = "valid"
	GateVoid     = "void"
	GateReplaced = "replaced"
	GateUnpaid   = "unpaid"
)

// GateSeats is a number of seats, for one list ("" for expected seats), category and first letter of the holder's name.
type GateSeats struct {
	List, Category, Letter string
	Seats                  int
}

// GateCount is a number of scans of one kind.
type GateCount struct {
	Device, List, Day, Verdict, Reason string
	TenMinutes                         int64 // the scans' corrected time, as the number of ten-minute periods since 1970
	N                                  int
}
