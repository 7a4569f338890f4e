package engine

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"time"
)

// One of several instances runs the workers: the one that holds a lock in the database (decision 0043). The lock ends
// with the connection, which the database closes after leaderIdle without a query. An instance that freezes and later
// continues works beside the new leader for a moment, so every worker must be safe to run twice.

const (
	leaderLock  = `SELECT pg_try_advisory_lock(` + lockSpace + `, 3)`
	leaderPause = 500 * time.Millisecond // the pause between attempts to lead, and between queries that keep the lock
	leaderWait  = 3 * time.Second        // how long to wait for a query that keeps the lock
	leaderIdle  = "10s"
)

// Lead calls `work` whenever this instance leads, until the context ends. The context of `work` ends when the instance
// no longer leads; Lead waits for `work` to return before it tries again. With SQLite, the only instance always leads.
func (s *DB) Lead(ctx context.Context, work func(context.Context) error) error {
	if s.leader == nil {
		return s.lead(ctx, work)
	}
	for ctx.Err() == nil {
		if err := s.leadOnce(ctx, work); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(leaderPause):
		}
	}
	return nil
}

func (s *DB) lead(ctx context.Context, work func(context.Context) error) error {
	s.leads.Store(true)
	defer s.leads.Store(false)
	return work(ctx)
}

// Leads reports whether this instance leads, as far as it knows.
func (s *DB) Leads() bool { return s.leads.Load() }

// leadOnce leads until it loses the lock. It returns only errors from `work`.
func (s *DB) leadOnce(ctx context.Context, work func(context.Context) error) error {
	conn, err := s.leader.Conn(ctx)
	if err != nil {
		return nil
	}
	defer conn.Close()
	var leads bool
	if err := ask(ctx, conn, leaderLock, &leads); err != nil || !leads {
		return nil
	}
	// If the connection were returned to the pool, it would keep the lock; only this error makes the pool close it.
	defer conn.Raw(func(any) error { return driver.ErrBadConn })
	leading, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- s.lead(leading, work) }()
	for {
		select {
		case err := <-ended:
			return err
		case <-time.After(leaderPause):
		}
		var one int
		if err := ask(ctx, conn, `SELECT 1`, &one); err != nil {
			stop()
			return <-ended
		}
	}
}

func ask(ctx context.Context, conn *sql.Conn, query string, place any) error {
	ctx, cancel := context.WithTimeout(ctx, leaderWait)
	defer cancel()
	return conn.QueryRowContext(ctx, query).Scan(place)
}
