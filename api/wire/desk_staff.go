package wire

import "encoding/json"

// DeskCodeRequest is the body of /desk/sign-in/code.
type DeskCodeRequest struct {
	Email string `json:"email"`
}

// DeskCodeResponse answers it, alike whether or not the address is known.
type DeskCodeResponse struct {
	Status
	ChallengeID string `json:"challenge_id"`
	// ExpiresIn and ResendIn are seconds.
	ExpiresIn int `json:"expires_in"`
	ResendIn  int `json:"resend_in"`
}

// DeskVerifyRequest is the body of /desk/sign-in/verify.
type DeskVerifyRequest struct {
	Email       string `json:"email"`
	ChallengeID string `json:"challenge_id"`
	Code        string `json:"code"`
	// Invitation is the secret of an invitation's link, "" for who has a passkey.
	Invitation string `json:"invitation"`
}

// DeskCeremony is what a passkey is asked. It works once.
type DeskCeremony struct {
	Status
	// Ceremony is sent back with the passkey's answer.
	Ceremony string `json:"ceremony"`
	// Purpose is "create", "sign_in" or "confirm"; "rehearsal" is a confirmation by a button, without a passkey.
	Purpose string `json:"purpose"`
	// Options are for the browser: PublicKeyCredential.parseCreationOptionsFromJSON for "create", else
	// parseRequestOptionsFromJSON.
	Options json.RawMessage `json:"options,omitempty"`
}

// DeskPasskeyRequest is the body of /desk/sign-in/passkey, /desk/touch/finish and /desk/passkey/finish.
type DeskPasskeyRequest struct {
	Ceremony string `json:"ceremony"`
	// Credential is the passkey's answer as its toJSON writes it.
	Credential json.RawMessage `json:"credential"`
	// Name is what the member calls a new passkey, for example "Office laptop".
	Name string `json:"name"`
}

// DeskTouchResponse answers /desk/touch/finish.
type DeskTouchResponse struct {
	Status
	// Until is the instant until which no further touch is asked (RFC 3339, UTC).
	Until string `json:"until"`
}

// DeskRehearsalRequest is the body of /desk/sign-in/rehearsal, which only a rehearsal has.
type DeskRehearsalRequest struct {
	Role string `json:"role"`
}

// DeskMeResponse answers /desk/me, /desk/sign-in/me and a completed sign-in.
type DeskMeResponse struct {
	Status
	// SignedOut is true when nobody is signed in; then the rest is empty.
	SignedOut bool   `json:"signed_out,omitempty"`
	ID        string `json:"id"`
	Name      string `json:"name"`
	Email     string `json:"email"`
	// Role is organiser, treasurer, registrar, gate or viewer.
	Role string `json:"role" ts:"StaffRole"`
	// Permissions are those of the role, by name.
	Permissions []string `json:"permissions" ts:"Permission"`
	// Now is the server's clock (RFC 3339, UTC): what is printed is dated by it.
	Now string `json:"now,omitempty"`
	// EndsAt is the instant at which the session ends whatever happens (RFC 3339, UTC); IdleSeconds is how long it may
	// rest.
	EndsAt      string `json:"ends_at"`
	IdleSeconds int    `json:"idle_seconds"`
	// TouchedUntil is until when no further touch is asked, "" when one is.
	TouchedUntil string `json:"touched_until,omitempty"`
	// Rehearsal is true when nothing here is real.
	Rehearsal bool `json:"rehearsal"`
	// Passkeys are the member's own; one alone is easily lost.
	Passkeys []DeskPasskey `json:"passkeys"`
}

// DeskPasskey is a passkey of the member who is signed in.
type DeskPasskey struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	CreatedAt  string `json:"created_at"`
	LastUsedAt string `json:"last_used_at"`
}

// DeskMember is somebody who works with the desk.
type DeskMember struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
	// Role is organiser, treasurer, registrar, gate or viewer.
	Role string `json:"role" ts:"StaffRole"`
	// State is "invited" until there is a passkey, then "works", in the end "ended"; only in the list of the staff, as all
	// below.
	State    string `json:"state,omitempty"`
	Passkeys int    `json:"passkeys,omitempty"`
	// SeenAt is the last use of the desk (RFC 3339, UTC).
	SeenAt string `json:"seen_at,omitempty"`
	// InvitedUntil is there while an invitation works.
	InvitedUntil string `json:"invited_until,omitempty"`
}

// DeskStaffResponse answers /desk/staff/list.
type DeskStaffResponse struct {
	Status
	Members []DeskMember `json:"members"`
	// Roles are all of them, with what each may do.
	Roles []DeskRole `json:"roles"`
}

// DeskRole is a role and its permissions.
type DeskRole struct {
	Role string   `json:"role" ts:"StaffRole"`
	May  []string `json:"may"`
}

// DeskInviteRequest is the body of /desk/staff/invite.
type DeskInviteRequest struct {
	Name  string `json:"name"`
	Email string `json:"email"`
	Role  string `json:"role" ts:"StaffRole"`
	Why   string `json:"why"`
}

// DeskInvitation answers /desk/staff/invite and /desk/staff/reset.
type DeskInvitation struct {
	Status
	Member DeskMember `json:"member"`
	// Link is shown once; it was mailed as well.
	Link string `json:"link"`
	// Until is when it ends (RFC 3339, UTC).
	Until string `json:"until"`
}

// DeskMemberRequest is the body of /desk/staff/role, /end and /reset, and of /desk/passkey/remove.
type DeskMemberRequest struct {
	ID   string `json:"id"`
	Role string `json:"role" ts:"StaffRole"`
	Why  string `json:"why"`
}

// DeskActivityLogRequest is the body of /desk/activity-log/list and /desk/activity-log/export; an empty field admits everything.
type DeskActivityLogRequest struct {
	// Actor is the id of a member; or one of those behind which several people stand (command, telephone), with ":" and a
	// name for one of them.
	Actor string `json:"actor"`
	// Name is a word of an act; "command:" and a name is one command.
	Action string `json:"action"`
	// Booking is the code of a booking, its id, or the address of a ticket.
	Booking string `json:"booking"`
	// From and Until are days of the event's zone, both included.
	From  string `json:"from"`
	Until string `json:"until"`
	// Before is the number from which on older acts are listed, 0 for the newest.
	Before int64 `json:"before"`
	// Why is the purpose of an export.
	Why string `json:"why"`
}

// DeskActivityLogResponse answers /desk/activity-log/list.
type DeskActivityLogResponse struct {
	Status
	Entries []DeskLoggedAction `json:"entries"`
	// Next is the Before of the next page, 0 when there is none.
	Next int64 `json:"next"`
	// Actors and Actions are what the list can be filtered by.
	Actors  []DeskMember `json:"actors"`
	Actions []DeskChoice `json:"actions"`
	// Everybody is true when all acts are shown, false when only one's own.
	Everybody bool `json:"everybody"`
}

// DeskLoggedAction is a line of the log.
type DeskLoggedAction struct {
	N       int64  `json:"n"`
	At      string `json:"at"`
	ActorID string `json:"actor_id"`
	Actor   string `json:"actor"`
	Role    string `json:"role"`
	// Name is what was done, in words for people.
	Action  string `json:"action"`
	Booking string `json:"booking,omitempty"`
	// Code and Name are those of the booking and its holder, for who may see registrations; without Name the holder was
	// erased.
	Code string `json:"code,omitempty"`
	Name string `json:"name,omitempty"`
	// Object is what else it is about, as people call it: a member of the staff, a telephone, a category.
	Object string            `json:"object,omitempty"`
	Why    string            `json:"why,omitempty"`
	Before map[string]string `json:"before,omitempty"`
	After  map[string]string `json:"after,omitempty"`
	// Erased is true when why, before and after went with their person.
	Erased bool `json:"erased,omitempty"`
}

// SalesResponse answers GET /api/sales, for every visitor.
type SalesResponse struct {
	Status
	Paused []SalesPause `json:"paused"`
}

// SalesPause is what is not sold for the time being.
type SalesPause struct {
	// Category is the type of a ticket's category, "" for everything.
	Category string `json:"category"`
	// Sentence is what visitors read.
	Sentence string `json:"sentence"`
}

// DeskSalesResponse answers /desk/sales/view, /pause and /resume.
type DeskSalesResponse struct {
	Status
	Paused []DeskSalesPause `json:"paused"`
	// Categories are those that can be paused.
	Categories []DeskSalesCategory `json:"categories"`
}

// DeskSalesPause is a pause with who made it.
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

// DeskWaysResponse answers /desk/sign-in/ways: how somebody may come in.
type DeskWaysResponse struct {
	Status
	// Rehearsal is true when there is a button for each role, because nothing is real.
	Rehearsal bool     `json:"rehearsal"`
	Roles     []string `json:"roles"`
}
