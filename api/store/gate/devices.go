// Package gate is the queries of the gate: devices, invitations, scans, entries and conflicts.
package gate

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

// Store reads outside of transactions.
type Store struct{ *engine.DB }

// Tx is a write transaction.
type Tx struct{ *engine.Tx }

const gateDeviceColumns = `id, number, name, volunteer, venue, days, lists, may_search, enrolled_at, expires_at, ` +
	`revoked_at, wiped_at, seen_at,
	have, unsent, battery, lists_at, offset_ms`

func scanGateDevice(row engine.Scanner) (d domain.GateDevice, err error) {
	var (
		days, lists                               string
		enrolled, expires, seen, listsAt, offsets int64
		revoked, wiped                            sql.NullInt64
	)
	err = row.Scan(&d.ID, &d.Number, &d.Name, &d.Volunteer, &d.Venue, &days, &lists, &d.MaySearch, &enrolled, &expires,
		&revoked, &wiped, &seen,
		&d.Have, &d.Unsent, &d.Battery, &listsAt, &offsets)
	if errors.Is(err, sql.ErrNoRows) {
		return d, domain.ErrNotFound
	}
	if err != nil {
		return d, fmt.Errorf("read gate device: %w", err)
	}
	d.Days, d.Lists = strings.Fields(days), strings.Fields(lists)
	d.EnrolledAt, d.ExpiresAt, d.RevokedAt = engine.FromMillis(enrolled), engine.FromMillis(expires), engine.FromMillis(revoked.Int64)
	d.WipedAt = engine.FromMillis(wiped.Int64)
	d.SeenAt, d.ListsAt, d.Offset = engine.FromMillis(seen), engine.FromMillis(listsAt), time.Duration(offsets)*time.Millisecond
	return d, nil
}

// InsertGateDevice writes a new device and gives it the next number.
func (tx Tx) InsertGateDevice(ctx context.Context, d domain.GateDevice, tokenHash string) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO gate_devices (id, number, name, volunteer, venue, days, lists, may_search, token_hash, enrolled_at,
			expires_at,
		                          seen_at, have, unsent, battery, lists_at, offset_ms)
		VALUES (?1, (SELECT COALESCE(MAX(number), 0) + 1 FROM gate_devices), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?9, 0, 0,
			-1, 0, 0)`,
		d.ID, d.Name, d.Volunteer, d.Venue, strings.Join(d.Days, " "), strings.Join(d.Lists, " "), d.MaySearch, tokenHash,
		engine.ToMillis(d.EnrolledAt), engine.ToMillis(d.ExpiresAt))
	if err != nil {
		return fmt.Errorf("insert gate device: %w", err)
	}
	return nil
}

// FindGateDevice returns a device by its id; domain.ErrNotFound.
func (tx Tx) FindGateDevice(ctx context.Context, id string) (domain.GateDevice, error) {
	return scanGateDevice(tx.QueryRowContext(ctx, `SELECT `+gateDeviceColumns+` FROM gate_devices WHERE id = ?`, id))
}

// FindGateDeviceByToken returns the device of a token, ended ones too; domain.ErrNotFound.
func (s Store) FindGateDeviceByToken(ctx context.Context, tokenHash string) (domain.GateDevice, error) {
	return scanGateDevice(s.QueryRowContext(ctx, `SELECT `+gateDeviceColumns+
		` FROM gate_devices WHERE token_hash = ?`, tokenHash))
}

// GateDevices lists all devices by their number.
func (s Store) GateDevices(ctx context.Context) ([]domain.GateDevice, error) {
	rows, err := s.QueryContext(ctx, `SELECT `+gateDeviceColumns+` FROM gate_devices ORDER BY number`)
	return engine.Collect(rows, err, "list gate devices", scanGateDevice)
}

// SaveGateDevice writes what a device said of itself.
func (tx Tx) SaveGateDevice(ctx context.Context, d domain.GateDevice) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE gate_devices
		SET seen_at = ?, have = ?, unsent = ?, battery = ?, lists_at = ?, offset_ms = ?
		WHERE id = ?`,
		engine.ToMillis(d.SeenAt), d.Have, d.Unsent, d.Battery, engine.ToMillis(d.ListsAt), d.Offset.Milliseconds(), d.ID)
	if err != nil {
		return fmt.Errorf("save gate device: %w", err)
	}
	return nil
}

// RevokeGateDevice ends a device; one that is ended keeps its time. False when there is no such device.
func (tx Tx) RevokeGateDevice(ctx context.Context, id string, now time.Time) (known bool, err error) {
	result, err := tx.ExecContext(ctx, `UPDATE gate_devices SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ?`,
		engine.ToMillis(now), id)
	if err != nil {
		return false, fmt.Errorf("revoke gate device: %w", err)
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// WipeGateDevice writes down that a device forgets everything, which ends it; false when that is written already.
func (tx Tx) WipeGateDevice(ctx context.Context, id string, now time.Time) (isNew bool, err error) {
	result, err := tx.ExecContext(ctx, `
		UPDATE gate_devices
		SET wiped_at = ?1, revoked_at = COALESCE(revoked_at, ?1), unsent = 0
		WHERE id = ?2 AND wiped_at IS NULL`, engine.ToMillis(now), id)
	if err != nil {
		return false, fmt.Errorf("wipe gate device: %w", err)
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// AddGateClock keeps how far a device's clock is from ours.
func (tx Tx) AddGateClock(ctx context.Context, device string, at time.Time, offset time.Duration) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO gate_clocks (device, at, offset_ms) VALUES (?, ?, ?)
		ON CONFLICT (device, at) DO UPDATE SET offset_ms = excluded.offset_ms`, device, engine.ToMillis(at), offset.Milliseconds())
	if err != nil {
		return fmt.Errorf("keep clock of gate device: %w", err)
	}
	return nil
}

// InsertGateInvitation writes an invitation.
func (tx Tx) InsertGateInvitation(ctx context.Context, i domain.GateInvitation) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO gate_invitations (hash, name, volunteer, venue, days, lists, may_search, made_by, made_at, expires_at,
			device)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')`,
		i.Hash, i.Name, i.Volunteer, i.Venue, strings.Join(i.Days, " "), strings.Join(i.Lists, " "), i.MaySearch, i.MadeBy,
		engine.ToMillis(i.MadeAt), engine.ToMillis(i.ExpiresAt))
	if err != nil {
		return fmt.Errorf("insert gate invitation: %w", err)
	}
	return nil
}

const findGateInvitation = `
	SELECT hash, name, volunteer, venue, days, lists, may_search, made_by, made_at, expires_at, device
	FROM gate_invitations
	WHERE hash = ?`

func scanGateInvitation(row engine.Scanner) (i domain.GateInvitation, err error) {
	var days, lists string
	var made, expires int64
	err = row.Scan(&i.Hash, &i.Name, &i.Volunteer, &i.Venue, &days, &lists, &i.MaySearch, &i.MadeBy, &made, &expires,
		&i.Device)
	if errors.Is(err, sql.ErrNoRows) {
		return i, domain.ErrNotFound
	}
	if err != nil {
		return i, fmt.Errorf("read gate invitation: %w", err)
	}
	i.Days, i.Lists, i.MadeAt, i.ExpiresAt = strings.Fields(days), strings.Fields(lists), engine.FromMillis(made),
		engine.FromMillis(expires)
	return i, nil
}

// FindGateInvitation returns an invitation by the hash of its secret; domain.ErrNotFound.
func (s Store) FindGateInvitation(ctx context.Context, hash string) (domain.GateInvitation, error) {
	return scanGateInvitation(s.QueryRowContext(ctx, findGateInvitation, hash))
}

// FindGateInvitation is the same within a transaction.
func (tx Tx) FindGateInvitation(ctx context.Context, hash string) (domain.GateInvitation, error) {
	return scanGateInvitation(tx.QueryRowContext(ctx, findGateInvitation, hash))
}

// TakeGateInvitation gives an invitation to a device.
func (tx Tx) TakeGateInvitation(ctx context.Context, hash, device string) error {
	_, err := tx.ExecContext(ctx, `UPDATE gate_invitations SET device = ? WHERE hash = ?`, device, hash)
	if err != nil {
		return fmt.Errorf("take gate invitation: %w", err)
	}
	return nil
}

// HasGateToken reports whether a device has this token.
func (tx Tx) HasGateToken(ctx context.Context, device, tokenHash string) (has bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM gate_devices WHERE id = ? AND token_hash = ?)`, device,
		tokenHash).Scan(&has)
	if err != nil {
		return false, fmt.Errorf("find gate device: %w", err)
	}
	return has, nil
}

// IsGateToken reports whether any device has this token.
func (tx Tx) IsGateToken(ctx context.Context, tokenHash string) (is bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM gate_devices WHERE token_hash = ?)`, tokenHash).Scan(&is)
	if err != nil {
		return false, fmt.Errorf("find gate device: %w", err)
	}
	return is, nil
}

// GateDeviceNames lists what all devices are called, ended ones too.
func (tx Tx) GateDeviceNames(ctx context.Context) ([]string, error) {
	rows, err := tx.QueryContext(ctx, `SELECT name FROM gate_devices ORDER BY number`)
	return engine.Collect(rows, err, "list names of gate devices", func(row engine.Scanner) (name string, err error) {
		err = row.Scan(&name)
		return name, err
	})
}
