package engine

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// ServerState describes a database server.
type ServerState struct {
	Version, Encoding string
	// Commits and Syncs are synchronous_commit and fsync: whether a response waits for the disk.
	Commits, Syncs string
	RoundTrip      time.Duration
	Skew           time.Duration // how far this machine's clock is ahead of the database's
	// FreeConnections is how many more connections the server accepts; each instance uses CopyConnections.
	FreeConnections int
	// Leader is the machine of the instance that leads, or "" if there is none; Led is how long that instance has led.
	Leader string
	Led    time.Duration
	Copies int // the number of machines with connected instances
}

// CopyConnections is how many connections one instance uses, including the leader's and one for a command.
const CopyConnections = writeConnections + readConnections + deskConnections + gateReaders + 2

// Server returns the state of the database server, or nil for SQLite.
func (s *DB) Server(ctx context.Context) (*ServerState, error) {
	if !s.Shared() {
		return nil, nil
	}
	var one int
	if err := s.read.QueryRowContext(ctx, `SELECT 1`).Scan(&one); err != nil { // may have to open a connection first
		return nil, err
	}
	began := time.Now()
	var at int64
	if err := s.read.QueryRowContext(ctx, databaseTime).Scan(&at); err != nil {
		return nil, err
	}
	state := ServerState{RoundTrip: time.Since(began)}
	state.Skew = time.Until(time.UnixMilli(at)) * -1
	var led int64
	err := s.read.QueryRowContext(ctx, serverState).Scan(&state.Version, &state.Encoding, &state.Commits,
		&state.Syncs, &state.FreeConnections, &state.Copies)
	if err != nil {
		return nil, err
	}
	err = s.read.QueryRowContext(ctx, currentLeader).Scan(&state.Leader, &led)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	state.Led = time.Duration(led) * time.Second
	return &state, nil
}

const (
	databaseTime = `SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)`
	serverState  = `
		SELECT current_setting('server_version'), current_setting('server_encoding'),
		       current_setting('synchronous_commit'), current_setting('fsync'),
		       CAST(current_setting('max_connections') AS BIGINT)
		       - CAST(current_setting('superuser_reserved_connections') AS BIGINT)
		       - (SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
		       (SELECT COUNT(DISTINCT COALESCE(client_addr, '127.0.0.1')) FROM pg_stat_activity
		        WHERE datname = current_database() AND application_name = 'transom')`
	currentLeader = `
		SELECT COALESCE(host(a.client_addr), 'the database''s own machine'),
		       CAST(extract(epoch FROM clock_timestamp() - a.backend_start) AS BIGINT)
		FROM pg_locks l
		JOIN pg_stat_activity a ON a.pid = l.pid
		WHERE l.locktype = 'advisory' AND l.classid = ` + lockSpace + ` AND l.objid = 3 AND l.granted
		  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`
)

// A pooler such as PgBouncer in transaction mode lends a connection for one transaction at a time, so the leader's lock
// would pass to the next user of the connection. Poolers are refused.

// protocolViolation is PgBouncer's error code for an unknown setting.
const protocolViolation = "08P01"

const poolerAdvice = "this is the address of a pooler, behind which instances cannot hold locks. Write the address " +
	"of the database itself"

// mustBeOwn returns an error if the server is a pooler: two connections share a session, or settings have no effect.
func mustBeOwn(ctx context.Context, s *DB) error {
	var pids [2]int
	var timeout string
	for i, db := range []*sql.DB{s.leader, s.write} {
		// The query is not prepared, because a pooler may already have a statement with the same name.
		query := `SELECT pg_backend_pid(), current_setting('lock_timeout')`
		if err := db.QueryRowContext(ctx, query, pgx.QueryExecModeExec).Scan(&pids[i], &timeout); err != nil {
			return err
		}
	}
	if pids[0] == pids[1] || timeout != sessionSettings["lock_timeout"] {
		return errors.New("open the database of TRANSOM_DATABASE: " + poolerAdvice)
	}
	return nil
}
