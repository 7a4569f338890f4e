// Package gate contains the queries for the gate: devices, invitations, scans, entries and conflicts.
package gate

import (
	"context"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

// Store runs queries outside transactions.
type Store struct{ *engine.DB }

// Tx is a write transaction.
type Tx struct{ *engine.Tx }

const gateDeviceColumns = `id, number, name, volunteer, venue, days, lists, may_search, enrolled_at, expires_at, ` +
	`revoked_at, wiped_at, seen_at,
	have, unsent, battery, lists_at, offset_ms`

func gateDevicePlaces(d *domain.GateDevice) []any {
	return []any{&d.ID, &d.Number, &d.Name, &d.Volunteer, &d.Venue, &d.Days, &d.Lists, &d.MaySearch, &d.EnrolledAt,
		&d.ExpiresAt, &d.RevokedAt, &d.WipedAt, &d.SeenAt, &d.Have, &d.Unsent, &d.Battery, &d.ListsAt, &d.Offset}
}

// InsertGateDevice writes a new device and gives it the next number.
func (tx Tx) InsertGateDevice(ctx context.Context, d domain.GateDevice, tokenHash string) error {
	return tx.Exec(ctx, "insert gate device", `
		INSERT INTO gate_devices (id, number, name, volunteer, venue, days, lists, may_search, token_hash, enrolled_at,
			expires_at,
		                          seen_at, have, unsent, battery, lists_at, offset_ms)
		VALUES (?1, (SELECT COALESCE(MAX(number), 0) + 1 FROM gate_devices), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?9, 0, 0,
			-1, 0, 0)`,
		d.ID, d.Name, d.Volunteer, d.Venue, d.Days, d.Lists, d.MaySearch, tokenHash, d.EnrolledAt, d.ExpiresAt)
}

// FindGateDevice returns a device by its id, or domain.ErrNotFound.
func (tx Tx) FindGateDevice(ctx context.Context, id string) (domain.GateDevice, error) {
	return engine.One(ctx, tx, "read gate device", gateDevicePlaces, `
		SELECT `+gateDeviceColumns+` FROM gate_devices WHERE id = ?`, id)
}

// FindGateDeviceByToken returns the device whose token has this hash, even if it has ended, or domain.ErrNotFound.
func (s Store) FindGateDeviceByToken(ctx context.Context, tokenHash string) (domain.GateDevice, error) {
	return engine.One(ctx, s, "read gate device", gateDevicePlaces, `
		SELECT `+gateDeviceColumns+` FROM gate_devices WHERE token_hash = ?`, tokenHash)
}

// GateDevices lists all devices by number.
func (s Store) GateDevices(ctx context.Context) ([]domain.GateDevice, error) {
	return engine.All(ctx, s, "list gate devices", gateDevicePlaces, `
		SELECT `+gateDeviceColumns+` FROM gate_devices ORDER BY number`)
}

// SaveGateDevice stores what a device reported about itself.
func (tx Tx) SaveGateDevice(ctx context.Context, d domain.GateDevice) error {
	return tx.Exec(ctx, "save gate device", `
		UPDATE gate_devices
		SET seen_at = ?, have = ?, unsent = ?, battery = ?, lists_at = ?, offset_ms = ?
		WHERE id = ?`,
		d.SeenAt, d.Have, d.Unsent, d.Battery, d.ListsAt, d.Offset, d.ID)
}

// RevokeGateDevice ends a device's access; an earlier end time is kept.
func (tx Tx) RevokeGateDevice(ctx context.Context, id string, now time.Time) (known bool, err error) {
	return tx.ExecOne(ctx, "revoke gate device", `
		UPDATE gate_devices SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ?`, now, id)
}

// WipeGateDevice records that a device is deleting its data, and ends the device's access.
func (tx Tx) WipeGateDevice(ctx context.Context, id string, now time.Time) (isNew bool, err error) {
	return tx.ExecOne(ctx, "wipe gate device", `
		UPDATE gate_devices
		SET wiped_at = ?1, revoked_at = COALESCE(revoked_at, ?1), unsent = 0
		WHERE id = ?2 AND wiped_at IS NULL`, now, id)
}

// AddGateClock records how far a device's clock differs from ours.
func (tx Tx) AddGateClock(ctx context.Context, device string, at time.Time, offset time.Duration) error {
	return tx.Exec(ctx, "save clock of gate device", `
		INSERT INTO gate_clocks (device, at, offset_ms) VALUES (?, ?, ?)
		ON CONFLICT (device, at) DO UPDATE SET offset_ms = excluded.offset_ms`, device, at, offset)
}

// InsertGateInvitation writes an invitation.
func (tx Tx) InsertGateInvitation(ctx context.Context, i domain.GateInvitation) error {
	return tx.Exec(ctx, "insert gate invitation", `
		INSERT INTO gate_invitations (hash, name, volunteer, venue, days, lists, may_search, made_by, made_at, expires_at,
			device)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')`,
		i.Hash, i.Name, i.Volunteer, i.Venue, i.Days, i.Lists, i.MaySearch, i.MadeBy, i.MadeAt, i.ExpiresAt)
}

// FindGateInvitation returns the invitation whose secret has this hash, or domain.ErrNotFound.
func (s Store) FindGateInvitation(ctx context.Context, hash string) (domain.GateInvitation, error) {
	return findInvitation(ctx, s, hash)
}

// FindGateInvitation is Store.FindGateInvitation within a transaction.
func (tx Tx) FindGateInvitation(ctx context.Context, hash string) (domain.GateInvitation, error) {
	return findInvitation(ctx, tx, hash)
}

func findInvitation(ctx context.Context, from engine.Reader, hash string) (domain.GateInvitation, error) {
	return engine.One(ctx, from, "read gate invitation", func(i *domain.GateInvitation) []any {
		return []any{&i.Hash, &i.Name, &i.Volunteer, &i.Venue, &i.Days, &i.Lists, &i.MaySearch, &i.MadeBy, &i.MadeAt,
			&i.ExpiresAt, &i.Device}
	}, `
		SELECT hash, name, volunteer, venue, days, lists, may_search, made_by, made_at, expires_at, device
		FROM gate_invitations
		WHERE hash = ?`, hash)
}

// TakeGateInvitation assigns an invitation to a device.
func (tx Tx) TakeGateInvitation(ctx context.Context, hash, device string) error {
	return tx.Exec(ctx, "use gate invitation", `UPDATE gate_invitations SET device = ? WHERE hash = ?`, device, hash)
}

// HasGateToken reports whether a device has this token.
func (tx Tx) HasGateToken(ctx context.Context, device, tokenHash string) (bool, error) {
	return engine.Value[bool](ctx, tx, "find gate device", `
		SELECT EXISTS (SELECT 1 FROM gate_devices WHERE id = ? AND token_hash = ?)`, device, tokenHash)
}

// IsGateToken reports whether any device has this token.
func (tx Tx) IsGateToken(ctx context.Context, tokenHash string) (bool, error) {
	return engine.Value[bool](ctx, tx, "find gate device", `
		SELECT EXISTS (SELECT 1 FROM gate_devices WHERE token_hash = ?)`, tokenHash)
}

// GateDeviceNames lists the names of all devices, including those that have ended.
func (tx Tx) GateDeviceNames(ctx context.Context) ([]string, error) {
	return engine.Values[string](ctx, tx, "list names of gate devices", `SELECT name FROM gate_devices ORDER BY number`)
}
