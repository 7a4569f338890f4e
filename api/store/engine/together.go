package engine

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// maxTogether limits how many statements wait, because each holds its values.
const maxTogether = 16

// together holds the statements of a PostgreSQL transaction whose results nobody reads. They are sent in one message
// before the next query or the end of the transaction, because all other writers wait while a message travels. A
// registration writes five rows in this way.
type together struct {
	conn   *sql.Conn
	d      dialect
	batch  pgx.Batch
	names  []string // of the statements, for errors
	failed error    // the first error; PostgreSQL refuses everything after it
}

// add reports false if statements are not collected.
func (t *together) add(ctx context.Context, name, statement string, args []any) (bool, error) {
	if t == nil {
		return false, nil
	}
	t.batch.Queue(t.d.text(statement), filled(t.d, args)...)
	if t.names = append(t.names, name); len(t.names) == maxTogether {
		return true, t.send(ctx)
	}
	return true, nil
}

// send sends the statements that wait.
func (t *together) send(ctx context.Context) error {
	if t == nil || t.failed != nil || len(t.names) == 0 {
		return t.sent()
	}
	batch, names := t.batch, t.names
	t.batch, t.names = pgx.Batch{}, nil
	t.failed = t.d.explain(t.conn.Raw(func(driver any) error {
		results := driver.(*stdlib.Conn).Conn().SendBatch(ctx, &batch)
		defer results.Close()
		for _, name := range names {
			if _, err := results.Exec(); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	}))
	return t.failed
}

// sent returns the first error.
func (t *together) sent() error {
	if t == nil {
		return nil
	}
	return t.failed
}
