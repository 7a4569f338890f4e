package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"modernc.org/sqlite" // this driver is written in Go, so the binary is static
	sqlitelib "modernc.org/sqlite/lib"

	"transom/api/domain"
	"transom/api/texts"
)

// The settings are in the DSN, because a PRAGMA that is run on a pool reaches only one of its connections.
const (
	// Temporary tables stay in memory, because the systemd unit lets the program write only into its folder.
	sharedSettings = "_busy_timeout=5000&_foreign_keys=1&_defensive=1&_dqs=0&_pragma=temp_store(2)"
	// Deleted data is also wiped from its page; otherwise an erased name could stay in unused space for years.
	writeSettings = sharedSettings + "&_journal_mode=WAL&_synchronous=FULL&_txlock=immediate&_pragma=secure_delete(1)"
	readSettings  = sharedSettings + "&_query_only=1&_synchronous=FULL"
	// The desk's sums read some megabytes of indexes, which should stay in memory.
	deskSettings = readSettings + "&_pragma=cache_size(-16000)"
)

// minFreeBytes is the free space that the database's disk must have: enough for a few registrations.
const minFreeBytes = 256 << 10

// turnsAtSQLite lets one visitor write while the next prepares.
const turnsAtSQLite = 2

const databaseFile = "transom.db"

func openSQLite(ctx context.Context, dir string, prepare preparation) (*DB, error) {
	d := sqliteDialect{dir}
	write, err := sql.Open("sqlite", Address(d.path(), writeSettings))
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	write.SetMaxOpenConns(1)
	if err := prepare(ctx, write, d); err != nil {
		write.Close()
		return nil, d.namesDamage(err)
	}
	read, readFailed := d.readers(2*runtime.NumCPU(), readSettings)
	desk, deskFailed := d.readers(deskConnections, deskSettings)
	gate, gateFailed := d.readers(gateReaders, readSettings)
	if err := errors.Join(readFailed, deskFailed, gateFailed); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	return &DB{d: d, write: write, written: &statements{db: write}, read: read, desk: desk, gate: gate,
		turns: make(chan struct{}, turnsAtSQLite), key: new(logKey)}, nil
}

func (d sqliteDialect) readers(size int, settings string) (*pool, error) {
	db, err := sql.Open("sqlite", Address(d.path(), settings))
	if err != nil {
		return nil, fmt.Errorf("open database for reading: %w", err)
	}
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return &pool{db, d, &statements{db: db}}, nil
}

type sqliteDialect struct{ dir string }

func (d sqliteDialect) path() string { return filepath.Join(d.dir, databaseFile) }

func (sqliteDialect) text(query string) string { return query }
func (sqliteDialect) arg(value any) any        { return value }
func (sqliteDialect) patient(ctx context.Context) (context.Context, context.CancelFunc) {
	return ctx, func() {}
}
func (sqliteDialect) again(error) bool                 { return false }
func (sqliteDialect) shared() bool                     { return false }
func (sqliteDialect) begin(context.Context, *Tx) error { return nil }

func (sqliteDialect) explain(err error) error {
	cause, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err
	}
	switch cause.Code() & 0xFF { // the high bits only make the code more specific
	case sqlitelib.SQLITE_FULL, sqlitelib.SQLITE_IOERR, sqlitelib.SQLITE_BUSY, sqlitelib.SQLITE_READONLY,
		sqlitelib.SQLITE_CANTOPEN:
		return notNow(err, 120)
	}
	return err
}

func notNow(cause error, retryAfterSeconds int) error {
	if domain.IsCode(cause, domain.CodeUnavailable) {
		return cause // already explained
	}
	return &domain.Error{
		Code:              domain.CodeUnavailable,
		Message:           texts.NothingStored,
		RetryAfterSeconds: retryAfterSeconds,
		Cause:             cause,
	}
}

func (sqliteDialect) script(files fs.ReadFileFS, file string) (string, error) {
	raw, err := files.ReadFile(file)
	return string(raw), err
}

// claim does nothing: the transaction is the only writer.
func (sqliteDialect) claim(context.Context, *sql.Tx) error { return nil }

func (sqliteDialect) version(ctx context.Context, db asker) (n int, err error) {
	err = db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&n)
	return n, err
}

func (sqliteDialect) setVersion(ctx context.Context, tx *sql.Tx, n int) error {
	// PRAGMA takes no parameters; n is a number from this program.
	_, err := tx.ExecContext(ctx, "PRAGMA user_version = "+strconv.Itoa(n))
	return err
}

// The following is needed only for SQLite files: PostgreSQL itself reports a full disk (53100), cleans its tables
// (autovacuum), checks its files, and always enforces foreign keys.

// checkFreeSpace writes an unnamed file; overwriting the write-ahead log would not detect a full disk.
func (s *DB) checkFreeSpace() error {
	d, is := s.d.(sqliteDialect)
	if !is {
		return nil
	}
	file, err := os.CreateTemp(d.dir, "room-")
	if err == nil {
		defer file.Close()
		err = os.Remove(file.Name())
	}
	if err == nil {
		_, err = file.Write(make([]byte, minFreeBytes))
	}
	if err != nil {
		return fmt.Errorf("check for free space: %w", err)
	}
	return nil
}

// Forget truncates the write-ahead log, which contains overwritten data. If somebody is reading the log, this run
// returns no error, and the next run truncates the log.
func (s *DB) Forget(ctx context.Context) error {
	if s.Shared() {
		return nil
	}
	if _, err := s.write.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		return fmt.Errorf("remove erased data from the write-ahead log: %w", err)
	}
	return nil
}

// Verify reads every page, runs SQLite's integrity check and checks the foreign keys, and reports what is broken.
func (s *DB) Verify(ctx context.Context) error {
	if s.Shared() {
		return nil
	}
	result, err := Value[string](ctx, s, "integrity check", `PRAGMA integrity_check`)
	if err == nil && result != "ok" {
		err = fmt.Errorf("integrity check: %s", result)
	}
	if err != nil {
		return err
	}
	table, err := ValueOr(ctx, s, "check of foreign keys", "", `SELECT "table" FROM pragma_foreign_key_check LIMIT 1`)
	if err == nil && table != "" {
		err = fmt.Errorf("a row of %s refers to a row that does not exist", table)
	}
	return err
}

// CheckPages looks for damage, which takes 0.3 s for 100 MB; unlike Verify, it does not check constraints.
func (s *DB) CheckPages(ctx context.Context) error {
	d, is := s.d.(sqliteDialect)
	if !is {
		return nil
	}
	conn, err := s.read.Conn(ctx)
	if err != nil {
		return d.namesDamage(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `PRAGMA ignore_check_constraints = 1`); err != nil {
		return d.namesDamage(err)
	}
	var result string
	err = conn.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&result)
	if err == nil && result != "ok" {
		err = errDamaged{d.path(), errors.New(result)}
	}
	_, resetErr := conn.ExecContext(context.WithoutCancel(ctx), `PRAGMA ignore_check_constraints = 0`)
	return errors.Join(d.namesDamage(err), resetErr)
}

type errDamaged struct {
	path  string
	cause error
}

func (e errDamaged) Error() string {
	return fmt.Sprintf("the database %s is damaged (%v). Keep a copy of the whole folder, check the disk (dmesg, "+
		"smartctl), and restore the last backup: deploy/README.md, \"disk lost\"", e.path, e.cause)
}

func (e errDamaged) Unwrap() error { return e.cause }

// namesDamage adds instructions to an SQLite error that reports damage.
func (d sqliteDialect) namesDamage(err error) error {
	if cause, ok := errors.AsType[*sqlite.Error](err); ok && (cause.Code()&0xFF == sqlitelib.SQLITE_CORRUPT ||
		cause.Code()&0xFF == sqlitelib.SQLITE_NOTADB) {
		return errDamaged{d.path(), err}
	}
	return err
}

func (sqliteDialect) snapshot(ctx context.Context, db *sql.DB, path string) error {
	_, err := db.ExecContext(ctx, `VACUUM INTO ?`, path)
	return err
}

var inAddress = strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23")

// Address escapes the path: SQLite would otherwise silently open another file if the path contained "#" or "?".
func Address(path, settings string) string { return "file:" + inAddress.Replace(path) + "?" + settings }
