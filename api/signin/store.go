package signin

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// Store is the database as sign-in uses it.
type Store interface {
	reader
	// WriteSignIn runs f in one transaction that no other writer overlaps.
	WriteSignIn(ctx context.Context, f func(Tx) error) error
}

// reader reads outside of a transaction.
type reader interface {
	// FindSession returns the session of a token that is not revoked, with its account, which is empty for another
	// scope; or ErrNotFound.
	FindSession(ctx context.Context, tokenHash string) (domain.Session, booking.Account, error)
}

// Tx is a database transaction as sign-in uses it.
type Tx interface {
	// CountCodes counts the codes requested until now; rows in the future, from before the clock was put back, do
	// not count.
	CountCodes(ctx context.Context, q domain.CodeQuestion, now time.Time) (domain.CodeCounts, error)
	CountNetworkCodes(ctx context.Context, n domain.Network, now time.Time) (domain.NetworkCounts, error)
	// CountCodeMails counts the emails with codes that were really sent in the last hour.
	CountCodeMails(ctx context.Context, now time.Time) (all, toUnpaid int, err error)
	InsertChallenge(ctx context.Context, c domain.Challenge) error
	// NetworkOfCode returns the network that requested a code, or "" if there is no such code.
	NetworkOfCode(ctx context.Context, id string) (string, error)
	// CountTries counts the attempts for an address, from a known device or for a network's codes from unknown
	// devices.
	CountTries(ctx context.Context, q domain.CodeQuestion, now time.Time) (domain.TryCounts, error)
	AddTry(ctx context.Context, q domain.CodeQuestion, now time.Time) error
	// TakeTry counts an attempt and returns the challenge if it is valid and had an attempt left; otherwise
	// ErrNotFound.
	TakeTry(ctx context.Context, id, emailKey, deviceHash string, maxTries int, now time.Time) (domain.Challenge, error)
	// UseChallenge uses up a code; it returns false if the code was used, was invalidated or has expired meanwhile.
	UseChallenge(ctx context.Context, id string, now time.Time) (bool, error)
	// KillChallenges invalidates the codes of an address; KillChallengesOfNetwork only those that a network
	// requested from unknown devices.
	KillChallenges(ctx context.Context, emailKey string, now time.Time) error
	KillChallengesOfNetwork(ctx context.Context, q domain.CodeQuestion, now time.Time) error
	// FailedAttempts returns the number of wrong codes in a row and until when the address is protected (zero: it is
	// not).
	FailedAttempts(ctx context.Context, emailKey string) (n int, guardedUntil time.Time, err error)
	SetFailedAttempts(ctx context.Context, emailKey string, n int, guardedUntil time.Time) error
	// FindMailbox returns an address as it is stored and whether it has a paid booking; the address is "" if no
	// account and no booking has it.
	FindMailbox(ctx context.Context, emailKey string) (email string, paid bool, err error)

	// IsKnownDevice reports whether a device has signed in to a mailbox, or to any mailbox if it is "".
	IsKnownDevice(ctx context.Context, deviceHash, emailKey string, now time.Time) (bool, error)
	RememberDevice(ctx context.Context, deviceHash, emailKey string, now, until time.Time) error
	ForgetDevice(ctx context.Context, deviceHash string) error
	// ForgetDevices deletes all known devices of a mailbox.
	ForgetDevices(ctx context.Context, emailKey string) error

	EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error
	AddTask(ctx context.Context, t booking.Task, now time.Time) error

	FindAccount(ctx context.Context, id string) (booking.Account, error)              // ErrNotFound
	FindAccountByEmail(ctx context.Context, emailKey string) (booking.Account, error) // ErrNotFound
	// FindProfileBooking returns the address's first paid booking, otherwise the newest; or ErrNotFound.
	FindProfileBooking(ctx context.Context, emailKey string) (booking.Booking, error)
	InsertAccount(ctx context.Context, a booking.Account) error
	SaveAccount(ctx context.Context, a booking.Account) error

	InsertSession(ctx context.Context, s domain.Session) error
	// RevokeOldest revokes all sessions of an account except the newest keep.
	RevokeOldest(ctx context.Context, accountID string, keep int, now time.Time) error
	RevokeSession(ctx context.Context, tokenHash string, now time.Time) error
	RevokeAll(ctx context.Context, accountID string, now time.Time) (int, error)
	TouchSession(ctx context.Context, tokenHash string, now time.Time) error

	// ClaimAsset claims an uploaded picture of this kind; it returns false if no such picture is unclaimed.
	ClaimAsset(ctx context.Context, id, kind string, now time.Time) (bool, error)
	// ReleaseUnbooked releases a picture unless a booking uses it.
	ReleaseUnbooked(ctx context.Context, id string, now time.Time) error
}

// database is a database with its own transaction type.
type database[T Tx] interface {
	reader
	WriteSignIn(ctx context.Context, f func(T) error) error
}

// On adapts a database to the Store of this package.
func On[T Tx](db database[T]) Store { return on[T]{db} }

type on[T Tx] struct{ database[T] }

func (o on[T]) WriteSignIn(ctx context.Context, f func(Tx) error) error {
	return o.database.WriteSignIn(ctx, func(tx T) error { return f(tx) })
}
