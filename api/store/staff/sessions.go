package staff

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

const memberNames = `staff.id, staff.email, staff.email_key, staff.name, staff.role, staff.handle, staff.created_at,` +
	` COALESCE(staff.ended_at, 0)`

// memberPlaces are the destinations for the columns of memberNames; fill sets the member's times.
func memberPlaces(m *domain.Member) (places []any, fill func()) {
	var ended int64
	return []any{&m.ID, &m.Email, &m.EmailKey, &m.Name, &m.Role, &m.Handle, (*engine.Instant)(&m.CreatedAt), &ended},
		func() {
			m.EndedAt = engine.FromMillis(ended)
		}
}

// FindDeskSession returns the session of a token that has not ended, with its member as stored now; or
// domain.ErrNotFound.
func (s Store) FindDeskSession(ctx context.Context, tokenHash string) (out domain.DeskSession, m domain.Member,
	err error) {
	places, fill := memberPlaces(&m)
	err = s.QueryRowContext(ctx, `
		SELECT token_hash, staff_id, kind, invitation_hash, staff_sessions.created_at, last_used_at, expires_at,
			COALESCE(confirmed_at, 0), `+memberNames+`
		FROM staff_sessions
		JOIN staff ON staff.id = staff_id
		WHERE token_hash = ? AND staff_sessions.ended_at IS NULL`, tokenHash).
		Scan(append([]any{&out.TokenHash, &out.StaffID, &out.Kind, &out.InvitationHash, (*engine.Instant)(&out.CreatedAt),
			(*engine.Instant)(&out.LastUsedAt), (*engine.Instant)(&out.ExpiresAt), (*engine.Instant)(&out.ConfirmedAt)},
			places...)...)
	if errors.Is(err, sql.ErrNoRows) {
		return out, m, domain.ErrNotFound
	}
	if err != nil {
		return out, m, fmt.Errorf("find session of desk: %w", err)
	}
	fill()
	return out, m, nil
}

// InsertDeskSession stores the rights of a desk token; the token itself is not stored.
func (tx Tx) InsertDeskSession(ctx context.Context, s domain.DeskSession) error {
	return tx.Exec(ctx, "insert session of desk", `
		INSERT INTO staff_sessions (token_hash, staff_id, kind, invitation_hash, created_at, last_used_at, expires_at,
			confirmed_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		s.TokenHash, s.StaffID, s.Kind, s.InvitationHash, engine.ToMillis(s.CreatedAt), engine.ToMillis(s.LastUsedAt),
		engine.ToMillis(s.ExpiresAt), engine.NullMillis(s.ConfirmedAt))
}

// UseDeskSession records that a session was used.
func (tx Tx) UseDeskSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.Exec(ctx, "use session of desk", `
		UPDATE staff_sessions
		SET last_used_at = ?1
		WHERE token_hash = ?2 AND last_used_at < ?1`, engine.ToMillis(now), tokenHash)
}

// TouchDeskSession records a confirmation with a passkey.
func (tx Tx) TouchDeskSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.Exec(ctx, "touch session of desk", `
		UPDATE staff_sessions
		SET confirmed_at = ?
		WHERE token_hash = ? AND ended_at IS NULL`, engine.ToMillis(now), tokenHash)
}

// EndDeskSession ends a session at once.
func (tx Tx) EndDeskSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.Exec(ctx, "end session of desk", `
		UPDATE staff_sessions
		SET ended_at = ?
		WHERE token_hash = ? AND ended_at IS NULL`, engine.ToMillis(now), tokenHash)
}

// EndDeskSessions ends all sessions of a member.
func (tx Tx) EndDeskSessions(ctx context.Context, staffID string, now time.Time) error {
	return tx.Exec(ctx, "end sessions of desk", `
		UPDATE staff_sessions
		SET ended_at = ?
		WHERE staff_id = ? AND ended_at IS NULL`, engine.ToMillis(now), staffID)
}
