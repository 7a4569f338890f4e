package domain

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// codeRefused is the one sentence for everything that can be wrong with a code.
const codeRefused = "This code is not right or has expired. Please check it, or ask for another one."

func refuseCodeAs(reason string) error {
	return &Error{
		Code: CodeInvalid, Message: codeRefused, Fields: map[string]string{"otp": codeRefused},
		Cause: errors.New(reason),
	}
}

// SignedIn is a fresh session of an account.
type SignedIn struct {
	Token   string
	Account Account
}

// CheckCode exchanges a code for a session: once, for the challenge and the address that it was made for.
func (s *SignIn) CheckCode(ctx context.Context, email, challengeID, code, userAgentHash string) (SignedIn, error) {
	emailKey, code := EmailKey(email), strings.TrimSpace(code)
	if !isCode(code) {
		return SignedIn{}, refuseCodeAs("not six digits")
	}
	c, err := s.takeTry(ctx, challengeID, emailKey)
	if err != nil {
		return SignedIn{}, err
	}
	right, err := s.hasher.matches(ctx, c, code)
	if err != nil {
		return SignedIn{}, err
	}
	if !right {
		return SignedIn{}, s.miss(ctx, c)
	}
	return s.open(ctx, c, email, userAgentHash)
}

// takeTry counts the try, and counts it as a miss until the code has proved right: a guess that is cut off in the middle
// was a guess.
func (s *SignIn) takeTry(ctx context.Context, id, emailKey string) (c Challenge, err error) {
	refusal := ""
	err = s.Store.WriteSignIn(ctx, func(tx SignInTx) error {
		now := s.Clock.Now()
		misses, closedUntil, err := tx.Misses(ctx, emailKey)
		if err != nil {
			return err
		}
		if !closedUntil.IsZero() && !now.Before(closedUntil) {
			misses, closedUntil = 0, time.Time{}
		}
		if !closedUntil.IsZero() || misses >= maxMisses {
			refusal = "the address is closed"
			return nil
		}
		c, err = tx.TakeTry(ctx, id, emailKey, maxTries, now)
		if errors.Is(err, ErrNotFound) {
			refusal = "no live code with a try left"
			return nil
		}
		if err != nil {
			return err
		}
		return tx.SetMisses(ctx, emailKey, misses+1, time.Time{})
	})
	switch {
	case err != nil:
		return c, err
	case refusal != "":
		return c, refuseCodeAs(refusal)
	case s.tooOld(c):
		return c, refuseCodeAs("older than its lifetime, whatever the clock says")
	}
	return c, nil
}

// miss closes the address after too many wrong codes in a row.
func (s *SignIn) miss(ctx context.Context, c Challenge) error {
	err := s.Store.WriteSignIn(ctx, func(tx SignInTx) error {
		now := s.Clock.Now()
		misses, closedUntil, err := tx.Misses(ctx, c.EmailKey)
		if err != nil || misses < maxMisses || !closedUntil.IsZero() {
			return err
		}
		if err := tx.SetMisses(ctx, c.EmailKey, misses, now.Add(closedFor)); err != nil {
			return err
		}
		if err := tx.KillChallenges(ctx, c.EmailKey, now); err != nil {
			return err
		}
		known, err := tx.IsKnownAddress(ctx, c.EmailKey)
		if err != nil {
			return err
		}
		err = tx.EnqueueMail(ctx, OutgoingMail{
			Template: "signin-closed", To: c.EmailKey, DedupeKey: "signin-closed:" + c.ID, Discard: !known, Data: s.mailData(nil),
		}, now)
		if err != nil {
			return err
		}
		return tx.AddTask(ctx, Task{
			Kind: "signin_closed", DedupeKey: "signin-closed:" + c.ID,
			Text: fmt.Sprintf("%d wrong codes in a row were entered for one address; signing in with it is closed for a day. It opens again by itself.", maxMisses),
		}, now)
	})
	return firstError(err, refuseCodeAs("wrong code"))
}

// open uses the code up and begins the session.
func (s *SignIn) open(ctx context.Context, c Challenge, email, userAgentHash string) (SignedIn, error) {
	token, tokenHash := NewToken()
	out := SignedIn{Token: token}
	used := false
	err := s.Store.WriteSignIn(ctx, func(tx SignInTx) error {
		now := s.Clock.Now()
		var err error
		if used, err = tx.UseChallenge(ctx, c.ID, now); err != nil || !used {
			return err
		}
		if err := tx.SetMisses(ctx, c.EmailKey, 0, time.Time{}); err != nil {
			return err
		}
		if out.Account, err = s.account(ctx, tx, strings.TrimSpace(email), now); err != nil {
			return err
		}
		err = tx.InsertSession(ctx, Session{
			TokenHash: tokenHash, Scope: ScopeAccount, AccountID: out.Account.ID, UserAgentHash: userAgentHash,
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
		return SignedIn{}, refuseCodeAs("used by another request at the same time")
	}
	return out, nil
}

// tooOld tells by the machine's running time whether a code has had its time: putting the clock back, before or after a
// restart of this program, makes no code live longer. When the machine itself has started again nobody can tell any more,
// and the code is dead.
func (s *SignIn) tooOld(c Challenge) bool {
	age, known := s.Uptime.Now().AgeOf(c.MadeAt)
	return !known || age >= CodeLifetime
}
