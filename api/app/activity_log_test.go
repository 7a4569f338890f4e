package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transom/api/product"
)

// The real program logs every command, even one that fails: in the activity log with name and reason, or next to the
// database if that cannot be opened. The test replaces the machine's journal by a file.
func TestCommandsAreLogged(t *testing.T) {
	t.Parallel()
	c := newCrashOf(t, silent)
	c.start()
	c.kill()
	if out, err := c.runWith(c.env, "erase", "nobody@example.org", "--yes", "--who", "A. Rao",
		"--why=asked by letter"); err == nil {
		t.Errorf("%s", out)
	}
	out, err := c.runWith(c.env, "activity-log", "--json", "--last", "2")
	for _, part := range []string{`"object": "erase"`, `"actor": "A. Rao"`, `"why": "asked by letter"`,
		`"object": "activity-log"`} {
		if err != nil || !strings.Contains(out, part) || strings.Contains(out, "nobody@") {
			t.Errorf("%v: no %s in %s", err, part, out)
		}
	}
	must(t, os.Rename(filepath.Join(c.folder, "transom.db"), filepath.Join(c.folder, "elsewhere.db")))
	if out, err := c.runWith(c.env, "erase", "nobody@example.org", "--yes"); err == nil {
		t.Errorf("%s", out)
	}
	raw, err := os.ReadFile(filepath.Join(c.folder, product.AuditFile))
	if err != nil || strings.Count(string(raw), "msg=action command=erase") != 1 || strings.Contains(string(raw),
		"nobody@") {
		t.Errorf("%v %s", err, raw)
	}
}
