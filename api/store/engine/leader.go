package engine

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"time"
)

// Of several copies of this program one runs the workers that send mail, ask the gateway and destroy what is due: the
// one that holds a lock in the database. Whoever dies loses its connection, and with it the lock. Whoever freezes loses
// it after leaderIdle, because the connection has to be used all the time; when it wakes up it runs beside the new
// leader for a moment, so no worker relies on being alone: what is done twice is harmless (keys of refunds,
// Message-IDs, settling).

const (
	leaderLock  = `SELECT pg_try_advisory_lock(` + lockSpace + `, 3)`
	leaderPause = 500 * time.Millisecond // between two tries, and two signs of life
	leaderWait  = 3 * time.Second        // for an answer to one of them
	leaderIdle  = "10s"
)

// Lead runs work whenever this copy is the one that leads, until the context ends. The context of work ends when it
// leads no more; work is waited for before anybody here tries again. With SQLite there is one copy, which leads.
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

// Leads reports whether this copy is the one that leads, as far as it knows.
func (s *DB) Leads() bool { return s.leads.Load() }

// leadOnce tries to lead, and does until it cannot any more. Its error is that of work; a database that is away is
// none.
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
	// A connection that went back to the pool would hold the lock on; this is the one error for which the pool closes it.
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
