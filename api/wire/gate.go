package wire

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
)

// GateInvitationRequest is the body of /gate/invitation, which does not use the invitation up.
type GateInvitationRequest struct {
	Secret string `json:"secret"`
}

// GateInvitationResponse answers /gate/invitation.
type GateInvitationResponse struct {
	Status
	Name      string   `json:"name"`
	Volunteer string   `json:"volunteer"`
	City      string   `json:"city"`
	Days      []string `json:"days"`
	Lists     []string `json:"lists"`
}

// GateEnrolRequest is the body of /gate/enrol. The device creates the token, so that it can repeat the request if the
// response is lost.
type GateEnrolRequest struct {
	Secret string `json:"secret"`
	// Token is "tg1_" and 256 random bits in base64url.
	Token string `json:"token"`
}

// GateEnrolResponse answers /gate/enrol.
type GateEnrolResponse struct {
	Status
	Device string `json:"device"`
	// Now is the time on the server's clock, in milliseconds.
	Now   int64     `json:"now"`
	Setup GateSetup `json:"setup"`
}

// GateSetup is what a device needs in addition to the lists of hashed tickets.
type GateSetup struct {
	// Version changes whenever any other field does.
	Version   string `json:"version"`
	Event     string `json:"event"`
	EventMark int64  `json:"event_mark"` // the event's mark in new tickets
	// EarlierMarks are the marks of tickets that earlier versions issued; these tickets are also accepted.
	EarlierMarks []int64 `json:"earlier_marks,omitempty"`
	Zone         string  `json:"zone"`
	// Rehearsal is true if scans are only for practice.
	Rehearsal bool      `json:"rehearsal"`
	Keys      []GateKey `json:"keys"`
	// Salt is the prefix used for hashing ids, in base64.
	Salt       string         `json:"salt"`
	Categories []GateCategory `json:"categories"`
	Days       []GateDay      `json:"days"`
	Lists      []GateList     `json:"lists"`
	Lanes      []GateLane     `json:"lanes"`
	// The fields from Name to MaySearch are the device's assignment, which ends at ExpiresAt (RFC 3339). The
	// volunteer's name is not sent, because the device would store it.
	Name      string   `json:"name"`
	Venue     string   `json:"venue"`
	City      string   `json:"city"`
	MyDays    []string `json:"my_days"`
	MyLists   []string `json:"my_lists"`
	MaySearch bool     `json:"may_search"`
	ExpiresAt string   `json:"expires_at"`
}

// GateKey is a public key that verifies tickets.
type GateKey struct {
	ID        string `json:"id"`
	PublicKey string `json:"public_key"`
}

// GateCategory names a category by the number that tickets contain.
type GateCategory struct {
	ID   int    `json:"id"`
	Type string `json:"type"`
	Name string `json:"name"`
}

// GateDay is a day of the event with its venue.
type GateDay struct {
	Date    string `json:"date"`
	Venue   string `json:"venue"`
	City    string `json:"city"`
	Display string `json:"display"`
}

// GateList is something that people are admitted to, such as the event or a meal.
type GateList struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	Days     []string  `json:"days"`
	From     string    `json:"from"`
	Times    int       `json:"times"`
	InAndOut bool      `json:"in_and_out"`
	Who      []GateWho `json:"who"`
}

// GateWho says which categories a list admits, and on which days.
type GateWho struct {
	Categories []string `json:"categories"`
	Days       []string `json:"days"`
}

// GateLane is a lane, chosen by the first letter of the name.
type GateLane struct {
	Name string `json:"name"`
	From string `json:"from"`
	To   string `json:"to"`
}

// GateScan is one scan by a device.
type GateScan struct {
	Seq    int64  `json:"seq"`
	Ticket string `json:"ticket"`
	List   string `json:"list"`
	Day    string `json:"day"`
	Venue  string `json:"venue"`
	// Verdict is "in", "out", "overruled", "refused" or "undo".
	Verdict string `json:"verdict" ts:"ScanVerdict"`
	Reason  string `json:"reason"`
	Why     string `json:"why"`
	// By is "camera", "typed" or "search".
	By      string `json:"by"`
	Offline bool   `json:"offline"`
	// Wall and Mono are the times on the device's wall clock and monotonic clock, in milliseconds. Origin is when the
	// monotonic clock started, and Offset is the known difference from the server's clock.
	Wall   int64 `json:"wall"`
	Mono   int64 `json:"mono"`
	Origin int64 `json:"origin"`
	Offset int64 `json:"offset"`
	// ListAge is the age of the device's lists in seconds; -1 if it had none.
	ListAge int64 `json:"list_age"`
}

// GateSyncRequest is the body of /gate/sync.
type GateSyncRequest struct {
	Wall   int64      `json:"wall"`
	Mono   int64      `json:"mono"`
	Origin int64      `json:"origin"`
	Scans  []GateScan `json:"scans"`
	// Since is the cursor from the last response, or 0 for everything.
	Since int64 `json:"since"`
	// Withdrawn and Setup are the device's versions of the withdrawn tickets and of the setup.
	Withdrawn string `json:"withdrawn"`
	Setup     string `json:"setup"`
	Unsent    int    `json:"unsent"`
	// Battery is a percentage; -1 if it is unknown.
	Battery int   `json:"battery"`
	ListAge int64 `json:"list_age"`
}

// MaxGateScans is the maximum number of scans in a report. A device that has more scans sends them in its next report.
const MaxGateScans = 500

// ErrTooManyScans is returned for a report with more than MaxGateScans scans.
var ErrTooManyScans = errors.New("a report has too many scans")

// ReadGateSync decodes a report while it arrives, and stops at the first scan beyond the maximum: 500 kB could hold
// 170,000 empty scans.
func ReadGateSync(body io.Reader) (in GateSyncRequest, err error) {
	decoder := json.NewDecoder(body)
	begin, err := decoder.Token()
	if err != nil || begin != json.Delim('{') {
		return in, cmp.Or(err, errors.New("a report is not a JSON object"))
	}
	fields := map[json.Token]any{"wall": &in.Wall, "mono": &in.Mono, "origin": &in.Origin, "since": &in.Since,
		"withdrawn": &in.Withdrawn, "setup": &in.Setup, "unsent": &in.Unsent, "battery": &in.Battery,
		"list_age": &in.ListAge}
	for decoder.More() {
		name, err := decoder.Token()
		switch field := fields[name]; {
		case err != nil:
		case name == "scans":
			err = in.readScans(decoder)
		case field != nil:
			err = decoder.Decode(field)
		default:
			err = decoder.Decode(new(json.RawMessage))
		}
		if err != nil {
			return in, err
		}
	}
	if _, err := decoder.Token(); err != nil {
		return in, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return in, cmp.Or(err, errors.New("there is text after the report"))
	}
	return in, nil
}

func (r *GateSyncRequest) readScans(decoder *json.Decoder) error {
	begin, err := decoder.Token()
	if err != nil || begin == nil {
		return err
	}
	if begin != json.Delim('[') {
		return errors.New("the scans of a report are not a list")
	}
	for decoder.More() {
		if len(r.Scans) == MaxGateScans {
			return ErrTooManyScans
		}
		var one GateScan
		if err := decoder.Decode(&one); err != nil {
			return err
		}
		r.Scans = append(r.Scans, one)
	}
	_, err = decoder.Token()
	return err
}

// GateSyncResponse answers /gate/sync.
type GateSyncResponse struct {
	Status
	// The server has stored all scans with numbers up to Have.
	Have int64 `json:"have"`
	// DuplicateScans counts the scans whose number had already been used; if there are any, the device must enrol again.
	DuplicateScans int `json:"duplicate_scans"`
	// Now is the time on the server's clock, in milliseconds.
	Now    int64 `json:"now"`
	Cursor int64 `json:"cursor"`
	// Last is the number of the last change on the server. A device that knows later changes is talking to a server
	// that was restored from a backup, so the device requests everything again.
	Last *int64 `json:"last,omitempty"`
	// More means that the device should send the next request at once.
	More bool `json:"more"`
	// Entries are rows of 17 bytes in base64: the hash (8 bytes), the list (1), the day (1), the number of people
	// inside (1), the device (2) and the time in minutes since 1970 (4). An entry has a row for its ticket, one for the
	// ticket's printed code, and one for the booking's code.
	Entries   string         `json:"entries"`
	Withdrawn *GateWithdrawn `json:"withdrawn,omitempty"`
	Setup     *GateSetup     `json:"setup,omitempty"`
	Devices   map[int]string `json:"devices"`
	Conflicts []GateConflict `json:"conflicts"`
	Arrivals  []GateArrivals `json:"arrivals"`
}

// GateArrivals are the arrivals for one list on one day.
type GateArrivals struct {
	List  string      `json:"list"`
	Day   string      `json:"day"`
	Total GateArrived `json:"total"`
	// Categories and Lanes are in the order of the content, without those for which nobody is expected.
	Categories []GateArrived `json:"categories"`
	Lanes      []GateArrived `json:"lanes"`
}

// GateArrived counts the seats that are expected, and those whose holders were inside at least once.
type GateArrived struct {
	// Name is a category, lane or city, or "" for the total.
	Name     string `json:"name"`
	Expected int    `json:"expected"`
	Arrived  int    `json:"arrived"`
}

// GateWaitRequest is the body of /gate/wait, which is answered once an entry changes or after a time limit.
type GateWaitRequest struct {
	// Since is the number of the last change that the device knows.
	Since int64 `json:"since"`
}

// GateWaitResponse answers /gate/wait.
type GateWaitResponse struct {
	Status
	// Last is the number of the last change; if it differs from Since, the device calls /gate/sync.
	Last int64 `json:"last"`
}

// GateWithdrawn holds sorted hashes of 8 bytes in base64, grouped by the reason why the tickets are not valid.
type GateWithdrawn struct {
	Version  string `json:"version"`
	Void     string `json:"void"`
	Replaced string `json:"replaced"`
	Unpaid   string `json:"unpaid"`
}

// GateConflict is a ticket that was admitted more times than it has places, on one list and day.
type GateConflict struct {
	// Key identifies the conflict; each further conflict of the same ticket has a new key.
	Key  string `json:"key"`
	Code string `json:"code"`
	// Ticket is set only for the desk.
	Ticket string `json:"ticket,omitempty"`
	// Name is set for staff who may see registrations.
	Name string `json:"name,omitempty"`
	// Admitted is the number of people who were admitted, and Places the number who may be inside.
	Admitted int    `json:"admitted"`
	Places   int    `json:"places"`
	List     string `json:"list"`
	Day      string `json:"day"`
	// ExplainedAt (RFC 3339) is set if somebody had left before each of the surplus admissions.
	ExplainedAt string       `json:"explained_at,omitempty"`
	Scans       []GateMoment `json:"scans"`
}

// GateMoment is one scan as pages show it.
type GateMoment struct {
	Device string `json:"device"`
	Place  string `json:"place"`
	// At is a time (RFC 3339).
	At      string `json:"at"`
	Verdict string `json:"verdict" ts:"ScanVerdict"`
	Reason  string `json:"reason,omitempty" ts:"GateRefusal"`
	Why     string `json:"why,omitempty"`
	Offline bool   `json:"offline"`
	// ListAge is the age of the device's lists in seconds; -1 if it had none.
	ListAge int64 `json:"list_age"`
	// Quarantine says why the scan does not count.
	Quarantine string `json:"quarantine,omitempty"`
	// Withdrawn is the state of a ticket that was admitted but is not valid: void, replaced or unpaid. The scan still
	// counts.
	Withdrawn string `json:"withdrawn,omitempty"`
	Code      string `json:"code,omitempty"`
	// Name is set only in the list of scans to review, for staff who may see registrations.
	Name string `json:"name,omitempty"`
	// NoReason is true for a manual check-in without a reason.
	NoReason bool `json:"no_reason,omitempty"`
	// Scan identifies a manual check-in for /desk/gate-name while its ticket is unknown.
	Scan string `json:"scan,omitempty"`
	// Alike is how many of the device's scans a line stands for in the list of scans to review.
	Alike int `json:"alike,omitempty"`
}

// GateFindRequest is the body of /gate/find.
type GateFindRequest struct {
	Text string `json:"text"`
}

// GateFindResponse answers /gate/find.
type GateFindResponse struct {
	Status
	People []GatePerson `json:"people"`
}

// GatePerson is a ticket found by a search; the device does not store it.
type GatePerson struct {
	Ticket   string `json:"ticket"`
	Code     string `json:"code"`
	Name     string `json:"name"`
	Category int    `json:"category"`
	Seats    int    `json:"seats"`
	Company  string `json:"company,omitempty"`
	// State is valid, void, replaced or unpaid.
	State string `json:"state"`
}

// GateLeaveRequest is the body of /gate/leave: the device deletes its data and is signed out. The request can be
// repeated.
type GateLeaveRequest struct{}

// GatePhotoRequest is the body of /gate/photo, which returns a JPEG: the photo for a ticket that this device has just
// scanned.
type GatePhotoRequest struct {
	// QR is the content of the QR code, whose signature is verified.
	QR string `json:"qr"`
	// MayBeNone is true to get an empty response (204) if there is no photo; older pages get an error (404).
	MayBeNone bool `json:"may_be_none"`
}
