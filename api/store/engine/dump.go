package engine

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
)

// Backups of PostgreSQL are made with its own programs, which must be at least as new as the server. Nothing is
// compressed, because pictures cannot be compressed further (measured: ten times as fast).
const (
	dumper   = "pg_dump"
	restorer = "pg_restore"
)

func (d *postgresDialect) snapshot(ctx context.Context, db *sql.DB, path string) error {
	var version int
	var schema string
	if err := db.QueryRowContext(ctx, `SELECT CAST(current_setting('server_version_num') AS INTEGER) / 10000,
			current_schema()`).Scan(&version, &schema); err != nil {
		return d.explain(err)
	}
	if err := runTool(ctx, dumper, d.address, "--format=custom", "--compress=0", "--no-owner", "--no-privileges",
		"--schema="+schema, "--file="+path); err != nil {
		return fmt.Errorf("%w (if %s is older than the server: apt-get install postgresql-client-%d)", err, dumper, version)
	}
	return nil
}

// Restore fills an empty PostgreSQL database from a backup, completely or not at all.
func Restore(ctx context.Context, address, path string) error {
	if err := MustBeEmpty(ctx, address); err != nil {
		return err
	}
	return runTool(ctx, restorer, address, "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges",
		"--schema=public", path)
}

// MustBeEmpty refuses a PostgreSQL database that contains tables, because they may be the only copy of their data.
func MustBeEmpty(ctx context.Context, address string) error {
	s, err := openPostgres(ctx, address, func(context.Context, *sql.DB, dialect) error { return nil })
	if err != nil {
		return err
	}
	defer s.Close()
	var tables int
	err = s.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM information_schema.tables
			WHERE table_schema = current_schema()`).Scan(&tables)
	if err != nil {
		return explainStart(err)
	}
	if tables > 0 {
		return fmt.Errorf("the database of TRANSOM_DATABASE is not empty (it has %d tables): stop all instances of the "+
			"program and create a new, empty one "+
			"with the encoding UTF8. Nothing was done", tables)
	}
	return nil
}

// runTool passes the password in the environment, where the machine's other users cannot see it.
func runTool(ctx context.Context, name, address string, args ...string) error {
	path, err := exec.LookPath(name)
	if err != nil {
		return fmt.Errorf("a backup of PostgreSQL needs its program %s, which this machine does not have: apt-get install "+
			"postgresql-client. Nothing was written", name)
	}
	plain, password := withoutPassword(address)
	command := exec.CommandContext(ctx, path, append([]string{"--no-password", "--dbname=" + plain}, args...)...)
	command.Env = append(os.Environ(), "PGPASSWORD="+password, "PGCONNECT_TIMEOUT=10", "LC_ALL=C")
	if u, err := url.Parse(plain); err == nil {
		command.Env = append(command.Env, "PGHOST="+u.Hostname()) // makes Debian's wrapper run the newest version
	}
	var said bytes.Buffer
	command.Stderr = &said
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(said.String()))
	}
	return nil
}

// driverOnly lists the parameters of the address that PostgreSQL's own programs do not know.
var driverOnly = []string{"default_query_exec_mode", "statement_cache_capacity", "description_cache_capacity"}

func withoutPassword(address string) (plain, password string) {
	u, err := url.Parse(address)
	if err != nil {
		return "", "" // cannot happen: CheckAddress has already parsed the address
	}
	query := u.Query()
	password, given := u.User.Password()
	if !given {
		password = query.Get("password")
	}
	u.User = url.User(u.User.Username())
	for _, name := range append(driverOnly, "password") {
		query.Del(name)
	}
	u.RawQuery = query.Encode()
	return u.String(), password
}
