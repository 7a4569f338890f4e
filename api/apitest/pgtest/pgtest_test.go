package pgtest

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"transom/api/apitest/check"
)

var must = check.Must

func fill(address string) error {
	conn, err := pgx.Connect(context.Background(), address)
	if err != nil {
		return err
	}
	defer conn.Close(context.Background())
	_, err = conn.Exec(context.Background(), `CREATE TABLE filled (n BIGINT)`)
	return err
}

// The tables already exist.
func TestEachTestHasItsOwnDatabase(t *testing.T) {
	first, second := Database(t, fill), Database(t, fill)
	if first == second {
		t.Fatal(first)
	}
	for _, address := range []string{first, second} {
		conn, err := pgx.Connect(t.Context(), address)
		must(t, err)
		defer conn.Close(t.Context())
		var n int
		if _, err := conn.Exec(t.Context(), `INSERT INTO filled VALUES (1)`); err != nil {
			t.Fatal(err)
		}
		if err := conn.QueryRow(t.Context(), `SELECT COUNT(*) FROM filled`).Scan(&n); err != nil || n != 1 {
			t.Errorf("%d rows, %v", n, err)
		}
	}
}

// All committed data survives.
func TestCrash(t *testing.T) {
	s := Start(t)
	must(t, s.Run(`CREATE DATABASE kept`))
	must(t, s.Crash())
	must(t, s.Wait())
	if err := s.Run(`DROP DATABASE kept`); err != nil {
		t.Error(err)
	}
}

// If the test process is killed, its server stops and its folder is deleted.
func TestAKilledTestLeavesNothing(t *testing.T) {
	if os.Getenv("PGTEST_CHILD") == "1" {
		os.Stdout.WriteString(Start(t).Socket + "\n")
		select {}
	}
	command := exec.Command(os.Args[0], "-test.run=^TestAKilledTestLeavesNothing$")
	command.Env = append(os.Environ(), "PGTEST_CHILD=1")
	out, err := command.StdoutPipe()
	must(t, err)
	must(t, command.Start())
	line := make([]byte, 200)
	n, err := out.Read(line)
	folder := strings.TrimSpace(string(line[:n]))
	if err != nil || !strings.HasPrefix(folder, "/tmp/") {
		t.Fatalf("%q, %v", folder, err)
	}
	command.Process.Kill()
	command.Wait()
	until(t, func() bool { _, err := os.Stat(folder); return os.IsNotExist(err) })
}

func until(t *testing.T, done func() bool) {
	t.Helper()
	for range 3000 {
		if done() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("it did not happen")
}
