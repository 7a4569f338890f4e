package doctor

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"transom/api/backup"
	"transom/api/cli"
	"transom/api/domain"
	"transom/api/product"
	"transom/api/store/engine"
	"transom/api/version"
)

const lowFreeBytes = 2 << 30

func checkSettings(_ context.Context, e *product.Env) Finding {
	if e.Facts.Fault != nil {
		return bad("correct them; .env.example explains each setting", "%s", strings.ReplaceAll(e.Facts.Fault.Error(), "\n",
			"; "))
	}
	if e.Facts.OpenToAll {
		return bad("set TRANSOM_REHEARSAL=0; or keep the address private (deploy/README.md, step 5), and stop "+
			"the rehearsal when you have finished",
			"this is a rehearsal at %s: anyone who opens it can sign in as an organiser with one click", e.Facts.SiteURL)
	}
	if e.Facts.Rehearsal {
		return warn("set TRANSOM_REHEARSAL=0 for the public", "this is a rehearsal")
	}
	return ok("all are valid; release %s", version.Release)
}

// checkPermissions checks the whole folder, because a command run as root leaves files that the server cannot write.
func checkPermissions(_ context.Context, e *product.Env) Finding {
	if _, err := os.Stat(filepath.Join(e.Var, "keys", backup.IdentityFile)); err == nil {
		return bad("move keys/"+backup.IdentityFile+" from this machine to two safe places",
			"the key that opens identity documents is stored with them")
	}
	var open, foreign []string
	owner := -1
	err := filepath.WalkDir(e.Var, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o077 != 0 {
			open = append(open, path)
		}
		uid := int(info.Sys().(*syscall.Stat_t).Uid)
		if owner < 0 {
			owner = uid // WalkDir visits the data folder itself first
		}
		if uid != owner {
			foreign = append(foreign, path)
		}
		return nil
	})
	switch {
	case err != nil:
		return bad("run the program as the owner of "+e.Var, "%v", err)
	case len(foreign) > 0:
		return bad(fmt.Sprintf("run `chown -R %d %s`, and run commands as the program's user", owner, e.Var),
			"%s: not owned by the folder's owner", some(foreign))
	case len(open) > 0:
		return bad("chmod -R go= "+e.Var, "other users on this machine can read %s", some(open))
	}
	return ok("%s is private", e.Var)
}

func some(names []string) string {
	const few = 3
	if len(names) <= few {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
}

func checkDisk(_ context.Context, e *product.Env) Finding {
	free, err := product.FreeBytes(e.Var)
	if err != nil {
		return bad("create the folder that TRANSOM_VAR names", "%v", err)
	}
	found := fmt.Sprintf("%d MiB free", free>>20)
	switch {
	case free < product.MinimumFree:
		return bad(fmt.Sprintf("free disk space now: without it, registrations are refused. There should be at "+
			"least %d MiB", product.MinimumFree>>20), "%s", found)
	case free < lowFreeBytes:
		return warn(fmt.Sprintf("free disk space until there are %d MiB: a registration with two pictures needs "+
			"about 1 MiB", lowFreeBytes>>20), "%s", found)
	}
	return ok("%s", found)
}

func checkServer(_ context.Context, e *product.Env) Finding {
	since, running, err := engine.Serving(e.Var)
	if err != nil {
		return bad("run the program as the owner of "+e.Var, "%v", err)
	}
	if !running {
		return bad("`systemctl start transom`; if it does not keep running, `journalctl -u transom` says why",
			"no server is "+"running in %s", e.Var)
	}
	if info, err := os.Stat(filepath.Join(e.Facts.Content, "event.json")); err == nil && info.ModTime().After(since) {
		return warn("systemctl restart transom", "the content is newer than what the server has read")
	}
	return ok("running for %v", time.Since(since).Round(time.Minute))
}

func checkDatabase(ctx context.Context, e *product.Env) Finding {
	d, err := e.Open(ctx)
	if err != nil {
		return bad("read the message", "%v", err)
	}
	if err := d.Store.Verify(ctx); err != nil {
		return bad("stop the server, copy the folder, and restore the last backup (deploy/README.md, \"disk lost\")",
			"%v", err)
	}
	tasks, err := d.Store.OpenTasks(ctx)
	if err != nil {
		return bad("read the message", "%v", err)
	}
	if len(tasks) > 0 {
		return warn("transom list --tasks", "intact; open tasks: %s", cli.Count(len(tasks), "task"))
	}
	return ok("intact; no open tasks")
}

func checkContent(ctx context.Context, e *product.Env) Finding {
	info, err := os.Stat(filepath.Join(e.Facts.Content, "event.json"))
	if err != nil {
		return bad("run `make gen`, or copy data/site from the machine that built the site", "%v", err)
	}
	d, err := e.Open(ctx)
	if err != nil {
		return notKnown()
	}
	if samples, err := domain.CountSamples(e.Facts.Content); err != nil {
		return bad("run `make gen`", "%v", err)
	} else if samples > 0 && !e.Facts.Rehearsal {
		return bad("`go run ./generator check -release` lists them; correct them, run make build, and restart",
			"invented entries that visitors see: %s", cli.Count(samples, "entry"))
	}
	days := int(time.Since(info.ModTime()).Hours() / 24)
	found := fmt.Sprintf("%s, generated %d days ago", d.Content.Event.Name, days)
	if end, err := time.Parse(time.DateOnly, string(d.Content.Event.EndDate)); err == nil &&
		d.Clock.Now().After(end.AddDate(0, 0, 1)) {
		return warn("keep the server running until personal data is erased (see the purge line), then "+
			"stop it; the next edition needs its own data folder (deploy/README.md, \"The next edition\")",
			"%s; the event is over", found)
	}
	return ok("%s", found)
}

// The limits for a database on another machine. Source: postgres reference, sections 4 and 7.
const (
	farDatabase  = 2 * time.Millisecond
	databaseSkew = time.Second
)

func checkDatabaseServer(ctx context.Context, _ *product.Env, d *product.Product) Finding {
	s, err := d.Store.Server(ctx)
	if err != nil {
		return bad("check that it is running and that this machine can reach it", "%v", err)
	}
	if s == nil {
		return ok("not needed: SQLite is a file on this machine")
	}
	leader := "nobody leads"
	if s.Leader != "" {
		leader = fmt.Sprintf("the instance on %s has done the background work for %v", s.Leader, s.Led.Round(time.Second))
	}
	found := fmt.Sprintf("PostgreSQL %s, response time %v, %d connections free; %s", s.Version,
		s.RoundTrip.Round(100*time.Microsecond), s.FreeConnections, leader)
	return checkServerState(*s, found)
}

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
		return warn("run the program close to the database: a registration makes about ten queries", "%s", found)
	}
	return ok("%s", found)
}
