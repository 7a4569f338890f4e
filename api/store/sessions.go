package store

import (
	"context"
	"fmt"

	"transom/api/domain"
)

// InsertSession stores a token's rights; the token itself is nowhere.
func (tx *Tx) InsertSession(ctx context.Context, s domain.Session) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO sessions (token_hash, scope, account_id, booking_id, created_at, last_used_at, expires_at, user_agent_hash)
		VALUES (?, ?, NULLIF(?, ''), NULLIF(?, ''), ?, ?, ?, ?)`,
		s.TokenHash, s.Scope, s.AccountID, s.BookingID,
		toMillis(s.CreatedAt), toMillis(s.LastUsedAt), toMillis(s.ExpiresAt), s.UserAgentHash)
	if err != nil {
		return fmt.Errorf("insert session: %w", err)
	}
	return nil
}
