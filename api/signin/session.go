package signin

import (
	"context"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

// The limits of sessions. Source: security reference, C3.
const (
	sessionIdle     = 12 * time.Hour
	sessionLifetime = 24 * time.Hour
	maxSessions     = 5
	renewEvery      = time.Minute
)

var (
	errSignInAgain  = &domain.Error{Code: domain.CodeUnauthorized, Message: texts.SignInAgain}
	errProveMailbox = &domain.Error{Code: domain.CodeForbidden, Message: texts.ProveMailbox}
)

// authenticate returns the same error for a missing and for an invalid token.
func (s *Service) authenticate(ctx context.Context, authorization string, account *booking.Account) (domain.Session,
	error) {
	token, err := domain.ParseAuthorization(authorization)
	if err != nil || token == "" {
		return domain.Session{}, errSignInAgain
	}
	now := s.Clock.Now()
	session, err := s.Store.FindSession(ctx, domain.Hash(token), account)
	switch {
	case errors.Is(err, domain.ErrNotFound):
		err = errSignInAgain
	case err != nil:
	case !now.Before(session.ExpiresAt), session.Scope == domain.ScopeAccount &&
		!now.Before(session.LastUsedAt.Add(sessionIdle)):
		err = errSignInAgain
	case now.Sub(session.LastUsedAt) >= renewEvery:
		err = s.Store.Write(ctx, func(tx Tx) error { return tx.TouchSession(ctx, session.TokenHash, now) })
	}
	return session, err
}

// Session returns an account's session, and reads its profile if `account` is not nil. It accepts no token from a
// registration, because a person who registers has not verified the mailbox.
func (s *Service) Session(ctx context.Context, authorization string, account *booking.Account) (domain.Session, error) {
	session, err := s.authenticate(ctx, authorization, account)
	if err == nil && session.Scope != domain.ScopeAccount {
		err = errProveMailbox
	}
	return session, err
}

// Proof returns what an authorization header proves about a visitor: nothing, if the header is invalid.
func (s *Service) Proof(ctx context.Context, authorization string) booking.Proof {
	session, err := s.authenticate(ctx, authorization, nil)
	if err != nil {
		return booking.Proof{}
	}
	return booking.Proof{BookingID: session.BookingID, EmailKey: session.EmailKey}
}

// Leaving describes a sign-out.
type Leaving struct {
	Everywhere   bool   // whether to end all of the account's sessions and forget all of its devices
	ForgetDevice string // the id of a browser that should no longer be a known device, or ""
}

// SignOut ends the session that an authorization header belongs to.
func (s *Service) SignOut(ctx context.Context, authorization string, l Leaving) error {
	session, err := s.authenticate(ctx, authorization, nil)
	if err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx Tx) error {
		if hash := codes.DeviceHash(l.ForgetDevice); hash != "" {
			if err := tx.ForgetDevice(ctx, hash); err != nil {
				return err
			}
		}
		if l.Everywhere && session.Scope == domain.ScopeAccount {
			return errors.Join(tx.ForgetDevices(ctx, session.EmailKey),
				tx.RevokeAll(ctx, session.AccountID, s.Clock.Now()))
		}
		return tx.RevokeSession(ctx, session.TokenHash, s.Clock.Now())
	})
}
