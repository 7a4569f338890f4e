// Package signin proves mailboxes with one-time codes, and manages sessions, known devices and profiles. It must not
// know HTTP, or why a mailbox is known. docs/decisions has the arithmetic.
//
// Every attempt is counted in the database before the code is compared, so that parallel guesses cannot share one. A
// browser that has signed in is a known device of that mailbox, with limits of its own. On other devices a network (an
// IPv4 address or a /48) may request 10 codes a day for a mailbox, with 5 attempts each; 3 after 30 codes a day from
// several networks, and 1 for a day after 100 wrong codes in a row. So strangers cannot lock the owner out: N networks
// cause at most 30 + 3 N emails a day, and guess one of the million codes with a chance of at most 150 + 15 N.
//
// Nobody learns which addresses are registered: every address gets the same rows, limits and texts, and the worker
// discards the email to an unknown one. Codes go to the stored spelling of an address.
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

// The limits of sign-in. Source: security reference, C2.
const (
	ResendAfter       = 60 * time.Second
	maxTries          = 5 // for one code
	maxTriesInHour    = 10
	maxTriesInDay     = 50
	maxLiveCodes      = 3
	maxFailedAttempts = 100
	guardedFor        = 24 * time.Hour

	maxCodesInHour       = 5 // for a network, from unknown devices; the next one too
	maxCodesInDay        = 10
	crowdedCodes         = 30 // in a day from all networks; beyond it, each network is limited to codesOfCrowded
	codesOfCrowded       = 3
	codesOfGuarded       = 1
	maxCodesOfDevice     = 10 // in a day
	deviceLifetime       = 180 * 24 * time.Hour
	maxCodesOfNarrow     = 60 // in an hour, like all limits below
	maxCodesOfMiddle     = 120
	maxCodesOfWide       = 300
	maxCodeMails         = 1000
	maxCodeMailsToUnpaid = maxCodeMails / 2  // half is reserved for mailboxes with a paid booking
	maxMailsOfNetwork    = maxCodeMails / 10 // to mailboxes without a paid booking; a hall is one network
)

func waitOf(c domain.TryCounts, now time.Time) time.Duration {
	switch {
	case c.InDay >= maxTriesInDay:
		return c.OldestInDay.Add(24 * time.Hour).Sub(now)
	case c.InHour >= maxTriesInHour:
		return c.OldestInHour.Add(time.Hour).Sub(now)
	}
	return 0
}

// Service proves mailboxes and manages sessions and profiles.
type Service struct {
	Setup
	hasher *onetime.Hasher
}

// Setup holds the dependencies of Service.
type Setup struct {
	Store   Store
	Content *domain.Content
	Form    Form
	Clock   domain.Clock
	// Uptime is a second clock for the expiry of codes.
	Uptime  domain.Uptime
	Pepper  []byte // 32 random bytes that are not in the database
	SiteURL string
	// LimitAll turns on the limit for all addresses together.
	LimitAll bool
	// HashRounds is the number of hash rounds for codes; 0 means the number that the security reference requires.
	HashRounds int
}

// New returns the sign-in service of an event.
func New(setup Setup) *Service {
	return &Service{Setup: setup, hasher: onetime.NewHasher(setup.Pepper, setup.HashRounds)}
}

// CodeRequest requests a code.
type CodeRequest struct {
	Email   string
	Device  string // the id that the browser stores, "" for none
	Network domain.Network
}

// SendCode creates a code for an address and emails it if the address is known. The answer does not show whether it
// is.
func (s *Service) SendCode(ctx context.Context, r CodeRequest) (domain.Challenge, error) {
	email, fault := s.Form.CheckEmail(r.Email, s.Clock.Now())
	if fault != "" {
		return domain.Challenge{}, domain.Invalid(map[string]string{"email": fault})
	}
	code := onetime.New()
	c := domain.Challenge{ID: domain.NewID(128), Salt: domain.NewID(128), MadeAt: s.Uptime.Now(),
		CodeQuestion: domain.CodeQuestion{EmailKey: domain.EmailKey(email), Network: r.Network}}
	// The limits are checked before a hash is computed.
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
			stored = email // discarded
		}
		return tx.EnqueueMail(ctx, s.codeMail(stored, c.ID, code, !c.SendsEmail), now)
	})
	return c, err
}

// prepare identifies the caller and checks the limits; if none is reached, it does the rest in the same transaction.
func (s *Service) prepare(ctx context.Context, c *domain.Challenge, device string,
	then func(tx Tx, stored string, now time.Time) error) error {
	var refusal error // committed even if refused, because a refusal may add a task
	err := s.Store.Write(ctx, func(tx Tx) (err error) {
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

func (s *Service) codeMail(email, challengeID, code string, discard bool) domain.OutgoingMail {
	return domain.OutgoingMail{
		Template: domain.CodeTemplate, To: email, DedupeKey: "code:" + challengeID, Discard: discard,
		Data: s.Content.MailData(s.SiteURL, map[string]string{"code": code,
			"minutes": fmt.Sprint(int(domain.CodeLifetime.Minutes()))}),
	}
}

// Form checks typed values by the rules of the registration form.
type Form interface {
	// CheckEmail returns a trimmed address, or what is wrong with it.
	CheckEmail(text string, now time.Time) (email, fault string)
	// CheckChange writes the changed values of the fields in may into a person and returns all errors by field name.
	CheckChange(p *booking.Person, may []string, change map[string]string, now time.Time) map[string]string
}
