package staff

import (
	"context"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
	"transom/api/store/signin"
)

// CountStaffCodes counts as CountCodes does for visitors.
func (tx Tx) CountStaffCodes(ctx context.Context, q domain.CodeQuestion, now time.Time) (c domain.CodeCounts,
	err error) {
	return signin.ScanCodeCounts(tx.QueryRowContext(ctx, `
		SELECT MAX(created_at) FILTER (WHERE own),
		       COUNT(*) FILTER (WHERE own AND created_at > ?1), MIN(created_at) FILTER (WHERE own AND created_at > ?1),
		       COUNT(*) FILTER (WHERE own), MIN(created_at) FILTER (WHERE own),
		       COUNT(*) FILTER (WHERE own AND used_at IS NULL AND expires_at > ?3),
		       MIN(expires_at) FILTER (WHERE own AND used_at IS NULL AND expires_at > ?3),
		       COUNT(*)
		FROM (SELECT *, ?5 <> '' OR network_wide = ?6 AS own
		      FROM staff_codes
		      WHERE email_key = ?4 AND device_hash = ?5 AND created_at > ?2 AND created_at <= ?3) AS asked`,
		engine.ToMillis(now.Add(-time.Hour)), engine.ToMillis(now.Add(-24*time.Hour)), engine.ToMillis(now), q.EmailKey,
		q.DeviceHash,
		q.Network.Wide))
}

// CountStaffNetworkCodes counts the codes that a network requested in the last hour.
func (tx Tx) CountStaffNetworkCodes(ctx context.Context, n domain.Network, now time.Time) (c domain.NetworkCounts,
	err error) {
	err = tx.QueryRowContext(ctx, `
		SELECT COUNT(*) FILTER (WHERE network_narrow = ?2 AND ?2 <> ''), COUNT(*)
		FROM staff_codes
		WHERE network_wide = ?1 AND created_at > ?3 AND created_at <= ?4`,
		n.Wide, n.Narrow, engine.ToMillis(now.Add(-time.Hour)), engine.ToMillis(now)).
		Scan(&c.Narrow, &c.Wide)
	return c, engine.Found(err, "count codes of network")
}

// InsertStaffCode writes a new code, and deletes those that no limit counts any more.
func (tx Tx) InsertStaffCode(ctx context.Context, c domain.Challenge) error {
	for _, statement := range []string{`DELETE FROM staff_codes WHERE created_at < ?`, `DELETE FROM staff_code_tries
			WHERE tried_at < ?`} {
		if err := tx.Exec(ctx, "remove old codes of staff", statement,
			engine.ToMillis(c.CreatedAt.Add(-48*time.Hour))); err != nil {
			return err
		}
	}
	return tx.Exec(ctx, "insert code of staff", `
		INSERT INTO staff_codes (id, email_key, device_hash, code_hash, salt, created_at, expires_at, boot, boot_ms,
		                         network_narrow, network_middle, network_wide)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		c.ID, c.EmailKey, c.DeviceHash, c.CodeHash, c.Salt, engine.ToMillis(c.CreatedAt), engine.ToMillis(c.ExpiresAt),
		c.MadeAt.Boot,
		c.MadeAt.Since.Milliseconds(),
		c.Network.Narrow, c.Network.Middle, c.Network.Wide)
}

// NetworkOfStaffCode returns the network that requested a code, or "" if there is no such code.
func (tx Tx) NetworkOfStaffCode(ctx context.Context, id string) (string, error) {
	return signin.NetworkOf(ctx, tx.Tx, `SELECT COALESCE(MAX(network_wide), '') FROM staff_codes WHERE id = ?`, id)
}

// CountStaffTries counts the attempts for an address, from a known device or for a network's codes from unknown
// devices, in the last hour and day.
func (tx Tx) CountStaffTries(ctx context.Context, q domain.CodeQuestion, now time.Time) (c domain.TryCounts,
	err error) {
	return signin.ScanTryCounts(tx.QueryRowContext(ctx, `
		SELECT COUNT(*) FILTER (WHERE tried_at > ?3), MIN(tried_at) FILTER (WHERE tried_at > ?3), COUNT(*), MIN(tried_at)
		FROM staff_code_tries
		WHERE email_key = ?1 AND device_hash = ?2 AND (?2 <> '' OR network_wide = ?6) AND tried_at > ?4 AND tried_at <= ?5`,
		q.EmailKey, q.DeviceHash, engine.ToMillis(now.Add(-time.Hour)), engine.ToMillis(now.Add(-24*time.Hour)),
		engine.ToMillis(now),
		q.Network.Wide))
}

// TakeStaffTry counts an attempt and returns the code if it is valid and had an attempt left. Otherwise it returns
// domain.ErrNotFound, and the attempt counts as well. A code is valid only for the device that requested it.
func (tx Tx) TakeStaffTry(ctx context.Context, id string, q domain.CodeQuestion, maxTries int,
	now time.Time) (c domain.Challenge, err error) {
	err = tx.Exec(ctx, "count try of staff", `INSERT INTO staff_code_tries (email_key, device_hash, network_wide,
			tried_at) VALUES (?, ?, ?, ?)`,
		q.EmailKey, q.DeviceHash, q.Network.Wide, engine.ToMillis(now))
	if err != nil {
		return c, err
	}
	return signin.ScanCode(tx.QueryRowContext(ctx, `
		UPDATE staff_codes
		SET tries = tries + 1
		WHERE id = ?1 AND email_key = ?2 AND device_hash = ?5 AND tries < ?3 AND used_at IS NULL AND created_at <= ?4
			AND expires_at > ?4
		RETURNING id, email_key, code_hash, salt, created_at, expires_at, boot, boot_ms,
			device_hash`, id, q.EmailKey, maxTries, engine.ToMillis(now), q.DeviceHash))
}

// UseStaffCode uses up a code; it returns false if the code was used or has expired meanwhile.
func (tx Tx) UseStaffCode(ctx context.Context, id string, now time.Time) (bool, error) {
	return tx.ExecOne(ctx, "use code of staff", `
		UPDATE staff_codes
		SET used_at = ?1
		WHERE id = ?2 AND used_at IS NULL AND expires_at > ?1`, engine.ToMillis(now), id)
}

// IsStaffDevice reports whether a device has signed in to a mailbox, or to any mailbox if it is "".
func (tx Tx) IsStaffDevice(ctx context.Context, deviceHash, emailKey string, now time.Time) (bool, error) {
	var n int
	err := tx.QueryRowContext(ctx, `
		SELECT COUNT(*)
		FROM staff_devices
		WHERE device_hash = ?1 AND ?1 <> '' AND (?2 = '' OR email_key = ?2)
			AND expires_at > ?3`, deviceHash, emailKey, engine.ToMillis(now)).Scan(&n)
	return n > 0, engine.Found(err, "find device of staff")
}

// RememberStaffDevice makes a device known to a mailbox.
func (tx Tx) RememberStaffDevice(ctx context.Context, deviceHash, emailKey string, now, until time.Time) error {
	return tx.Exec(ctx, "remember device of staff", `
		INSERT INTO staff_devices (device_hash, email_key, created_at, expires_at)
		VALUES (?, ?, ?, ?)
		ON CONFLICT (device_hash, email_key) DO UPDATE
			SET expires_at = excluded.expires_at`, deviceHash, emailKey, engine.ToMillis(now), engine.ToMillis(until))
}
