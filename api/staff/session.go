package staff

import (
	"context"
	"errors"
	"fmt"
	"time"

	"transom/api/domain"
	"transom/api/texts"
)

// Visit is a member who is signed in.
type Visit struct {
	Member    domain.Member
	Session   domain.DeskSession
	confirmed bool
}

// ErrSignedOut is the same for a session that never existed and for one that has ended.
var ErrSignedOut = domain.Refuse(domain.CodeUnauthorized, texts.StaffSignedOut)

var (
	errForbidden       = domain.Refuse(domain.CodeForbidden, texts.StaffForbidden)
	errPasskeyRequired = domain.Refuse(domain.CodePasskeyRequired, texts.StaffConfirm)
)

// Enter returns the member who is signed in with a token. background is true if the member did nothing: a page that
// refreshes itself does not extend the session.
func (s *Service) Enter(ctx context.Context, token string, background bool) (Visit, error) {
	v, err := s.visit(ctx, token)
	if err != nil {
		return Visit{}, err
	}
	if v.Session.Kind == domain.DeskCode {
		return Visit{}, ErrSignedOut
	}
	now := s.Clock.Now()
	if !background && now.Sub(v.Session.LastUsedAt) >= rememberEvery {
		err = s.Store.Write(ctx, func(tx Tx) error { return tx.UseDeskSession(ctx, v.Session.TokenHash, now) })
	}
	return v, err
}

// IsSignedIn reports whether a token belongs to a full session. It does not extend the session.
func (s *Service) IsSignedIn(ctx context.Context, token string) bool {
	v, err := s.visit(ctx, token)
	return err == nil && v.Session.Kind != domain.DeskCode
}

func (s *Service) visit(ctx context.Context, token string) (Visit, error) {
	if token == "" {
		return Visit{}, ErrSignedOut
	}
	session, member, err := s.Store.FindDeskSession(ctx, domain.Hash(token))
	if errors.Is(err, domain.ErrNotFound) {
		return Visit{}, ErrSignedOut
	}
	if err != nil {
		return Visit{}, fmt.Errorf("find session of desk: %w", err)
	}
	now := s.Clock.Now()
	isRehearsal := session.Kind == domain.DeskRehearsal
	if !member.EndedAt.IsZero() || isRehearsal && !s.Rehearsal || !lives(session, now) {
		return Visit{}, ErrSignedOut
	}
	return Visit{member, session, isFresh(session.ConfirmedAt, now)}, nil
}

func lives(session domain.DeskSession, now time.Time) bool {
	return now.Before(session.ExpiresAt) && now.Sub(session.LastUsedAt) < IdleTime
}

// isFresh reports whether a confirmation still counts; one in the future, from before the clock was set back, does not.
func isFresh(confirmed, now time.Time) bool {
	return !confirmed.IsZero() && !now.Before(confirmed) && now.Sub(confirmed) < confirmationTime
}

// Allow refuses what the member's role may not do, or may not do without a recent confirmation with the passkey.
func (v Visit) Allow(p Permission) error {
	switch {
	case !May(v.Member.Role, p):
		return errForbidden
	case NeedsPasskey(p) && !v.confirmed:
		return errPasskeyRequired
	}
	return nil
}

// Ends returns when the session ends at the latest.
func (v Visit) Ends() time.Time { return v.Session.ExpiresAt }

// ConfirmedUntil returns the time until which no further confirmation is required; zero if one is required now.
func (v Visit) ConfirmedUntil() time.Time {
	if !v.confirmed {
		return time.Time{}
	}
	return v.Session.ConfirmedAt.Add(confirmationTime)
}
