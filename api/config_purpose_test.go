package main

import (
	"cmp"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"transom/api/apitest/testdb"
	"transom/api/command"
	"transom/api/keys"
)

// Whoever rehearses and then opens the sale in the same folder would let the rehearsal's free tickets in.
func TestFolderHasOnePurpose(t *testing.T) {
	for _, c := range []struct {
		name              string
		marked            string
		sandboxed, others int
		rehearsal         bool
		provider          string
		refused           bool
	}{
		{"fresh, for a rehearsal", "", 0, 0, true, "sandbox", false},
		{"fresh, for the public", "", 0, 0, false, "razorpay", false},
		{"fresh, for the public with the sandbox", "", 0, 0, false, "sandbox", false},
		{"rehearsed again", forRehearsal, 3, 0, true, "sandbox", false},
		{"public again", forThePublic, 0, 3, false, "razorpay", false},
		{"rehearsed, then public", forRehearsal, 0, 0, false, "razorpay", true},
		{"rehearsed, then public with the sandbox", forRehearsal, 0, 0, false, "sandbox", true},
		{"public, then rehearsed", forThePublic, 0, 0, true, "sandbox", true},
		{"of an earlier version, rehearsed; then public", "", 3, 0, false, "razorpay", true},
		{"of an earlier version, rehearsed; then public with the sandbox", "", 3, 0, false, "sandbox", true},
		{"of an earlier version, rehearsed; again", "", 3, 0, true, "sandbox", false},
		{"of an earlier version, public; again", "", 0, 3, false, "cashfree", false},
		{"of an earlier version, public; then rehearsed", "", 0, 3, true, "sandbox", true},
		{"of an earlier version, both; the sale goes on", "", 3, 3, false, "cashfree", false},
		{"of an earlier version, both; then rehearsed", "", 3, 3, true, "sandbox", true},
		{"public with the sandbox, then with a gateway", forThePublic, 3, 0, false, "razorpay", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			settings := config{Var: t.TempDir(), Rehearsal: c.rehearsal, Provider: c.provider}
			if c.marked != "" {
				if err := keys.Write(filepath.Join(settings.Var, keyFolder), purposeFile, []byte(c.marked+"\n")); err != nil {
					t.Fatal(err)
				}
			}
			err := cmp.Or(settings.checkPurpose(), settings.fits(c.marked, c.sandboxed, c.others))
			if (err != nil) != c.refused || err != nil && !strings.Contains(err.Error(), "use another folder") {
				t.Errorf("%v", err)
			}
		})
	}
}

// The real program, twice in one folder: the second start says why it does not.
func TestRehearsedFolderIsNotOpenedToThePublic(t *testing.T) {
	c := newCrash(t)
	c.start()
	s, ok := c.newSubmission(http.DefaultClient)
	if !ok || !c.submit(http.DefaultClient, s) {
		t.Fatal("nobody could register")
	}
	c.kill()
	c.start() // again for a rehearsal
	c.kill()
	public := append(c.env, "TRANSOM_REHEARSAL=0", "TRANSOM_DESK=off", "TRANSOM_RATE_LIMITS=on", "TRANSOM_ALLOW_SANDBOX=1")
	for _, command := range []string{"serve", "list", "reconcile", "ticket"} {
		args := []string{command}
		if command == "ticket" {
			args = append(args, "admit", "--gate", "north", "x")
		}
		out, err := c.runWith(public, args...)
		if err == nil || !strings.Contains(out, "begun as a folder for a rehearsal") || !strings.Contains(out, "use another folder") {
			t.Errorf("%s: %v %s", command, err, out)
		}
	}
	c.restoresForOnePurpose(t, public)
	if err := os.Remove(filepath.Join(c.folder, keyFolder, purposeFile)); err != nil { // as an earlier version left it
		t.Fatal(err)
	}
	if out, err := c.runWith(public, "serve"); err == nil || !strings.Contains(out, "payments of the sandbox only") {
		t.Errorf("%v %s", err, out)
	}
}

// restoresForOnePurpose proves that a backup is put back for what its folder was begun for, and else nothing is written.
func (c *crash) restoresForOnePurpose(t *testing.T, public []string) {
	t.Helper()
	parent := t.TempDir()
	if out, err := c.runWith(c.env, "backup", parent); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	made, err := filepath.Glob(filepath.Join(parent, "transom-*"))
	if err != nil || len(made) != 1 {
		t.Fatalf("%v, %v", made, err)
	}
	refused := func(env []string, says string) {
		t.Helper()
		to := filepath.Join(t.TempDir(), "var")
		out, err := c.runWith(slices.Concat(env, []string{"TRANSOM_VAR=" + to}), "restore", made[0])
		if err == nil || !strings.Contains(out, made[0]+" was begun as a folder for "+says) || strings.Contains(out, "Restored") {
			t.Errorf("%v %s", err, out)
		}
		err = filepath.WalkDir(to, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && entry.Name() != command.ActsFile {
				t.Errorf("%s was written", path)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	refused(public, "a rehearsal, and is not used for the public: use another folder")
	if err := os.WriteFile(filepath.Join(made[0], keyFolder, purposeFile), []byte(forThePublic+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused(c.env, "the public, and is not used for a rehearsal: use another folder")
}

// A copy on another machine has a folder without a mark; the database knows.
func TestTheDatabaseKnowsItsPurpose(t *testing.T) {
	db := testdb.Open(t, t.TempDir())
	for _, copy := range []struct {
		rehearsal bool
		refused   bool
	}{{true, false}, {true, false}, {false, true}} {
		c := config{Var: t.TempDir(), Rehearsal: copy.rehearsal, Provider: "sandbox"}
		err := c.markPurpose(t.Context(), db)
		if (err != nil) != copy.refused || err != nil && !strings.Contains(err.Error(), "begun for a rehearsal") {
			t.Errorf("%+v: %v", copy, err)
		}
	}
}

// runWith runs a command of the program in another environment and returns what it printed.
func (c *crash) runWith(env []string, args ...string) (string, error) {
	command := exec.Command(c.binary, args...)
	command.Env = env
	out, err := command.CombinedOutput()
	return string(out), err
}
