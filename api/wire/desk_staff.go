package wire

import "encoding/json"

// DeskCodeRequest is the body of /desk/sign-in/code.
type DeskCodeRequest struct {
	Email string `json:"email"`
}

// DeskVerifyRequest is the body of /desk/sign-in/verify.
type DeskVerifyRequest struct {
	Email       string `json:"email"`
	ChallengeID string `json:"challenge_id"`
	Code        string `json:"code"`
	// Invitation is the secret from an invitation's link; "" for a member who has a passkey.
	Invitation string `json:"invitation"`
}

// DeskCeremony is a single-use challenge for a passkey.
type DeskCeremony struct {
	Status
	// Ceremony identifies the challenge; the browser returns it with the passkey's answer.
	Ceremony string `json:"ceremony"`
	// Purpose is "create", "sign_in" or "confirm"; "rehearsal" is a confirmation with a button, without a passkey.
	Purpose string `json:"purpose"`
	// Options are for the browser: PublicKeyCredential.parseCreationOptionsFromJSON for "create", otherwise
	// parseRequestOptionsFromJSON.
	Options json.RawMessage `json:"options,omitempty"`
}

// DeskPasskeyRequest is the body of /desk/sign-in/passkey, /desk/confirm/finish and /desk/passkey/finish.
type DeskPasskeyRequest struct {
	Ceremony string `json:"ceremony"`
	// Credential is the passkey's answer, as the browser's toJSON returns it.
	Credential json.RawMessage `json:"credential"`
	// Name is what the member calls a new passkey, for example "Office laptop".
	Name string `json:"name"`
}

// DeskRehearsalRequest is the body of /desk/sign-in/rehearsal, which exists only in a rehearsal.
type DeskRehearsalRequest struct {
	Role string `json:"role"`
}

// DeskMeResponse answers /desk/me, /desk/sign-in/me and a completed sign-in.
type DeskMeResponse struct {
	Status
	// SignedOut is true if nobody is signed in; everything else is then empty.
	SignedOut bool   `json:"signed_out,omitempty"`
	ID        string `json:"id"`
	Name      string `json:"name"`
	Email     string `json:"email"`
	// Role is organiser, treasurer, registrar, gate or viewer.
	Role        string   `json:"role" ts:"StaffRole"`
	Permissions []string `json:"permissions" ts:"Permission"`
	// Now is the time on the server's clock (RFC 3339, UTC), which printed pages show as their date.
	Now string `json:"now,omitempty"`
	// Rehearsal is true if no data here is real.
	Rehearsal bool `json:"rehearsal"`
	// Passkeys are the member's own passkeys; a member with only one is easily locked out.
	Passkeys []DeskPasskey `json:"passkeys"`
}

// DeskPasskey is a passkey of the signed-in member.
type DeskPasskey struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	CreatedAt  string `json:"created_at"`
	LastUsedAt string `json:"last_used_at"`
}

// DeskMember is a member of staff.
type DeskMember struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
	// Role is organiser, treasurer, registrar, gate or viewer.
	Role string `json:"role" ts:"StaffRole"`
	// State is "invited" until the member has a passkey, then "works", and "ended" once access has been withdrawn.
	// State and the fields below it are set only in the list of staff.
	State    string `json:"state,omitempty"`
	Passkeys int    `json:"passkeys,omitempty"`
	// SeenAt is when the member last used the desk (RFC 3339, UTC).
	SeenAt string `json:"seen_at,omitempty"`
	// InvitedUntil is set while an invitation is valid.
	InvitedUntil string `json:"invited_until,omitempty"`
}

// DeskStaffResponse answers /desk/staff/list.
type DeskStaffResponse struct {
	Status
	Members []DeskMember `json:"members"`
}

// DeskInviteRequest is the body of /desk/staff/invite.
type DeskInviteRequest struct {
	Name  string `json:"name"`
	Email string `json:"email"`
	Role  string `json:"role" ts:"StaffRole"`
	Why   string `json:"why"`
}

// DeskInvitation is the response to /desk/staff/invite and /desk/staff/reset.
type DeskInvitation struct {
	Status
	Member DeskMember `json:"member"`
	// Link is shown only once; it was also sent by email.
	Link string `json:"link"`
	// Until is a time (RFC 3339, UTC).
	Until string `json:"until"`
}

// DeskMemberRequest is the body of /desk/staff/role, /end and /reset, and of /desk/passkey/remove.
type DeskMemberRequest struct {
	ID   string `json:"id"`
	Role string `json:"role" ts:"StaffRole"`
	Why  string `json:"why"`
}

// DeskActivityLogRequest is the body of /desk/activity-log/list and /export; an empty field matches everything.
type DeskActivityLogRequest struct {
	// Actor is a member's id, or an id that several people share (command, device); ":" and a name select one of them.
	Actor string `json:"actor"`
	// Action is an action's name, or "command:" and the name of a command.
	Action string `json:"action"`
	// Booking is a booking's code or id, or a ticket's address.
	Booking string `json:"booking"`
	// From and Until are the first and the last day, in the event's time zone.
	From  string `json:"from"`
	Until string `json:"until"`
	// Before selects the actions with smaller numbers; 0 starts with the newest action.
	Before int64  `json:"before"`
	Why    string `json:"why"`
}

// DeskActivityLogResponse answers /desk/activity-log/list.
type DeskActivityLogResponse struct {
	Status
	Entries []DeskLoggedAction `json:"entries"`
	// Next is the value of Before for the next page, or 0 if there is none.
	Next    int64        `json:"next"`
	Actors  []DeskMember `json:"actors"`
	Actions []DeskChoice `json:"actions"`
	// Everybody is false if only the caller's own actions are shown.
	Everybody bool `json:"everybody"`
}

// DeskLoggedAction is an entry of the activity log.
type DeskLoggedAction struct {
	N       int64  `json:"n"`
	At      string `json:"at"`
	Actor   string `json:"actor"`
	Role    string `json:"role"`
	Action  string `json:"action"`
	Booking string `json:"booking,omitempty"`
	// Code and Name are set for callers who may see registrations, unless the personal data was erased.
	Code string `json:"code,omitempty"`
	Name string `json:"name,omitempty"`
	// Object is what else the action was about: a member of staff, a device or a category.
	Object string            `json:"object,omitempty"`
	Why    string            `json:"why,omitempty"`
	Before map[string]string `json:"before,omitempty"`
	After  map[string]string `json:"after,omitempty"`
	// Erased is true if Why, Before and After have been erased together with the person's data.
	Erased bool `json:"erased,omitempty"`
}

// SalesResponse answers GET /api/sales, for every visitor.
type SalesResponse struct {
	Status
	Paused []SalesPause `json:"paused"`
}

// SalesPause is a pause in sales.
type SalesPause struct {
	// Category is the type of a ticket category, or "" for all.
	Category string `json:"category"`
	Sentence string `json:"sentence"`
}

// DeskSalesResponse answers /desk/sales/view, /pause and /resume.
type DeskSalesResponse struct {
	Status
	Paused     []DeskSalesPause    `json:"paused"`
	Categories []DeskSalesCategory `json:"categories"`
}

// DeskSalesPause is a pause in sales, with its start and the person who ordered it.
type DeskSalesPause struct {
	SalesPause
	Since string `json:"since"`
	Actor string `json:"actor"`
}

// DeskSalesCategory is a category of tickets.
type DeskSalesCategory struct {
	Type string `json:"type"`
	Name string `json:"name"`
}

// DeskPauseRequest is the body of /desk/sales/pause and /resume.
type DeskPauseRequest struct {
	SalesPause
	Why string `json:"why"`
}
