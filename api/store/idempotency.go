package store

import (
	"context"
	"fmt"
	"time"
)

// HasIdempotencyKey reports whether a key is already known.
func (s *Store) HasIdempotencyKey(ctx context.Context, keyHash string) (bool, error) {
	var known bool
	err := s.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM idempotency_keys WHERE key_hash = ?)`,
		keyHash).Scan(&known)
	if err != nil {
		return false, fmt.Errorf("find idempotency key: %w", err)
	}
	return known, nil
}

// SaveIdempotency remembers what a key was used for; used again after a failed payment it points to the new booking.
func (tx *Tx) SaveIdempotency(ctx context.Context, keyHash, bodyHash, bookingID string, now time.Time) error {
	return tx.exec(ctx, "save idempotency key", `
		INSERT INTO idempotency_keys (key_hash, body_hash, booking_id, created_at)
		VALUES (?, ?, ?, ?)
		ON CONFLICT (key_hash) DO UPDATE SET booking_id = excluded.booking_id`,
		keyHash, bodyHash, bookingID, toMillis(now))
}
