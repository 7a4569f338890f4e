package staff

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// Store is the database as this package uses it.
type Store interface {
	reader
	// WriteStaff runs f in one transaction that no other writer overlaps.
	WriteStaff(ctx context.Context, f func(Tx) error) error
}

type reader interface {
	// FindDeskSession returns the session of a token that has not ended, with its member, or ErrNotFound.
	FindDeskSession(ctx context.Context, tokenHash string) (domain.DeskSession, domain.Member, error)
	Members(ctx context.Context, now time.Time) ([]domain.MemberState, error)
	ListPasskeys(ctx context.Context, staffID string) ([]domain.Passkey, error)
}

// Tx is a database transaction as this package uses it.
type Tx interface {
	FindMember(ctx context.Context, id string) (domain.Member, error)              // ErrNotFound
	FindMemberByEmail(ctx context.Context, emailKey string) (domain.Member, error) // also a member who has left; ErrNotFound
	InsertMember(ctx context.Context, m domain.Member) error
	SaveMember(ctx context.Context, m domain.Member) error               // name, role and end date
	HasSignedIn(ctx context.Context, staffID, kind string) (bool, error) // ever, with a session of this kind
	Organisers(ctx context.Context) ([]domain.Member, error)

	// InsertInvitation also ends the member's earlier invitations.
	InsertInvitation(ctx context.Context, tokenHash, staffID string, now, until time.Time) error
	InvitationWorks(ctx context.Context, tokenHash, staffID string, now time.Time) (bool, error)
	// UseInvitation uses up an invitation; it returns false if the invitation is not valid any more.
	UseInvitation(ctx context.Context, tokenHash, staffID string, now time.Time) (bool, error)
	DeleteInvitations(ctx context.Context, staffID string) error

	// Codes and their limits, as in package signin.
	CountStaffCodes(ctx context.Context, q domain.CodeQuestion, now time.Time) (domain.CodeCounts, error)
	CountStaffNetworkCodes(ctx context.Context, n domain.Network, now time.Time) (domain.NetworkCounts, error)
	InsertStaffCode(ctx context.Context, c domain.Challenge) error
	NetworkOfStaffCode(ctx context.Context, id string) (string, error)
	CountStaffTries(ctx context.Context, q domain.CodeQuestion, now time.Time) (domain.TryCounts, error)
	// TakeStaffTry counts an attempt and returns the code if it is valid and had an attempt left. Otherwise it
	// returns ErrNotFound, and the attempt counts as well.
	TakeStaffTry(ctx context.Context, id string, q domain.CodeQuestion, maxTries int, now time.Time) (domain.Challenge,
		error)
	// UseStaffCode uses up a code; it returns false if the code was used or has expired meanwhile.
	UseStaffCode(ctx context.Context, id string, now time.Time) (bool, error)

	// IsStaffDevice reports whether a device has signed in to a mailbox, or to any mailbox if it is "".
	IsStaffDevice(ctx context.Context, deviceHash, emailKey string, now time.Time) (bool, error)
	RememberStaffDevice(ctx context.Context, deviceHash, emailKey string, now, until time.Time) error

	InsertCeremony(ctx context.Context, c domain.Ceremony) error
	// TakeCeremony returns and deletes a session's challenge, or returns ErrNotFound.
	TakeCeremony(ctx context.Context, id, sessionHash string) (domain.Ceremony, error)
	Passkeys(ctx context.Context, staffID string) ([]domain.Passkey, error)
	InsertPasskey(ctx context.Context, key domain.Passkey) error
	UsePasskey(ctx context.Context, id, record string, now time.Time) error
	DeletePasskey(ctx context.Context, id string) error
	DeletePasskeys(ctx context.Context, staffID string) error

	InsertDeskSession(ctx context.Context, s domain.DeskSession) error
	UseDeskSession(ctx context.Context, tokenHash string, now time.Time) error
	TouchDeskSession(ctx context.Context, tokenHash string, now time.Time) error
	EndDeskSession(ctx context.Context, tokenHash string, now time.Time) error
	EndDeskSessions(ctx context.Context, staffID string, now time.Time) error

	AddAction(ctx context.Context, a domain.Action) error
	EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error
	AddTask(ctx context.Context, t booking.Task, now time.Time) error
}

// Database is a database with its own transaction type, which knows nothing about this package.
type Database[T Tx] interface {
	reader
	WriteStaff(ctx context.Context, f func(T) error) error
}

// On adapts a database to the store of the staff.
func On[T Tx](db Database[T]) Store { return on[T]{db, db} }

type on[T Tx] struct {
	reader
	db Database[T]
}

func (o on[T]) WriteStaff(ctx context.Context, f func(Tx) error) error {
	return o.db.WriteStaff(ctx, func(tx T) error { return f(tx) })
}
