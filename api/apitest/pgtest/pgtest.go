// Package pgtest starts a real PostgreSQL for tests: Debian's program, in its own folder, with a socket instead of a
// port, never as root. It knows nothing about the product's tables.
package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Role is the database role that owns everything.
const Role = "transom"

// Each test's database is a copy of the template.
const (
	adminDB  = "postgres"
	template = "filled"
)

// shared starts with the first test that needs it, and stops when this process ends.
var shared struct {
	once   sync.Once
	server *Server
	err    error
	fill   sync.Once
	number atomic.Int64
}

// Database returns the address of a new database: a copy of a template that `fill` fills once per process. The database
// is dropped when the test ends; the test must have closed its connections by then.
func Database(t testing.TB, fill func(address string) error) string {
	t.Helper()
	s := Shared(t)
	shared.fill.Do(func() {
		if shared.err = s.Run(`CREATE DATABASE ` + template); shared.err == nil {
			shared.err = fill(s.Address(template))
		}
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	// file_copy takes half as long as the default strategy if the server does not sync its files.
	return database(t, s, ` TEMPLATE `+template+` STRATEGY file_copy`)
}

// Empty returns the address of a new empty database.
func Empty(t testing.TB) string {
	t.Helper()
	return database(t, Shared(t), ``)
}

func database(t testing.TB, s *Server, options string) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", shared.number.Add(1))
	if err := s.Run(`CREATE DATABASE ` + name + options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Run(`DROP DATABASE ` + name + ` WITH (FORCE)`); err != nil {
			t.Error(err)
		}
	})
	return s.Address(name)
}

// Shared returns the server that this process's tests share. Tests about crashes start their own (Start).
func Shared(t testing.TB) *Server {
	t.Helper()
	shared.once.Do(func() { shared.server, shared.err = start(inMemory(), "fsync=off", "full_page_writes=off") })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.server
}

// inMemory returns a folder in memory, where copying databases is much faster, or one on disk if memory is short.
func inMemory() string {
	const folder, room = "/dev/shm", 1 << 30
	var disk syscall.Statfs_t
	if syscall.Statfs(folder, &disk) != nil || disk.Bavail*uint64(disk.Bsize) < room {
		return OnDisk
	}
	return folder
}

// OnDisk is for servers that must be durable. Its path is short, because a socket's path may have at most 107 bytes.
const OnDisk = "/tmp"

// Address returns the address of one of the server's databases.
func (s *Server) Address(database string) string {
	u := url.URL{Scheme: "postgres", User: url.User(Role), Path: "/" + database,
		RawQuery: url.Values{"host": {s.Socket}, "connect_timeout": {"60"}}.Encode()} // the machine may be busy
	return u.String()
}

// Run executes a statement in the administrators' database.
func (s *Server) Run(statement string) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, s.Address(adminDB))
	if err != nil {
		return fmt.Errorf("connect to the tests' PostgreSQL: %w", err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, statement); err != nil {
		return fmt.Errorf("%s: %w", statement, err)
	}
	return nil
}

func program(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	versions, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if len(versions) == 0 {
		return "", fmt.Errorf("%s is not installed: `make tools` installs Debian's postgresql", name)
	}
	return versions[len(versions)-1], nil
}

// Folder creates a folder whose path is short enough for a socket, and gives it to the owner.
func Folder(parent string, owner int) (string, error) {
	dir, err := os.MkdirTemp(parent, "transom-pg-")
	if err != nil {
		return "", err
	}
	return dir, os.Chown(dir, owner, -1)
}
