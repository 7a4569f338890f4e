package engine

import (
	"context"
	"database/sql"
	"io/fs"
)

// dialect is what differs between the two databases. Everything else is one set of texts, in SQLite's words: `?` and
// `?1` for what is filled in, flags as 0 and 1, `rowid` for the order in which rows came. Those that look odd have
// their reason in PostgreSQL: a condition on a number says `CAST(?2 AS BIGINT) > 0`, because a number is no condition
// there and milliseconds do not fit into what it would otherwise take; "all the rest" is a LIMIT of the largest
// number, because it may not be negative; the larger of two values is a CASE, because MAX takes one column; a SELECT
// in FROM has a name.
type dialect interface {
	// text is a query in the words of the database, arg a value as its driver takes it.
	text(query string) string
	arg(value any) any
	// explain turns a failure that time heals into an answer that says so; again reports whether the whole transaction
	// may simply be run once more.
	explain(error) error
	again(error) bool
	// patient bounds how long an answer is waited for: a file answers or fails, a server may be silent.
	patient(ctx context.Context) (context.Context, context.CancelFunc)
	// shared reports whether other instances write as well; begin takes the lock that keeps them out until the
	// transaction ends.
	shared() bool
	begin(ctx context.Context, tx *Tx) error
	// script is a numbered file of migrations/; version and setVersion keep the number of the last one.
	script(files fs.ReadFileFS, file string) (string, error)
	// claim lets no other copy of this program migrate at the same time.
	claim(ctx context.Context, tx *sql.Tx) error
	version(ctx context.Context, db asker) (int, error)
	setVersion(ctx context.Context, tx *sql.Tx, n int) error
	// forget takes what was written over out of what the database keeps beside its tables, as far as that can be done
	// at once.
	forget(ctx context.Context, db *sql.DB) error
	// room reports whether there is room to grow, checkPages whether everything can be read, verify whether it fits
	// together as well.
	room() error
	checkPages(ctx context.Context, db *pool) error
	verify(ctx context.Context, db *pool) error
	// ordered is the end of a query that reads a table as its rows came; counted lets a column that counts by itself
	// go on after rows that were inserted with their numbers.
	ordered(table string) string
	counted(ctx context.Context, tx *Tx, table, column string) error
	// snapshot writes a consistent copy into a new file.
	snapshot(ctx context.Context, db *sql.DB, path string) error
}

// asker is a pool or a transaction.
type asker interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Row is that of database/sql with its failures explained.
type Row struct {
	*sql.Row
	d    dialect
	done context.CancelFunc // ends the patience
}

// Scan is sql.Row's.
func (r Row) Scan(places ...any) error {
	defer r.done()
	return r.d.explain(r.Row.Scan(places...))
}

// Rows are those of database/sql with their failures explained.
type Rows struct {
	*sql.Rows
	d    dialect
	done context.CancelFunc
}

// Close is sql.Rows'.
func (r *Rows) Close() error {
	defer r.done()
	return r.Rows.Close()
}

// Scan is sql.Rows'.
func (r *Rows) Scan(places ...any) error { return r.d.explain(r.Rows.Scan(places...)) }

// Err is sql.Rows'.
func (r *Rows) Err() error { return r.d.explain(r.Rows.Err()) }

// filled are the values of a query as the driver takes them.
func filled(d dialect, values []any) []any {
	out := make([]any, len(values))
	for i, value := range values {
		out[i] = d.arg(value)
	}
	return out
}
