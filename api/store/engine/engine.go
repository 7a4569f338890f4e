// Package engine runs SQL on one SQLite file, or on PostgreSQL when several machines share the data: connections,
// transactions, migrations, the lock on a folder, the leader among several instances, copies and moves. It contains no
// queries about registrations (decision 0048). SQLite has one write connection (2,800 durable commits a second) and a
// pool for reading, because several writers would make each other wait for seconds (decision 0041).
package engine

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
	"syscall"
	"time"
)

// DB is a database.
type DB struct {
	d     dialect
	write *sql.DB
	// `written` holds the prepared statements of transactions.
	written *statements
	read    *pool
	// `desk` and `gate` are the read connections reserved for staff and for the gate.
	desk *pool
	gate *pool
	// `turns` limits how many visitors can write at the same time (Write).
	turns chan struct{}
	key   *logKey
	// leader opens the connection with which this instance can lead; nil with SQLite (leader.go).
	leader *sql.DB
	leads  atomic.Bool
}

// Open opens or creates a database and brings its schema up to date. The place is a folder, which contains the file
// transom.db, or the address of a PostgreSQL database. Only the server and restore call Open (decision 0045).
func (m Migrations) Open(ctx context.Context, place string) (*DB, error) {
	if IsPostgres(place) {
		return openPostgres(ctx, place, m.run)
	}
	return openSQLite(ctx, place, m.run)
}

// OpenExisting creates nothing, because TRANSOM_VAR may be wrong, and keeps the schema that a running server may use.
func (m Migrations) OpenExisting(ctx context.Context, place string) (*DB, error) {
	if IsPostgres(place) {
		return openPostgres(ctx, place, m.mustBeCurrent)
	}
	_, err := os.Stat(filepath.Join(place, databaseFile))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, NotCurrent(fmt.Sprintf("there is no database in %s: is the folder right (TRANSOM_VAR, or LAST of "+
			"new-edition), and has its server been started once?", place))
	}
	return openSQLite(ctx, place, m.mustBeCurrent)
}

// QueryOne reads the single value of a query, for tests that check rows.
func (s *DB) QueryOne(ctx context.Context, place any, query string, args ...any) error {
	return s.read.QueryRowContext(ctx, query, args...).Scan(place)
}

// Desk returns the same database with staff's own read connections, so that staff do not wait for visitors.
func (s *DB) Desk() *DB { return s.through(s.desk) }

// Gate returns the same database with the gate's own read connections.
func (s *DB) Gate() *DB { return s.through(s.gate) }

func (s *DB) through(read *pool) *DB {
	return &DB{d: s.d, write: s.write, written: s.written, read: read, desk: s.desk, gate: s.gate, turns: s.turns,
		key: s.key}
}

// QueryContext reads rows.
func (s *DB) QueryContext(ctx context.Context, query string, args ...any) (*Rows, error) {
	return s.read.QueryContext(ctx, query, args...)
}

// QueryRowContext reads the first row.
func (s *DB) QueryRowContext(ctx context.Context, query string, args ...any) Row {
	return s.read.QueryRowContext(ctx, query, args...)
}

// Shared reports whether other instances may use the same database.
func (s *DB) Shared() bool { return s.d.shared() }

// Snapshot writes a consistent copy of the database into a new file, without blocking writers.
func (s *DB) Snapshot(ctx context.Context, path string) error {
	if err := s.d.snapshot(ctx, s.write, path); err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	return nil
}

// SnapshotFile is like Snapshot, but copies the given SQLite file.
func SnapshotFile(ctx context.Context, from, to string) error {
	db, err := sql.Open("sqlite", Address(from, sharedSettings))
	if err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return fmt.Errorf("snapshot %s: %w", from, err)
	}
	return nil
}

// logKey is the key of the audit log, shared by all views of a database and their transactions.
type logKey struct{ key []byte }

// SetAuditKey sets the key for the audit log's chain. Without the key, nobody can write valid log entries.
func (s *DB) SetAuditKey(key []byte) { s.key.key = key }

// LogKey returns the key of the audit log, or nil if there is none.
func (s *DB) LogKey() []byte { return s.key.key }

// LogKey returns the key of the audit log, or nil if there is none.
func (tx *Tx) LogKey() []byte {
	if tx.key == nil { // during a migration
		return nil
	}
	return tx.key.key
}

// Close closes the database; the write-ahead log is merged into the database file.
func (s *DB) Close() error {
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
func (s *DB) Ping(ctx context.Context) error {
	if err := s.checkFreeSpace(); err != nil {
		return err
	}
	return s.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM idempotency_keys WHERE key_hash = ''`)
		return err
	})
}

// Tx is a write transaction.
type Tx struct {
	ctx   context.Context // the context of the whole transaction; nil in a migration
	tx    *sql.Tx
	d     dialect
	key   *logKey
	known *statements
	met   []string // statements to prepare after the transaction
}

// ExecContext is like sql.Tx.ExecContext.
func (tx *Tx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	var result sql.Result
	var err error
	if stmt := tx.statement(query); stmt != nil {
		result, err = stmt.ExecContext(tx.in(ctx), filled(tx.d, args)...)
	} else {
		result, err = tx.tx.ExecContext(tx.in(ctx), tx.d.text(query), filled(tx.d, args)...)
	}
	return result, tx.d.explain(err)
}

// QueryContext is like sql.Tx.QueryContext.
func (tx *Tx) QueryContext(ctx context.Context, query string, args ...any) (*Rows, error) {
	var rows *sql.Rows
	var err error
	if stmt := tx.statement(query); stmt != nil {
		rows, err = stmt.QueryContext(tx.in(ctx), filled(tx.d, args)...)
	} else {
		rows, err = tx.tx.QueryContext(tx.in(ctx), tx.d.text(query), filled(tx.d, args)...)
	}
	return &Rows{rows, tx.d, func() {}}, tx.d.explain(err)
}

// QueryRowContext is like sql.Tx.QueryRowContext.
func (tx *Tx) QueryRowContext(ctx context.Context, query string, args ...any) Row {
	if stmt := tx.statement(query); stmt != nil {
		return Row{stmt.QueryRowContext(tx.in(ctx), filled(tx.d, args)...), tx.d, func() {}}
	}
	return Row{tx.tx.QueryRowContext(tx.in(ctx), tx.d.text(query), filled(tx.d, args)...), tx.d, func() {}}
}

// statement returns a prepared statement; nil means that the query is prepared after the transaction.
func (tx *Tx) statement(query string) *sql.Stmt {
	if tx.known == nil {
		return nil
	}
	if stmt := tx.known.find(query); stmt != nil {
		return tx.tx.StmtContext(tx.ctx, stmt)
	}
	tx.met = append(tx.met, query)
	return nil
}

// `in` returns the transaction's own context, whose deadline is earlier than the caller's.
func (tx *Tx) in(ctx context.Context) context.Context {
	if tx.ctx != nil {
		return tx.ctx
	}
	return ctx
}

// maxTries is how many times a transaction is tried if PostgreSQL asks for it to be repeated.
const maxTries = 10

// Write runs f in one transaction that overlaps with no other (decision 0041); f runs again if the database asks for a
// retry. If Write returns nil, everything is durable; otherwise nothing is stored, unless the connection broke during
// the commit. Visitors' writes wait for one of a few turns, so that the gate's (WriteGate) do not wait behind a crowd:
// with 200 visitors, a scan waits 4 ms instead of 250 ms.
func (s *DB) Write(ctx context.Context, f func(*Tx) error) error {
	select {
	case s.turns <- struct{}{}:
		defer func() { <-s.turns }()
		return s.writeNow(ctx, f)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// WriteGate is like Write, but does not wait behind visitors; it is for the gate.
func (s *DB) WriteGate(ctx context.Context, f func(*Tx) error) error { return s.writeNow(ctx, f) }

func (s *DB) writeNow(ctx context.Context, f func(*Tx) error) error {
	for try := 1; ; try++ {
		err := s.try(ctx, f)
		if err == nil || try == maxTries || !s.d.again(err) {
			return err
		}
		select { // a random delay, so that two transactions do not collide again
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(time.Duration(try) * 4 * time.Millisecond)):
		}
	}
}

func (s *DB) try(ctx context.Context, f func(*Tx) error) error {
	ctx, done := s.d.patient(ctx)
	defer done()
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return s.d.explain(fmt.Errorf("begin: %w", err))
	}
	ctx = s.Brief(ctx)
	tx := &Tx{ctx: ctx, d: s.d, key: s.key, known: s.written}
	defer func() {
		conn.Close()
		for _, query := range tx.met {
			s.written.prepare(ctx, query) // a statement that cannot be prepared is run as it is
		}
	}()
	begun, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return s.d.explain(fmt.Errorf("begin: %w", err))
	}
	defer begun.Rollback()
	tx.tx = begun
	if err := s.d.begin(ctx, tx); err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return err
	}
	// If the connection breaks here, it is unknown whether the data was written, so the transaction is not repeated. If
	// the caller repeats the request, its idempotency key finds what was written.
	if err := begun.Commit(); err != nil {
		return s.d.explain(fmt.Errorf("commit: %w", err))
	}
	return nil
}

// ToMillis and FromMillis convert times to and from their stored form; the zero time is 0.
func ToMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// FromMillis converts the stored form to a time.
func FromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// NullMillis stores the zero time as NULL.
func NullMillis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}
