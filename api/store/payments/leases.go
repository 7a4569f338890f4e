package payments

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/store/engine"
)

// HoldAttempt gives one instance the exclusive right to contact the gateway about an attempt, until a given time or
// until it is released; it returns false while another instance has it. A lease that ends later than any lease can
// was made by a wrong clock, and is ignored. It is a single statement, so it needs no lock. With SQLite there is
// only one instance.
func (s Store) HoldAttempt(ctx context.Context, ref, holder string, now, until time.Time) (bool, error) {
	if !s.Shared() {
		return true, nil
	}
	return s.ExecOne(ctx, "hold attempt", `
		UPDATE payment_attempts
		SET held_by = ?1, held_until = ?2
		WHERE attempt_ref = ?3 AND (held_until IS NULL OR held_until <= ?4 OR held_until > ?2 OR held_by = ?1)`,
		holder, until, ref, now)
}

// ReleaseAttempt ends a lease; if another instance holds it, nothing changes.
func (s Store) ReleaseAttempt(ctx context.Context, ref, holder string) error {
	if !s.Shared() {
		return nil
	}
	_, err := s.ExecOne(ctx, "release attempt", `
		UPDATE payment_attempts
		SET held_until = NULL
		WHERE attempt_ref = ? AND held_by = ? AND held_until IS NOT NULL`, ref, holder)
	return err
}

// OpenAttempt writes the link of an attempt that has none yet, and ends the lease; it returns false if the attempt
// has changed. It is a single statement, because every visitor waits for it.
func (s Store) OpenAttempt(ctx context.Context, a booking.Attempt) (opened bool, err error) {
	return s.ExecOne(ctx, "open attempt", `
		UPDATE payment_attempts
		SET state = 'OPEN', provider_id = ?, url = ?, expires_at = ?, next_check_at = ?, held_until = NULL
		WHERE attempt_ref = ? AND state = 'CREATING'`,
		a.ProviderID, a.URL, a.ExpiresAt, engine.NullMillis(a.NextCheckAt), a.Ref)
}
