package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"transom/api/apitest/pgtest"
)

// pooler starts a real PgBouncer in transaction mode in front of a server, and returns PgBouncer's address. Settings
// are lines of its configuration, like "ignore_startup_parameters = lock_timeout".
func pooler(t testing.TB, address string, settings ...string) string {
	t.Helper()
	bouncer, err := exec.LookPath("pgbouncer")
	if err != nil {
		bouncer, err = exec.LookPath("/usr/sbin/pgbouncer") // /usr/sbin may be missing from PATH
	}
	if err != nil {
		t.Fatal("PgBouncer is not installed: `make tools` brings it")
	}
	as, owner, err := pgtest.NotRoot()
	must(t, err)
	dir, err := pgtest.Folder(pgtest.OnDisk, owner)
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	u, err := url.Parse(address)
	must(t, err)
	text := fmt.Sprintf("[databases]\n* = host=%s\n[pgbouncer]\npool_mode = transaction\nunix_socket_dir = "+
		"%s\nlisten_port = 5432\n"+
		"auth_type = trust\nauth_file = %s/users\nmax_client_conn = 500\nserver_login_retry = 1\n", u.Query().Get("host"),
		dir, dir)
	for _, line := range settings {
		text += line + "\n"
	}
	for name, content := range map[string]string{"users": `"` + pgtest.Role + `" ""`, "ini": text} {
		file := filepath.Join(dir, name)
		// PgBouncer runs as another user, and a test may have changed the umask.
		must(t, errors.Join(os.WriteFile(file, []byte(content), 0o600), os.Chown(file, owner, -1)))
	}
	command := exec.Command(bouncer, filepath.Join(dir, "ini"))
	var output bytes.Buffer
	command.Dir, command.SysProcAttr, command.Stdout, command.Stderr = dir, as, &output, &output
	must(t, command.Start())
	t.Cleanup(func() { command.Process.Kill(); command.Wait() })
	u.RawQuery = url.Values{"host": {dir}}.Encode()
	for until := time.Now().Add(2 * time.Minute); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
		var conn *pgx.Conn
		if conn, err = pgx.Connect(t.Context(), u.String()); err == nil {
			conn.Close(t.Context())
			return u.String()
		}
	}
	command.Process.Kill()
	command.Wait()
	t.Fatalf("PgBouncer does not answer: %v\n%s", err, output.String())
	return ""
}
