package app

import (
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/config"
	"transom/api/domain"
	"transom/api/product"
)

// busy occupies the server's address, so that a start fails only after all checks.
func busy(t *testing.T) {
	t.Helper()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { taken.Close() })
	t.Setenv("TRANSOM_ADDR", taken.Addr().String())
}

// An edition stays the same if its name is corrected or its date is moved.
func TestAFolderBelongsToOneEdition(t *testing.T) {
	folder := settle(t)
	busy(t)
	const started = "address already in use"
	_, err := runPrinting(t, "serve")
	apitest.Fails(t, err, started)
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
	_, err = runPrinting(t, "serve")
	apitest.Fails(t, err, started)
	use(other)
	for _, args := range [][]string{{"serve"}, {"check-settings"}, {"list"}, {"purge"},
		{"action", "note", "b", "--text", "x", "--why", "y"},
		{"reconcile", "--fix"}, {"sales", "refund-all", "--why", "y", "--yes"}} {
		_, err := runPrinting(t, args...)
		for _, says := range []string{"this rehearsal was started for natcon-2025",
			"is for natcon-2026. To keep its staff, rename " + folder +
				" to data/last and run `make new-edition`. Delete it",
			"write `edition: natcon-2025` again"} {
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%v does not say %q: %v", args, says, err)
			}
		}
	}
	// doctor would wait for a server at the old address.
	t.Setenv("TRANSOM_ADDR", apitest.FreeAddress(t))
	if out, err := runPrinting(t, "doctor"); err == nil || !strings.Contains(out, "started for natcon-2025") {
		t.Errorf("doctor: %v\n%s", err, out)
	}
}

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

func TestRehearsedFolderIsNotOpenedToThePublic(t *testing.T) {
	t.Parallel()
	c := newCrash(t)
	c.start()
	s, ok := c.newSubmission(http.DefaultClient)
	if !ok || !c.submit(http.DefaultClient, s) {
		t.Fatal("nobody could register")
	}
	c.kill()
	c.start()
	c.kill()
	public := append(c.env, "TRANSOM_REHEARSAL=0", "TRANSOM_DESK=off", "TRANSOM_RATE_LIMITS=on",
		"TRANSOM_ALLOW_SANDBOX=1")
	for _, command := range []string{"serve", "list", "reconcile", "ticket rotate"} {
		out, err := c.runWith(public, strings.Fields(command)...)
		if err == nil || !strings.Contains(out, "created for a rehearsal") ||
			!strings.Contains(out, "use another folder") {
			t.Errorf("%s: %v %s", command, err, out)
		}
	}
	c.restoresForOnePurpose(t, public)
	if err := os.Remove(filepath.Join(c.folder, "keys",
		config.PurposeFile)); err != nil { // earlier versions did not write this file
		t.Fatal(err)
	}
	if out, err := c.runWith(public, "serve"); err == nil || !strings.Contains(out, "only sandbox payments") {
		t.Errorf("%v %s", err, out)
	}
}

// A backup can be restored only for the purpose of its server. A refused restore writes nothing.
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
		if err == nil || !strings.Contains(out, made[0]+" was created for "+says) || strings.Contains(out, "Restored") {
			t.Errorf("%v %s", err, out)
		}
		err = filepath.WalkDir(to, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && entry.Name() != product.AuditFile {
				t.Errorf("%s was written", path)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	refused(public, "a rehearsal and cannot be used for the public: use another folder")
	must(t, os.WriteFile(filepath.Join(made[0], "keys", config.PurposeFile), []byte("public"+"\n"), 0o600))
	refused(c.env, "the public and cannot be used for a rehearsal: use another folder")
}

func (c *crash) runWith(env []string, args ...string) (string, error) {
	command := exec.Command(c.binary, args...)
	command.Env = env
	out, err := command.CombinedOutput()
	return string(out), err
}
