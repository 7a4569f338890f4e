package domain

import "time"

// The roles of staff. The table in package staff says what each role may do.
const (
	RoleOrganiser = "organiser"
	RoleTreasurer = "treasurer"
	RoleRegistrar = "registrar"
	RoleGate      = "gate"
	RoleViewer    = "viewer"
)

// Roles lists all roles in the order in which they are shown.
var Roles = []string{RoleOrganiser, RoleTreasurer, RoleRegistrar, RoleGate, RoleViewer}

// Member is a member of staff.
type Member struct {
	ID, Email, EmailKey, Name, Role string
	Handle                          string // the user handle that authenticators store
	CreatedAt                       time.Time
	EndedAt                         time.Time // zero while the member may use the desk
}

// Actor returns the member as an actor for the activity log.
func (m Member) Actor() Actor { return Actor{ID: m.ID, Name: m.Name, Role: m.Role} }

// The kinds of desk sessions.
const (
	DeskCode      = "code"      // the member has verified only the mailbox, and has no access yet
	DeskPasskey   = "passkey"   // the member has verified the mailbox and a passkey
	DeskRehearsal = "rehearsal" // the member signed in with a rehearsal's one-click button
)

// DeskSession is a member who is signed in, or signing in.
type DeskSession struct {
	TokenHash, StaffID, Kind string
	InvitationHash           string // set in a session of kind code that may create a passkey
	CreatedAt, LastUsedAt    time.Time
	ExpiresAt                time.Time
	ConfirmedAt              time.Time // when a passkey was last used in this session, or zero
}

// The purposes for which a passkey is requested.
const (
	CeremonyCreate  = "create"
	CeremonySignIn  = "sign_in"
	CeremonyConfirm = "confirm"
)

// Ceremony is a challenge to an authenticator; it is deleted on the first response.
type Ceremony struct {
	ID, SessionHash, Purpose, Data string
	ExpiresAt                      time.Time
}

// Passkey is a public key whose private key a member's authenticator holds.
type Passkey struct {
	ID, StaffID, Name, Record string
	CreatedAt, LastUsedAt     time.Time
}

// MemberState is what the Staff page shows about a member.
type MemberState struct {
	Member
	Passkeys     int
	SeenAt       time.Time // when the member last used the desk
	InvitedUntil time.Time // zero if there is no valid invitation
}
