// Package pictures contains the queries for uploaded pictures, and a store for pictures that are kept in the database.
package pictures

import (
	"context"
	"time"

	"transom/api/blob"
	"transom/api/domain"
	"transom/api/store/engine"
)

// Store runs queries outside transactions.
type Store struct{ *engine.DB }

// Tx is a write transaction.
type Tx struct{ *engine.Tx }

// InsertAsset writes the row of a picture whose file is already stored.
func (tx Tx) InsertAsset(ctx context.Context, a domain.Asset) error {
	return tx.Exec(ctx, "insert asset", `
		INSERT INTO assets (id, kind, created_at, uploader_hash, session_hash, size_bytes, width, height, sha256)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		a.ID, a.Kind, a.CreatedAt, a.UploaderHash, a.SessionHash, a.SizeBytes, a.Width, a.Height, a.SHA256)
}

// CountUnclaimedAssets counts a network's unclaimed pictures, and adds up the bytes of all unclaimed pictures, released
// or not, because they use disk space. Simultaneous uploads may exceed the limit by their own size.
func (tx Tx) CountUnclaimedAssets(ctx context.Context, uploaderHash string, since time.Time) (ofNetwork int,
	bytesOfAll int64, err error) {
	err = tx.QueryRowContext(ctx, `
		SELECT COUNT(*) FILTER (WHERE uploader_hash = ? AND created_at > ?
			AND released_at IS NULL), COALESCE(SUM(size_bytes), 0)
		FROM assets
		WHERE claimed_at IS NULL AND deleted_at IS NULL`,
		uploaderHash, since).Scan(&ofNetwork, &bytesOfAll)
	return ofNetwork, bytesOfAll, engine.Found(err, "count unclaimed assets")
}

// ReleaseOldestOfSession releases a browser's unclaimed pictures, except the given number of newest ones.
func (tx Tx) ReleaseOldestOfSession(ctx context.Context, uploaderHash, sessionHash string, keep int,
	now time.Time) error {
	return tx.Exec(ctx, "release assets", `
		UPDATE assets
		SET released_at = ?
		WHERE id IN (SELECT id
		             FROM assets
		             WHERE uploader_hash = ? AND session_hash = ?
		               AND claimed_at IS NULL AND deleted_at IS NULL AND released_at IS NULL
		             ORDER BY created_at DESC, rowid DESC
		             LIMIT 9223372036854775807 OFFSET ?)`,
		now, uploaderHash, sessionHash, keep)
}

// Unclaimed is written so that only the primary key can be used: without statistics, PostgreSQL may choose the index on
// all unclaimed pictures instead and read all of them.
const Unclaimed = `COALESCE(claimed_at, released_at, deleted_at) IS NULL`

// ClaimAsset returns false if there is no recent unclaimed picture of this kind with this id.
func (tx Tx) ClaimAsset(ctx context.Context, id, kind string, now time.Time) (bool, error) {
	return tx.ExecOne(ctx, "claim asset", `
		UPDATE assets
		SET claimed_at = ?
		WHERE id = ? AND kind = ? AND `+Unclaimed+` AND created_at > ?`,
		now, id, kind, now.Add(-domain.UnclaimedAssetLifetime))
}

// ReleaseAsset releases a picture; the cleaner deletes it.
func (tx Tx) ReleaseAsset(ctx context.Context, id string, now time.Time) error {
	return tx.Exec(ctx, "release asset", `UPDATE assets SET released_at = ? WHERE id = ? AND released_at IS NULL`,
		now, id)
}

// StaleAssets lists pictures that nobody claimed in time or that were released.
func (s Store) StaleAssets(ctx context.Context, unclaimedBefore time.Time, limit int) ([]domain.Asset, error) {
	return engine.All(ctx, s, "list stale assets", func(a *domain.Asset) []any { return []any{&a.ID, &a.Kind} }, `
		SELECT id, kind FROM assets WHERE claimed_at IS NULL AND deleted_at IS NULL AND created_at <= ?
		UNION
		SELECT id, kind FROM assets WHERE released_at IS NOT NULL AND deleted_at IS NULL
		LIMIT ?`, unclaimedBefore, limit)
}

// ReleaseUnclaimed returns true if nobody can claim the picture any more, so that its file may be deleted.
func (tx Tx) ReleaseUnclaimed(ctx context.Context, id string, now time.Time) (bool, error) {
	return tx.ExecOne(ctx, "release asset", `
		UPDATE assets
		SET released_at = COALESCE(released_at, ?)
		WHERE id = ? AND deleted_at IS NULL AND (claimed_at IS NULL OR released_at IS NOT NULL)`, now, id)
}

// GiveUpAsset marks a released picture as deleted, after its file has been deleted; the row stays as a record.
func (tx Tx) GiveUpAsset(ctx context.Context, id string, now time.Time) (bool, error) {
	return tx.ExecOne(ctx, "delete asset", `
		UPDATE assets
		SET deleted_at = ?
		WHERE id = ? AND deleted_at IS NULL AND (claimed_at IS NULL OR released_at IS NOT NULL)`, now, id)
}

// HasLiveAsset reports whether the file with this name belongs to a row that is not deleted.
func (s Store) HasLiveAsset(ctx context.Context, id string) (bool, error) {
	return engine.Value[bool](ctx, s, "find asset", `
		SELECT EXISTS (SELECT 1 FROM assets WHERE id = ? AND deleted_at IS NULL)`, id)
}

// Blobs stores pictures in the database, so that a picture and its row are one commit (decision 0010).
type Blobs struct{ store Store }

var _ blob.Store = Blobs{}

// Blobs returns the picture store in this database.
func (s Store) Blobs() Blobs { return Blobs{s} }

// InDatabase marks a store in which a picture and its row can be committed together (PutBlob).
func (Blobs) InDatabase() {}

// PutBlob takes the time from the machine's clock, even in a rehearsal.
func (tx Tx) PutBlob(ctx context.Context, name string, data []byte) error {
	return tx.Exec(ctx, "put blob", `INSERT INTO blobs (name, written_at, data) VALUES (?, ?, ?)`, name,
		time.Now(), append([]byte{}, data...))
}

// Put writes a picture.
func (b Blobs) Put(ctx context.Context, name string, data []byte) error {
	return b.store.Write(ctx, func(tx *engine.Tx) error { return Tx{tx}.PutBlob(ctx, name, data) })
}

// Get reads a picture.
func (b Blobs) Get(ctx context.Context, name string) (data []byte, err error) {
	data, err = engine.Value[[]byte](ctx, b.store, "get blob", `SELECT data FROM blobs WHERE name = ?`, name)
	return data, domain.IfMissing(err, blob.ErrNotFound)
}

// Delete removes a picture.
func (b Blobs) Delete(ctx context.Context, name string) error {
	return b.store.Write(ctx, func(tx *engine.Tx) error {
		return tx.Exec(ctx, "delete blob", `DELETE FROM blobs WHERE name = ?`, name)
	})
}

// List returns the names in a folder that were written before a given time.
func (b Blobs) List(ctx context.Context, folder string, before time.Time) ([]string, error) {
	return engine.Values[string](ctx, b.store, "list blobs", `
		SELECT name
		FROM blobs
		WHERE substr(name, 1, length(?1)) = ?1 AND written_at < ?2
		ORDER BY name`, folder+"/", before)
}

// Check only pings the database, which has its own check.
func (b Blobs) Check(ctx context.Context) error { return b.store.Ping(ctx) }
