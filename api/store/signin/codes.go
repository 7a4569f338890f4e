package signin

import (
	"context"
	"errors"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

// `tables` lists the tables for visitors' and staff's sign-in codes, which have the same columns.
var tables = map[domain.CodesOf]struct{ codes, tries, devices, live string }{
	domain.OfVisitors: {"code_challenges", "code_tries", "known_devices", "used_at IS NULL AND killed_at IS NULL"},
	domain.OfStaff:    {"staff_codes", "staff_code_tries", "staff_devices", "used_at IS NULL"},
}

// CodeTimes returns when one known device, or the unknown devices in the requesting network, requested the last codes,
// newest first. Times in the future do not count, because the clock must have been set back.
func (tx Tx) CodeTimes(ctx context.Context, of domain.CodesOf, q domain.CodeQuestion,
	now time.Time) (all, valid []time.Time, err error) {
	type code struct {
		at      time.Time
		isValid bool
	}
	codes, err := engine.All(ctx, tx, "list codes", func(c *code) []any { return []any{&c.at, &c.isValid} }, `
		SELECT created_at, expires_at > ?5 AND `+tables[of].live+`
		FROM `+tables[of].codes+`
		WHERE email_key = ?1 AND device_hash = ?2 AND (?2 <> '' OR network_wide = ?3) AND created_at > ?4 AND created_at <= ?5
		ORDER BY created_at DESC`, q.EmailKey, q.DeviceHash, q.Network.Wide, now.Add(-24*time.Hour), now)
	for _, c := range codes {
		if all = append(all, c.at); c.isValid {
			valid = append(valid, c.at)
		}
	}
	return all, valid, err
}

// CodeMails returns a mailbox's emails to unknown devices within the last day, from all networks.
func (tx Tx) CodeMails(ctx context.Context, of domain.CodesOf, emailKey string, now time.Time) (m domain.CodeMails,
	err error) {
	m.InDay, err = engine.Value[int](ctx, tx, "count mails of mailbox", `
		SELECT COUNT(*)
		FROM `+tables[of].codes+`
		WHERE email_key = ? AND device_hash = '' AND code_of = '' AND created_at > ? AND created_at <= ?`,
		emailKey, now.Add(-24*time.Hour), now)
	if err != nil {
		return m, err
	}
	m.Valid, err = engine.OneOrNone(ctx, tx, "find valid code", challengePlaces, `
		SELECT `+ChallengeNames+`
		FROM `+tables[of].codes+`
		WHERE email_key = ?1 AND device_hash = '' AND created_at <= ?2 AND expires_at > ?2 AND `+tables[of].live+`
		ORDER BY expires_at DESC, created_at
		LIMIT 1`, emailKey, now)
	return m, err
}

func challengeColumns(c *domain.Challenge) engine.Columns {
	return engine.Columns{
		{"id", &c.ID}, {"code_of", &c.CodeOf}, {"email_key", &c.EmailKey}, {"code_hash", &c.CodeHash}, {"salt", &c.Salt},
		{"created_at", &c.CreatedAt}, {"expires_at", &c.ExpiresAt}, {"boot", &c.MadeAt.Boot}, {"boot_ms", &c.MadeAt.Since},
		{"device_hash", &c.DeviceHash},
	}
}

var (
	ChallengeNames = challengeColumns(new(domain.Challenge)).Listed(engine.Named)
	ChallengeMarks = challengeColumns(new(domain.Challenge)).Listed(engine.Marked)
)

func challengePlaces(c *domain.Challenge) []any { return challengeColumns(c).Places() }

// CodesOfNetwork returns when codes were requested from a network prefix within the last hour, newest first.
func (tx Tx) CodesOfNetwork(ctx context.Context, of domain.CodesOf, n domain.Network, prefix string, most int,
	now time.Time) ([]time.Time, error) {
	if prefix == "" && n.Wide != "" {
		return nil, nil // an IPv4 network does not have every kind of prefix
	}
	return engine.Values[time.Time](ctx, tx, "list codes of network", `
		SELECT created_at
		FROM `+tables[of].codes+`
		WHERE network_wide = ?1 AND (network_wide = ?2 OR network_middle = ?2 OR network_narrow = ?2)
		  AND created_at > ?3 AND created_at <= ?4
		ORDER BY created_at DESC
		LIMIT ?5`, n.Wide, prefix, now.Add(-time.Hour), now, most)
}

// InsertCode also deletes the codes and attempts that no longer count towards any limit.
func (tx Tx) InsertCode(ctx context.Context, of domain.CodesOf, c domain.Challenge) error {
	before := c.CreatedAt.Add(-48 * time.Hour)
	if err := errors.Join(tx.Exec(ctx, "remove old codes", `
		DELETE FROM `+tables[of].codes+` WHERE created_at < ?`, before),
		tx.Exec(ctx, "remove old tries", `
		DELETE FROM `+tables[of].tries+` WHERE tried_at < ?`, before)); err != nil {
		return err
	}
	values := challengeColumns(&c).Values(c.Network.Narrow, c.Network.Middle, c.Network.Wide)
	if of == domain.OfStaff {
		return tx.Exec(ctx, "insert code", `
			INSERT INTO staff_codes (`+ChallengeNames+`, network_narrow, network_middle, network_wide)
			VALUES (`+ChallengeMarks+`, ?, ?, ?)`, values...)
	}
	return tx.Exec(ctx, "insert code", `
		INSERT INTO code_challenges (`+ChallengeNames+`, network_narrow, network_middle, network_wide, sends_email, paid)
		VALUES (`+ChallengeMarks+`, ?, ?, ?, ?, ?)`, append(values, c.SendsEmail, c.Paid)...)
}

// FindCode returns a visitor's challenge, which may have expired, or the zero Challenge.
func (s Store) FindCode(ctx context.Context, id string) (domain.Challenge, error) {
	return engine.OneOrNone(ctx, s, "find code", challengePlaces, `
		SELECT `+ChallengeNames+` FROM code_challenges WHERE id = ?`, id)
}

// NetworkOfCode returns the network that requested a code, or "" if there is no such code.
func (tx Tx) NetworkOfCode(ctx context.Context, of domain.CodesOf, id string) (string, error) {
	return engine.Value[string](ctx, tx, "find network of code",
		`SELECT COALESCE(MAX(network_wide), '') FROM `+tables[of].codes+` WHERE id = ?`, id)
}

// TryTimes returns the last day's attempts from a known device, or from the unknown devices in its network.
func (tx Tx) TryTimes(ctx context.Context, of domain.CodesOf, q domain.CodeQuestion,
	now time.Time) ([]time.Time, error) {
	return engine.Values[time.Time](ctx, tx, "list tries", `
		SELECT tried_at
		FROM `+tables[of].tries+`
		WHERE email_key = ?1 AND device_hash = ?2 AND (?2 <> '' OR network_wide = ?3) AND tried_at > ?4 AND tried_at <= ?5
		ORDER BY tried_at DESC`, q.EmailKey, q.DeviceHash, q.Network.Wide, now.Add(-24*time.Hour), now)
}

// AddTry counts an attempt.
func (tx Tx) AddTry(ctx context.Context, of domain.CodesOf, q domain.CodeQuestion, now time.Time) error {
	return tx.Exec(ctx, "count try", `
		INSERT INTO `+tables[of].tries+` (email_key, device_hash, network_wide, tried_at) VALUES (?, ?, ?, ?)`,
		q.EmailKey, q.DeviceHash, q.Network.Wide, now)
}

// TakeTry returns a code if it is valid for this device and has an attempt left; otherwise domain.ErrNotFound. A code
// from the future is not valid, because the clock must have been set back.
func (tx Tx) TakeTry(ctx context.Context, of domain.CodesOf, id string, q domain.CodeQuestion, maxTries int,
	now time.Time) (domain.Challenge, error) {
	return engine.One(ctx, tx, "take try", challengePlaces, `
		UPDATE `+tables[of].codes+`
		SET tries = tries + 1
		WHERE id = ?1 AND email_key = ?2 AND device_hash = ?5 AND tries < ?3 AND `+tables[of].live+`
		  AND created_at <= ?4 AND expires_at > ?4
		RETURNING `+ChallengeNames,
		id, q.EmailKey, maxTries, now, q.DeviceHash)
}

// UseCode uses up a code; it returns false if the code was used, was invalidated or has expired.
func (tx Tx) UseCode(ctx context.Context, of domain.CodesOf, id string, now time.Time) (bool, error) {
	return tx.ExecOne(ctx, "use code", `
		UPDATE `+tables[of].codes+`
		SET used_at = ?1
		WHERE id = ?2 AND `+tables[of].live+` AND expires_at > ?1`, now, id)
}

// IsKnownDevice reports whether a device has signed in to a mailbox and has not been forgotten; "" means any mailbox.
func (tx Tx) IsKnownDevice(ctx context.Context, of domain.CodesOf, deviceHash, emailKey string,
	now time.Time) (bool, error) {
	return engine.Value[bool](ctx, tx, "find device", `
		SELECT EXISTS (SELECT 1 FROM `+tables[of].devices+`
		               WHERE device_hash = ?1 AND ?1 <> '' AND (?2 = '' OR email_key = ?2) AND expires_at > ?3)`,
		deviceHash, emailKey, now)
}

// RememberDevice makes a device known to a mailbox until a given time.
func (tx Tx) RememberDevice(ctx context.Context, of domain.CodesOf, deviceHash, emailKey string,
	now, until time.Time) error {
	if of == domain.OfStaff {
		return tx.Exec(ctx, "remember device", `
			INSERT INTO staff_devices (device_hash, email_key, created_at, expires_at)
			VALUES (?, ?, ?, ?)
			ON CONFLICT (device_hash, email_key) DO UPDATE SET expires_at = excluded.expires_at`,
			deviceHash, emailKey, now, until)
	}
	return tx.Exec(ctx, "remember device", `
		INSERT INTO known_devices (device_hash, email_key, created_at, last_used_at, expires_at)
		VALUES (?1, ?2, ?3, ?3, ?4)
		ON CONFLICT (device_hash, email_key) DO UPDATE SET last_used_at = excluded.last_used_at,
			expires_at = excluded.expires_at`,
		deviceHash, emailKey, now, until)
}

// MailsToUnpaid returns when, in the last hour, a network caused emails to mailboxes without a paid booking.
func (tx Tx) MailsToUnpaid(ctx context.Context, n domain.Network, most int, now time.Time) ([]time.Time, error) {
	return engine.Values[time.Time](ctx, tx, "list mails of network", `
		SELECT created_at
		FROM code_challenges
		WHERE network_wide = ? AND created_at > ? AND created_at <= ? AND sends_email = 1 AND paid = 0
		ORDER BY created_at DESC
		LIMIT ?`, n.Wide, now.Add(-time.Hour), now, most)
}

// CountCodeMails counts the emails with codes that were actually sent in the last hour.
func (tx Tx) CountCodeMails(ctx context.Context, now time.Time) (int, error) {
	return engine.Value[int](ctx, tx, "count code emails", `
		SELECT COUNT(*)
		FROM code_challenges
		WHERE sends_email = 1 AND created_at > ? AND created_at <= ?`, now.Add(-time.Hour), now)
}

// KillChallenges invalidates an address's codes; with onlyNetwork, only those for unknown devices in q.Network.
func (tx Tx) KillChallenges(ctx context.Context, q domain.CodeQuestion, onlyNetwork bool, now time.Time) error {
	return tx.Exec(ctx, "kill challenges", `
		UPDATE code_challenges
		SET killed_at = ?
		WHERE email_key = ? AND used_at IS NULL AND killed_at IS NULL AND (? = 0 OR device_hash = '' AND network_wide = ?)`,
		now, q.EmailKey, onlyNetwork, q.Network.Wide)
}

// FailedAttempts returns the number of wrong codes in a row and the time until which the address is protected.
func (tx Tx) FailedAttempts(ctx context.Context, emailKey string) (n int, closedUntil time.Time, err error) {
	type failed struct {
		n     int
		until time.Time
	}
	f, err := engine.OneOrNone(ctx, tx, "find failed attempts", func(f *failed) []any { return []any{&f.n, &f.until} },
		`SELECT attempts, blocked_until FROM failed_attempts WHERE email_key = ?`, emailKey)
	return f.n, f.until, err
}

// SetFailedAttempts deletes the row if both values are zero.
func (tx Tx) SetFailedAttempts(ctx context.Context, emailKey string, n int, closedUntil time.Time) error {
	if n == 0 && closedUntil.IsZero() {
		return tx.Exec(ctx, "clear failed attempts", `DELETE FROM failed_attempts WHERE email_key = ?`, emailKey)
	}
	return tx.Exec(ctx, "set failed attempts", `
		INSERT INTO failed_attempts (email_key, attempts, blocked_until)
		VALUES (?, ?, ?)
		ON CONFLICT (email_key) DO UPDATE SET attempts = excluded.attempts, blocked_until = excluded.blocked_until`,
		emailKey, n, engine.NullMillis(closedUntil))
}

// FindMailbox returns an address as it is stored, or "" if no account, booking or former holder has it.
func (tx Tx) FindMailbox(ctx context.Context, emailKey string) (email string, paid bool, err error) {
	err = tx.QueryRowContext(ctx, `
		SELECT COALESCE((SELECT email FROM accounts WHERE email_key = ?1),
		                (SELECT email FROM bookings WHERE email_key = ?1
		                	ORDER BY status = 'SUCCESS' DESC, created_at, rowid LIMIT 1),
		                (SELECT COALESCE(NULLIF(from_email, ''), from_email_key) FROM transfers WHERE from_email_key = ?1
		                	AND state = 'accepted' LIMIT 1), ''),
		       EXISTS (SELECT 1 FROM bookings WHERE email_key = ?1 AND status = 'SUCCESS')
		       OR EXISTS (SELECT 1 FROM transfers WHERE from_email_key = ?1
		       	AND state = 'accepted')`, emailKey).Scan(&email, &paid)
	return email, paid, engine.Found(err, "find mailbox")
}

// ForgetDevice makes a device unknown to all mailboxes.
func (tx Tx) ForgetDevice(ctx context.Context, deviceHash string) error {
	return tx.Exec(ctx, "forget device", `DELETE FROM known_devices WHERE device_hash = ?`, deviceHash)
}

// ForgetDevices makes all devices unknown to a mailbox.
func (tx Tx) ForgetDevices(ctx context.Context, emailKey string) error {
	return tx.Exec(ctx, "forget devices", `DELETE FROM known_devices WHERE email_key = ?`, emailKey)
}
