package doctor

import (
	"context"
	"fmt"
	"time"

	"transom/api/product"
	"transom/api/store/engine"
)

// The accepted limits of a database on another machine. Source: postgres reference, sections 4 and 7.
const (
	farDatabase  = 2 * time.Millisecond
	databaseSkew = time.Second
)

// checkDatabaseServer checks PostgreSQL; a SQLite file is checked by the database check.
func checkDatabaseServer(ctx context.Context, e *product.Env) Finding {
	d, err := e.Open(ctx)
	if err != nil {
		return notKnown()
	}
	s, err := d.Store.Server(ctx)
	if err != nil {
		return bad("check that it is running and that this machine can reach it", "%v", err)
	}
	if s == nil {
		return ok("not needed: SQLite is a file of this machine")
	}
	leader := "nobody leads"
	if s.Leader != "" {
		leader = fmt.Sprintf("the instance on %s has done the background work for %v", s.Leader, s.Led.Round(time.Second))
	}
	found := fmt.Sprintf("PostgreSQL %s, response time %v, %d connections free; %s", s.Version,
		s.RoundTrip.Round(100*time.Microsecond), s.FreeConnections, leader)
	return checkServerState(*s, found)
}

// checkServerState requires as many free connections as one more instance uses.
func checkServerState(s engine.ServerState, found string) Finding {
	switch {
	case s.Encoding != "UTF8":
		return bad("create a database with the encoding UTF8 and restore a backup into it", "the encoding is %s", s.Encoding)
	case s.Commits == "off":
		return bad("run ALTER DATABASE … SET synchronous_commit = on, and restart all instances",
			"synchronous_commit is off: confirmed changes can be lost")
	case s.Skew.Abs() > databaseSkew:
		return bad("run `timedatectl set-ntp true` on all machines; codes and links depend on these clocks",
			"the clocks of this machine and the database differ by %v", s.Skew.Round(100*time.Millisecond))
	case s.FreeConnections < engine.CopyConnections:
		return bad("increase max_connections, or run fewer instances", "%s; another instance needs %d", found,
			engine.CopyConnections)
	case s.Leader == "":
		return bad("check that a server is running; emails and refunds wait until then", "%s", found)
	case s.Syncs == "off":
		return warn("set fsync = on in postgresql.conf: otherwise a power cut can destroy the database", "fsync is off")
	case s.RoundTrip > farDatabase:
		return warn("run the program close to the database: a registration needs twenty queries", "%s", found)
	}
	return ok("%s", found)
}
