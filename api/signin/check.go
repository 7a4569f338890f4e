package signin

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/onetime"
	"transom/api/texts"
)

// SignedIn is a new session of an account.
type SignedIn struct {
	Token   string
	Device  string // the id that the browser stores from now on
	Account booking.Account
}

// CodeEntry is a code that somebody entered.
type CodeEntry struct {
	Email, ChallengeID, Code string
	Device                   string // the id that the browser stores, "" for none
	UserAgentHash            string
}

// CheckCode exchanges a code for a session once, only for the code's own challenge, address and device.
func (s *Service) CheckCode(ctx context.Context, e CodeEntry) (SignedIn, error) {
	e.Code = strings.TrimSpace(e.Code)
	if !onetime.Is(e.Code) {
		return SignedIn{}, codes.Refuse("not six digits")
	}
	c, err := s.takeTry(ctx, e)
	if err != nil {
		return SignedIn{}, err
	}
	right, err := s.hasher.Matches(ctx, c, e.Code)
	if err != nil {
		return SignedIn{}, err
	}
	if !right {
		return SignedIn{}, s.fail(ctx, c)
	}
	return s.open(ctx, c, e)
}

// takeTry counts the attempt as failed before the code is compared, so that an interrupted guess counts too. Failed
// attempts protect a mailbox from strangers, so those from a known device count only towards the device's own limits.
func (s *Service) takeTry(ctx context.Context, e CodeEntry) (c domain.Challenge, err error) {
	refusal := ""
	err = s.Store.Write(ctx, func(tx Tx) error {
		now := s.Clock.Now()
		q, err := codes.Entered(ctx, tx, e.ChallengeID, e.Email, e.Device, now)
		if err != nil {
			return err
		}
		failures, guardedUntil, err := consecutiveFailures(ctx, tx, q.EmailKey, now)
		if err != nil {
			return err
		}
		wait, err := waitToTry(ctx, tx, q, now)
		if err != nil {
			return err
		}
		if wait.Refusal(now) != nil {
			refusal = "too many attempts for this address"
			return nil
		}
		c, err = tx.TakeTry(ctx, codes.Of, e.ChallengeID, q, onetime.MaxTries, now)
		if errors.Is(err, domain.ErrNotFound) {
			refusal = "no valid code with attempts left"
			return nil
		}
		if err != nil {
			return err
		}
		c.Network = q.Network
		if err := tx.AddTry(ctx, codes.Of, q, now); err != nil || q.DeviceHash != "" {
			return err
		}
		return tx.SetFailedAttempts(ctx, q.EmailKey, failures+1, guardedUntil)
	})
	switch {
	case err != nil:
		return c, err
	case refusal != "":
		return c, codes.Refuse(refusal)
	case c.TooOld(s.Uptime.Now()):
		return c, codes.Refuse("older than its lifetime")
	}
	return c, nil
}

// consecutiveFailures returns the number of wrong codes in a row and, if the address is protected because of them, the
// time at which the protection ends. Afterwards the number of wrong codes starts from 0 again.
func consecutiveFailures(ctx context.Context, tx Tx, emailKey string, now time.Time) (failures int,
	guardedUntil time.Time, err error) {
	failures, guardedUntil, err = tx.FailedAttempts(ctx, emailKey)
	if !guardedUntil.IsZero() && !now.Before(guardedUntil) {
		return 0, time.Time{}, err
	}
	return failures, guardedUntil, err
}

// fail limits every network after too many wrong codes in a row, and ends the last one's codes.
func (s *Service) fail(ctx context.Context, c domain.Challenge) error {
	if c.DeviceHash != "" {
		return codes.Refuse("wrong code")
	}
	err := s.Store.Write(ctx, func(tx Tx) error {
		now := s.Clock.Now()
		failures, guardedUntil, err := tx.FailedAttempts(ctx, c.EmailKey)
		if err != nil || failures < maxFailedAttempts || !guardedUntil.IsZero() {
			return err
		}
		if err := errors.Join(tx.SetFailedAttempts(ctx, c.EmailKey, failures, now.Add(guardedFor)),
			tx.KillChallenges(ctx, c.CodeQuestion, true, now)); err != nil {
			return err
		}
		stored, _, err := tx.FindMailbox(ctx, c.EmailKey)
		if err != nil {
			return err
		}
		err = tx.EnqueueMail(ctx, domain.OutgoingMail{
			Template: "signin-closed", To: cmp.Or(stored, c.EmailKey), DedupeKey: "signin-closed:" + c.ID, Discard: stored == "",
			Data: s.Content.MailData(s.SiteURL, nil),
		}, now)
		if err != nil {
			return err
		}
		return tx.AddTask(ctx, booking.Task{
			Kind: booking.TaskSigninClosed, DedupeKey: "signin-closed:" + c.ID, Text: texts.TaskSigninClosed(maxFailedAttempts),
		}, now)
	})
	return cmp.Or(err, codes.Refuse("wrong code"))
}

// open uses up all of the address's codes and starts the session.
func (s *Service) open(ctx context.Context, c domain.Challenge, e CodeEntry) (SignedIn, error) {
	token, tokenHash := domain.NewToken()
	out := SignedIn{Token: token}
	used := false
	err := s.Store.Write(ctx, func(tx Tx) error {
		now := s.Clock.Now()
		var err error
		if used, err = tx.UseCode(ctx, codes.Of, c.ID, now); err != nil || !used {
			return err
		}
		if err := resetFailures(ctx, tx, c, now); err != nil {
			return err
		}
		if out.Account, err = s.account(ctx, tx, strings.TrimSpace(e.Email), now); err != nil {
			return err
		}
		if out.Device, err = codes.RememberDevice(ctx, tx, e.Device, c.EmailKey, now); err != nil {
			return err
		}
		err = tx.InsertSession(ctx, domain.Session{
			TokenHash: tokenHash, Scope: domain.ScopeAccount, AccountID: out.Account.ID, UserAgentHash: e.UserAgentHash,
			CreatedAt: now, LastUsedAt: now, ExpiresAt: now.Add(sessionLifetime),
		})
		if err != nil {
			return err
		}
		return tx.RevokeOldest(ctx, out.Account.ID, maxSessions, now)
	})
	if err != nil {
		return SignedIn{}, err
	}
	if !used {
		return SignedIn{}, codes.Refuse("used by another request at the same time")
	}
	return out, nil
}

// resetFailures keeps strangers' failed attempts when a known device signs in, because they may still be guessing.
func resetFailures(ctx context.Context, tx Tx, c domain.Challenge, now time.Time) error {
	if err := tx.KillChallenges(ctx, c.CodeQuestion, false, now); err != nil || c.DeviceHash != "" {
		return err
	}
	return tx.SetFailedAttempts(ctx, c.EmailKey, 0, time.Time{})
}

// refuseCode returns an error with the longest wait if a limit is reached. A known device has only its own limits.
func (s *Service) refuseCode(ctx context.Context, tx Tx, c domain.Challenge, now time.Time) error {
	wait, err := waitToTry(ctx, tx, c.CodeQuestion, now)
	if err != nil {
		return err
	}
	if err := codes.WaitForCode(ctx, tx, &wait, c.CodeQuestion, s.LimitAll, now); err != nil {
		return err
	}
	// Emails to mailboxes with a paid booking do not count here, because everybody in a hall may share one network.
	if c.DeviceHash == "" && s.LimitAll {
		mails, err := tx.MailsToUnpaid(ctx, c.Network, maxMailsOfNetwork, now)
		if err != nil {
			return err
		}
		wait.Allow(maxMailsOfNetwork, time.Hour, mails, texts.TooManyNetworkCodes)
	}
	return wait.Refusal(now)
}

// waitToTry allows a network fewer guesses after many wrong codes in a row.
func waitToTry(ctx context.Context, tx Tx, q domain.CodeQuestion, now time.Time) (onetime.Wait, error) {
	wait, tries, err := codes.WaitToTry(ctx, tx, q, now)
	if err != nil {
		return wait, err
	}
	_, guardedUntil, err := tx.FailedAttempts(ctx, q.EmailKey)
	if q.DeviceHash == "" && len(tries) >= triesOfGuarded && now.Before(guardedUntil) {
		until := tries[triesOfGuarded-1].Add(24 * time.Hour)
		if guardedUntil.Before(until) {
			until = guardedUntil
		}
		wait.Until(until, texts.TooManyWrongCodes)
	}
	return wait, err
}

func (s *Service) setLifetime(ctx context.Context, tx Tx, c *domain.Challenge) error {
	mails, err := tx.CodeMails(ctx, codes.Of, c.EmailKey, c.CreatedAt)
	if err != nil {
		return err
	}
	all, err := tx.CountCodeMails(ctx, c.CreatedAt)
	if err != nil {
		return err
	}
	flooded := s.LimitAll && all >= manyCodeMails
	onetime.SetLifetime(c, mails, flooded)
	if !flooded {
		return nil
	}
	return tx.AddTask(ctx, booking.Task{
		Kind: booking.TaskSigninFlood, DedupeKey: "signin-flood:" + c.CreatedAt.Format("2006-01-02T15"),
		Text: texts.TaskSigninFlood(all),
	}, c.CreatedAt)
}
