package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/domain"
)

// WriteSignIn runs f in one write transaction.
func (s *Store) WriteSignIn(ctx context.Context, f func(domain.SignInTx) error) error {
	return s.Write(ctx, func(tx *Tx) error { return f(tx) })
}

// CountCodes counts what was asked for until now; a row of the future, left by a clock that was put back, is none.
func (tx *Tx) CountCodes(ctx context.Context, emailKey string, now time.Time) (domain.CodeCounts, error) {
	var (
		c                           domain.CodeCounts
		last, oldestHour, oldestDay sql.NullInt64
		until, hourAgo, dayAgo      = toMillis(now), toMillis(now.Add(-time.Hour)), toMillis(now.Add(-24 * time.Hour))
	)
	err := tx.QueryRowContext(ctx, `
		SELECT MAX(created_at),
		       COUNT(*) FILTER (WHERE created_at > ?1), MIN(created_at) FILTER (WHERE created_at > ?1),
		       COUNT(*), MIN(created_at),
		       (SELECT COUNT(*) FROM code_challenges WHERE created_at > ?1 AND created_at <= ?3)
		FROM code_challenges
		WHERE email_key = ?4 AND created_at > ?2 AND created_at <= ?3`, hourAgo, dayAgo, until, emailKey).
		Scan(&last, &c.InHour, &oldestHour, &c.InDay, &oldestDay, &c.OfAllInHour)
	if err != nil {
		return c, fmt.Errorf("count codes: %w", err)
	}
	c.LastAt, c.OldestInHour, c.OldestInDay = fromMillis(last.Int64), fromMillis(oldestHour.Int64), fromMillis(oldestDay.Int64)
	return c, nil
}

// ReplaceChallenge kills the address's live code and writes the new one. Codes that no limit counts any more are removed.
func (tx *Tx) ReplaceChallenge(ctx context.Context, c domain.Challenge) error {
	if err := tx.KillChallenges(ctx, c.EmailKey, c.CreatedAt); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM code_challenges WHERE created_at < ?`, toMillis(c.CreatedAt.Add(-48*time.Hour)))
	if err != nil {
		return fmt.Errorf("remove old challenges: %w", err)
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO code_challenges (id, email_key, code_hash, salt, created_at, expires_at, boot, boot_ms)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		c.ID, c.EmailKey, c.CodeHash, c.Salt, toMillis(c.CreatedAt), toMillis(c.ExpiresAt), c.MadeAt.Boot, c.MadeAt.Since.Milliseconds())
	if err != nil {
		return fmt.Errorf("insert challenge: %w", err)
	}
	return nil
}

// KillChallenges makes the live code of an address worthless.
func (tx *Tx) KillChallenges(ctx context.Context, emailKey string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE code_challenges
		SET killed_at = ?
		WHERE email_key = ? AND used_at IS NULL AND killed_at IS NULL`, toMillis(now), emailKey)
	if err != nil {
		return fmt.Errorf("kill challenges: %w", err)
	}
	return nil
}

// TakeTry counts a try and returns the challenge when it is live and had a try left; domain.ErrNotFound otherwise. One
// that was made in the future is not live: the clock was put back.
func (tx *Tx) TakeTry(ctx context.Context, id, emailKey string, maxTries int, now time.Time) (domain.Challenge, error) {
	var (
		c                      domain.Challenge
		created, expires, made int64
	)
	err := tx.QueryRowContext(ctx, `
		UPDATE code_challenges
		SET tries = tries + 1
		WHERE id = ?1 AND email_key = ?2 AND tries < ?3 AND used_at IS NULL AND killed_at IS NULL
		  AND created_at <= ?4 AND expires_at > ?4
		RETURNING id, email_key, code_hash, salt, created_at, expires_at, boot, boot_ms`, id, emailKey, maxTries, toMillis(now)).
		Scan(&c.ID, &c.EmailKey, &c.CodeHash, &c.Salt, &created, &expires, &c.MadeAt.Boot, &made)
	if errors.Is(err, sql.ErrNoRows) {
		return c, domain.ErrNotFound
	}
	if err != nil {
		return c, fmt.Errorf("take try: %w", err)
	}
	c.CreatedAt, c.ExpiresAt = fromMillis(created), fromMillis(expires)
	c.MadeAt.Since = time.Duration(made) * time.Millisecond
	return c, nil
}

// UseChallenge takes a code once; false when it was taken, killed or has expired meanwhile.
func (tx *Tx) UseChallenge(ctx context.Context, id string, now time.Time) (bool, error) {
	result, err := tx.ExecContext(ctx, `
		UPDATE code_challenges
		SET used_at = ?1
		WHERE id = ?2 AND used_at IS NULL AND killed_at IS NULL AND expires_at > ?1`, toMillis(now), id)
	if err != nil {
		return false, fmt.Errorf("use challenge: %w", err)
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// Misses returns the wrong codes in a row and until when the address is closed.
func (tx *Tx) Misses(ctx context.Context, emailKey string) (n int, closedUntil time.Time, err error) {
	var closed sql.NullInt64
	err = tx.QueryRowContext(ctx, `SELECT misses, closed_until FROM signin_misses WHERE email_key = ?`, emailKey).Scan(&n, &closed)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, time.Time{}, nil
	}
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("find misses: %w", err)
	}
	return n, fromMillis(closed.Int64), nil
}

// SetMisses writes the wrong codes in a row and until when the address is closed; none at all leaves no row.
func (tx *Tx) SetMisses(ctx context.Context, emailKey string, n int, closedUntil time.Time) error {
	if n == 0 && closedUntil.IsZero() {
		_, err := tx.ExecContext(ctx, `DELETE FROM signin_misses WHERE email_key = ?`, emailKey)
		if err != nil {
			return fmt.Errorf("clear misses: %w", err)
		}
		return nil
	}
	_, err := tx.ExecContext(ctx, `
		INSERT INTO signin_misses (email_key, misses, closed_until)
		VALUES (?, ?, ?)
		ON CONFLICT (email_key) DO UPDATE SET misses = excluded.misses, closed_until = excluded.closed_until`,
		emailKey, n, nullMillis(closedUntil))
	if err != nil {
		return fmt.Errorf("set misses: %w", err)
	}
	return nil
}

// IsKnownAddress reports whether an account or a booking has the address.
func (tx *Tx) IsKnownAddress(ctx context.Context, emailKey string) (bool, error) {
	var known bool
	err := tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM accounts WHERE email_key = ?1) OR EXISTS (SELECT 1 FROM bookings WHERE email_key = ?1)`,
		emailKey).Scan(&known)
	if err != nil {
		return false, fmt.Errorf("find address: %w", err)
	}
	return known, nil
}
