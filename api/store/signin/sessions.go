package signin

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/engine"
)

// InsertSession stores a token's rights; the token itself is not stored.
func (tx Tx) InsertSession(ctx context.Context, s domain.Session) error {
	return tx.Exec(ctx, "insert session", `
		INSERT INTO sessions (token_hash, scope, account_id, booking_id, created_at, last_used_at, expires_at,
			user_agent_hash)
		VALUES (?, ?, NULLIF(?, ''), NULLIF(?, ''), ?, ?, ?, ?)`,
		s.TokenHash, s.Scope, s.AccountID, s.BookingID,
		s.CreatedAt, s.LastUsedAt, s.ExpiresAt, s.UserAgentHash)
}

// FindSession returns the session of a token that is not revoked, with its account, which is empty for another
// scope; or domain.ErrNotFound. It is one query, because it runs with every request of a signed-in visitor.
func (s Store) FindSession(ctx context.Context, tokenHash string) (domain.Session, booking.Account, error) {
	type session struct {
		domain.Session
		account booking.Account
	}
	found, err := engine.One(s.Brief(ctx), s, "find session", func(s *session) []any {
		return append([]any{&s.TokenHash, &s.Scope, &s.AccountID, &s.BookingID, &s.CreatedAt, &s.LastUsedAt, &s.ExpiresAt,
			&s.UserAgentHash}, accountPlaces(&s.account)...)
	}, `
		SELECT token_hash, scope, COALESCE(account_id, ''), COALESCE(booking_id, ''), sessions.created_at, last_used_at,
			expires_at,
		       user_agent_hash, `+AccountNames+`
		FROM sessions
		LEFT JOIN accounts ON accounts.id = account_id
		WHERE token_hash = ? AND revoked_at IS NULL`, tokenHash)
	return found.Session, found.account, err
}

// RevokeSession ends a session at once.
func (tx Tx) RevokeSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.Exec(ctx, "revoke session", `
		UPDATE sessions
		SET revoked_at = ?
		WHERE token_hash = ? AND revoked_at IS NULL`, now, tokenHash)
}

// RevokeAll ends all sessions of an account and returns their number.
func (tx Tx) RevokeAll(ctx context.Context, accountID string, now time.Time) (int, error) {
	return tx.ExecN(ctx, "revoke sessions", `
		UPDATE sessions
		SET revoked_at = ?
		WHERE account_id = ? AND revoked_at IS NULL`, now, accountID)
}

// RevokeOldest ends an account's sessions except the newest keep.
func (tx Tx) RevokeOldest(ctx context.Context, accountID string, keep int, now time.Time) error {
	return tx.Exec(ctx, "revoke oldest sessions", `
		UPDATE sessions
		SET revoked_at = ?1
		WHERE token_hash IN (SELECT token_hash
		                     FROM sessions
		                     WHERE account_id = ?2 AND revoked_at IS NULL AND expires_at > ?1
		                     ORDER BY created_at DESC, rowid DESC
		                     LIMIT 9223372036854775807 OFFSET ?3)`, now, accountID, keep)
}

// TouchSession records that a session was used.
func (tx Tx) TouchSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.Exec(ctx, "touch session", `
		UPDATE sessions
		SET last_used_at = CASE WHEN last_used_at > ?1 THEN last_used_at ELSE ?1 END
		WHERE token_hash = ?2 AND revoked_at IS NULL`, now, tokenHash)
}
