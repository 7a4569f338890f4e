package engine

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

type postgresDialect struct {
	address string // for PostgreSQL's own programs (dump.go)
	longest time.Duration
	texts   sync.Map // the PostgreSQL text for each SQLite text
}

func (d *postgresDialect) text(query string) string {
	if known, ok := d.texts.Load(query); ok {
		return known.(string)
	}
	text := numbered(inPostgres.Replace(query))
	d.texts.Store(query, text)
	return text
}

// inPostgres replaces the parts that have no common form: index hints, which PostgreSQL does not need; byte order,
// which keeps equal prefixes together; and the rows of a JSON list (queries receive lists as JSON).
var inPostgres = strings.NewReplacer(
	" INDEXED BY attempts_seen", "",
	"COLLATE BINARY", `COLLATE "C"`,
	"json(NULLIF(b.answers, ''))", "CAST(NULLIF(b.answers, '') AS JSON)",
	"json_each(?)", "json_array_elements_text(CAST(? AS JSON))",
	"json_each(?2)", "json_array_elements_text(CAST(?2 AS JSON))")

// numbered replaces `?1` with `$1`, and numbers every bare `?`. No query contains a literal question mark.
func numbered(query string) string {
	var out strings.Builder
	n := 0
	for {
		before, after, found := strings.Cut(query, "?")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		out.WriteByte('$')
		if after == "" || after[0] < '0' || after[0] > '9' {
			n++
			out.WriteString(strconv.Itoa(n))
		}
		query = after
	}
}

// arg converts booleans to numbers, as SQLite's driver does, because the columns are numbers with either database.
func (*postgresDialect) arg(value any) any {
	if flag, ok := value.(bool); ok {
		if flag {
			return 1
		}
		return 0
	}
	return value
}

// Error codes from appendix A of PostgreSQL's manual.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	undefinedTable       = "42P01"
)

// lockSpace separates this program's advisory locks from other locks in the same database. Locks 1 (writing) and 2
// (migrating) end with the transaction, and lock 3 (leading, leader.go) with the connection, even if the process dies.
const lockSpace = "1414676814" // "TRSN"

func (*postgresDialect) shared() bool { return true }

// begin locks in a separate statement, because a statement sees only what was committed before it began.
func (*postgresDialect) begin(ctx context.Context, tx *Tx) error {
	return tx.Exec(ctx, "lock", `SELECT pg_advisory_xact_lock(`+lockSpace+`, 1)`)
}

func (*postgresDialect) again(err error) bool {
	cause, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (cause.Code == serializationFailure || cause.Code == deadlockDetected)
}

// The codes of temporary failures begin with one of these: no connection, no space or no free connections, a server
// that is stopping, starting or has timed out, a broken disk, an idle transaction, a read-only server.
var passing = []string{"08", "53", "57P", "57014", "55P03", "58030", "25P03", "25006"}

func (*postgresDialect) explain(err error) error {
	if cause, ok := errors.AsType[*pgconn.PgError](err); ok {
		for _, code := range passing {
			if strings.HasPrefix(cause.Code, code) {
				return notNow(err, retrySeconds)
			}
		}
		return err
	}
	if isBroken(err) {
		return notNow(err, retrySeconds)
	}
	return err
}

// longestWait is for a server that never responds: its own timeouts (sessionSettings) then do not work. It is longer
// than these timeouts and shorter than the timeout of a visitor's connection (server.writeTimeout).
const longestWait = 20 * time.Second

func (d *postgresDialect) patient(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Value(unhurried{}) != nil {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d.longest)
}

// unhurried marks a context without a time limit, for moving the whole database.
type unhurried struct{}

// retrySeconds is roughly how long a database takes to restart.
const retrySeconds = 5

// isBroken reports whether the connection itself failed; a caller that has gone away does not count.
func isBroken(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	var network *net.OpError
	var closed interface{ SafeToRetry() bool } // the driver's error for a connection that it has closed
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &network) || errors.As(err, &closed)
}

// script returns a migration for PostgreSQL: the file in postgres/ with the same name or, if there is none, the SQLite
// file with renamed types and without triggers, followed by postgres/NNNN_also.sql. This conversion must never change,
// because released migrations are never edited.
func (*postgresDialect) script(files fs.ReadFileFS, file string) (string, error) {
	own := "postgres/" + file
	if instead, err := files.ReadFile(own); err == nil {
		return string(instead), nil
	}
	raw, err := files.ReadFile(file)
	if err != nil {
		return "", err
	}
	number, _, _ := strings.Cut(own, "_")
	also, _ := files.ReadFile(number + "_also.sql") // most migrations have no such file
	return types.Replace(triggers.ReplaceAllString(string(raw), "")) + string(also), nil
}

// types maps SQLite's types: its INTEGER has 64 bits, and its INTEGER PRIMARY KEY numbers the rows.
var (
	types = strings.NewReplacer("INTEGER PRIMARY KEY", "BIGINT PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY",
		"INTEGER", "BIGINT", "BLOB", "BYTEA", ") STRICT;", ");", "COLLATE BINARY", `COLLATE "C"`)
	triggers = regexp.MustCompile(`(?s)CREATE TRIGGER .*?END;`)
)

// claim holds the migration lock until the transaction ends, so that only one of several starting instances migrates.
// A large table may take long to migrate, so only locks on tables keep their time limit.
func (*postgresDialect) claim(ctx context.Context, tx *sql.Tx) error {
	const unbound = `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL ` +
		`lock_timeout = 0`
	if _, err := tx.ExecContext(ctx, unbound); err != nil {
		return fmt.Errorf("prepare a migration: %w", err)
	}
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(`+lockSpace+`, 2)`); err != nil {
		return fmt.Errorf("wait for another migration: %w", err)
	}
	if _, err := tx.ExecContext(ctx, `SET LOCAL lock_timeout = '`+sessionSettings["lock_timeout"]+`'`); err != nil {
		return fmt.Errorf("prepare a migration: %w", err)
	}
	if _, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS schema_version (n BIGINT NOT NULL)`); err != nil {
		return fmt.Errorf("create the table of the schema version: %w", err)
	}
	return nil
}

func (*postgresDialect) version(ctx context.Context, db asker) (n int, err error) {
	err = db.QueryRowContext(ctx, `SELECT COALESCE(MAX(n), 0) FROM schema_version`).Scan(&n)
	if cause := new(pgconn.PgError); errors.As(err, &cause) && cause.Code == undefinedTable {
		return 0, nil
	}
	return n, err
}

func (*postgresDialect) setVersion(ctx context.Context, tx *sql.Tx, n int) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM schema_version`); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO schema_version (n) VALUES ($1)`, n)
	if err != nil {
		return fmt.Errorf("set schema version: %w", err)
	}
	return nil
}
