package staff

import (
	"context"
	"time"

	"transom/api/domain"
	"transom/api/store/signin"
)

// StaffCodeTimes is CodeTimes for staff; so are the methods below.
func (tx Tx) StaffCodeTimes(ctx context.Context, q domain.CodeQuestion, now time.Time) (all, valid []time.Time,
	err error) {
	return signin.OfStaff.Times(ctx, tx.Tx, q, now)
}

// StaffCodeMails is CodeMails.
func (tx Tx) StaffCodeMails(ctx context.Context, emailKey string, now time.Time) (domain.CodeMails, error) {
	return signin.OfStaff.Mails(ctx, tx.Tx, emailKey, now)
}

// StaffCodesOfNetwork is CodesOfNetwork.
func (tx Tx) StaffCodesOfNetwork(ctx context.Context, n domain.Network, prefix string, most int,
	now time.Time) ([]time.Time, error) {
	return signin.OfStaff.OfNetwork(ctx, tx.Tx, n, prefix, most, now)
}

// InsertStaffCode writes a new code, and deletes those that no limit counts any more.
func (tx Tx) InsertStaffCode(ctx context.Context, c domain.Challenge) error {
	if err := signin.OfStaff.Clear(ctx, tx.Tx, c.CreatedAt); err != nil {
		return err
	}
	return tx.Exec(ctx, "insert code of staff", `
		INSERT INTO staff_codes (id, code_of, email_key, device_hash, code_hash, salt, created_at, expires_at, boot, boot_ms,
		                         network_narrow, network_middle, network_wide)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		c.ID, c.CodeOf, c.EmailKey, c.DeviceHash, c.CodeHash, c.Salt, c.CreatedAt, c.ExpiresAt,
		c.MadeAt.Boot, c.MadeAt.Since, c.Network.Narrow, c.Network.Middle, c.Network.Wide)
}

// NetworkOfStaffCode is NetworkOfCode.
func (tx Tx) NetworkOfStaffCode(ctx context.Context, id string) (string, error) {
	return signin.OfStaff.Network(ctx, tx.Tx, id)
}

// StaffTryTimes is TryTimes.
func (tx Tx) StaffTryTimes(ctx context.Context, q domain.CodeQuestion, now time.Time) ([]time.Time, error) {
	return signin.OfStaff.Tries(ctx, tx.Tx, q, now)
}

// TakeStaffTry counts an attempt and returns the code as TakeTry does. Otherwise the attempt counts as well.
func (tx Tx) TakeStaffTry(ctx context.Context, id string, q domain.CodeQuestion, maxTries int,
	now time.Time) (domain.Challenge, error) {
	if err := signin.OfStaff.AddTry(ctx, tx.Tx, q, now); err != nil {
		return domain.Challenge{}, err
	}
	return signin.OfStaff.TakeTry(ctx, tx.Tx, id, q.EmailKey, q.DeviceHash, maxTries, now)
}

// UseStaffCode is UseChallenge.
func (tx Tx) UseStaffCode(ctx context.Context, id string, now time.Time) (bool, error) {
	return signin.OfStaff.Use(ctx, tx.Tx, id, now)
}

// IsStaffDevice is IsKnownDevice.
func (tx Tx) IsStaffDevice(ctx context.Context, deviceHash, emailKey string, now time.Time) (bool, error) {
	return signin.OfStaff.IsKnown(ctx, tx.Tx, deviceHash, emailKey, now)
}

// RememberStaffDevice makes a device known to a mailbox.
func (tx Tx) RememberStaffDevice(ctx context.Context, deviceHash, emailKey string, now, until time.Time) error {
	return tx.Exec(ctx, "remember device of staff", `
		INSERT INTO staff_devices (device_hash, email_key, created_at, expires_at)
		VALUES (?, ?, ?, ?)
		ON CONFLICT (device_hash, email_key) DO UPDATE
			SET expires_at = excluded.expires_at`, deviceHash, emailKey, now, until)
}
