package command_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"transom/api/apitest/testdb"
	"transom/api/command"
)

func TestEveryResultIsJSON(t *testing.T) {
	o := newOffice(t)
	form, b := o.buy()
	o.server.Exec(`INSERT INTO tasks (dedupe_key, kind, booking_id, attempt_ref, text, created_at)
			VALUES ('k', 'k', '', '', 't', 1)`)
	email, dir := form["email"].(string), t.TempDir()
	// tested in doctor_test.go and move_test.go; restore comes last
	done := map[string]bool{"doctor": true, "move-database": true, "restore": true}
	// tested in ../app: json_test.go, activity_log_test.go, new_edition_test.go
	for _, name := range []string{"new-edition", "check-settings", "make-keys", "mail", "reconcile", "ticket",
		"alarm"} {
		done[name] = true
	}
	for _, args := range [][]string{
		{"list"}, {"show", b.ID}, {"export", filepath.Join(dir, "a.csv")}, {"export", filepath.Join(dir, "a.xlsx")},
		{"list", "--tasks"},
		{"action", "correct", b.ID, "--changes", "city=Indore", "--why", "w", "--yes"},
		{"action", "document-approve", b.ID, "--why", "w", "--yes"},
		{"sales", "pause", "--sentence", "Later.", "--why", "w"}, {"sales", "status"}, {"sales", "resume", "--why", "w"},
		{"sales", "refund-all", "--why", "w", "--yes"},
		{"identity", "open", b.ID, "--identity", filepath.Join(o.dir, "identity-papers.identity"), "--who", "Desk", "--why",
			"check", "--out", filepath.Join(dir, "p.jpg")},
		{"identity", "log"}, {"person", "export", email},
		{"person", "withdraw", email, "--dry-run"}, {"person", "withdraw", email},
		{"staff", "add", "mira@example.org", "--name", "Mira", "--role", "viewer", "--why", "x"},
		{"staff", "reset", "mira@example.org", "--why", "x"},
		{"activity-log"},
		{"purge", "--dry-run"}, {"purge"}, {"person", "erase", email, "--yes"}, {"backup", filepath.Join(dir, "backups")},
	} {
		done[args[0]] = true
		out := o.must(append(args, "--json")...)
		if !json.Valid([]byte(out)) {
			t.Errorf("%v: %s", args, out)
		}
	}
	made, err := filepath.Glob(filepath.Join(dir, "backups", "transom-*"))
	if err != nil || len(made) != 1 {
		t.Fatalf("%v, %v", made, err)
	}
	o.dir = filepath.Join(dir, "var")
	testdb.Empty(t, o.dir)
	if out := o.must("restore", made[0], "--json"); !json.Valid([]byte(out)) {
		t.Error(out)
	}
	for _, c := range command.All() {
		if !done[c.Name] {
			t.Errorf("%s was not tried", c.Name)
		}
	}
}
