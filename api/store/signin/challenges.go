package signin

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

// MailsToUnpaid returns when a network caused the last emails to mailboxes without a paid booking, as OfNetwork does.
func (tx Tx) MailsToUnpaid(ctx context.Context, n domain.Network, most int, now time.Time) ([]time.Time, error) {
	return engine.Values[time.Time](ctx, tx, "list mails of network", `
		SELECT created_at
		FROM code_challenges
		WHERE network_wide = ? AND created_at > ? AND created_at <= ? AND sends_email = 1 AND paid = 0
		ORDER BY created_at DESC
		LIMIT ?`, n.Wide, now.Add(-time.Hour), now, most)
}

// CountCodeMails counts the emails with codes that were really sent in the last hour.
func (tx Tx) CountCodeMails(ctx context.Context, now time.Time) (int, error) {
	return engine.Value[int](ctx, tx, "count code emails", `
		SELECT COUNT(*)
		FROM code_challenges
		WHERE sends_email = 1 AND created_at > ? AND created_at <= ?`, now.Add(-time.Hour), now)
}

// KillChallenges invalidates the codes of an address; with onlyNetwork those that a network requested from unknown
// devices.
func (tx Tx) KillChallenges(ctx context.Context, q domain.CodeQuestion, onlyNetwork bool, now time.Time) error {
	return tx.Exec(ctx, "kill challenges", `
		UPDATE code_challenges
		SET killed_at = ?
		WHERE email_key = ? AND used_at IS NULL AND killed_at IS NULL AND (? = 0 OR device_hash = '' AND network_wide = ?)`,
		now, q.EmailKey, onlyNetwork, q.Network.Wide)
}

// FailedAttempts returns the number of wrong codes in a row and the time until which the address is protected.
func (tx Tx) FailedAttempts(ctx context.Context, emailKey string) (n int, closedUntil time.Time, err error) {
	err = tx.QueryRowContext(ctx, `SELECT attempts, blocked_until FROM failed_attempts WHERE email_key = ?`, emailKey).
		Scan(&n, &closedUntil)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, time.Time{}, nil
	}
	return n, closedUntil, engine.Found(err, "find failed attempts")
}

// SetFailedAttempts stores the number of wrong codes in a row and the time until which the address is protected; zero
// values delete the row.
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

// ForgetDevice makes a device unknown to all mailboxes.
func (tx Tx) ForgetDevice(ctx context.Context, deviceHash string) error {
	return tx.Exec(ctx, "forget device", `DELETE FROM known_devices WHERE device_hash = ?`, deviceHash)
}

// ForgetDevices makes all devices unknown to a mailbox.
func (tx Tx) ForgetDevices(ctx context.Context, emailKey string) error {
	return tx.Exec(ctx, "forget devices", `DELETE FROM known_devices WHERE email_key = ?`, emailKey)
}
