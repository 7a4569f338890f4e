package staff

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// Store is the database as sign-in and administration of staff use it; its methods are explained in store/.
type Store interface {
	Write(ctx context.Context, f func(Tx) error) error
	Members(ctx context.Context, now time.Time) ([]domain.MemberState, error)
	ListPasskeys(ctx context.Context, staffID string) ([]domain.Passkey, error)
	FindDeskSession(ctx context.Context, tokenHash string) (domain.DeskSession, domain.Member, error)
}

// Tx is a database transaction as sign-in and administration of staff use it.
type Tx interface {
	AddAction(ctx context.Context, a domain.Action) error
	EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error
	AddTask(ctx context.Context, t booking.Task, now time.Time) error
	StaffCodeTimes(ctx context.Context, q domain.CodeQuestion, now time.Time) (all, valid []time.Time, err error)
	StaffCodeMails(ctx context.Context, emailKey string, now time.Time) (domain.CodeMails, error)
	StaffCodesOfNetwork(ctx context.Context, n domain.Network, prefix string, most int, now time.Time) ([]time.Time, error)
	InsertStaffCode(ctx context.Context, c domain.Challenge) error
	NetworkOfStaffCode(ctx context.Context, id string) (string, error)
	StaffTryTimes(ctx context.Context, q domain.CodeQuestion, now time.Time) ([]time.Time, error)
	TakeStaffTry(ctx context.Context, id string, q domain.CodeQuestion, maxTries int, now time.Time) (domain.Challenge,
		error)
	UseStaffCode(ctx context.Context, id string, now time.Time) (bool, error)
	IsStaffDevice(ctx context.Context, deviceHash, emailKey string, now time.Time) (bool, error)
	RememberStaffDevice(ctx context.Context, deviceHash, emailKey string, now, until time.Time) error
	FindMember(ctx context.Context, id string) (domain.Member, error)
	FindMemberByEmail(ctx context.Context, emailKey string) (domain.Member, error)
	InsertMember(ctx context.Context, m domain.Member) error
	SaveMember(ctx context.Context, m domain.Member) error
	HasSignedIn(ctx context.Context, staffID, kind string) (bool, error)
	InsertInvitation(ctx context.Context, tokenHash, staffID string, now, until time.Time) error
	InvitationWorks(ctx context.Context, tokenHash, staffID string, now time.Time) (bool, error)
	UseInvitation(ctx context.Context, tokenHash, staffID string, now time.Time) (bool, error)
	DeleteInvitations(ctx context.Context, staffID string) error
	Organisers(ctx context.Context) ([]domain.Member, error)
	InsertCeremony(ctx context.Context, c domain.Ceremony) error
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
}
