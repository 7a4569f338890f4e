package backup

import (
	"context"
	"errors"
	"fmt"
	"time"

	"transom/api/blob"
	"transom/api/product"
	"transom/api/store/engine"
	"transom/api/store/pictures"
	"transom/api/upload"
)

// Moved is the result of a move.
type Moved struct {
	From     string            `json:"from"`
	To       string            `json:"to"`
	Pictures int               `json:"pictures"`
	Tables   []engine.TableSum `json:"tables"`
	Next     string            `json:"-"`
}

// Move copies all rows in one transaction, after the pictures in a folder; a repeated move replaces those.
func Move(ctx context.Context, e *product.Env, toDatabase bool) (m Moved, err error) {
	unlock, err := engine.Lock(e.Var) // fails while a server uses the folder; while it is locked, no server can start
	if err != nil {
		return m, err
	}
	defer unlock()
	from, to, err := e.Sides(ctx, toDatabase)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, from.Close(), to.Close()) }()
	if err := mustRest(ctx, from, to); err != nil {
		return m, err
	}
	if err := to.Store.MustHoldNothing(ctx, from.Store.DB); err != nil {
		return m, err
	}
	put := func(*engine.Tx) error { return nil }
	if _, inRows := to.Blobs.(pictures.Blobs); inRows {
		put = func(tx *engine.Tx) error {
			m.Pictures, err = copyPictures(ctx, from, func(name string, data []byte) error {
				return pictures.Tx{Tx: tx}.PutBlob(ctx, name, data)
			})
			return err
		}
	} else if m.Pictures, err = copyPictures(ctx, from, func(name string, data []byte) error {
		return replaceFile(ctx, to.Blobs, name, data)
	}); err != nil {
		return m, err
	}
	m.From, m.To = from.Name, to.Name
	m.Tables, err = from.Store.Move(ctx, to.Store.DB, to.Name, put, func(done, all int) { e.Step("move", done, all) })
	m.Next = "Start the server with TRANSOM_DATABASE set. The old file is marked as moved and can no longer be " +
		"opened; keep it until the first backup."
	if !toDatabase {
		m.Next = "Remove TRANSOM_DATABASE from the settings and start the server, on this machine only."
	}
	return m, err
}

func mustRest(ctx context.Context, sides ...*product.Side) error {
	for _, side := range sides {
		state, err := side.Store.Server(ctx)
		if err != nil {
			return err
		}
		if state != nil && state.Leader != "" {
			return fmt.Errorf("a server is using the database (%s): stop all instances of the program first. "+
				"Nothing was done", state.Leader)
		}
	}
	return nil
}

func copyPictures(ctx context.Context, from *product.Side, put func(name string, data []byte) error) (n int,
	err error) {
	for _, kind := range upload.Kinds() {
		names, err := from.Blobs.List(ctx, kind, time.Now().AddDate(1, 0, 0))
		if err != nil {
			return n, err
		}
		for _, name := range names {
			data, err := from.Blobs.Get(ctx, name)
			if err != nil {
				return n, fmt.Errorf("read picture %s: %w", name, err)
			}
			if err := put(name, data); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// replaceFile writes a picture that an interrupted move may have written already.
func replaceFile(ctx context.Context, to blob.Store, name string, data []byte) error {
	if err := to.Delete(ctx, name); err != nil {
		return err
	}
	return to.Put(ctx, name, data)
}
