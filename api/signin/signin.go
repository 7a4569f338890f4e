// Package signin verifies mailboxes with one-time codes, and manages sessions, known devices and profiles. It must not
// know about HTTP.
//
// Every attempt is counted in the database before the code is compared, so that parallel guesses are all counted. The
// limits are explained in decisions 0011 and 0012.
//
// Nobody learns which addresses are registered (decision 0013): every address gets the same rows, limits and messages,
// and the worker discards emails to unknown addresses. Codes go to the stored spelling of an address.
package signin

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/onetime"
)

// The limits of sign-in. Source: security reference, C2.
const (
	triesOfGuarded    = 5 // a network's guesses per day for an address with maxFailedAttempts wrong codes in a row
	maxFailedAttempts = 100
	guardedFor        = 24 * time.Hour

	maxMailsOfNetwork = 100  // emails per hour, except to mailboxes with a paid booking, because a hall shares a network
	manyCodeMails     = 1000 // after this number of emails in an hour, unknown devices share codes, and staff get a task
)

var codes = onetime.Codes{
	Of: domain.OfVisitors, Field: "otp", DeviceWord: "device", MaxTriesInDay: 50,
	MaxOfNarrow: 60, MaxOfMiddle: 120, MaxOfWide: 300,
}

// Service verifies mailboxes and manages sessions and profiles.
type Service struct {
	Setup
	hasher *onetime.Hasher
}

// Setup holds what the sign-in service needs.
type Setup struct {
	Store   Store
	Content *domain.Content
	Form    Form
	Clock   domain.Clock
	Uptime  domain.Uptime // a second clock for the expiry of codes
	Pepper  []byte        // 32 random bytes that are not in the database
	SiteURL string
	// LimitAll turns on the limits that count requests for all addresses together.
	LimitAll bool
	// HashRounds is the number of hash rounds for codes; 0 means the number that the security reference requires.
	HashRounds int
}

// New returns the sign-in service for an event.
func New(setup Setup) *Service {
	return &Service{Setup: setup, hasher: onetime.NewHasher(setup.Pepper, setup.HashRounds)}
}

// CodeRequest is a visitor's request for a sign-in code.
type CodeRequest = onetime.CodeRequest

// SendCode emails a code if the address is known. The response is the same for unknown addresses.
func (s *Service) SendCode(ctx context.Context, r CodeRequest) (domain.Challenge, error) {
	email, fault := s.Form.CheckEmail(r.Email, s.Clock.Now())
	if fault != "" {
		return domain.Challenge{}, domain.Invalid(map[string]string{"email": fault})
	}
	code := onetime.New()
	c := domain.Challenge{ID: domain.NewID(128), Salt: domain.NewID(128), MadeAt: s.Uptime.Now(),
		CodeQuestion: domain.CodeQuestion{EmailKey: domain.EmailKey(email), Network: r.Network}}
	known, err := s.Store.FindCode(ctx, r.ID)
	switch {
	case err != nil:
		return domain.Challenge{}, err
	case known.ID != "" && known.EmailKey == c.EmailKey && s.Clock.Now().Before(known.ExpiresAt):
		return known, nil // the first response was lost
	case known.ID == "" && isChallengeID(r.ID):
		c.ID = r.ID
	}
	// The limits are checked before a hash is computed.
	if err := s.prepare(ctx, &c, r.Device, nil); err != nil {
		return domain.Challenge{}, err
	}
	if c.CodeHash, err = s.hasher.Hash(ctx, c.ID, c.EmailKey, code, c.Salt); err != nil {
		return domain.Challenge{}, err
	}
	err = s.prepare(ctx, &c, r.Device, func(tx Tx, stored string, now time.Time) error {
		c.CreatedAt = now
		if err := s.setLifetime(ctx, tx, &c); err != nil {
			return err
		}
		if err := tx.InsertCode(ctx, codes.Of, c); err != nil || c.CodeOf != "" {
			return err
		}
		if stored == "" {
			stored = email // the worker discards this email
		}
		return tx.EnqueueMail(ctx, s.codeMail(stored, code, c), now)
	})
	return c, err
}

var isChallengeID = regexp.MustCompile(`^[a-z2-7]{26}$`).MatchString

// prepare identifies the caller and checks the limits; if none is reached, it calls "then" in the same transaction.
func (s *Service) prepare(ctx context.Context, c *domain.Challenge, device string,
	then func(tx Tx, stored string, now time.Time) error) error {
	return s.Store.Write(ctx, func(tx Tx) (err error) {
		now := s.Clock.Now()
		if c.DeviceHash, err = codes.KnownDevice(ctx, tx, device, c.EmailKey, now); err != nil {
			return err
		}
		stored, paid, err := tx.FindMailbox(ctx, c.EmailKey)
		if err != nil {
			return err
		}
		c.SendsEmail, c.Paid = stored != "", paid
		if err = s.refuseCode(ctx, tx, *c, now); err != nil || then == nil {
			return err
		}
		return then(tx, stored, now)
	})
}

func (s *Service) codeMail(email, code string, c domain.Challenge) domain.OutgoingMail {
	return domain.OutgoingMail{
		Template: domain.CodeTemplate, To: email, DedupeKey: "code:" + c.ID, Discard: !c.SendsEmail,
		Data: s.Content.MailData(s.SiteURL, map[string]string{"code": code,
			"minutes": fmt.Sprint(int(c.Lifetime().Minutes()))}),
	}
}

// Form's methods are documented in package registration.
type Form interface {
	CheckEmail(text string, now time.Time) (email, fault string)
	CheckChange(p *booking.Person, may []string, change map[string]string, now time.Time) map[string]string
}

// Store's methods are documented in store/.
type Store interface {
	Write(ctx context.Context, f func(Tx) error) error
	FindSession(ctx context.Context, tokenHash string, account *booking.Account) (domain.Session, error)
	FindCode(ctx context.Context, id string) (domain.Challenge, error)
}

// Tx is the part of a transaction that sign-in uses.
type Tx interface {
	onetime.Tx
	EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error
	AddTask(ctx context.Context, t booking.Task, now time.Time) error
	ClaimAsset(ctx context.Context, id, kind string, now time.Time) (bool, error)
	FindAccount(ctx context.Context, id string) (booking.Account, error)
	FindAccountByEmail(ctx context.Context, emailKey string) (booking.Account, error)
	FindProfileBooking(ctx context.Context, emailKey string) (booking.Booking, error)
	InsertAccount(ctx context.Context, a booking.Account) error
	SaveAccount(ctx context.Context, a booking.Account) error
	BookingsOfPerson(ctx context.Context, emailKey, personKey string) ([]booking.Booking, error)
	SaveBookingPerson(ctx context.Context, b booking.Booking) error
	AddBookingChange(ctx context.Context, bookingID string, c booking.BookingChange) (version int, err error)
	AddAction(ctx context.Context, a domain.Action) error
	ReleaseUnbooked(ctx context.Context, id string, now time.Time) error
	MailsToUnpaid(ctx context.Context, n domain.Network, most int, now time.Time) ([]time.Time, error)
	CountCodeMails(ctx context.Context, now time.Time) (int, error)
	KillChallenges(ctx context.Context, q domain.CodeQuestion, onlyNetwork bool, now time.Time) error
	FailedAttempts(ctx context.Context, emailKey string) (n int, closedUntil time.Time, err error)
	SetFailedAttempts(ctx context.Context, emailKey string, n int, closedUntil time.Time) error
	FindMailbox(ctx context.Context, emailKey string) (email string, paid bool, err error)
	ForgetDevice(ctx context.Context, deviceHash string) error
	ForgetDevices(ctx context.Context, emailKey string) error
	InsertSession(ctx context.Context, s domain.Session) error
	RevokeSession(ctx context.Context, tokenHash string, now time.Time) error
	RevokeAll(ctx context.Context, accountID string, now time.Time) error
	RevokeOldest(ctx context.Context, accountID string, keep int, now time.Time) error
	TouchSession(ctx context.Context, tokenHash string, now time.Time) error
}
