package domain

import (
	"context"
	"fmt"
	"time"
)

// Sign-in, told once.
//
// A code by mail proves the mailbox, nothing more, so what it opens is small: one's own profile and tickets. There are
// a million codes, so the numbers below decide how safe it is. Every try is counted in the database before the code is
// compared, so that parallel guesses cannot share a try. Wrong codes in a row are counted for the address across all
// codes; a hundred close sign-in for a day, never for good, and a mail says so.
//
// No stranger may close it for the owner. A browser that has signed in keeps a random id; for that mailbox it is a known
// device, with codes, tries and limits of its own, and what strangers do to the mailbox does not concern it. A new code
// kills none that was sent before. A network has its share, and only mails that really leave count for the whole.
//
// Nobody learns from the answers which addresses are registered. A code is made and hashed for every address, the same
// rows are written, the same limits hold; only the mail of an unknown address is thrown away, by the worker and not in
// the request. Failures of every kind read alike; the reason is for the log. Codes go to the stored spelling of an
// address, never to the typed one.

// The numbers of sign-in. Source: security reference, C2.
const (
	CodeLifetime   = 10 * time.Minute
	ResendAfter    = 60 * time.Second
	maxTries       = 5 // of one code
	maxTriesInHour = 10
	maxTriesInDay  = 50
	maxLiveCodes   = 3
	maxMisses      = 100
	closedFor      = 24 * time.Hour

	maxCodesInHour       = 5 // from all devices that are not known
	maxCodesInDay        = 10
	maxCodesOfDevice     = 10 // in a day
	deviceLifetime       = 180 * 24 * time.Hour
	maxCodesOfNarrow     = 60 // in an hour, as all below
	maxCodesOfMiddle     = 120
	maxCodesOfWide       = 300
	maxCodeMails         = 1000
	maxCodeMailsToUnpaid = maxCodeMails / 2  // half is kept for mailboxes with a paid booking
	maxMailsOfNetwork    = maxCodeMails / 10 // to mailboxes without one: two hundred people in a hall are one network
)

// CodeTemplate is the mail with a code: never sent late, and never kept.
const CodeTemplate = "code"

// Challenge is a code that waits to be entered.
type Challenge struct {
	CodeQuestion
	ID                   string
	CodeHash, Salt       string
	CreatedAt, ExpiresAt time.Time
	MadeAt               Running // by the machine's own time
	Leaves, Paid         bool    // its mail really goes out; to a mailbox with a paid booking
}

// CodeQuestion is who asks for a code.
type CodeQuestion struct {
	EmailKey   string
	DeviceHash string // "" for a device that is not known to the mailbox
	Network    Network
}

// CodeCounts are the codes that an address asked for, from one known device or from all others.
type CodeCounts struct {
	LastAt                    time.Time // zero when there is none
	InHour, InDay             int
	OldestInHour, OldestInDay time.Time
	Live                      int
	FirstEnds                 time.Time // the first of the live ones
}

// NetworkCounts are the codes that a network asked for in the last hour.
type NetworkCounts struct{ Narrow, Middle, Wide, MailsToUnpaid int }

// TryCounts are the tries of an address, from one known device or from all others.
type TryCounts struct {
	InHour, InDay             int
	OldestInHour, OldestInDay time.Time
}

// wait is how long no further try is allowed; 0 when one is.
func (c TryCounts) wait(now time.Time) time.Duration {
	switch {
	case c.InDay >= maxTriesInDay:
		return c.OldestInDay.Add(24 * time.Hour).Sub(now)
	case c.InHour >= maxTriesInHour:
		return c.OldestInHour.Add(time.Hour).Sub(now)
	}
	return 0
}

// SignInStore is what sign-in needs of the database.
type SignInStore interface {
	// WriteSignIn runs f in one transaction that no other writer overlaps.
	WriteSignIn(ctx context.Context, f func(SignInTx) error) error
	// FindSession returns the session of a token that is not revoked, with its account, which is empty for another scope;
	// ErrNotFound.
	FindSession(ctx context.Context, tokenHash string) (Session, Account, error)
}

// SignInTx is a transaction of sign-in.
type SignInTx interface {
	// CountCodes counts what was asked for until now; a row of the future, left by a clock that was put back, is none.
	CountCodes(ctx context.Context, q CodeQuestion, now time.Time) (CodeCounts, error)
	CountNetworkCodes(ctx context.Context, n Network, now time.Time) (NetworkCounts, error)
	// CountCodeMails counts the mails with codes that really left in the last hour.
	CountCodeMails(ctx context.Context, now time.Time) (all, toUnpaid int, err error)
	InsertChallenge(ctx context.Context, c Challenge) error
	// CountTries counts the tries of an address from a known device, or with "" from all others.
	CountTries(ctx context.Context, emailKey, deviceHash string, now time.Time) (TryCounts, error)
	AddTry(ctx context.Context, emailKey, deviceHash string, now time.Time) error
	// TakeTry counts a try and returns the challenge when it is live and had a try left; ErrNotFound otherwise.
	TakeTry(ctx context.Context, id, emailKey, deviceHash string, maxTries int, now time.Time) (Challenge, error)
	// UseChallenge takes a code once; false when it was taken, killed or has expired meanwhile.
	UseChallenge(ctx context.Context, id string, now time.Time) (bool, error)
	// KillChallenges makes the live codes of an address worthless, or only those that no known device asked for.
	KillChallenges(ctx context.Context, emailKey string, onlyUnknown bool, now time.Time) error
	// Misses returns the wrong codes in a row and until when the address is closed (zero: it is open).
	Misses(ctx context.Context, emailKey string) (n int, closedUntil time.Time, err error)
	SetMisses(ctx context.Context, emailKey string, n int, closedUntil time.Time) error
	// FindMailbox returns an address as it was stored, "" when no account and no booking has it, and whether it has paid.
	FindMailbox(ctx context.Context, emailKey string) (email string, paid bool, err error)

	// IsKnownDevice reports whether a device has signed in to a mailbox, or with the mailbox "" to any.
	IsKnownDevice(ctx context.Context, deviceHash, emailKey string, now time.Time) (bool, error)
	RememberDevice(ctx context.Context, deviceHash, emailKey string, now, until time.Time) error
	ForgetDevice(ctx context.Context, deviceHash string) error
	// ForgetDevices makes all devices unknown to a mailbox.
	ForgetDevices(ctx context.Context, emailKey string) error

	EnqueueMail(ctx context.Context, m OutgoingMail, now time.Time) error
	AddTask(ctx context.Context, t Task, now time.Time) error

	FindAccount(ctx context.Context, id string) (Account, error)              // ErrNotFound
	FindAccountByEmail(ctx context.Context, emailKey string) (Account, error) // ErrNotFound
	// FindProfileBooking returns the address's first paid booking, else the newest; ErrNotFound.
	FindProfileBooking(ctx context.Context, emailKey string) (Booking, error)
	InsertAccount(ctx context.Context, a Account) error
	SaveAccount(ctx context.Context, a Account) error

	InsertSession(ctx context.Context, s Session) error
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

// SignIn proves mailboxes and keeps sessions and profiles.
type SignIn struct {
	SignInSetup
	form   *form
	hasher *codeHasher
}

// SignInSetup is what SignIn works with.
type SignInSetup struct {
	Store   SignInStore
	Content *Content
	Clock   Clock
	// Uptime is the second clock by which a code dies.
	Uptime  Uptime
	Pepper  []byte // 32 random bytes that are not in the database
	SiteURL string
	// LimitAll holds the limit of all addresses together.
	LimitAll bool
	// HashRounds are the rounds of a code's hash; 0 is the number that the security reference asks for.
	HashRounds int
}

// NewSignIn returns the sign-in of an event.
func NewSignIn(setup SignInSetup) (*SignIn, error) {
	form, err := newForm(setup.Content)
	if err != nil {
		return nil, err
	}
	return &SignIn{SignInSetup: setup, form: form, hasher: newCodeHasher(setup.Pepper, setup.HashRounds)}, nil
}

// CodeRequest asks for a code.
type CodeRequest struct {
	Email   string
	Device  string // the id that the browser keeps, "" for none
	Network Network
}

// SendCode makes a code for an address and mails it when the address is known. The answer does not tell whether it is.
func (s *SignIn) SendCode(ctx context.Context, r CodeRequest) (Challenge, error) {
	email, fault := s.form.checkEmail(r.Email, s.Clock.Now())
	if fault != "" {
		return Challenge{}, Invalid(map[string]string{"email": fault})
	}
	code := newCode()
	c := Challenge{ID: NewID(128), Salt: NewID(128), MadeAt: s.Uptime.Now(), CodeQuestion: CodeQuestion{EmailKey: EmailKey(email), Network: r.Network}}
	// Whoever is over a limit is told so before a hash is spent on it.
	if err := s.prepare(ctx, &c, r.Device, nil); err != nil {
		return Challenge{}, err
	}
	var err error
	if c.CodeHash, err = s.hasher.hash(ctx, c.ID, c.EmailKey, code, c.Salt); err != nil {
		return Challenge{}, err
	}
	err = s.prepare(ctx, &c, r.Device, func(tx SignInTx, stored string, now time.Time) error {
		c.CreatedAt, c.ExpiresAt = now, now.Add(CodeLifetime)
		if err := tx.InsertChallenge(ctx, c); err != nil {
			return err
		}
		if stored == "" {
			stored = email // thrown away
		}
		return tx.EnqueueMail(ctx, s.codeMail(stored, c.ID, code, !c.Leaves), now)
	})
	return c, err
}

// prepare looks who asks and whether a limit is reached, and when none is does the rest in the same transaction.
func (s *SignIn) prepare(ctx context.Context, c *Challenge, device string, then func(tx SignInTx, stored string, now time.Time) error) error {
	var refusal error // committed all the same: a refusal may leave a task
	err := s.Store.WriteSignIn(ctx, func(tx SignInTx) (err error) {
		now := s.Clock.Now()
		if c.DeviceHash, err = knownDevice(ctx, tx, device, c.EmailKey, now); err != nil {
			return err
		}
		stored, paid, err := tx.FindMailbox(ctx, c.EmailKey)
		if err != nil {
			return err
		}
		c.Leaves, c.Paid = stored != "", paid
		if refusal, err = s.refuseCode(ctx, tx, *c, now); refusal != nil || err != nil || then == nil {
			return err
		}
		return then(tx, stored, now)
	})
	return firstError(err, refusal)
}

func tooMany(sentence string, wait time.Duration) error {
	return &Error{Code: CodeTooManyRequests, Message: sentence, RetryAfterSeconds: int((wait + time.Second - 1) / time.Second)}
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *SignIn) codeMail(email, challengeID, code string, discard bool) OutgoingMail {
	return OutgoingMail{
		Template: CodeTemplate, To: email, DedupeKey: "code:" + challengeID, Discard: discard,
		Data: s.mailData(map[string]string{"code": code, "minutes": fmt.Sprint(int(CodeLifetime.Minutes()))}),
	}
}

// mailData are the placeholders that every mail about sign-in may use.
func (s *SignIn) mailData(more map[string]string) map[string]string {
	data := map[string]string{
		"event_name": s.Content.Event.Name, "organiser": s.Content.Event.Organiser.Name,
		"support_email": string(s.Content.Event.Organiser.SupportEmail), "site_url": s.SiteURL,
	}
	for name, value := range more {
		data[name] = value
	}
	return data
}
