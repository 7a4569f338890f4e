package signin

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

// CountCodes counts the codes requested until now by one known device, or by the requesting network and by all
// networks; rows in the future, from before the clock was put back, do not count.
func (tx Tx) CountCodes(ctx context.Context, q domain.CodeQuestion, now time.Time) (c domain.CodeCounts, err error) {
	return ScanCodeCounts(tx.QueryRowContext(ctx, `
		SELECT MAX(created_at) FILTER (WHERE own),
		       COUNT(*) FILTER (WHERE own AND created_at > ?1), MIN(created_at) FILTER (WHERE own AND created_at > ?1),
		       COUNT(*) FILTER (WHERE own), MIN(created_at) FILTER (WHERE own),
		       COUNT(*) FILTER (WHERE own AND used_at IS NULL AND killed_at IS NULL AND expires_at > ?3),
		       MIN(expires_at) FILTER (WHERE own AND used_at IS NULL AND killed_at IS NULL AND expires_at > ?3),
		       COUNT(*)
		FROM (SELECT *, ?5 <> '' OR network_wide = ?6 AS own
		      FROM code_challenges
		      WHERE email_key = ?4 AND device_hash = ?5 AND created_at > ?2 AND created_at <= ?3) AS asked`,
		engine.ToMillis(now.Add(-time.Hour)), engine.ToMillis(now.Add(-24*time.Hour)), engine.ToMillis(now), q.EmailKey,
		q.DeviceHash,
		q.Network.Wide))
}

// CountNetworkCodes counts the codes that a network requested in the last hour.
func (tx Tx) CountNetworkCodes(ctx context.Context, n domain.Network, now time.Time) (c domain.NetworkCounts,
	err error) {
	err = tx.QueryRowContext(ctx, `
		SELECT COUNT(*) FILTER (WHERE network_narrow = ?2 AND ?2 <> ''), COUNT(*) FILTER (WHERE network_middle = ?3
			AND ?3 <> ''),
		       COUNT(*), COUNT(*) FILTER (WHERE sends_email = 1 AND paid = 0)
		FROM code_challenges
		WHERE network_wide = ?1 AND created_at > ?4 AND created_at <= ?5`,
		n.Wide, n.Narrow, n.Middle, engine.ToMillis(now.Add(-time.Hour)), engine.ToMillis(now)).
		Scan(&c.Narrow, &c.Middle, &c.Wide, &c.MailsToUnpaid)
	return c, engine.Found(err, "count codes of network")
}

// CountCodeMails counts the emails with codes that were really sent in the last hour, and how many of them went to
// mailboxes without a paid booking.
func (tx Tx) CountCodeMails(ctx context.Context, now time.Time) (all, toUnpaid int, err error) {
	err = tx.QueryRowContext(ctx, `
		SELECT COUNT(*), COUNT(*) FILTER (WHERE paid = 0)
		FROM code_challenges
		WHERE sends_email = 1 AND created_at > ? AND created_at <= ?`, engine.ToMillis(now.Add(-time.Hour)),
		engine.ToMillis(now)).Scan(&all,
		&toUnpaid)
	return all, toUnpaid, engine.Found(err, "count code mails")
}

// InsertChallenge writes a new code, and deletes those that no limit counts any more.
func (tx Tx) InsertChallenge(ctx context.Context, c domain.Challenge) error {
	for _, statement := range []string{`DELETE FROM code_challenges WHERE created_at < ?`, `DELETE FROM code_tries
			WHERE tried_at < ?`} {
		if err := tx.Exec(ctx, "remove old challenges", statement,
			engine.ToMillis(c.CreatedAt.Add(-48*time.Hour))); err != nil {
			return err
		}
	}
	return tx.Exec(ctx, "insert challenge", `
		INSERT INTO code_challenges (id, email_key, code_hash, salt, created_at, expires_at, boot, boot_ms,
		                             device_hash, sends_email, paid, network_narrow, network_middle, network_wide)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		c.ID, c.EmailKey, c.CodeHash, c.Salt, engine.ToMillis(c.CreatedAt), engine.ToMillis(c.ExpiresAt), c.MadeAt.Boot,
		c.MadeAt.Since.Milliseconds(),
		c.DeviceHash, c.SendsEmail, c.Paid, c.Network.Narrow, c.Network.Middle, c.Network.Wide)
}

// NetworkOfCode returns the network that requested a code, or "" if there is no such code.
func (tx Tx) NetworkOfCode(ctx context.Context, id string) (string, error) {
	return NetworkOf(ctx, tx.Tx, `SELECT COALESCE(MAX(network_wide), '') FROM code_challenges WHERE id = ?`, id)
}

// KillChallenges invalidates the codes of an address.
func (tx Tx) KillChallenges(ctx context.Context, emailKey string, now time.Time) error {
	return tx.killChallenges(ctx, domain.CodeQuestion{EmailKey: emailKey}, false, now)
}

// KillChallengesOfNetwork invalidates the codes that a network requested from unknown devices.
func (tx Tx) KillChallengesOfNetwork(ctx context.Context, q domain.CodeQuestion, now time.Time) error {
	return tx.killChallenges(ctx, q, true, now)
}

func (tx Tx) killChallenges(ctx context.Context, q domain.CodeQuestion, onlyNetwork bool, now time.Time) error {
	return tx.Exec(ctx, "kill challenges", `
		UPDATE code_challenges
		SET killed_at = ?
		WHERE email_key = ? AND used_at IS NULL AND killed_at IS NULL AND (? = 0 OR device_hash = '' AND network_wide = ?)`,
		engine.ToMillis(now), q.EmailKey, onlyNetwork, q.Network.Wide)
}

// CountTries counts the attempts for an address, from a known device or for a network's codes from unknown devices,
// in the last hour and day.
func (tx Tx) CountTries(ctx context.Context, q domain.CodeQuestion, now time.Time) (c domain.TryCounts, err error) {
	return ScanTryCounts(tx.QueryRowContext(ctx, `
		SELECT COUNT(*) FILTER (WHERE tried_at > ?3), MIN(tried_at) FILTER (WHERE tried_at > ?3), COUNT(*), MIN(tried_at)
		FROM code_tries
		WHERE email_key = ?1 AND device_hash = ?2 AND (?2 <> '' OR network_wide = ?6) AND tried_at > ?4 AND tried_at <= ?5`,
		q.EmailKey, q.DeviceHash, engine.ToMillis(now.Add(-time.Hour)), engine.ToMillis(now.Add(-24*time.Hour)),
		engine.ToMillis(now),
		q.Network.Wide))
}

// AddTry counts an attempt.
func (tx Tx) AddTry(ctx context.Context, q domain.CodeQuestion, now time.Time) error {
	return tx.Exec(ctx, "count try", `INSERT INTO code_tries (email_key, device_hash, network_wide, tried_at)
			VALUES (?, ?, ?, ?)`,
		q.EmailKey, q.DeviceHash, q.Network.Wide, engine.ToMillis(now))
}

// TakeTry counts an attempt and returns the challenge if it is valid and had an attempt left; otherwise
// domain.ErrNotFound. A challenge from the future is not valid, because the clock was put back. A code is valid only
// for the device that requested it.
func (tx Tx) TakeTry(ctx context.Context, id, emailKey, deviceHash string, maxTries int,
	now time.Time) (domain.Challenge, error) {
	return ScanCode(tx.QueryRowContext(ctx, `
		UPDATE code_challenges
		SET tries = tries + 1
		WHERE id = ?1 AND email_key = ?2 AND device_hash = ?5 AND tries < ?3 AND used_at IS NULL AND killed_at IS NULL
		  AND created_at <= ?4 AND expires_at > ?4
		RETURNING id, email_key, code_hash, salt, created_at, expires_at, boot, boot_ms,
			device_hash`, id, emailKey, maxTries, engine.ToMillis(now), deviceHash))
}

// UseChallenge uses up a code; it returns false if the code was used, was invalidated or has expired meanwhile.
func (tx Tx) UseChallenge(ctx context.Context, id string, now time.Time) (bool, error) {
	return tx.ExecOne(ctx, "use challenge", `
		UPDATE code_challenges
		SET used_at = ?1
		WHERE id = ?2 AND used_at IS NULL AND killed_at IS NULL AND expires_at > ?1`, engine.ToMillis(now), id)
}

// FailedAttempts returns the number of wrong codes in a row and until when the address is protected.
func (tx Tx) FailedAttempts(ctx context.Context, emailKey string) (n int, closedUntil time.Time, err error) {
	var closed sql.NullInt64
	err = tx.QueryRowContext(ctx, `SELECT attempts, blocked_until FROM failed_attempts WHERE email_key = ?`, emailKey).
		Scan(&n, &closed)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, time.Time{}, nil
	}
	return n, engine.FromMillis(closed.Int64), engine.Found(err, "find failed attempts")
}

// SetFailedAttempts stores the number of wrong codes in a row and until when the address is protected; zero values
// delete the row.
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

// FindMailbox returns an address as it is stored and whether it has a paid booking; "" if no account, no booking and
// no former holder has it.
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
