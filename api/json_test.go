package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"transom/api/store"
)

// With --json the program's own commands print one JSON value; progress goes to standard error.
func TestOwnCommandsPrintJSON(t *testing.T) {
	folder := settle(t)
	db, err := store.Open(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"check-settings", "mail status", "mail retry", "reconcile", "reconcile --fix", "ticket keys", "ticket rotate"} {
		out := stdoutOf(t, append(strings.Fields(line), "--json")...)
		if !json.Valid([]byte(out)) {
			t.Errorf("%s: %s", line, out)
		}
	}
}

// stdoutOf runs a command line and returns what it printed, without what went to standard error.
func stdoutOf(t *testing.T, args ...string) string {
	t.Helper()
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	stdout := os.Stdout
	os.Stdout = file
	err = run(t.Context(), args)
	os.Stdout = stdout
	if err != nil {
		t.Errorf("%v: %v", args, err)
	}
	text, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
