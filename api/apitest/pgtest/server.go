package pgtest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a running PostgreSQL.
type Server struct {
	Socket string // the folder with the server's socket; the server listens nowhere else
	dir    string
	as     *syscall.SysProcAttr
	// Once this process closes `alive`, or ends, the server stops and its folder is deleted.
	alive io.Closer
	ended chan error
}

// keeper runs PostgreSQL ($1 is its folder, the rest is the command) until its input ends, which happens when the test
// process exits or is killed. It restarts PostgreSQL after a test has stopped it.
const keeper = `
dir=$1; shift
( while :; do "$@" >>"$dir/log" 2>&1; [ -e "$dir/stop" ] && exit; sleep 0.05; done ) &
again=$!
cat >/dev/null
: >"$dir/stop"
kill -INT "$(head -n1 "$dir/data/postmaster.pid")" 2>/dev/null
wait $again
rm -rf "$dir"
`

// Start runs a server for this test alone, as durable as in production. A setting looks like "fsync=off".
func Start(t testing.TB, settings ...string) *Server {
	t.Helper()
	s, err := start(OnDisk, settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	return s
}

// StartAlone runs a server for a program that is not a test.
func StartAlone(settings ...string) (s *Server, stop func(), err error) {
	if s, err = start(OnDisk, settings...); err != nil {
		return nil, nil, err
	}
	return s, s.stop, nil
}

func start(parent string, settings ...string) (_ *Server, err error) {
	postgres, err := program("postgres")
	if err != nil {
		return nil, err
	}
	as, owner, err := NotRoot()
	if err != nil {
		return nil, err
	}
	dir, err := Folder(parent, owner)
	if err != nil {
		return nil, err
	}
	s := &Server{Socket: dir, dir: dir, as: as, ended: make(chan error, 1)}
	if err := s.init(); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	args := []string{"-c", keeper, "keeper", dir, postgres, "-D", filepath.Join(dir, "data"), "-k", dir, "-c",
		"listen_addresses=", "-c", "max_connections=600"}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	command := exec.Command("sh", args...)
	command.Dir, command.SysProcAttr = dir, as
	if s.alive, err = command.StdinPipe(); err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start PostgreSQL: %w", err)
	}
	go func() { s.ended <- command.Wait() }()
	if err := s.Wait(); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

// The cluster sorts strings by their bytes, as SQLite does.
func (s *Server) init() error {
	initdb, err := program("initdb")
	if err != nil {
		return err
	}
	command := exec.Command(initdb, "-D", filepath.Join(s.dir, "data"), "-U", Role, "-A", "trust", "--no-sync",
		"--no-instructions", "--encoding=UTF8", "--locale=C.UTF-8")
	command.Dir, command.SysProcAttr = s.dir, s.as
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return nil
}

// NotRoot returns a user to run the server as, because PostgreSQL refuses to run as root.
func NotRoot() (*syscall.SysProcAttr, int, error) {
	attr := &syscall.SysProcAttr{Setpgid: true} // Ctrl-C stops only the tests; the server stops after them
	if os.Geteuid() != 0 {
		return attr, os.Geteuid(), nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, _ := strconv.Atoi(u.Uid)
			gid, _ := strconv.Atoi(u.Gid)
			attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
			return attr, uid, nil
		}
	}
	return nil, 0, fmt.Errorf("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")
}

// Wait returns when the server accepts connections.
func (s *Server) Wait() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.Address(adminDB))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			return fmt.Errorf("PostgreSQL does not answer: %w\n%s", err, log)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Crash stops the server at once. It restarts automatically: call Wait before the next connection.
func (s *Server) Crash() error {
	raw, err := os.ReadFile(filepath.Join(s.dir, "data", "postmaster.pid"))
	if err != nil {
		return fmt.Errorf("crash PostgreSQL: %w", err)
	}
	first, _, _ := bytes.Cut(raw, []byte("\n"))
	pid, err := strconv.Atoi(strings.TrimSpace(string(first)))
	if err != nil {
		return fmt.Errorf("crash PostgreSQL: %w", err)
	}
	return syscall.Kill(pid, syscall.SIGQUIT) // pg_ctl calls this shutdown mode "immediate"
}

func (s *Server) stop() {
	s.alive.Close()
	<-s.ended
}
