package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/domain"
)

// WriteStaff runs f in one write transaction.
func (s *Store) WriteStaff(ctx context.Context, f func(*Tx) error) error { return s.Write(ctx, f) }

const memberNames = `staff.id, staff.email, staff.email_key, staff.name, staff.role, staff.handle, staff.created_at,` +
	` COALESCE(staff.ended_at, 0)`

// memberPlaces are where the columns of memberNames go; the times become a member's by fill.
func memberPlaces(m *domain.Member) (places []any, fill func()) {
	var created, ended int64
	return []any{&m.ID, &m.Email, &m.EmailKey, &m.Name, &m.Role, &m.Handle, &created, &ended}, func() {
		m.CreatedAt, m.EndedAt = fromMillis(created), fromMillis(ended)
	}
}

// FindDeskSession returns the session of a token that was not ended, with its member as the member is now;
// domain.ErrNotFound when there is none.
func (s *Store) FindDeskSession(ctx context.Context, tokenHash string) (out domain.DeskSession, m domain.Member,
	err error) {
	var created, used, expires, touched int64
	places, fill := memberPlaces(&m)
	err = s.read.QueryRowContext(ctx, `
		SELECT token_hash, staff_id, kind, invitation_hash, staff_sessions.created_at, last_used_at, expires_at,
			COALESCE(touched_at, 0), `+memberNames+`
		FROM staff_sessions
		JOIN staff ON staff.id = staff_id
		WHERE token_hash = ? AND staff_sessions.ended_at IS NULL`, tokenHash).
		Scan(append([]any{&out.TokenHash, &out.StaffID, &out.Kind, &out.InvitationHash, &created, &used, &expires, &touched},
			places...)...)
	if errors.Is(err, sql.ErrNoRows) {
		return out, m, domain.ErrNotFound
	}
	if err != nil {
		return out, m, fmt.Errorf("find session of desk: %w", err)
	}
	fill()
	out.CreatedAt, out.LastUsedAt, out.ExpiresAt, out.TouchedAt = fromMillis(created), fromMillis(used),
		fromMillis(expires), fromMillis(touched)
	return out, m, nil
}

// InsertDeskSession stores what a token of the desk may; the token itself is nowhere.
func (tx *Tx) InsertDeskSession(ctx context.Context, s domain.DeskSession) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO staff_sessions (token_hash, staff_id, kind, invitation_hash, created_at, last_used_at, expires_at,
			touched_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		s.TokenHash, s.StaffID, s.Kind, s.InvitationHash, toMillis(s.CreatedAt), toMillis(s.LastUsedAt),
		toMillis(s.ExpiresAt), nullMillis(s.TouchedAt))
	if err != nil {
		return fmt.Errorf("insert session of desk: %w", err)
	}
	return nil
}

// UseDeskSession notes that a session was used.
func (tx *Tx) UseDeskSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.exec(ctx, "use session of desk", `
		UPDATE staff_sessions
		SET last_used_at = ?1
		WHERE token_hash = ?2 AND last_used_at < ?1`, toMillis(now), tokenHash)
}

// TouchDeskSession notes a fresh assertion of a passkey.
func (tx *Tx) TouchDeskSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.exec(ctx, "touch session of desk", `
		UPDATE staff_sessions
		SET touched_at = ?
		WHERE token_hash = ? AND ended_at IS NULL`, toMillis(now), tokenHash)
}

// EndDeskSession ends a session at once.
func (tx *Tx) EndDeskSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.exec(ctx, "end session of desk", `
		UPDATE staff_sessions
		SET ended_at = ?
		WHERE token_hash = ? AND ended_at IS NULL`, toMillis(now), tokenHash)
}

// EndDeskSessions ends all sessions of a member.
func (tx *Tx) EndDeskSessions(ctx context.Context, staffID string, now time.Time) error {
	return tx.exec(ctx, "end sessions of desk", `
		UPDATE staff_sessions
		SET ended_at = ?
		WHERE staff_id = ? AND ended_at IS NULL`, toMillis(now), staffID)
}

// exec runs a statement whose failure is told with what it was for.
func (tx *Tx) exec(ctx context.Context, what, statement string, args ...any) error {
	if _, err := tx.ExecContext(ctx, statement, args...); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// execOne runs a statement that changes one row; false when it changed none.
func (tx *Tx) execOne(ctx context.Context, what, statement string, args ...any) (bool, error) {
	result, err := tx.ExecContext(ctx, statement, args...)
	if err != nil {
		return false, fmt.Errorf("%s: %w", what, err)
	}
	n, err := result.RowsAffected()
	return n == 1, err
}
