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
// compared, in one statement, so that parallel guesses cannot share a try. Wrong codes in a row are counted for the
// address across all codes; a hundred close sign-in for a day, never for good, and a mail says so.
//
// Nobody learns from the answers which addresses are registered. A code is made and hashed for every address, the same
// rows are written, the same limits hold; only the mail of an unknown address is thrown away, by the worker and not in
// the request. Failures of every kind read alike; the reason is for the log.

// The numbers of sign-in. Source: security reference, C2.
const (
	CodeLifetime        = 10 * time.Minute
	ResendAfter         = 60 * time.Second
	maxTries            = 5
	maxCodesPerHour     = 5
	maxCodesPerDay      = 10
	maxCodesOfAllInHour = 1000
	maxMisses           = 100
	closedFor           = 24 * time.Hour
)

// CodeTemplate is the mail with a code: never sent late, and never kept.
const CodeTemplate = "code"

// Challenge is a code that waits to be entered.
type Challenge struct {
	ID, EmailKey         string
	CodeHash, Salt       string
	CreatedAt, ExpiresAt time.Time
	MadeAt               Running // by the machine's own time
}

// CodeCounts are the codes that an address, and all addresses together, asked for.
type CodeCounts struct {
	LastAt                    time.Time // zero when there is none
	InHour, InDay             int
	OldestInHour, OldestInDay time.Time
	OfAllInHour               int
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
	CountCodes(ctx context.Context, emailKey string, now time.Time) (CodeCounts, error)
	// ReplaceChallenge kills the address's live code and writes the new one.
	ReplaceChallenge(ctx context.Context, c Challenge) error
	// TakeTry counts a try and returns the challenge when it is live and had a try left; ErrNotFound otherwise.
	TakeTry(ctx context.Context, id, emailKey string, maxTries int, now time.Time) (Challenge, error)
	// UseChallenge takes a code once; false when it was taken, killed or has expired meanwhile.
	UseChallenge(ctx context.Context, id string, now time.Time) (bool, error)
	KillChallenges(ctx context.Context, emailKey string, now time.Time) error
	// Misses returns the wrong codes in a row and until when the address is closed (zero: it is open).
	Misses(ctx context.Context, emailKey string) (n int, closedUntil time.Time, err error)
	SetMisses(ctx context.Context, emailKey string, n int, closedUntil time.Time) error
	// IsKnownAddress reports whether an account or a booking has the address.
	IsKnownAddress(ctx context.Context, emailKey string) (bool, error)
	EnqueueMail(ctx context.Context, m OutgoingMail, now time.Time) error
	AddTask(ctx context.Context, t Task, now time.Time) error

	FindAccount(ctx context.Context, id string) (Account, error)              // ErrNotFound
	FindAccountByEmail(ctx context.Context, emailKey string) (Account, error) // ErrNotFound
	// FindProfileBooking returns the address's newest paid booking, else the newest; ErrNotFound.
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

// SendCode makes a code for an address and mails it when the address is known. The answer does not tell whether it is.
func (s *SignIn) SendCode(ctx context.Context, email string) (Challenge, error) {
	email, fault := s.form.checkEmail(email, s.Clock.Now())
	if fault != "" {
		return Challenge{}, invalid(map[string]string{"email": fault})
	}
	code := newCode()
	c := Challenge{ID: NewID(128), EmailKey: EmailKey(email), Salt: NewID(128), MadeAt: s.Uptime.Now()}
	// Whoever is over a limit is told so before a hash is spent on it.
	if err := s.checkLimits(ctx, c.EmailKey); err != nil {
		return Challenge{}, err
	}
	var err error
	if c.CodeHash, err = s.hasher.hash(ctx, c.ID, c.EmailKey, code, c.Salt); err != nil {
		return Challenge{}, err
	}
	var refusal error // committed all the same: a refusal may leave a task
	err = s.Store.WriteSignIn(ctx, func(tx SignInTx) error {
		now := s.Clock.Now()
		c.CreatedAt, c.ExpiresAt = now, now.Add(CodeLifetime)
		var err error
		if refusal, err = s.refuseCode(ctx, tx, c.EmailKey, now); refusal != nil || err != nil {
			return err
		}
		known, err := tx.IsKnownAddress(ctx, c.EmailKey)
		if err != nil {
			return err
		}
		if err := tx.ReplaceChallenge(ctx, c); err != nil {
			return err
		}
		return tx.EnqueueMail(ctx, s.codeMail(email, c.ID, code, !known), now)
	})
	if err = firstError(err, refusal); err != nil {
		return Challenge{}, err
	}
	return c, nil
}

func (s *SignIn) checkLimits(ctx context.Context, emailKey string) error {
	var refusal error
	err := s.Store.WriteSignIn(ctx, func(tx SignInTx) (err error) {
		refusal, err = s.refuseCode(ctx, tx, emailKey, s.Clock.Now())
		return err
	})
	return firstError(err, refusal)
}

// refuseCode returns the refusal when a limit is reached, nil otherwise.
func (s *SignIn) refuseCode(ctx context.Context, tx SignInTx, emailKey string, now time.Time) (refusal, err error) {
	_, closedUntil, err := tx.Misses(ctx, emailKey)
	if err != nil {
		return nil, err
	}
	if now.Before(closedUntil) {
		return tooMany("Signing in with this address is closed for a while, because too many wrong codes were entered.", closedUntil.Sub(now)), nil
	}
	counts, err := tx.CountCodes(ctx, emailKey, now)
	switch {
	case err != nil:
		return nil, err
	case !counts.LastAt.IsZero() && now.Before(counts.LastAt.Add(ResendAfter)):
		return tooMany("A code was sent a moment ago. Please wait a minute before you ask for another.", counts.LastAt.Add(ResendAfter).Sub(now)), nil
	case counts.InDay >= maxCodesPerDay:
		return tooMany("Many codes were sent to this address today. Please try again tomorrow.", counts.OldestInDay.Add(24*time.Hour).Sub(now)), nil
	case counts.InHour >= maxCodesPerHour:
		return tooMany("Several codes were sent to this address. Please try again later.", counts.OldestInHour.Add(time.Hour).Sub(now)), nil
	case s.LimitAll && counts.OfAllInHour >= maxCodesOfAllInHour:
		return &Error{
				Code: CodeUnavailable, RetryAfterSeconds: 300,
				Message: "Very many people are signing in just now. Please try again in a few minutes.",
			}, tx.AddTask(ctx, Task{
				Kind: "signin_flood", DedupeKey: "signin-flood:" + now.Format("2006-01-02T15"),
				Text: fmt.Sprintf("More than %d sign-in codes were asked for within an hour; further ones are refused. Look at the log for who asks.", maxCodesOfAllInHour),
			}, now)
	}
	return nil, nil
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
