package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// With PostgreSQL a transaction is a queue: its begin waits for the first question, and its commit goes with the last statements. The
// server does nothing of a trip after a statement of it that failed, so what cannot all be done is not committed.

// queued is a statement that waits.
type queued struct {
	what, text string
	args       []any
	places     []any // of the one row that it answers; nil when nobody looks at what it answers
	tag        *pgconn.CommandTag
}

// farewell is long enough to end a transaction whose caller has gone.
const farewell = 3 * time.Second

// idle is what PostgreSQL says of a connection without a transaction.
const idle = 'I'

// runQueued runs f in a transaction of a connection.
func (tx *Tx) runQueued(ctx context.Context, conn *sql.Conn, f func(*Tx) error) error {
	tx.conn, tx.tx = conn, conn
	defer tx.rollback(ctx)
	if err := tx.later(ctx, "begin", `BEGIN`); err != nil {
		return err
	}
	if err := tx.d.begin(ctx, tx); err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return err
	}
	var committed pgconn.CommandTag
	tx.queue = append(tx.queue, queued{what: "commit", text: `COMMIT`, tag: &committed})
	// When the connection breaks here nobody knows whether it is written: it is not tried again. Whoever asked does so, and the
	// idempotency key finds it.
	if err := tx.send(ctx); err != nil {
		return err
	}
	if committed.String() != "COMMIT" { // which is all that PostgreSQL says of a transaction that had failed before
		return fmt.Errorf("commit: %s", committed)
	}
	return nil
}

// rollback ends what was begun and not committed. A connection that cannot even do that is closed by its pool.
func (tx *Tx) rollback(ctx context.Context) {
	tx.conn.Raw(func(conn any) error {
		own := conn.(*stdlib.Conn).Conn()
		if own.IsClosed() || own.PgConn().TxStatus() == idle {
			return nil
		}
		ctx, done := context.WithTimeout(context.WithoutCancel(ctx), farewell)
		defer done()
		if _, err := own.Exec(ctx, `ROLLBACK`); err != nil {
			return driver.ErrBadConn
		}
		return nil
	})
}

// later runs a statement whose result nobody looks at. With PostgreSQL it waits for the next question, or for the end of the
// transaction, so that several make one trip; each is still a statement of its own, in its order, and sees what was committed before
// it began. Its failure comes then.
func (tx *Tx) later(ctx context.Context, what, query string, args ...any) error {
	if tx.conn == nil { // a file is never far
		if _, err := tx.ExecContext(ctx, query, args...); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		return nil
	}
	tx.queue = append(tx.queue, queued{what: what, text: tx.d.text(query), args: filled(tx.d, args)})
	return nil
}

// execNow runs a statement in one trip with what waits.
func (tx *Tx) execNow(ctx context.Context, query string, args []any) (sql.Result, error) {
	var tag pgconn.CommandTag
	tx.queue = append(tx.queue, queued{text: tx.d.text(query), args: filled(tx.d, args), tag: &tag})
	if err := tx.send(ctx); err != nil {
		return nil, err
	}
	return driver.RowsAffected(tag.RowsAffected()), nil
}

// now asks a question that answers one row, in one trip with what waits. Its places are those of flags, numbers and texts.
func (tx *Tx) now(ctx context.Context, what, query string, args, places []any) error {
	if tx.conn != nil {
		tx.queue = append(tx.queue, queued{what: what, text: tx.d.text(query), args: filled(tx.d, args), places: places})
		return tx.send(ctx)
	}
	if err := tx.QueryRowContext(ctx, query, args...).Scan(places...); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// send sends what waits.
func (tx *Tx) send(ctx context.Context) error {
	if len(tx.queue) == 0 {
		return nil
	}
	all, batch := tx.queue, new(pgx.Batch)
	tx.queue = nil
	for _, one := range all {
		for i, arg := range one.args {
			value, err := driver.DefaultParameterConverter.ConvertValue(arg)
			if err != nil {
				return one.named(err)
			}
			one.args[i] = value
		}
		batch.Queue(one.text, one.args...)
	}
	err := tx.conn.Raw(func(conn any) error {
		results := conn.(*stdlib.Conn).Conn().SendBatch(tx.in(ctx), batch)
		for _, one := range all {
			if err := one.answered(results); err != nil {
				results.Close() // which says the same again
				return one.named(err)
			}
		}
		return results.Close()
	})
	return tx.d.explain(err)
}

// answered reads the answer.
func (q queued) answered(results pgx.BatchResults) error {
	if q.places != nil {
		return results.QueryRow().Scan(q.places...)
	}
	tag, err := results.Exec()
	if q.tag != nil {
		*q.tag = tag
	}
	return err
}

// named says which statement failed, unless its caller does.
func (q queued) named(err error) error {
	if q.what == "" {
		return err
	}
	return fmt.Errorf("%s: %w", q.what, err)
}
