package pictures

import (
	"context"
	"errors"
	"time"

	"transom/api/blob"
	"transom/api/domain"
	"transom/api/store/engine"
)

// Blobs stores pictures in the database, for several machines that share nothing else: picture and row are one
// commit, and one backup contains both. 10,000 pictures are 2 GB; above 20 GB an object store is cheaper. Source:
// postgres reference, section 6.
type Blobs struct{ store Store }

var _ blob.Store = Blobs{}

// Blobs returns the picture store in this database.
func (s Store) Blobs() Blobs { return Blobs{s} }

// InDatabase says that a picture and its row can be one commit (PutBlob).
func (Blobs) InDatabase() {}

// PutBlob writes a picture in the transaction of its row; a name is written once. Its time comes from the machine's
// clock, even in a rehearsal.
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
	if errors.Is(err, domain.ErrNotFound) {
		err = blob.ErrNotFound
	}
	return data, err
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

// Check does nothing: the database has its own check.
func (b Blobs) Check(ctx context.Context) error { return b.store.Ping(ctx) }
