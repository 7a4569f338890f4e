package app

import (
	"errors"
	"net"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/config"
	"transom/api/domain"
	"transom/generator/schema"
)

// busy makes the server's start fail at its listener, after all other checks.
func busy(t *testing.T) {
	t.Helper()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { taken.Close() })
	t.Setenv("TRANSOM_ADDR", taken.Addr().String())
}

// A folder of one edition is refused with the content of another: otherwise last year's people would hold this
// year's tickets. A corrected name or a moved date is still the same edition.
func TestAFolderBelongsToOneEdition(t *testing.T) {
	folder := settle(t)
	busy(t)
	const started = "address already in use"
	if _, err := runPrinting(t, "serve"); err == nil || !strings.Contains(err.Error(), started) {
		t.Fatalf("the first start: %v", err)
	}
	if out, err := runPrinting(t, "check-settings"); err != nil {
		t.Errorf("check-settings: %v\n%s", err, out)
	}
	changed, other := apitest.Edition(), apitest.Edition()
	changed.Event.Name, changed.Event.StartDate = "Transom NATCON", "2025-11-21"
	other.Event.Edition = "natcon-2026"
	use := func(c *domain.Content) {
		content := t.TempDir()
		apitest.WriteContent(t, content, c)
		t.Setenv("TRANSOM_CONTENT", content)
	}
	use(changed)
	if _, err := runPrinting(t, "serve"); err == nil || !strings.Contains(err.Error(), started) {
		t.Errorf("with a corrected name: %v", err)
	}
	use(other)
	for _, args := range [][]string{{"serve"}, {"check-settings"}, {"list"}, {"purge"}, {"action", "note", "b", "--text", "x", "--why", "y"},
		{"reconcile", "--fix"}, {"sales", "refund-all", "--why", "y", "--yes"}} {
		_, err := runPrinting(t, args...)
		for _, says := range []string{"this rehearsal was started for natcon-2025", "Delete " + folder,
			"write `edition: natcon-2025` again"} {
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%v does not say %q: %v", args, says, err)
			}
		}
	}
	t.Setenv("TRANSOM_ADDR", apitest.FreeAddress(t)) // the occupied address accepts doctor's request and never answers
	if out, err := runPrinting(t, "doctor"); err == nil || !strings.Contains(out, "started for natcon-2025") {
		t.Errorf("doctor: %v\n%s", err, out)
	}
}

// The edition is stored in the database, SQLite or PostgreSQL, and moves with it.
func TestTheDatabaseKnowsItsEdition(t *testing.T) {
	db := testdb.Open(t, t.TempDir())
	with := func(edition schema.Slug) config.Config {
		content, folder := apitest.Edition(), t.TempDir()
		content.Event.Edition = edition
		apitest.WriteContent(t, folder, content)
		return config.Config{Content: folder, Var: "the folder"}
	}
	ours, other := with("natcon-2025"), with("natcon-2026")
	if err := other.CheckEdition(t.Context(), db); err != nil {
		t.Errorf("before any start: %v", err)
	}
	if err := errors.Join(ours.MarkEdition(t.Context(), db), ours.CheckEdition(t.Context(), db),
		other.MarkEdition(t.Context(), db), ours.CheckEdition(t.Context(), db)); err != nil {
		t.Errorf("the first mark counts: %v", err)
	}
	err := other.CheckEdition(t.Context(), db)
	for _, says := range []string{"the folder belongs to the edition natcon-2025", "is of the edition natcon-2026",
		"TRANSOM_VAR",
		"Nothing was started or changed"} {
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("it does not say %q: %v", says, err)
		}
	}
	other.Rehearsal = true
	want := "this rehearsal was started for natcon-2025. Delete the folder to start a new one, or write " +
		"`edition: natcon-2025` again"
	if err := other.CheckEdition(t.Context(), db); err == nil || err.Error() != want {
		t.Errorf("in a rehearsal: %v", err)
	}
}

// A conference that collects no identity documents gets no key that opens them.
func TestNoDocumentsNoKeyForThem(t *testing.T) {
	for _, mode := range []string{"masked", "off"} {
		content, folder, keys := apitest.Edition(), t.TempDir(), t.TempDir()
		content.Registration.IDDocument.Mode = mode
		apitest.WriteContent(t, folder, content)
		secrets, err := config.Config{Content: folder, Var: keys}.LoadSecrets()
		if err != nil || (secrets.Sealer == nil) != (mode == "off") || (secrets.Created == "") != (mode == "off") {
			t.Errorf("%s: %+v, %v", mode, secrets, err)
		}
	}
}
