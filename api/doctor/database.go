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
		return bad("is it running, and may this machine reach it?", "%v", err)
	}
	if s == nil {
		return ok("none is needed: SQLite is a file of this machine")
	}
	leader := "nobody leads"
	if s.Leader != "" {
		leader = fmt.Sprintf("the program on %s has led for %v", s.Leader, s.Led.Round(time.Second))
	}
	found := fmt.Sprintf("PostgreSQL %s, %v away, %d connections left; %s", s.Version,
		s.RoundTrip.Round(100*time.Microsecond), s.FreeConnections, leader)
	if e.Facts.TryPooler == nil {
		return checkServerState(*s, found, engine.CopyConnections)
	}
	if err := e.Facts.TryPooler(ctx); err != nil {
		return bad("look at TRANSOM_DATABASE, which is the pooler's address, and at its log", "the pooler: %v", err)
	}
	return checkServerState(*s, "through a pooler to "+found, engine.OwnConnections)
}

// checkServerState requires as many free connections as one more instance uses.
func checkServerState(s engine.ServerState, found string, wanted int) Finding {
	switch {
	case s.Encoding != "UTF8":
		return bad("create a database with the encoding UTF8 and restore a backup into it", "the encoding is %s", s.Encoding)
	case s.Commits == "off":
		return bad("ALTER DATABASE … SET synchronous_commit = on, and restart every copy",
			"synchronous_commit is off: what was answered may be lost")
	case s.Skew.Abs() > databaseSkew:
		return bad("timedatectl set-ntp true on every machine; codes and links go by these clocks",
			"this machine's clock and the database's differ by %v", s.Skew.Round(100*time.Millisecond))
	case s.FreeConnections < wanted:
		return bad("raise max_connections, or run fewer copies", "%s; one more copy of the program takes %d", found, wanted)
	case s.Leader == "":
		return bad("is a server running anywhere? Mails and refunds wait until one is", "%s", found)
	case s.Syncs == "off":
		return warn("set fsync = on in postgresql.conf: a power cut may destroy the whole database", "fsync is off")
	case s.RoundTrip > farDatabase:
		return warn("put the program into the zone of the database: a registration takes twenty such trips", "%s", found)
	}
	return ok("%s", found)
}
