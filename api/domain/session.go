package domain

import (
	"context"
	"errors"
	"time"
)

// The numbers of sessions. Source: security reference, C3.
const (
	sessionIdle     = 12 * time.Hour
	sessionLifetime = 24 * time.Hour
	maxSessions     = 5
	touchEvery      = time.Minute
)

var (
	errSignInAgain  = &Error{Code: CodeUnauthorized, Message: "Please sign in again."}
	errProveMailbox = &Error{Code: CodeForbidden, Message: "Please sign in with a code first: it proves that the mailbox is yours."}
)

// Authenticate returns the session of an authorization header. No token and a bad one are the same refusal.
func (s *SignIn) Authenticate(ctx context.Context, authorization string) (Session, error) {
	session, _, err := s.authenticate(ctx, authorization)
	return session, err
}

func (s *SignIn) authenticate(ctx context.Context, authorization string) (Session, Account, error) {
	token, err := ParseAuthorization(authorization)
	if err != nil || token == "" {
		return Session{}, Account{}, errSignInAgain
	}
	now := s.Clock.Now()
	session, account, err := s.Store.FindSession(ctx, HashToken(token))
	if errors.Is(err, ErrNotFound) {
		return Session{}, Account{}, errSignInAgain
	}
	if err != nil {
		return Session{}, Account{}, err
	}
	if !now.Before(session.ExpiresAt) || session.Scope == ScopeAccount && !now.Before(session.LastUsedAt.Add(sessionIdle)) {
		return Session{}, Account{}, errSignInAgain
	}
	if now.Sub(session.LastUsedAt) >= touchEvery {
		err := s.Store.WriteSignIn(ctx, func(tx SignInTx) error { return tx.TouchSession(ctx, session.TokenHash, now) })
		if err != nil {
			return Session{}, Account{}, err
		}
	}
	return session, account, nil
}

// Account returns the account of an authorization header. The token of a registration opens none: whoever registers has
// not proved the mailbox.
func (s *SignIn) Account(ctx context.Context, authorization string) (Account, error) {
	session, account, err := s.authenticate(ctx, authorization)
	if err == nil && session.Scope != ScopeAccount {
		err = errProveMailbox
	}
	return account, err
}

// Proof is what an authorization header proves; one that does not hold proves nothing.
func (s *SignIn) Proof(ctx context.Context, authorization string) Proof {
	session, account, err := s.authenticate(ctx, authorization)
	if err != nil {
		return Proof{}
	}
	return Proof{BookingID: session.BookingID, EmailKey: account.EmailKey}
}

// MayView reports whether an authorization header belongs to an account with this address.
func (s *SignIn) MayView(ctx context.Context, authorization, emailKey string) bool {
	account, err := s.Account(ctx, authorization)
	return err == nil && account.EmailKey == emailKey
}

// Leaving is how somebody signs out.
type Leaving struct {
	Everywhere   bool   // ends all sessions of the account, and forgets all its devices
	ForgetDevice string // the id of a browser that is to be no known device any more, "" for none
}

// SignOut ends the session of an authorization header.
func (s *SignIn) SignOut(ctx context.Context, authorization string, l Leaving) error {
	session, account, err := s.authenticate(ctx, authorization)
	if err != nil {
		return err
	}
	return s.Store.WriteSignIn(ctx, func(tx SignInTx) error {
		if hash := deviceHash(l.ForgetDevice); hash != "" {
			if err := tx.ForgetDevice(ctx, hash); err != nil {
				return err
			}
		}
		if l.Everywhere && session.Scope == ScopeAccount {
			if err := tx.ForgetDevices(ctx, account.EmailKey); err != nil {
				return err
			}
			_, err := tx.RevokeAll(ctx, session.AccountID, s.Clock.Now())
			return err
		}
		return tx.RevokeSession(ctx, session.TokenHash, s.Clock.Now())
	})
}
