package staff

import (
	"context"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

// FindDeskSession returns the session of a token that has not ended, with its member as stored now; or
// domain.ErrNotFound.
func (s Store) FindDeskSession(ctx context.Context, tokenHash string) (domain.DeskSession, domain.Member, error) {
	type session struct {
		domain.DeskSession
		member domain.Member
	}
	found, err := engine.One(ctx, s, "find session of desk", func(s *session) []any {
		return append([]any{&s.TokenHash, &s.StaffID, &s.Kind, &s.InvitationHash, &s.CreatedAt, &s.LastUsedAt, &s.ExpiresAt,
			&s.ConfirmedAt}, memberPlaces(&s.member)...)
	}, `
		SELECT token_hash, staff_id, kind, invitation_hash, staff_sessions.created_at, last_used_at, expires_at,
			confirmed_at, `+memberNames+`
		FROM staff_sessions
		JOIN staff ON staff.id = staff_id
		WHERE token_hash = ? AND staff_sessions.ended_at IS NULL`, tokenHash)
	return found.DeskSession, found.member, err
}

// InsertDeskSession stores the rights of a desk token; the token itself is not stored.
func (tx Tx) InsertDeskSession(ctx context.Context, s domain.DeskSession) error {
	return tx.Exec(ctx, "insert session of desk", `
		INSERT INTO staff_sessions (token_hash, staff_id, kind, invitation_hash, created_at, last_used_at, expires_at,
			confirmed_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		s.TokenHash, s.StaffID, s.Kind, s.InvitationHash, s.CreatedAt, s.LastUsedAt,
		s.ExpiresAt, engine.NullMillis(s.ConfirmedAt))
}

// UseDeskSession records that a session was used.
func (tx Tx) UseDeskSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.Exec(ctx, "use session of desk", `
		UPDATE staff_sessions
		SET last_used_at = ?1
		WHERE token_hash = ?2 AND last_used_at < ?1`, now, tokenHash)
}

// TouchDeskSession records a confirmation with a passkey.
func (tx Tx) TouchDeskSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.Exec(ctx, "renew session of desk", `
		UPDATE staff_sessions
		SET confirmed_at = ?
		WHERE token_hash = ? AND ended_at IS NULL`, now, tokenHash)
}

// EndDeskSession ends a session at once.
func (tx Tx) EndDeskSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.Exec(ctx, "end session of desk", `
		UPDATE staff_sessions
		SET ended_at = ?
		WHERE token_hash = ? AND ended_at IS NULL`, now, tokenHash)
}

// EndDeskSessions ends all sessions of a member.
func (tx Tx) EndDeskSessions(ctx context.Context, staffID string, now time.Time) error {
	return tx.Exec(ctx, "end sessions of desk", `
		UPDATE staff_sessions
		SET ended_at = ?
		WHERE staff_id = ? AND ended_at IS NULL`, now, staffID)
}
