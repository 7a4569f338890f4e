package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"transom/api/blob"
	"transom/api/store"
	"transom/api/upload"
	"transom/generator/schema"
)

// Side is one end of a move: a database and its pictures.
type Side struct {
	Store *store.Store
	Blobs blob.Store
	// Name is what people call it, without a password.
	Name string
	// Shared is true when both sides keep their pictures in the same place.
	Shared bool
	Close  func() error
}

const toPostgres, toSQLite = "to-postgres", "to-sqlite"

var moveCommand = Command{
	Name: "move-database", Usage: toPostgres + " | " + toSQLite,
	Help: "Move everything from the SQLite file of TRANSOM_VAR to the PostgreSQL of TRANSOM_DATABASE, or back; no " +
		"server may run",
	Example: "move-database " + toPostgres,
	run: func(ctx context.Context, e *Env, c *call) error {
		direction, err := c.one()
		if err != nil || direction != toPostgres && direction != toSQLite {
			return misuse{"say where to: " + toPostgres + " or " + toSQLite}
		}
		if e.Database == "" {
			return misuse{"set TRANSOM_DATABASE to the address of PostgreSQL, for both directions"}
		}
		m, err := move(ctx, e, direction == toPostgres)
		if err != nil {
			return err
		}
		return c.print(e, m, m.print)
	},
}

// moved is the result of a move.
type moved struct {
	From     string           `json:"from"`
	To       string           `json:"to"`
	Pictures int              `json:"pictures"`
	Tables   []store.TableSum `json:"tables"`
	next     string
}

func (m moved) print(out io.Writer) error {
	rows, paise := 0, int64(0)
	for _, t := range m.Tables {
		rows += t.Rows
		if t.Name == "payments" {
			paise = t.Paise
		}
		if t.Rows > 0 {
			fmt.Fprintf(out, "%-20s %s\n", t.Name, count(t.Rows, "row"))
		}
	}
	_, err := fmt.Fprintf(out,
		"%s in %s and %s moved from %s to %s; every row was read again and compared. Payments are %s.\n%s\n",
		count(rows, "row"), count(len(m.Tables), "table"), count(m.Pictures, "picture"), m.From, m.To,
		schema.FormatPaise(paise), m.next)
	return err
}

// move copies the pictures, then everything else in one transaction. Pictures that lie there already when a move is
// done again are the same: their names are random.
func move(ctx context.Context, e *Env, toDatabase bool) (m moved, err error) {
	unlock, err := store.Lock(e.Var) // no server works on the file, and none begins
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
	if err := to.Store.MustHoldNothing(ctx, from.Store); err != nil {
		return m, err
	}
	put := func(*store.Tx) error { return nil }
	if _, inRows := to.Blobs.(store.Blobs); inRows {
		put = func(tx *store.Tx) error {
			m.Pictures, err = copyPictures(ctx, from, func(name string,
				data []byte) error {
				return tx.PutBlob(ctx, name, data)
			})
			return err
		}
	} else if !to.Shared {
		if m.Pictures, err = copyPictures(ctx, from, func(name string,
			data []byte) error {
			return putAnew(ctx, to.Blobs, name, data)
		}); err != nil {
			return m, err
		}
	}
	m.From, m.To = from.Name, to.Name
	m.Tables, err = from.Store.Move(ctx, to.Store, to.Name, put, func(done, all int) { e.progress("move", done, all) })
	m.next = "Start the server with TRANSOM_DATABASE set. The old file is marked and opens no more; keep it until the " +
		"first backup."
	if !toDatabase {
		m.next = "Take TRANSOM_DATABASE out of the settings and start the server, on this machine only."
	}
	return m, err
}

// mustRest refuses while a server works on PostgreSQL.
func mustRest(ctx context.Context, sides ...*Side) error {
	for _, side := range sides {
		state, err := side.Store.Server(ctx)
		if err != nil {
			return err
		}
		if state != nil && state.Leader != "" {
			return fmt.Errorf("a server works on the database (%s): stop every copy of the program first. Nothing was done",
				state.Leader)
		}
	}
	return nil
}

func copyPictures(ctx context.Context, from *Side, put func(name string, data []byte) error) (n int, err error) {
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

// putAnew writes a picture that a move which was broken off may have written already.
func putAnew(ctx context.Context, to blob.Store, name string, data []byte) error {
	if err := to.Delete(ctx, name); err != nil {
		return err
	}
	return to.Put(ctx, name, data)
}
