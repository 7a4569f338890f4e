// Package signin proves mailboxes with one-time codes, and keeps sessions, known devices and profiles. It must not know
// HTTP, or why a mailbox is known. docs/decisions has the arithmetic.
//
// There are a million codes, so every try is counted in the database before the code is compared; parallel guesses
// cannot share a try. A browser that has signed in is a known device of that mailbox, with limits of its own. On other
// devices, codes and tries count for the mailbox and the network (an IPv4 address or a /48): 10 codes a day with 5
// tries each. After 30 codes a day from several networks each may ask for 3, and for a day after 100 wrong codes in a
// row for 1. So strangers cannot keep the owner out, N networks cause at most 30 + 3 N emails a day, and guess a code
// with a chance of at most 150 + 15 N in a million a day. A new code ends none that was sent before.
//
// Nobody learns from the answers which addresses are registered: the same rows are written and the same limits hold for
// every address, only the email of an unknown one is thrown away by the worker. All failures read alike; the log has
// the reason. Codes go to the stored spelling of an address.
package signin

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/onetime"
)

// The numbers of sign-in. Source: security reference, C2.
const (
	ResendAfter       = 60 * time.Second
	maxTries          = 5 // of one code
	maxTriesInHour    = 10
	maxTriesInDay     = 50
	maxLiveCodes      = 3
	maxFailedAttempts = 100
	guardedFor        = 24 * time.Hour

	maxCodesInHour       = 5 // of a network, from devices that are not known, as the next
	maxCodesInDay        = 10
	crowdedCodes         = 30 // of a day from all networks; from then on a network may ask for codesOfCrowded
	codesOfCrowded       = 3
	codesOfGuarded       = 1
	maxCodesOfDevice     = 10 // in a day
	deviceLifetime       = 180 * 24 * time.Hour
	maxCodesOfNarrow     = 60 // in an hour, as all below
	maxCodesOfMiddle     = 120
	maxCodesOfWide       = 300
	maxCodeMails         = 1000
	maxCodeMailsToUnpaid = maxCodeMails / 2  // half is kept for mailboxes with a paid booking
	maxMailsOfNetwork    = maxCodeMails / 10 // to mailboxes without one: two hundred people in a hall are one network
)

// waitOf is how long no further try is allowed; 0 when one is.
func waitOf(c domain.TryCounts, now time.Time) time.Duration {
	switch {
	case c.InDay >= maxTriesInDay:
		return c.OldestInDay.Add(24 * time.Hour).Sub(now)
	case c.InHour >= maxTriesInHour:
		return c.OldestInHour.Add(time.Hour).Sub(now)
	}
	return 0
}

// Service proves mailboxes and keeps sessions and profiles.
type Service struct {
	Setup
	hasher *onetime.Hasher
}

// Setup is what Service works with.
type Setup struct {
	Store   Store
	Content *domain.Content
	Form    Form
	Clock   domain.Clock
	// Uptime is the second clock by which a code dies.
	Uptime  domain.Uptime
	Pepper  []byte // 32 random bytes that are not in the database
	SiteURL string
	// LimitAll holds the limit of all addresses together.
	LimitAll bool
	// HashRounds are the rounds of a code's hash; 0 is the number that the security reference asks for.
	HashRounds int
}

// New returns the sign-in of an event.
func New(setup Setup) *Service {
	return &Service{Setup: setup, hasher: onetime.NewHasher(setup.Pepper, setup.HashRounds)}
}

// CodeRequest asks for a code.
type CodeRequest struct {
	Email   string
	Device  string // the id that the browser keeps, "" for none
	Network domain.Network
}

// SendCode makes a code for an address and emails it when the address is known. The answer does not show whether it is.
func (s *Service) SendCode(ctx context.Context, r CodeRequest) (domain.Challenge, error) {
	email, fault := s.Form.CheckEmail(r.Email, s.Clock.Now())
	if fault != "" {
		return domain.Challenge{}, domain.Invalid(map[string]string{"email": fault})
	}
	code := onetime.New()
	c := domain.Challenge{ID: domain.NewID(128), Salt: domain.NewID(128), MadeAt: s.Uptime.Now(),
		CodeQuestion: domain.CodeQuestion{EmailKey: domain.EmailKey(email), Network: r.Network}}
	// Limits are checked before a hash is spent.
	if err := s.prepare(ctx, &c, r.Device, nil); err != nil {
		return domain.Challenge{}, err
	}
	var err error
	if c.CodeHash, err = s.hasher.Hash(ctx, c.ID, c.EmailKey, code, c.Salt); err != nil {
		return domain.Challenge{}, err
	}
	err = s.prepare(ctx, &c, r.Device, func(tx Tx, stored string, now time.Time) error {
		c.CreatedAt, c.ExpiresAt = now, now.Add(domain.CodeLifetime)
		if err := tx.InsertChallenge(ctx, c); err != nil {
			return err
		}
		if stored == "" {
			stored = email // thrown away
		}
		return tx.EnqueueMail(ctx, s.codeMail(stored, c.ID, code, !c.SendsEmail), now)
	})
	return c, err
}

// prepare checks who asks and whether a limit is reached; if none is, it does the rest in the same transaction.
func (s *Service) prepare(ctx context.Context, c *domain.Challenge, device string,
	then func(tx Tx, stored string, now time.Time) error) error {
	var refusal error // committed all the same: a refusal may leave a task
	err := s.Store.WriteSignIn(ctx, func(tx Tx) (err error) {
		now := s.Clock.Now()
		if c.DeviceHash, err = knownDevice(ctx, tx, device, c.EmailKey, now); err != nil {
			return err
		}
		stored, paid, err := tx.FindMailbox(ctx, c.EmailKey)
		if err != nil {
			return err
		}
		c.SendsEmail, c.Paid = stored != "", paid
		if refusal, err = s.refuseCode(ctx, tx, *c, now); refusal != nil || err != nil || then == nil {
			return err
		}
		return then(tx, stored, now)
	})
	return cmp.Or(err, refusal)
}

func tooMany(sentence string, wait time.Duration) error {
	return &domain.Error{Code: domain.CodeTooManyRequests, Message: sentence,
		RetryAfterSeconds: int((wait + time.Second - 1) / time.Second)}
}

func (s *Service) codeMail(email, challengeID, code string, discard bool) domain.OutgoingMail {
	return domain.OutgoingMail{
		Template: domain.CodeTemplate, To: email, DedupeKey: "code:" + challengeID, Discard: discard,
		Data: s.Content.MailData(s.SiteURL, map[string]string{"code": code,
			"minutes": fmt.Sprint(int(domain.CodeLifetime.Minutes()))}),
	}
}

// Form checks what people type by the rules of the registration form.
type Form interface {
	// CheckEmail returns a trimmed address, or what is wrong with it.
	CheckEmail(text string, now time.Time) (email, fault string)
	// CheckChange writes the changed values of the fields that may change into a person and returns every fault by field
	// name.
	CheckChange(p *booking.Person, may []string, change map[string]string, now time.Time) map[string]string
}
