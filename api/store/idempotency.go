package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/domain"
)

// HasIdempotencyKey reports whether a key is already known.
func (s *Store) HasIdempotencyKey(ctx context.Context, keyHash string) (bool, error) {
	var known bool
	err := s.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM idempotency_keys WHERE key_hash = ?)`, keyHash).Scan(&known)
	if err != nil {
		return false, fmt.Errorf("find idempotency key: %w", err)
	}
	return known, nil
}

// FindIdempotency returns what a key was used for; domain.ErrNotFound when it is new.
func (tx *Tx) FindIdempotency(ctx context.Context, keyHash string) (bodyHash, bookingID string, err error) {
	if err := tx.holdKey(ctx, "key", keyHash); err != nil {
		return "", "", err
	}
	err = tx.QueryRowContext(ctx, `SELECT body_hash, booking_id FROM idempotency_keys WHERE key_hash = ?`, keyHash).
		Scan(&bodyHash, &bookingID)
	if errors.Is(err, sql.ErrNoRows) {
		return "", "", domain.ErrNotFound
	}
	if err != nil {
		return "", "", fmt.Errorf("find idempotency key: %w", err)
	}
	return bodyHash, bookingID, nil
}

// SaveIdempotency remembers what a key was used for; used again after a failed payment it points to the new booking.
func (tx *Tx) SaveIdempotency(ctx context.Context, keyHash, bodyHash, bookingID string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO idempotency_keys (key_hash, body_hash, booking_id, created_at)
		VALUES (?, ?, ?, ?)
		ON CONFLICT (key_hash) DO UPDATE SET booking_id = excluded.booking_id`,
		keyHash, bodyHash, bookingID, toMillis(now))
	if err != nil {
		return fmt.Errorf("save idempotency key: %w", err)
	}
	return nil
}
