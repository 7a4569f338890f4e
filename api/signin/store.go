package signin

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// Store is what sign-in needs of the database.
type Store interface {
	reader
	// WriteSignIn runs f in one transaction that no other writer overlaps.
	WriteSignIn(ctx context.Context, f func(Tx) error) error
}

// reader is what is read outside of a transaction.
type reader interface {
	// FindSession returns the session of a token that is not revoked, with its account, which is empty for another scope;
	// ErrNotFound.
	FindSession(ctx context.Context, tokenHash string) (domain.Session, booking.Account, error)
}

// Tx is a transaction of sign-in.
type Tx interface {
	// CountCodes counts what was asked for until now; a row of the future, left by a clock that was put back, is none.
	CountCodes(ctx context.Context, q domain.CodeQuestion, now time.Time) (domain.CodeCounts, error)
	CountNetworkCodes(ctx context.Context, n domain.Network, now time.Time) (domain.NetworkCounts, error)
	// CountCodeMails counts the emails with codes that really left in the last hour.
	CountCodeMails(ctx context.Context, now time.Time) (all, toUnpaid int, err error)
	InsertChallenge(ctx context.Context, c domain.Challenge) error
	// NetworkOfCode returns the network that asked for a code, "" when there is no such code.
	NetworkOfCode(ctx context.Context, id string) (string, error)
	// CountTries counts the tries of an address from a known device, or of a network's codes on all others.
	CountTries(ctx context.Context, q domain.CodeQuestion, now time.Time) (domain.TryCounts, error)
	AddTry(ctx context.Context, q domain.CodeQuestion, now time.Time) error
	// TakeTry counts a try and returns the challenge when it is live and had a try left; ErrNotFound otherwise.
	TakeTry(ctx context.Context, id, emailKey, deviceHash string, maxTries int, now time.Time) (domain.Challenge, error)
	// UseChallenge takes a code once; false when it was taken, killed or has expired meanwhile.
	UseChallenge(ctx context.Context, id string, now time.Time) (bool, error)
	// KillChallenges makes the live codes of an address worthless; KillChallengesOfNetwork only what a network asked for
	// on devices that are not known.
	KillChallenges(ctx context.Context, emailKey string, now time.Time) error
	KillChallengesOfNetwork(ctx context.Context, q domain.CodeQuestion, now time.Time) error
	// FailedAttempts returns the wrong codes in a row and until when the address is guarded (zero: it is not).
	FailedAttempts(ctx context.Context, emailKey string) (n int, guardedUntil time.Time, err error)
	SetFailedAttempts(ctx context.Context, emailKey string, n int, guardedUntil time.Time) error
	// FindMailbox returns an address as it was stored, "" when no account and no booking has it, and whether it has paid.
	FindMailbox(ctx context.Context, emailKey string) (email string, paid bool, err error)

	// IsKnownDevice reports whether a device has signed in to a mailbox, or with the mailbox "" to any.
	IsKnownDevice(ctx context.Context, deviceHash, emailKey string, now time.Time) (bool, error)
	RememberDevice(ctx context.Context, deviceHash, emailKey string, now, until time.Time) error
	ForgetDevice(ctx context.Context, deviceHash string) error
	// ForgetDevices makes all devices unknown to a mailbox.
	ForgetDevices(ctx context.Context, emailKey string) error

	EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error
	AddTask(ctx context.Context, t booking.Task, now time.Time) error

	FindAccount(ctx context.Context, id string) (booking.Account, error)              // ErrNotFound
	FindAccountByEmail(ctx context.Context, emailKey string) (booking.Account, error) // ErrNotFound
	// FindProfileBooking returns the address's first paid booking, else the newest; ErrNotFound.
	FindProfileBooking(ctx context.Context, emailKey string) (booking.Booking, error)
	InsertAccount(ctx context.Context, a booking.Account) error
	SaveAccount(ctx context.Context, a booking.Account) error

	InsertSession(ctx context.Context, s domain.Session) error
	// RevokeOldest revokes an account's sessions beyond the newest keep.
	RevokeOldest(ctx context.Context, accountID string, keep int, now time.Time) error
	RevokeSession(ctx context.Context, tokenHash string, now time.Time) error
	RevokeAll(ctx context.Context, accountID string, now time.Time) (int, error)
	TouchSession(ctx context.Context, tokenHash string, now time.Time) error

	// ClaimAsset takes an uploaded picture of this kind; false when there is none that is free.
	ClaimAsset(ctx context.Context, id, kind string, now time.Time) (bool, error)
	// ReleaseUnbooked gives a picture up unless a booking shows it.
	ReleaseUnbooked(ctx context.Context, id string, now time.Time) error
}

// database is a database whose transactions are of a type of its own.
type database[T Tx] interface {
	reader
	WriteSignIn(ctx context.Context, f func(T) error) error
}

// On makes a database the Store of this package.
func On[T Tx](db database[T]) Store { return on[T]{db} }

type on[T Tx] struct{ database[T] }

func (o on[T]) WriteSignIn(ctx context.Context, f func(Tx) error) error {
	return o.database.WriteSignIn(ctx, func(tx T) error { return f(tx) })
}
