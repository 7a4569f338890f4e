package wire

// DeskGateInviteRequest is the body of /desk/gate-invite; empty Days or Lists mean all at the venue.
type DeskGateInviteRequest struct {
	Name      string   `json:"name"`
	Volunteer string   `json:"volunteer"`
	Venue     string   `json:"venue"`
	Days      []string `json:"days"`
	Lists     []string `json:"lists"`
	MaySearch bool     `json:"may_search"`
	Why       string   `json:"why"`
}

// DeskGateInviteResponse answers /desk/gate-invite. The link is shown only once.
type DeskGateInviteResponse struct {
	Status
	// URL is the address that the device opens; it contains the secret.
	URL       string `json:"url"`
	ExpiresAt string `json:"expires_at"`
}

// DeskGateLiveRequest is the body of /desk/gate-live; an empty day means today.
type DeskGateLiveRequest struct {
	Day string `json:"day"`
	// ConflictsFrom and ToShowFrom say how many lines to skip; the response contains the next 50.
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
	// Inside counts the people who are inside now.
	Inside []DeskGateInside `json:"inside"`
	// Arrivals are the day's arrivals, by list; Cities are the arrivals at the event itself on all days, by city.
	Arrivals       []GateArrivals    `json:"arrivals"`
	Cities         []GateArrived     `json:"cities"`
	Minutes        []DeskGateMinutes `json:"minutes"`
	Devices        []DeskGateDevice  `json:"devices"`
	Conflicts      []GateConflict    `json:"conflicts"`
	ConflictsTotal int               `json:"conflicts_total"`
	// ToShow are the scans that a person should review. All of a device's scans whose codes match no ticket share one
	// line.
	ToShow []GateMoment `json:"to_show"`
	// ToShowTotal counts the lines on all pages of ToShow, and ToShowScans the scans in those lines.
	ToShowTotal int `json:"to_show_total"`
	ToShowScans int `json:"to_show_scans"`
}

// DeskCity is one of the event's cities.
type DeskCity struct {
	Venue string `json:"venue"`
	City  string `json:"city"`
}

// DeskGateInside is the number of people who are inside, for one list and one day.
type DeskGateInside struct {
	List   string `json:"list"`
	Day    string `json:"day"`
	Inside int    `json:"inside"`
}

// DeskGateMinutes is one ten-minute interval on one list.
type DeskGateMinutes struct {
	// At is when the interval starts (RFC 3339).
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
	// EnrolledAt, ExpiresAt, RevokedAt, WipedAt, SeenAt and ListsAt are times (RFC 3339), or "" for an event that has
	// not happened. WipedAt is when the device reported that it had deleted its data.
	EnrolledAt string `json:"enrolled_at"`
	ExpiresAt  string `json:"expires_at"`
	RevokedAt  string `json:"revoked_at"`
	WipedAt    string `json:"wiped_at"`
	SeenAt     string `json:"seen_at"`
	ListsAt    string `json:"lists_at"`
	// Have is how many scans we have received, and Unsent is how many the device has reported as not yet sent.
	Have   int64 `json:"have"`
	Unsent int   `json:"unsent"`
	// Battery is a percentage; -1 if it is unknown.
	Battery int `json:"battery"`
	// SilentSeconds is the time since the device's last report.
	Ended         bool  `json:"ended"`
	SilentSeconds int64 `json:"silent_seconds"`
	// OffsetSeconds is what must be added to the device's clock to get our time.
	OffsetSeconds int64 `json:"offset_seconds"`
	// In, Out and Refused count the day's scans.
	In      int `json:"in"`
	Out     int `json:"out"`
	Refused int `json:"refused"`
	// DuplicateScans counts the scans whose number the device had already used.
	DuplicateScans int `json:"duplicate_scans"`
	// ReplacedBy is a device that was enrolled under the same name after this device's last report; this device
	// probably lost its storage or was wiped offline.
	ReplacedBy string `json:"replaced_by,omitempty"`
}

// DeskGateRevokeRequest is the body of /desk/gate-revoke.
type DeskGateRevokeRequest struct {
	ID  string `json:"id"`
	Why string `json:"why"`
}

// DeskGateNameRequest is the body of /desk/gate-name, which says which ticket a manual check-in belongs to.
type DeskGateNameRequest struct {
	// Scan is the Scan field of a GateMoment or a DeskTask.
	Scan string `json:"scan"`
	// Code is a ticket code or a booking code.
	Code string `json:"code"`
	// Nobody is true if no ticket belongs to the manual check-in, which is then closed and not counted.
	Nobody bool `json:"nobody"`
	// Override is true to count the check-in even if the ticket is void, replaced or unpaid.
	Override bool   `json:"override,omitempty"`
	Why      string `json:"why"`
}
