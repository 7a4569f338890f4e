package app

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/command"
	"transom/api/store"
	"transom/api/store/engine"
)

// New commands must not change the database while the previous version's server is running (decision 0045).
func TestCommandsLeaveAnOlderDatabaseAlone(t *testing.T) {
	folder := settle(t)
	current := emptyDatabase(t, folder)
	path := filepath.Join(folder, "transom.db")
	setVersion(t, path, current-1)
	before := readFile(t, path)
	tried := map[string]bool{"serve": true, "restore": true, "check-settings": true, "make-keys": true,
		"alarm": true, "move-database": true}
	for _, line := range []string{
		"list", "list --tasks", "show b", "export " + folder + "/a.csv", "sales status", "sales refund-all --why y --yes",
		"identity open b --who x --why y --identity i --out o", "identity log", "person export a@example.org",
		"person withdraw a@example.org", "person erase a@example.org --yes", "purge", "backup " + folder + "/b", "doctor",
		"reconcile --fix", "mail status", "mail retry", "action correct b --changes city=x --why y", "action add --why y",
		"action approve --request r --why y", "action void b --why y --yes", "new-edition " + folder,
		"staff reset a@example.org --why y", "activity-log", "ticket rotate",
	} {
		words := strings.Fields(line)
		tried[words[0]] = true
		out, err := runPrinting(t, words...)
		if err == nil || !strings.Contains(out+err.Error(),
			fmt.Sprintf("the database has schema version %d, this program %d: the server upgrades the database",
				current-1, current)) {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
	for _, c := range command.All() {
		if !tried[c.Name] {
			t.Errorf("%s was not tried", c.Name)
		}
	}
	if !bytes.Equal(before, readFile(t, path)) {
		t.Error("the database was changed")
	}
}

func TestADamagedPageStopsTheStart(t *testing.T) {
	folder := settle(t)
	emptyDatabase(t, folder)
	path := filepath.Join(folder, "transom.db")
	raw := readFile(t, path)
	page := len(raw) / 2 / 4096 * 4096
	copy(raw[page:page+4096], bytes.Repeat([]byte{0xA5}, 4096))
	must(t, os.WriteFile(path, raw, 0o600))
	busy(t)
	_, err := runPrinting(t, "serve")
	apitest.Fails(t, err, "the database "+path+" is damaged (")
	// doctor would wait for a server at the old address.
	t.Setenv("TRANSOM_ADDR", apitest.FreeAddress(t))
	if out, err := runPrinting(t, "doctor"); err == nil || !strings.Contains(out, "bad   database") {
		t.Errorf("doctor: %v\n%s", err, out)
	}
}

// emptyDatabase returns the schema version.
func emptyDatabase(t *testing.T, folder string) (version int) {
	t.Helper()
	db, err := store.Open(t.Context(), folder)
	must(t, err)
	must(t, db.Close())
	raw := openRaw(t, filepath.Join(folder, "transom.db"))
	defer raw.Close()
	must(t, raw.QueryRow(`PRAGMA user_version`).Scan(&version))
	return version
}

func setVersion(t *testing.T, path string, version int) {
	t.Helper()
	raw := openRaw(t, path)
	defer raw.Close()
	if _, err := raw.Exec(fmt.Sprintf(`PRAGMA user_version = %d`, version)); err != nil {
		t.Fatal(err)
	}
	if _, err := raw.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		t.Fatal(err)
	}
}

func openRaw(t *testing.T, path string) *sql.DB {
	t.Helper()
	raw, err := sql.Open("sqlite", engine.Address(path, ""))
	must(t, err)
	return raw
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	raw, err := os.ReadFile(path)
	must(t, err)
	return raw
}

// The database that remains after a move would sell the same seats a second time.
func TestDataThatHasMovedIsNotUsed(t *testing.T) {
	folder := settle(t)
	db, err := store.Open(t.Context(), folder)
	must(t, err)
	must(t, db.SetMark(t.Context(), engine.MarkMoved, "PostgreSQL", time.Date(2025, 3, 10, 12, 30, 0, 0, time.UTC)))
	must(t, db.Close())
	for _, command := range []string{"serve", "list", "reconcile", "backup " + t.TempDir(), "check-settings"} {
		out, err := runPrinting(t, strings.Fields(command)...)
		if err == nil {
			t.Errorf("%s: went on", command)
			continue
		}
		apitest.Says(t, out+err.Error(), "the data was moved from here to PostgreSQL (2025-03-10 12:30Z)",
			"set TRANSOM_DATABASE to that place", "first move this folder's transom.db away")
	}
}
