package store

import (
	"context"
	"database/sql/driver"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// queued is a statement that waits.
type queued struct {
	what, text string
	args       []any
	places     []any // of the one row that it answers; nil when nobody looks at what it answers
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
	tx.queue = append(tx.queue, queued{what, tx.d.text(query), filled(tx.d, args), nil})
	return nil
}

// now asks a question that answers one row, in one trip with what waits. Its places are those of flags, numbers and texts.
func (tx *Tx) now(ctx context.Context, what, query string, args, places []any) error {
	if tx.conn != nil {
		tx.queue = append(tx.queue, queued{what, tx.d.text(query), filled(tx.d, args), places})
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
				return fmt.Errorf("%s: %w", one.what, err)
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
				return fmt.Errorf("%s: %w", one.what, err)
			}
		}
		return results.Close()
	})
	return tx.d.explain(err)
}

// answered reads the answer.
func (q queued) answered(results pgx.BatchResults) (err error) {
	if q.places != nil {
		return results.QueryRow().Scan(q.places...)
	}
	_, err = results.Exec()
	return err
}
