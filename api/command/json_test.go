package command_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"transom/api/apitest/testdb"
	"transom/api/command"
)

// With --json every command prints one JSON value and nothing else.
func TestEveryResultIsJSON(t *testing.T) {
	testdb.OnlySQLite(t, "the backup is a copy of its file; that of PostgreSQL is not built yet")
	o := newOffice(t)
	form, b := o.buy()
	_, second := o.buy()
	o.exec(`INSERT INTO tasks (dedupe_key, kind, booking_id, attempt_ref, text, created_at) VALUES ('k', 'k', '', '', 't', 1)`)
	email, dir := form["email"].(string), t.TempDir()
	done := map[string]bool{"doctor": true, "restore": true}                                               // doctor_test.go; restore comes last
	for _, name := range []string{"check-settings", "make-keys", "mail", "reconcile", "ticket", "alarm"} { // ../json_test.go, ../alarm_command_test.go
		done[name] = true
	}
	for _, args := range [][]string{
		{"list"}, {"show", b.ID}, {"export", filepath.Join(dir, "a.csv")}, {"export", filepath.Join(dir, "a.xlsx")},
		{"photos", filepath.Join(dir, "photos")}, {"tasks"}, {"tasks", "done", "k"}, {"resend", b.ID},
		{"refund", b.ID, "--dry-run"}, {"refund", second.ID, "--yes"}, {"refund", "--all", "--dry-run"},
		{"open-id", b.ID, "--identity", filepath.Join(o.dir, "identity-papers.identity"), "--who", "Desk", "--why", "check", "--out", filepath.Join(dir, "p.jpg")},
		{"verify-id", b.ID, "--who", "Desk"}, {"access-log"}, {"person", "export", email}, {"withdraw", email, "--dry-run"}, {"withdraw", email},
		{"purge", "--dry-run"}, {"purge"}, {"erase", email, "--yes"}, {"backup", filepath.Join(dir, "backups")},
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
	if out := o.must("restore", made[0], "--json"); !json.Valid([]byte(out)) {
		t.Error(out)
	}
	for _, c := range command.All() {
		if !done[c.Name] {
			t.Errorf("%s was not tried", c.Name)
		}
	}
}
