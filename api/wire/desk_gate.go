package wire

// DeskGateInviteRequest is the body of /desk/gate-invite. No days or lists means all of the venue's.
type DeskGateInviteRequest struct {
	Name      string   `json:"name"`
	Volunteer string   `json:"volunteer"`
	Venue     string   `json:"venue"`
	Days      []string `json:"days"`
	Lists     []string `json:"lists"`
	MaySearch bool     `json:"may_search"`
	// Why is the reason for the activity log.
	Why string `json:"why"`
}

// DeskGateInviteResponse answers /desk/gate-invite. It is shown once.
type DeskGateInviteResponse struct {
	Status
	// URL is the address that the device opens; it contains the secret.
	URL string `json:"url"`
	// ExpiresAt is RFC 3339.
	ExpiresAt string `json:"expires_at"`
}

// DeskGateLiveRequest is the body of /desk/gate-live; an empty day means today.
type DeskGateLiveRequest struct {
	Day string `json:"day"`
	// ConflictsFrom and ToShowFrom are the numbers of lines to skip; the answer has the next 50.
	ConflictsFrom int `json:"conflicts_from"`
	ToShowFrom    int `json:"to_show_from"`
}

// DeskGateLiveResponse answers /desk/gate-live.
type DeskGateLiveResponse struct {
	Status
	Day    string     `json:"day"`
	Days   []GateDay  `json:"days"`
	Lists  []GateList `json:"lists"`
	Venues []DeskCity `json:"venues"`
	// Inside counts the people who are inside now and those who have been, by list and day.
	Inside []DeskGateInside `json:"inside"`
	// Arrivals are the arrivals of the day, by list; Cities are the arrivals at the event itself on all days, by city.
	Arrivals []GateArrivals `json:"arrivals"`
	Cities   []GateArrived  `json:"cities"`
	// Minutes are the day's admissions in steps of ten minutes.
	Minutes   []DeskGateMinutes `json:"minutes"`
	Devices   []DeskGateDevice  `json:"devices"`
	Conflicts []GateConflict    `json:"conflicts"`
	// ConflictsTotal is the total number of conflicts.
	ConflictsTotal int `json:"conflicts_total"`
	// ToShow are scans that do not count, and admissions despite a refusal or with a withdrawn ticket. Scans of one
	// device whose codes match no ticket are one line.
	ToShow []GateMoment `json:"to_show"`
	// ToShowTotal is the total number of lines, ToShowScans the number of scans.
	ToShowTotal int `json:"to_show_total"`
	ToShowScans int `json:"to_show_scans"`
}

// DeskCity is a place of the event.
type DeskCity struct {
	Venue string `json:"venue"`
	City  string `json:"city"`
}

// DeskGateInside holds the numbers of a list on a day.
type DeskGateInside struct {
	List   string `json:"list"`
	Day    string `json:"day"`
	Inside int    `json:"inside"`
}

// DeskGateMinutes are ten minutes on one list.
type DeskGateMinutes struct {
	// At is when they start (RFC 3339).
	At   string `json:"at"`
	List string `json:"list"`
	In   int    `json:"in"`
	Out  int    `json:"out"`
}

// DeskGateDevice is a device at the gate.
type DeskGateDevice struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Volunteer string `json:"volunteer"`
	City      string `json:"city"`
	// EnrolledAt, ExpiresAt, RevokedAt, WipedAt, SeenAt and ListsAt are RFC 3339, "" for never. WipedAt is when the
	// device reported that it deleted its data.
	EnrolledAt string `json:"enrolled_at"`
	ExpiresAt  string `json:"expires_at"`
	RevokedAt  string `json:"revoked_at"`
	WipedAt    string `json:"wiped_at"`
	SeenAt     string `json:"seen_at"`
	ListsAt    string `json:"lists_at"`
	// Have is the number of scans that have arrived, Unsent the number that the device reported as not yet sent.
	Have   int64 `json:"have"`
	Unsent int   `json:"unsent"`
	// Battery is in per cent; -1 if it is not known.
	Battery int `json:"battery"`
	// Ended means that it may no longer work. SilentSeconds is the time since it last reported.
	Ended         bool  `json:"ended"`
	SilentSeconds int64 `json:"silent_seconds"`
	// OffsetSeconds, added to the device's clock, gives ours.
	OffsetSeconds int64 `json:"offset_seconds"`
	// In, Out and Refused count its scans of the day.
	In      int `json:"in"`
	Out     int `json:"out"`
	Refused int `json:"refused"`
	// DuplicateScans are scans under a number that it had used before.
	DuplicateScans int `json:"duplicate_scans"`
	// ReplacedBy is a device that was enrolled under the same name while this one does not report, because its
	// storage was lost or it was wiped without a network.
	ReplacedBy string `json:"replaced_by,omitempty"`
}

// DeskGateRevokeRequest is the body of /desk/gate-revoke.
type DeskGateRevokeRequest struct {
	ID string `json:"id"`
	// Why is the reason for the activity log.
	Why string `json:"why"`
}

// DeskGateNameRequest is the body of /desk/gate-name: which ticket a manual check-in belongs to.
type DeskGateNameRequest struct {
	// Scan is the Scan of a GateMoment or a DeskTask.
	Scan string `json:"scan"`
	// Code is the code of the ticket or of the registration.
	Code string `json:"code"`
	// Nobody true closes the check-in without a ticket, and nothing is counted.
	Nobody bool `json:"nobody"`
	// Override true counts the check-in even if the ticket is void, replaced or unpaid.
	Override bool `json:"override,omitempty"`
	// Why is the reason for the activity log.
	Why string `json:"why"`
}

// DeskGateNameResponse answers /desk/gate-name.
type DeskGateNameResponse struct {
	Status
	// Ticket is the printed code of the counted ticket, "" if there is none.
	Ticket string `json:"ticket"`
}
