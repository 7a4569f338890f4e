// Package store keeps everything in one SQLite file. SQL stands beside the method that runs it. Writing goes through
// one connection with immediate transactions and full synchronisation, reading through a pool of its own: many writers
// would make each other wait for seconds (measured), one does 2,800 durable commits a second.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	_ "modernc.org/sqlite" // the driver, in Go, so that the binary is static
)

// Settings are in the DSN because a PRAGMA that is run on a pool reaches one connection only.
const (
	sharedSettings = "_busy_timeout=5000&_foreign_keys=1&_defensive=1&_dqs=0"
	writeSettings  = sharedSettings + "&_journal_mode=WAL&_synchronous=FULL&_txlock=immediate"
	readSettings   = sharedSettings + "&_query_only=1&_synchronous=FULL"
)

const databaseFile = "transom.db"

// roomToGrow is what must be free beside the database, in bytes: some registrations, not a reserve.
const roomToGrow = 256 << 10

// Store is the database.
type Store struct {
	dir   string
	write *sql.DB
	read  *statements
}

// Open opens or creates dir/transom.db and brings its schema up to date. It is for the server and for restore: whoever
// works beside a server takes OpenExisting.
func Open(ctx context.Context, dir string) (*Store, error) { return openWith(ctx, dir, migrate) }

// OpenExisting opens a database that is there, and leaves its schema alone: a command with a wrong TRANSOM_VAR must not
// make an empty database and find nothing in it, and one of a newer program must not change it under the running server.
func OpenExisting(ctx context.Context, dir string) (*Store, error) {
	if _, err := os.Stat(filepath.Join(dir, databaseFile)); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no database in %s: is TRANSOM_VAR right, and has the server been started once?", dir)
	}
	return openWith(ctx, dir, mustBeCurrent)
}

func openWith(ctx context.Context, dir string, prepare func(context.Context, *sql.DB) error) (*Store, error) {
	path := filepath.Join(dir, databaseFile)
	write, err := sql.Open("sqlite", Address(path, writeSettings))
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	write.SetMaxOpenConns(1)
	if err := prepare(ctx, write); err != nil {
		write.Close()
		return nil, namesDamage(path, err)
	}
	read, err := sql.Open("sqlite", Address(path, readSettings))
	if err != nil {
		write.Close()
		return nil, fmt.Errorf("open database for reading: %w", err)
	}
	read.SetMaxOpenConns(2 * runtime.NumCPU())
	read.SetMaxIdleConns(2 * runtime.NumCPU())
	return &Store{dir: dir, write: write, read: &statements{DB: read}}, nil
}

// Close closes the database; the write-ahead log is merged into the file.
func (s *Store) Close() error {
	readErr := s.read.Close()
	if err := s.write.Close(); err != nil {
		return fmt.Errorf("close database: %w", err)
	}
	return readErr
}

// Ping reports whether the database can be read and written, and has room to grow: what is written over and over in the
// write-ahead log would not notice a full disk.
func (s *Store) Ping(ctx context.Context) error {
	if err := tryRoom(s.dir); err != nil {
		return err
	}
	return s.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM idempotency_keys WHERE key_hash = ''`)
		return err
	})
}

// tryRoom writes a file that has no name any more, so that it is gone whatever happens.
func tryRoom(dir string) error {
	file, err := os.CreateTemp(dir, "room-")
	if err != nil {
		return fmt.Errorf("try for room: %w", err)
	}
	defer file.Close()
	if err := os.Remove(file.Name()); err != nil {
		return fmt.Errorf("try for room: %w", err)
	}
	if _, err := file.Write(make([]byte, roomToGrow)); err != nil {
		return fmt.Errorf("try for room: %w", err)
	}
	return nil
}

// Tx is a write transaction. Methods that must happen together are methods of Tx.
type Tx struct{ *sql.Tx }

// Write runs f in one immediate transaction: all of it is durable when Write returns nil, nothing otherwise.
func (s *Store) Write(ctx context.Context, f func(*Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return explain(fmt.Errorf("begin: %w", err))
	}
	defer tx.Rollback() // does nothing after Commit
	if err := f(&Tx{tx}); err != nil {
		return explain(err)
	}
	if err := tx.Commit(); err != nil {
		return explain(fmt.Errorf("commit: %w", err))
	}
	return nil
}

// toMillis and fromMillis turn instants into the stored form and back; the zero time is 0.
func toMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// nullMillis stores the zero time as NULL.
func nullMillis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}
