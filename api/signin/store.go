package signin

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// Store is the database as sign-in uses it; its methods are explained in store/.
type Store interface {
	Write(ctx context.Context, f func(Tx) error) error
	FindSession(ctx context.Context, tokenHash string) (domain.Session, booking.Account, error)
}

// Tx is a database transaction as sign-in uses it.
type Tx interface {
	EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error
	AddTask(ctx context.Context, t booking.Task, now time.Time) error
	ClaimAsset(ctx context.Context, id, kind string, now time.Time) (bool, error)
	FindAccount(ctx context.Context, id string) (booking.Account, error)
	FindAccountByEmail(ctx context.Context, emailKey string) (booking.Account, error)
	FindProfileBooking(ctx context.Context, emailKey string) (booking.Booking, error)
	InsertAccount(ctx context.Context, a booking.Account) error
	SaveAccount(ctx context.Context, a booking.Account) error
	ReleaseUnbooked(ctx context.Context, id string, now time.Time) error
	CodeTimes(ctx context.Context, q domain.CodeQuestion, now time.Time) (all, valid []time.Time, err error)
	CodeMails(ctx context.Context, emailKey string, now time.Time) (domain.CodeMails, error)
	CodesOfNetwork(ctx context.Context, n domain.Network, prefix string, most int, now time.Time) ([]time.Time, error)
	MailsToUnpaid(ctx context.Context, n domain.Network, most int, now time.Time) ([]time.Time, error)
	CountCodeMails(ctx context.Context, now time.Time) (int, error)
	InsertChallenge(ctx context.Context, c domain.Challenge) error
	NetworkOfCode(ctx context.Context, id string) (string, error)
	KillChallenges(ctx context.Context, emailKey string, now time.Time) error
	KillChallengesOfNetwork(ctx context.Context, q domain.CodeQuestion, now time.Time) error
	TryTimes(ctx context.Context, q domain.CodeQuestion, now time.Time) ([]time.Time, error)
	AddTry(ctx context.Context, q domain.CodeQuestion, now time.Time) error
	TakeTry(ctx context.Context, id, emailKey, deviceHash string, maxTries int, now time.Time) (domain.Challenge, error)
	UseChallenge(ctx context.Context, id string, now time.Time) (bool, error)
	FailedAttempts(ctx context.Context, emailKey string) (n int, closedUntil time.Time, err error)
	SetFailedAttempts(ctx context.Context, emailKey string, n int, closedUntil time.Time) error
	FindMailbox(ctx context.Context, emailKey string) (email string, paid bool, err error)
	IsKnownDevice(ctx context.Context, deviceHash, emailKey string, now time.Time) (bool, error)
	RememberDevice(ctx context.Context, deviceHash, emailKey string, now, until time.Time) error
	ForgetDevice(ctx context.Context, deviceHash string) error
	ForgetDevices(ctx context.Context, emailKey string) error
	InsertSession(ctx context.Context, s domain.Session) error
	RevokeSession(ctx context.Context, tokenHash string, now time.Time) error
	RevokeAll(ctx context.Context, accountID string, now time.Time) (int, error)
	RevokeOldest(ctx context.Context, accountID string, keep int, now time.Time) error
	TouchSession(ctx context.Context, tokenHash string, now time.Time) error
}
