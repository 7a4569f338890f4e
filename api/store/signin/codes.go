package signin

import (
	"context"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

// Codes are the tables of sign-in codes: those of visitors, and those of staff, which have the same columns.
type Codes struct{ codes, tries, devices, live string }

var (
	visitors = Codes{"code_challenges", "code_tries", "known_devices", "used_at IS NULL AND killed_at IS NULL"}
	OfStaff  = Codes{"staff_codes", "staff_code_tries", "staff_devices", "used_at IS NULL"}
)

// Count counts the codes requested until now by one known device, or by the requesting network and by all networks;
// rows in the future, from before the clock was put back, do not count.
func (of Codes) Count(ctx context.Context, tx *engine.Tx, q domain.CodeQuestion, now time.Time) (domain.CodeCounts,
	error) {
	return engine.One(ctx, tx, "count codes", func(c *domain.CodeCounts) []any {
		return []any{&c.LastAt, &c.InHour, &c.OldestInHour, &c.InDay, &c.OldestInDay, &c.Live, &c.FirstEnds, &c.InDayOfAll}
	}, `
		SELECT MAX(created_at) FILTER (WHERE own),
		       COUNT(*) FILTER (WHERE own AND created_at > ?1), MIN(created_at) FILTER (WHERE own AND created_at > ?1),
		       COUNT(*) FILTER (WHERE own), MIN(created_at) FILTER (WHERE own),
		       COUNT(*) FILTER (WHERE own AND `+of.live+` AND expires_at > ?3),
		       MIN(expires_at) FILTER (WHERE own AND `+of.live+` AND expires_at > ?3),
		       COUNT(*)
		FROM (SELECT *, ?5 <> '' OR network_wide = ?6 AS own
		      FROM `+of.codes+`
		      WHERE email_key = ?4 AND device_hash = ?5 AND created_at > ?2 AND created_at <= ?3) AS asked`,
		now.Add(-time.Hour), now.Add(-24*time.Hour), now, q.EmailKey, q.DeviceHash, q.Network.Wide)
}

// Clear deletes the codes and attempts that no limit counts any more.
func (of Codes) Clear(ctx context.Context, tx *engine.Tx, now time.Time) error {
	before := now.Add(-48 * time.Hour)
	if err := tx.Exec(ctx, "remove old codes", `DELETE FROM `+of.codes+` WHERE created_at < ?`, before); err != nil {
		return err
	}
	return tx.Exec(ctx, "remove old tries", `DELETE FROM `+of.tries+` WHERE tried_at < ?`, before)
}

// Network returns the network that requested a code, or "" if there is no such code.
func (of Codes) Network(ctx context.Context, tx *engine.Tx, id string) (string, error) {
	return engine.Value[string](ctx, tx, "find network of code",
		`SELECT COALESCE(MAX(network_wide), '') FROM `+of.codes+` WHERE id = ?`, id)
}

// CountTries counts the attempts for an address, from a known device or for a network's codes from unknown devices,
// in the last hour and day.
func (of Codes) CountTries(ctx context.Context, tx *engine.Tx, q domain.CodeQuestion,
	now time.Time) (domain.TryCounts, error) {
	return engine.One(ctx, tx, "count tries", func(c *domain.TryCounts) []any {
		return []any{&c.InHour, &c.OldestInHour, &c.InDay, &c.OldestInDay}
	}, `
		SELECT COUNT(*) FILTER (WHERE tried_at > ?3), MIN(tried_at) FILTER (WHERE tried_at > ?3), COUNT(*), MIN(tried_at)
		FROM `+of.tries+`
		WHERE email_key = ?1 AND device_hash = ?2 AND (?2 <> '' OR network_wide = ?6) AND tried_at > ?4 AND tried_at <= ?5`,
		q.EmailKey, q.DeviceHash, now.Add(-time.Hour), now.Add(-24*time.Hour), now, q.Network.Wide)
}

// AddTry counts an attempt.
func (of Codes) AddTry(ctx context.Context, tx *engine.Tx, q domain.CodeQuestion, now time.Time) error {
	return tx.Exec(ctx, "count try", `
		INSERT INTO `+of.tries+` (email_key, device_hash, network_wide, tried_at) VALUES (?, ?, ?, ?)`,
		q.EmailKey, q.DeviceHash, q.Network.Wide, now)
}

// TakeTry returns a code if it is valid and had an attempt left; otherwise domain.ErrNotFound. A code from the future
// is not valid, because the clock was put back. A code is valid only for the device that requested it.
func (of Codes) TakeTry(ctx context.Context, tx *engine.Tx, id, emailKey, deviceHash string, maxTries int,
	now time.Time) (domain.Challenge, error) {
	return engine.One(ctx, tx, "take try", func(c *domain.Challenge) []any {
		return []any{&c.ID, &c.EmailKey, &c.CodeHash, &c.Salt, &c.CreatedAt, &c.ExpiresAt, &c.MadeAt.Boot, &c.MadeAt.Since,
			&c.DeviceHash}
	}, `
		UPDATE `+of.codes+`
		SET tries = tries + 1
		WHERE id = ?1 AND email_key = ?2 AND device_hash = ?5 AND tries < ?3 AND `+of.live+`
		  AND created_at <= ?4 AND expires_at > ?4
		RETURNING id, email_key, code_hash, salt, created_at, expires_at, boot, boot_ms, device_hash`,
		id, emailKey, maxTries, now, deviceHash)
}

// Use uses up a code; it returns false if the code was used, was invalidated or has expired meanwhile.
func (of Codes) Use(ctx context.Context, tx *engine.Tx, id string, now time.Time) (bool, error) {
	return tx.ExecOne(ctx, "use code", `
		UPDATE `+of.codes+`
		SET used_at = ?1
		WHERE id = ?2 AND `+of.live+` AND expires_at > ?1`, now, id)
}

// IsKnown reports whether a device has signed in to a mailbox, or to any mailbox if it is "", and is not forgotten.
func (of Codes) IsKnown(ctx context.Context, tx *engine.Tx, deviceHash, emailKey string, now time.Time) (bool, error) {
	return engine.Value[bool](ctx, tx, "find device", `
		SELECT EXISTS (SELECT 1 FROM `+of.devices+`
		               WHERE device_hash = ?1 AND ?1 <> '' AND (?2 = '' OR email_key = ?2) AND expires_at > ?3)`,
		deviceHash, emailKey, now)
}
