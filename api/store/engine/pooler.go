package engine

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
)

// A pooler such as PgBouncer in transaction mode lends a connection for one transaction at a time, so the leader's lock
// would pass to the next user of the connection. Poolers are refused.

// protocolViolation is PgBouncer's error code for an unknown setting.
const protocolViolation = "08P01"

const poolerAdvice = "this is the address of a pooler, behind which instances cannot hold locks. Write the address " +
	"of the database itself"

// mustBeOwn returns an error if the address is a pooler's: two connections share a session, or settings do not arrive.
func mustBeOwn(ctx context.Context, s *DB) error {
	var pids [2]int
	var timeout string
	for i, db := range []*sql.DB{s.leader, s.write} {
		query := `SELECT pg_backend_pid(), current_setting('lock_timeout')` // a pooler may know a name
		if err := db.QueryRowContext(ctx, query, pgx.QueryExecModeExec).Scan(&pids[i], &timeout); err != nil {
			return err
		}
	}
	if pids[0] == pids[1] || timeout != sessionSettings["lock_timeout"] {
		return errors.New("open the database of TRANSOM_DATABASE: " + poolerAdvice)
	}
	return nil
}
