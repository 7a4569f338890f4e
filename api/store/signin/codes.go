package signin

import (
	"context"
	"errors"
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

// Times returns when the last codes were requested by one known device, or by the requesting network from unknown
// devices, newest first, and those of them that are still valid. Requests from the future, from before the clock was
// set back, do not count.
func (of Codes) Times(ctx context.Context, tx *engine.Tx, q domain.CodeQuestion, now time.Time) (all, valid []time.Time,
	err error) {
	type code struct {
		at      time.Time
		isValid bool
	}
	codes, err := engine.All(ctx, tx, "list codes", func(c *code) []any { return []any{&c.at, &c.isValid} }, `
		SELECT created_at, expires_at > ?5 AND `+of.live+`
		FROM `+of.codes+`
		WHERE email_key = ?1 AND device_hash = ?2 AND (?2 <> '' OR network_wide = ?3) AND created_at > ?4 AND created_at <= ?5
		ORDER BY created_at DESC`, q.EmailKey, q.DeviceHash, q.Network.Wide, now.Add(-24*time.Hour), now)
	for _, c := range codes {
		if all = append(all, c.at); c.isValid {
			valid = append(valid, c.at)
		}
	}
	return all, valid, err
}

// Mails returns the emails of the last day to unknown devices, for all networks.
func (of Codes) Mails(ctx context.Context, tx *engine.Tx, emailKey string, now time.Time) (m domain.CodeMails,
	err error) {
	m.InDay, err = engine.Value[int](ctx, tx, "count mails of mailbox", `
		SELECT COUNT(*)
		FROM `+of.codes+`
		WHERE email_key = ? AND device_hash = '' AND code_of = '' AND created_at > ? AND created_at <= ?`,
		emailKey, now.Add(-24*time.Hour), now)
	if err != nil {
		return m, err
	}
	m.Valid, err = engine.One(ctx, tx, "find valid code", challengePlaces, `
		SELECT `+challengeColumns+`
		FROM `+of.codes+`
		WHERE email_key = ?1 AND device_hash = '' AND created_at <= ?2 AND expires_at > ?2 AND `+of.live+`
		ORDER BY expires_at DESC, created_at
		LIMIT 1`, emailKey, now)
	if errors.Is(err, domain.ErrNotFound) {
		err = nil
	}
	return m, err
}

const challengeColumns = `id, code_of, email_key, code_hash, salt, created_at, expires_at, boot, boot_ms, device_hash`

func challengePlaces(c *domain.Challenge) []any {
	return []any{&c.ID, &c.CodeOf, &c.EmailKey, &c.CodeHash, &c.Salt, &c.CreatedAt, &c.ExpiresAt, &c.MadeAt.Boot,
		&c.MadeAt.Since, &c.DeviceHash}
}

// OfNetwork returns when a prefix of a network requested the last codes within an hour, newest first.
func (of Codes) OfNetwork(ctx context.Context, tx *engine.Tx, n domain.Network, prefix string, most int,
	now time.Time) ([]time.Time, error) {
	if prefix == "" && n.Wide != "" {
		return nil, nil // IPv4
	}
	return engine.Values[time.Time](ctx, tx, "list codes of network", `
		SELECT created_at
		FROM `+of.codes+`
		WHERE network_wide = ?1 AND (network_wide = ?2 OR network_middle = ?2 OR network_narrow = ?2)
		  AND created_at > ?3 AND created_at <= ?4
		ORDER BY created_at DESC
		LIMIT ?5`, n.Wide, prefix, now.Add(-time.Hour), now, most)
}

// Clear deletes the codes and attempts that no limit counts any more.
func (of Codes) Clear(ctx context.Context, tx *engine.Tx, now time.Time) error {
	before := now.Add(-48 * time.Hour)
	if err := tx.Exec(ctx, "remove old codes", `DELETE FROM `+of.codes+` WHERE created_at < ?`, before); err != nil {
		return err
	}
	return tx.Exec(ctx, "remove old failed attempts", `DELETE FROM `+of.tries+` WHERE tried_at < ?`, before)
}

// Network returns the network that requested a code, or "" if there is no such code.
func (of Codes) Network(ctx context.Context, tx *engine.Tx, id string) (string, error) {
	return engine.Value[string](ctx, tx, "find network of code",
		`SELECT COALESCE(MAX(network_wide), '') FROM `+of.codes+` WHERE id = ?`, id)
}

// Tries returns when the last attempts for an address were made from a known device, or for a network's codes from
// unknown devices, newest first.
func (of Codes) Tries(ctx context.Context, tx *engine.Tx, q domain.CodeQuestion, now time.Time) ([]time.Time, error) {
	return engine.Values[time.Time](ctx, tx, "list tries", `
		SELECT tried_at
		FROM `+of.tries+`
		WHERE email_key = ?1 AND device_hash = ?2 AND (?2 <> '' OR network_wide = ?3) AND tried_at > ?4 AND tried_at <= ?5
		ORDER BY tried_at DESC`, q.EmailKey, q.DeviceHash, q.Network.Wide, now.Add(-24*time.Hour), now)
}

// AddTry counts an attempt.
func (of Codes) AddTry(ctx context.Context, tx *engine.Tx, q domain.CodeQuestion, now time.Time) error {
	return tx.Exec(ctx, "count try", `
		INSERT INTO `+of.tries+` (email_key, device_hash, network_wide, tried_at) VALUES (?, ?, ?, ?)`,
		q.EmailKey, q.DeviceHash, q.Network.Wide, now)
}

// TakeTry returns a code if it is valid and had an attempt left; otherwise domain.ErrNotFound. A code from the future
// is not valid, because the clock was set back. A code is valid only for the device that requested it.
func (of Codes) TakeTry(ctx context.Context, tx *engine.Tx, id, emailKey, deviceHash string, maxTries int,
	now time.Time) (domain.Challenge, error) {
	return engine.One(ctx, tx, "take try", challengePlaces, `
		UPDATE `+of.codes+`
		SET tries = tries + 1
		WHERE id = ?1 AND email_key = ?2 AND device_hash = ?5 AND tries < ?3 AND `+of.live+`
		  AND created_at <= ?4 AND expires_at > ?4
		RETURNING `+challengeColumns,
		id, emailKey, maxTries, now, deviceHash)
}

// Use uses up a code; it returns false if the code was used, was invalidated or has expired.
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
