package wire

// DeskChecksRequest is the body of /desk/documents/queue. From is the number of registrations to skip; ID is the
// registration to begin with instead, if it is in the queue.
type DeskChecksRequest struct {
	From int    `json:"from"`
	ID   string `json:"id,omitempty"`
}

// DeskChecksResponse answers /desk/documents/queue.
type DeskChecksResponse struct {
	Status
	// Total is the number of paid registrations to check, and Checks are one page of them in the order of payment. From is
	// the request's From, or 0 if it skips all of them. Rejected is the number of registrations that are waiting for a
	// replacement document.
	Total    int         `json:"total"`
	From     int         `json:"from"`
	Checks   []DeskCheck `json:"checks"`
	Rejected int         `json:"rejected"`
	// Recipients are the public keys to which documents are encrypted; a key file must belong to one of them.
	Recipients []string        `json:"recipients"`
	Institutes []DeskInstitute `json:"institutes"`
}

// DeskCheck is a registration whose document and membership number staff have to check.
type DeskCheck struct {
	ID           string `json:"id"`
	Code         string `json:"code"`
	Version      int    `json:"version"`
	Name         string `json:"name"`
	DOB          string `json:"dob"`
	CategoryName string `json:"category_name"`
	Institute    string `json:"institute"`
	MembershipNo string `json:"membership_no"`
	HasPhoto     bool   `json:"has_photo"`
	HasDocument  bool   `json:"has_document"`
	// Replaced is true if the person sent this document after another one was rejected.
	Replaced bool `json:"replaced,omitempty"`
	DeskNumber
}

// DeskNumber says what is known about a membership number.
type DeskNumber struct {
	// Number is "found" or "not_found" (on the institute's list), "twice" if another registration has the same number, or
	// "" if the person gave no number or the institute has no list.
	Number string `json:"number,omitempty" ts:"NumberMark"`
	// SameNumber are the booking codes of the other registrations with this number.
	SameNumber []string `json:"same_number"`
}

// DeskInstitute is an institute; Numbers is the length of its list, or 0 if it has no list.
type DeskInstitute struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Numbers int    `json:"numbers"`
}

// DeskNumbersRequest is the body of /desk/documents/numbers: a CSV file that replaces an institute's list of membership
// numbers.
type DeskNumbersRequest struct {
	Institute string `json:"institute"` // its id
	CSV       string `json:"csv"`
}

// DeskNumbersResponse answers /desk/documents/numbers.
type DeskNumbersResponse struct {
	Status
	Numbers int `json:"numbers"`
}

// RejectedDocument is a registration whose identity document was rejected.
type RejectedDocument struct {
	BookingID string `json:"booking_id"`
	Name      string `json:"name"`
	// Reason is why staff rejected the document, as quoted in the email; "" if the reason is no longer stored.
	Reason string `json:"reason"`
	// Until is the time until which the seat is kept (RFC 3339, UTC), or "" once that time has passed.
	Until string `json:"until"`
}

// DocumentRequest is the body of /document, which replaces a rejected document.
type DocumentRequest struct {
	BookingID string `json:"booking_id"`
	AadharURL string `json:"aadharUrl"`
	Consent   bool   `json:"consent"`
}

// DeskReconcileRequest is the body of /desk/reconcile: a day (2025-03-31) in the event's time zone.
type DeskReconcileRequest struct {
	Day string `json:"day"`
}

// DeskReconcileResponse answers /desk/reconcile with the same sentences as transom reconcile.
type DeskReconcileResponse struct {
	Status
	// At is when the payments were compared (RFC 3339, UTC).
	At  string `json:"at"`
	Day string `json:"day"`
	// Result says whether every rupee is accounted for, and Sentences what was compared.
	Result    string   `json:"result"`
	Sentences []string `json:"sentences"`
	// Findings are the differences; Unread is what could not be compared, for example because the gateway was silent.
	Findings []DeskFinding `json:"findings"`
	Unread   []DeskFinding `json:"unread"`
}

// DeskFinding is a payment about which the gateway and our records disagree.
type DeskFinding struct {
	BookingID string `json:"booking_id,omitempty"`
	Reference string `json:"reference"`
	// GatewayPaise is what the gateway holds, OurPaise what our records say it should hold.
	GatewayPaise int64 `json:"gateway_paise"`
	OurPaise     int64 `json:"our_paise"`
	// Text says what is wrong and what to do.
	Text string `json:"text"`
}
