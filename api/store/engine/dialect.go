package engine

import (
	"context"
	"database/sql"
	"io/fs"
	"strings"
	"time"
)

// dialect holds the differences between SQLite and PostgreSQL. Queries use SQLite's syntax, with 0 and 1 for flags and
// `rowid` for the insertion order. PostgreSQL needs some unusual expressions:
//   - `CAST(?2 AS BIGINT) > 0` as a condition: a number is not a condition, and without the cast ?2 has only 32 bits;
//   - the largest number as LIMIT for "no limit", because a LIMIT must not be negative;
//   - a CASE for the larger of two values, because MAX accepts only one column;
//   - a name for a SELECT in FROM.
type dialect interface {
	// `text` returns a query in the database's syntax; `arg` returns a value as the database's driver needs it.
	text(query string) string
	arg(value any) any
	// `explain` marks temporary failures; `again` reports whether the transaction can be repeated.
	explain(error) error
	again(error) bool
	// `patient` limits the wait for a response: a file always responds or fails, but a server may stay silent.
	patient(ctx context.Context) (context.Context, context.CancelFunc)
	// `shared` reports whether other instances also write; `begin` makes them wait until the transaction ends.
	shared() bool
	begin(ctx context.Context, tx *Tx) error
	// `script` returns a migration; `version` and `setVersion` read and store the number of the last one.
	script(files fs.ReadFileFS, file string) (string, error)
	// claim prevents other instances from migrating at the same time.
	claim(ctx context.Context, tx *sql.Tx) error
	version(ctx context.Context, db asker) (int, error)
	setVersion(ctx context.Context, tx *sql.Tx, n int) error
	// `ordered` returns the ORDER BY for a table's insertion order; `counted` updates an auto-increment column's counter.
	ordered(table string) string
	counted(ctx context.Context, tx *Tx, table, column string) error
	snapshot(ctx context.Context, db *sql.DB, path string) error
}

type asker interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Row is an sql.Row that passes its errors through explain.
type Row struct {
	*sql.Row
	d    dialect
	done context.CancelFunc // stops the time limit
}

// Scan is like sql.Row.Scan.
func (r Row) Scan(places ...any) error {
	defer r.done()
	return r.d.explain(r.Row.Scan(readable(places)...))
}

// Rows is an sql.Rows that passes its errors through explain.
type Rows struct {
	*sql.Rows
	d    dialect
	done context.CancelFunc
}

// Close is like sql.Rows.Close.
func (r *Rows) Close() error {
	defer r.done()
	return r.Rows.Close()
}

// Scan is like sql.Rows.Scan.
func (r *Rows) Scan(places ...any) error { return r.d.explain(r.Rows.Scan(readable(places)...)) }

// Err is like sql.Rows.Err.
func (r *Rows) Err() error { return r.d.explain(r.Rows.Err()) }

// `filled` converts the values of a query for the driver: times and durations are stored in milliseconds (the zero time
// as 0), and a list of words as one string, separated by spaces.
func filled(d dialect, values []any) []any {
	out := make([]any, len(values))
	for i, value := range values {
		switch v := value.(type) {
		case time.Time:
			value = ToMillis(v)
		case time.Duration:
			value = v.Milliseconds()
		case []string:
			value = strings.Join(v, " ")
		}
		out[i] = d.arg(value)
	}
	return out
}

// `readable` lets Scan read what `filled` has stored; 0 and NULL become the zero time.
func readable(places []any) []any {
	for i, place := range places {
		switch p := place.(type) {
		case *time.Time:
			places[i] = (*Instant)(p)
		case *time.Duration:
			places[i] = (*millis)(p)
		case *[]string:
			places[i] = (*words)(p)
		}
	}
	return places
}
