package staff

import (
	"context"
	"errors"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

// FindDeskSession returns a token's session and member, or domain.ErrNotFound if there is none or it has ended.
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

// InsertDeskSession stores only the hash of the token.
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

// EndDeskSessions ends all of a member's sessions.
func (tx Tx) EndDeskSessions(ctx context.Context, staffID string, now time.Time) error {
	return tx.Exec(ctx, "end sessions of desk", `
		UPDATE staff_sessions
		SET ended_at = ?
		WHERE staff_id = ? AND ended_at IS NULL`, now, staffID)
}

// InsertCeremony stores a challenge for an authenticator, and deletes expired ones.
func (tx Tx) InsertCeremony(ctx context.Context, c domain.Ceremony) error {
	return errors.Join(tx.Exec(ctx, "remove old ceremonies", `DELETE FROM staff_ceremonies WHERE expires_at < ?`,
		c.ExpiresAt.Add(-time.Hour)),
		tx.Exec(ctx, "insert ceremony", `
		INSERT INTO staff_ceremonies (id, session_hash, purpose, data, expires_at)
		VALUES (?, ?, ?, ?, ?)`, c.ID, c.SessionHash, c.Purpose, c.Data, c.ExpiresAt))
}

// TakeCeremony returns and deletes a session's challenge, or returns domain.ErrNotFound.
func (tx Tx) TakeCeremony(ctx context.Context, id, sessionHash string) (domain.Ceremony, error) {
	return engine.One(ctx, tx, "take ceremony", func(c *domain.Ceremony) []any {
		return []any{&c.ID, &c.SessionHash, &c.Purpose, &c.Data, &c.ExpiresAt}
	}, `
		DELETE FROM staff_ceremonies
		WHERE id = ? AND session_hash = ?
		RETURNING id, session_hash, purpose, data, expires_at`, id, sessionHash)
}

// Passkeys lists a member's passkeys.
func (q Queries) Passkeys(ctx context.Context, staffID string) ([]domain.Passkey, error) {
	return engine.All(ctx, q, "list passkeys", func(key *domain.Passkey) []any {
		return []any{&key.ID, &key.StaffID, &key.Name, &key.Record, &key.CreatedAt, &key.LastUsedAt}
	}, `
		SELECT id, staff_id, name, record, created_at, last_used_at
		FROM staff_passkeys
		WHERE staff_id = ?
		ORDER BY created_at, id`, staffID)
}

// InsertPasskey adds a passkey.
func (tx Tx) InsertPasskey(ctx context.Context, key domain.Passkey) error {
	return tx.Exec(ctx, "insert passkey", `
		INSERT INTO staff_passkeys (id, staff_id, name, record, created_at, last_used_at)
		VALUES (?, ?, ?, ?, ?, ?)`, key.ID, key.StaffID, key.Name, key.Record, key.CreatedAt,
		key.LastUsedAt)
}

// UsePasskey stores what an authenticator reports about itself when it is used.
func (tx Tx) UsePasskey(ctx context.Context, id, record string, now time.Time) error {
	return tx.Exec(ctx, "use passkey", `UPDATE staff_passkeys SET record = ?, last_used_at = ? WHERE id = ?`, record,
		now, id)
}

// DeletePasskey deletes a passkey.
func (tx Tx) DeletePasskey(ctx context.Context, id string) error {
	return tx.Exec(ctx, "delete passkey", `DELETE FROM staff_passkeys WHERE id = ?`, id)
}

// DeletePasskeys deletes all of a member's passkeys.
func (tx Tx) DeletePasskeys(ctx context.Context, staffID string) error {
	return tx.Exec(ctx, "delete passkeys", `DELETE FROM staff_passkeys WHERE staff_id = ?`, staffID)
}
