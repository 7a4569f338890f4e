package signin

import (
	"context"
	"time"

	"transom/api/store/engine"
)

// IsKnownDevice reports whether a device has signed in to a mailbox, or to any mailbox if it is "", and is not
// forgotten.
func (tx Tx) IsKnownDevice(ctx context.Context, deviceHash, emailKey string, now time.Time) (bool, error) {
	return engine.Value[bool](ctx, tx, "find device", `
		SELECT EXISTS (SELECT 1 FROM known_devices WHERE device_hash = ?1 AND (?2 = '' OR email_key = ?2)
			AND expires_at > ?3)`,
		deviceHash, emailKey, engine.ToMillis(now))
}

// RememberDevice makes a device known to a mailbox until a given time.
func (tx Tx) RememberDevice(ctx context.Context, deviceHash, emailKey string, now, until time.Time) error {
	return tx.Exec(ctx, "remember device", `
		INSERT INTO known_devices (device_hash, email_key, created_at, last_used_at, expires_at)
		VALUES (?1, ?2, ?3, ?3, ?4)
		ON CONFLICT (device_hash, email_key) DO UPDATE SET last_used_at = excluded.last_used_at,
			expires_at = excluded.expires_at`,
		deviceHash, emailKey, engine.ToMillis(now), engine.ToMillis(until))
}

// ForgetDevice makes a device unknown to all mailboxes.
func (tx Tx) ForgetDevice(ctx context.Context, deviceHash string) error {
	return tx.Exec(ctx, "forget device", `DELETE FROM known_devices WHERE device_hash = ?`, deviceHash)
}

// ForgetDevices makes all devices unknown to a mailbox.
func (tx Tx) ForgetDevices(ctx context.Context, emailKey string) error {
	return tx.Exec(ctx, "forget devices", `DELETE FROM known_devices WHERE email_key = ?`, emailKey)
}
