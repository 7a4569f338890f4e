package domain

import "time"

// The roles of staff; what each may do is a table in api/staff.
const (
	RoleOrganiser = "organiser"
	RoleTreasurer = "treasurer"
	RoleRegistrar = "registrar"
	RoleGate      = "gate"
	RoleViewer    = "viewer"
)

// Roles are all of them, in the order in which people are told them.
var Roles = []string{RoleOrganiser, RoleTreasurer, RoleRegistrar, RoleGate, RoleViewer}

// Member is somebody who works with the desk.
type Member struct {
	ID, Email, EmailKey, Name, Role string
	Handle                          string // what authenticators call the member
	CreatedAt                       time.Time
	EndedAt                         time.Time // zero while the member works with the desk
}

// Actor is the member in the log.
func (m Member) Actor() Actor { return Actor{ID: m.ID, Name: m.Name, Role: m.Role} }

// The kinds of a desk's session.
const (
	DeskCode      = "code"      // the mailbox is proved, the passkey is not: it opens nothing
	DeskPasskey   = "passkey"   // mailbox and passkey are proved
	DeskRehearsal = "rehearsal" // the one click of a rehearsal
)

// DeskSession is a member who is signed in, or on the way.
type DeskSession struct {
	TokenHash, StaffID, Kind string
	InvitationHash           string // of a session of the kind code that may make a passkey
	CreatedAt, LastUsedAt    time.Time
	ExpiresAt                time.Time
	TouchedAt                time.Time // the last fresh assertion of a passkey, zero for none
}

// What a passkey may be asked for.
const (
	CeremonyMake   = "make"
	CeremonySignIn = "sign_in"
	CeremonyTouch  = "touch"
)

// Ceremony is what an authenticator was asked; it is deleted by the first answer.
type Ceremony struct {
	ID, SessionHash, Purpose, Data string
	ExpiresAt                      time.Time
}

// Passkey is a key that a member's authenticator holds.
type Passkey struct {
	ID, StaffID, Name, Record string
	CreatedAt, LastUsedAt     time.Time
}

// MemberState is a member as the list of the staff shows one.
type MemberState struct {
	Member
	Passkeys     int
	SeenAt       time.Time // the last use of the desk
	InvitedUntil time.Time // zero without an invitation that works
}
