// Package store keeps everything in one SQLite file, or in PostgreSQL when several machines share it. SQL stands beside
// the method that runs it, one text for both; what differs is in dialect.go. In SQLite writing goes through one connection
// with immediate transactions and full synchronisation, reading through a pool of its own: many writers would make each
// other wait for seconds (measured), one does 2,800 durable commits a second.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"
)

// Store is the database.
type Store struct {
	d     dialect
	write *sql.DB
	// written are the statements of writers, prepared (statements.go).
	written *writing
	read    *statements
	// desk are the connections for reading that staff have to themselves (Desk).
	desk *statements
	// gate are those of the gate, which waits behind nobody (turns.go).
	gate  *statements
	turns chan struct{}
	seats *seats
	seal  *actKey
	// leader is the connection of whoever runs the workers, nil when there is one copy only (leader.go).
	leader *sql.DB
	leads  atomic.Bool
}

// Open opens or creates a database and brings its schema up to date. Its place is a folder, in which it is the file
// transom.db, or the address of a PostgreSQL database. It is for the server and for restore: whoever works beside a server
// takes OpenExisting.
func Open(ctx context.Context, place string) (*Store, error) {
	if IsPostgres(place) {
		return openPostgres(ctx, place, migrate)
	}
	return openSQLite(ctx, place, migrate)
}

// OpenExisting opens a database that is there, and leaves its schema alone: a command with a wrong TRANSOM_VAR must not
// make an empty database and find nothing in it, and one of a newer program must not change it under the running server.
func OpenExisting(ctx context.Context, place string) (*Store, error) {
	if IsPostgres(place) {
		return openPostgres(ctx, place, mustBeCurrent)
	}
	if _, err := os.Stat(filepath.Join(place, databaseFile)); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no database in %s: is TRANSOM_VAR right, and has the server been started once?", place)
	}
	return openSQLite(ctx, place, mustBeCurrent)
}

// CheckPages looks at every page of the database, but not at what the rows say to each other, as Verify does. Damage is
// told with what to do about it.
func (s *Store) CheckPages(ctx context.Context) error { return s.d.checkPages(ctx, s.read) }

// QueryOne puts the one value that a query selects into a place: for tests, which look at rows from outside.
func (s *Store) QueryOne(ctx context.Context, place any, query string, args ...any) error {
	return s.read.QueryRowContext(ctx, query, args...).Scan(place)
}

// Desk is the same database, read through connections that visitors cannot use up: however many of them read, staff wait
// for nobody but staff. It is closed with the store.
func (s *Store) Desk() *Store {
	return &Store{d: s.d, write: s.write, written: s.written, read: s.desk, desk: s.desk, gate: s.gate, turns: s.turns, seats: s.seats, seal: s.seal}
}

// Close closes the database; the write-ahead log is merged into the file.
func (s *Store) Close() error {
	readErr := errors.Join(s.read.Close(), s.desk.Close(), s.gate.Close())
	if s.leader != nil {
		readErr = errors.Join(readErr, s.leader.Close())
	}
	if err := s.write.Close(); err != nil {
		return fmt.Errorf("close database: %w", err)
	}
	return readErr
}

// Ping reports whether the database can be read and written, and has room to grow.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.d.room(); err != nil {
		return err
	}
	return s.writeKeyed(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM idempotency_keys WHERE key_hash = ''`)
		return err
	})
}

// Tx is a write transaction. Methods that must happen together are methods of Tx.
type Tx struct {
	ctx   context.Context // of the whole transaction, whose patience is shorter than its caller's
	tx    runner
	d     dialect
	keyed bool            // it shares the lock of all writes and takes keys
	held  map[string]bool // the keys that it has
	free  map[string]bool // pictures that are nobody's and that nobody else can take
	room  map[string]int  // the seats held of categories that have room for everybody (seats.go)
	seats *seats
	seal  *actKey
	conn  *sql.Conn // whose statements may wait in the queue, nil where none does
	queue []queued
	known *writing
	met   []string // statements that are not prepared yet
}

// runner is a transaction of database/sql, or a connection in a transaction that was begun in the queue.
type runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// ExecContext is sql.Tx's.
func (tx *Tx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if tx.conn != nil {
		return tx.execNow(ctx, query, args)
	}
	var result sql.Result
	var err error
	if stmt := tx.statement(query); stmt != nil {
		result, err = stmt.ExecContext(tx.in(ctx), filled(tx.d, args)...)
	} else {
		result, err = tx.tx.ExecContext(tx.in(ctx), tx.d.text(query), filled(tx.d, args)...)
	}
	return result, tx.d.explain(err)
}

// QueryContext is sql.Tx's.
func (tx *Tx) QueryContext(ctx context.Context, query string, args ...any) (*toldRows, error) {
	if err := tx.send(ctx); err != nil {
		return nil, err
	}
	var found *sql.Rows
	var err error
	if stmt := tx.statement(query); stmt != nil {
		found, err = stmt.QueryContext(tx.in(ctx), filled(tx.d, args)...)
	} else {
		found, err = tx.tx.QueryContext(tx.in(ctx), tx.d.text(query), filled(tx.d, args)...)
	}
	return &toldRows{found, tx.d, func() {}}, tx.d.explain(err)
}

// QueryRowContext is sql.Tx's.
func (tx *Tx) QueryRowContext(ctx context.Context, query string, args ...any) toldRow {
	if err := tx.send(ctx); err != nil {
		return toldRow{failed: err}
	}
	row := toldRow{d: tx.d, done: func() {}}
	if stmt := tx.statement(query); stmt != nil {
		row.Row = stmt.QueryRowContext(tx.in(ctx), filled(tx.d, args)...)
	} else {
		row.Row = tx.tx.QueryRowContext(tx.in(ctx), tx.d.text(query), filled(tx.d, args)...)
	}
	return row
}

// in is the transaction's own context; a migration has none.
func (tx *Tx) in(ctx context.Context) context.Context {
	if tx.ctx != nil {
		return tx.ctx
	}
	return ctx
}

// mostTries are those of a transaction that others are in the way of.
const mostTries = 10

// Write runs f in one transaction that no other one overlaps: all of it is durable when Write returns nil, nothing
// otherwise. f is run again when the database asks for it, so it begins anew each time.
func (s *Store) Write(ctx context.Context, f func(*Tx) error) error { return s.repeat(ctx, false, f) }

// writeKeyed is Write for what takes keys (keyed.go): those with different keys overlap where the database can.
func (s *Store) writeKeyed(ctx context.Context, f func(*Tx) error) error {
	return s.repeat(ctx, true, f)
}

func (s *Store) repeat(ctx context.Context, keyed bool, f func(*Tx) error) error {
	for try := 1; ; try++ {
		err := s.try(ctx, keyed, f)
		if err == nil || try == mostTries || !errors.Is(err, errCrowded) && !s.d.again(err) {
			return err
		}
		select { // a random while, so that two do not meet again
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(time.Duration(try) * 4 * time.Millisecond)):
		}
	}
}

func (s *Store) try(ctx context.Context, keyed bool, f func(*Tx) error) error {
	leave, err := s.turn(ctx)
	if err != nil {
		return err
	}
	defer leave()
	ctx, done := s.d.patient(ctx)
	defer done()
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return s.d.explain(fmt.Errorf("begin: %w", err))
	}
	tx := &Tx{d: s.d, keyed: keyed && s.d.shared(), held: map[string]bool{}, free: map[string]bool{}, room: map[string]int{}, seats: s.seats, seal: s.seal, known: s.written}
	defer func() { conn.Close(); s.written.prepare(ctx, tx.met) }()
	if !s.d.shared() {
		ctx = context.WithoutCancel(ctx) // to watch for its end costs more than a statement, and a file answers at once
	}
	tx.ctx = ctx
	if s.d.shared() {
		return tx.runQueued(ctx, conn, f)
	}
	begun, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return s.d.explain(fmt.Errorf("begin: %w", err))
	}
	defer begun.Rollback() // does nothing after Commit
	tx.tx = begun
	if err := f(tx); err != nil {
		return err
	}
	if err := begun.Commit(); err != nil {
		return s.d.explain(fmt.Errorf("commit: %w", err))
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

// LatestInstant is when something was last stored: a booking, a payment, a mail, a use of a session. Zero when nothing was.
func (s *Store) LatestInstant(ctx context.Context) (time.Time, error) {
	var latest int64
	err := s.read.QueryRowContext(ctx, `
		SELECT COALESCE(MAX(at), 0) FROM (
			SELECT MAX(created_at) AS at FROM bookings UNION ALL
			SELECT MAX(paid_at) FROM bookings UNION ALL
			SELECT MAX(refunded_at) FROM payments UNION ALL
			SELECT MAX(created_at) FROM outbox UNION ALL
			SELECT MAX(sent_at) FROM outbox UNION ALL
			SELECT MAX(at) FROM access_log UNION ALL
			SELECT MAX(at) FROM id_checks UNION ALL
			SELECT MAX(last_used_at) FROM sessions
		) AS instants`).Scan(&latest)
	if err != nil {
		return time.Time{}, fmt.Errorf("find the latest instant: %w", err)
	}
	if latest == 0 {
		return time.Time{}, nil
	}
	return fromMillis(latest), nil
}
