package staff

import (
	"context"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

// InsertCeremony stores a challenge to an authenticator, and deletes expired ones.
func (tx Tx) InsertCeremony(ctx context.Context, c domain.Ceremony) error {
	if err := tx.Exec(ctx, "remove old ceremonies", `DELETE FROM staff_ceremonies WHERE expires_at < ?`,
		c.ExpiresAt.Add(-time.Hour)); err != nil {
		return err
	}
	return tx.Exec(ctx, "insert ceremony", `
		INSERT INTO staff_ceremonies (id, session_hash, purpose, data, expires_at)
		VALUES (?, ?, ?, ?, ?)`, c.ID, c.SessionHash, c.Purpose, c.Data, c.ExpiresAt)
}

// TakeCeremony returns and deletes a session's challenge, or returns domain.ErrNotFound.
func (tx Tx) TakeCeremony(ctx context.Context, id, sessionHash string) (domain.Ceremony, error) {
	return engine.One(ctx, tx, "take ceremony", func(c *domain.Ceremony) []any {
		return []any{&c.ID, &c.SessionHash, &c.Purpose, &c.Data, &c.ExpiresAt}
	}, `
		DELETE FROM staff_ceremonies
		WHERE id = ? AND session_hash = ?
		RETURNING id, session_hash, purpose, data, expires_at`, id, sessionHash)
}

const passkeysOf = `
		SELECT id, staff_id, name, record, created_at, last_used_at
		FROM staff_passkeys
		WHERE staff_id = ?
		ORDER BY created_at, id`

func passkeyPlaces(key *domain.Passkey) []any {
	return []any{&key.ID, &key.StaffID, &key.Name, &key.Record, &key.CreatedAt, &key.LastUsedAt}
}

// Passkeys lists a member's passkeys.
func (tx Tx) Passkeys(ctx context.Context, staffID string) ([]domain.Passkey, error) {
	return engine.All(ctx, tx, "list passkeys", passkeyPlaces, passkeysOf, staffID)
}

// ListPasskeys lists a member's passkeys.
func (s Store) ListPasskeys(ctx context.Context, staffID string) ([]domain.Passkey, error) {
	return engine.All(ctx, s, "list passkeys", passkeyPlaces, passkeysOf, staffID)
}

// InsertPasskey adds a passkey.
func (tx Tx) InsertPasskey(ctx context.Context, key domain.Passkey) error {
	return tx.Exec(ctx, "insert passkey", `
		INSERT INTO staff_passkeys (id, staff_id, name, record, created_at, last_used_at)
		VALUES (?, ?, ?, ?, ?, ?)`, key.ID, key.StaffID, key.Name, key.Record, key.CreatedAt,
		key.LastUsedAt)
}

// UsePasskey stores what an authenticator reports about itself.
func (tx Tx) UsePasskey(ctx context.Context, id, record string, now time.Time) error {
	return tx.Exec(ctx, "use passkey", `UPDATE staff_passkeys SET record = ?, last_used_at = ? WHERE id = ?`, record,
		now, id)
}

// DeletePasskey deletes a passkey.
func (tx Tx) DeletePasskey(ctx context.Context, id string) error {
	return tx.Exec(ctx, "delete passkey", `DELETE FROM staff_passkeys WHERE id = ?`, id)
}

// DeletePasskeys deletes all passkeys of a member.
func (tx Tx) DeletePasskeys(ctx context.Context, staffID string) error {
	return tx.Exec(ctx, "delete passkeys", `DELETE FROM staff_passkeys WHERE staff_id = ?`, staffID)
}
