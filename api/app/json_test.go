package app

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/store"
)

// Progress goes to standard error.
func TestOwnCommandsPrintJSON(t *testing.T) {
	folder := settle(t)
	db, err := store.Open(t.Context(), folder)
	must(t, err)
	must(t, db.Close())
	for _, line := range []string{"check-settings", "make-keys", "mail status", "mail retry", "reconcile",
		"reconcile --fix", "ticket rotate"} {
		out := stdoutOf(t, append(strings.Fields(line), "--json")...)
		if !json.Valid([]byte(out)) {
			t.Errorf("%s: %s", line, out)
		}
	}
}

// `mail status` and `mail retry` also count failed emails that will be tried again automatically.
func TestMailStatusCountsWaitingEmails(t *testing.T) {
	folder := settle(t)
	emptyDatabase(t, folder)
	raw := openRaw(t, filepath.Join(folder, "transom.db"))
	defer raw.Close()
	_, err := raw.Exec(`INSERT INTO outbox (dedupe_key, template, to_address, to_name, data, message_id, created_at,
			next_try_at, tries, state, last_error) VALUES
		('a', 'confirmation', '', '', '{}', 'a', 1, 1000, 0, 'pending', ''),
			('b', 'confirmation', '', '', '{}', 'b', 1, 1700000000000, 3, 'pending', 'the door is shut'),
		('c', 'confirmation', '', '', '{}', 'c', 1, 1, 9, 'dead', 'the door is shut'),
		('d', 'confirmation', '', '', '{}', 'd', 1, 1, 1, 'dead', 'refused for good: the mail server answered 550'),
		('e', 'code', '', '', '{}', 'e', 1, 1, 1, 'dead', 'the code has expired')`)
	must(t, err)
	_, err = raw.Exec(`
		INSERT INTO outbox (dedupe_key, template, to_address, to_name, data, message_id, discard, created_at,
			next_try_at, tries, state, last_error) VALUES
		('f', 'code', '', '', '{}', 'f', 1, 1, 1, 0, 'pending', ''),
		('g', 'code', '', '', '{}', 'g', 1, 1, 1, 1, 'sent', '')`)
	must(t, err)
	for _, step := range []struct {
		line string
		says []string
	}{
		{"mail status", []string{"waiting      2", "sent         0", "undelivered  2",
			"Not counted: 1 sign-in code that expired", "Waiting after an error: 1.",
			"The last error was: the door is shut"}},
		{"mail retry", []string{"1 email refused for good: the mail server answered 550\n", "refused again unless",
			"requeued 2", "waiting      4", "undelivered  0", "Waiting after an error: 1."}},
		{"mail retry --json", []string{`"requeued": 0`, `"refused_for_good": []`, `"pending": 4`, `"failed_before": 1`,
			`"next_try_at": "2023-11-14T22:13:20Z"`}},
	} {
		apitest.Says(t, stdoutOf(t, strings.Fields(step.line)...), step.says...)
	}
}

func stdoutOf(t *testing.T, args ...string) string {
	t.Helper()
	out, err := capture(t, false, args...)
	if err != nil {
		t.Errorf("%v: %v", args, err)
	}
	return out
}
