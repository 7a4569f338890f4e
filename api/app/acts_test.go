package app

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transom/api/command"
	"transom/api/domain"
	"transom/api/product"
)

// Every act is written down before it is done, in the journal or in a file, without the person that it is about.
func TestActsAreRecorded(t *testing.T) {
	t.Setenv("SUDO_USER", "arao")
	folder := t.TempDir()
	socket := filepath.Join(folder, "journal")
	journal, err := net.ListenPacket("unixgram", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer journal.Close()
	b := ""
	for b == "" || !strings.ContainsAny(b, "234567") {
		b = domain.NewID(100)
	}
	for _, c := range []struct {
		args []string
		says string // "" for nothing
	}{
		{[]string{"act", "given-back", b, "--yes"}, `command=act with="given-back ` + b + ` --yes"`},
		{[]string{"erase", "asha@example.org", "--yes"}, `command=erase with="… --yes"`},
		{[]string{"person", "export", "asha@example.org"}, `command=person with="export …"`},
		{[]string{"list", "--text=mehta", "--status", "SUCCESS"}, `command=list with="--text --status …"`},
		{[]string{"identity", "open", b, "--who", "A. Rao", "--why", "check of Asha"}, `command=identity with="open ` +
			b + ` --who … --why …"`},
		{[]string{"ticket", "admit", "https://example.org/event-ticket/abc#secret"}, `command=ticket with="admit …"`},
		{[]string{"erase", "-h"}, ""}, {[]string{"doctor"}, ""}, {[]string{"serve"}, ""}, {[]string{"check-settings"}, ""},
	} {
		if err := command.RecordAct(folder, socket, c.args[0], c.args[1:]); err != nil {
			t.Fatal(err)
		}
		if err := command.RecordAct(folder, "/nowhere", c.args[0], c.args[1:]); err != nil {
			t.Fatal(err)
		}
		raw, _ := os.ReadFile(filepath.Join(folder, product.ActsFile))
		os.Remove(filepath.Join(folder, product.ActsFile))
		if c.says == "" {
			if len(raw) > 0 {
				t.Errorf("%v: %s", c.args, raw)
			}
			continue
		}
		message := make([]byte, 4096)
		n, _, err := journal.ReadFrom(message)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(message[:n]), "PRIORITY=6\nSYSLOG_IDENTIFIER=transom\nMESSAGE=time=") {
			t.Errorf("the journal does not understand %q", message[:n])
		}
		for _, text := range []string{string(raw), string(message[:n])} {
			if !strings.Contains(text, c.says) || !strings.Contains(text, "who=arao") || strings.Contains(text, "asha") ||
				strings.Contains(text, "secret") {
				t.Errorf("%v: %s", c.args, text)
			}
		}
	}
}

// A restore may be into a folder that is not there yet, which it would make; nothing else makes one.
func TestRestoreIsRecordedInANewFolder(t *testing.T) {
	for name, want := range map[string]bool{"restore": true, "list": false} {
		folder := filepath.Join(t.TempDir(), "new", "var")
		if err := command.RecordAct(folder, "/nowhere", name, []string{"backup"}); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The real program records what it is asked to do, also when it cannot do it: in the log of acts, with who and why; and
// beside the database when that cannot be opened. What this machine's journal would take is looked for in a file.
func TestProgramRecordsActs(t *testing.T) {
	c := newCrash(t, overlay(t, "command/acts.go", command.JournalSocket, "/nowhere")...)
	c.start()
	c.kill()
	if out, err := c.runWith(c.env, "erase", "nobody@example.org", "--yes", "--who", "A. Rao",
		"--why=asked by letter"); err == nil {
		t.Errorf("%s", out)
	}
	out, err := c.runWith(c.env, "acts", "--json", "--last", "2")
	for _, part := range []string{`"object": "erase"`, `"actor": "A. Rao"`, `"why": "asked by letter"`,
		`"object": "acts"`} {
		if err != nil || !strings.Contains(out, part) || strings.Contains(out, "nobody@") {
			t.Errorf("%v: no %s in %s", err, part, out)
		}
	}
	if err := os.Rename(filepath.Join(c.folder, "transom.db"), filepath.Join(c.folder, "elsewhere.db")); err != nil {
		t.Fatal(err)
	}
	if out, err := c.runWith(c.env, "erase", "nobody@example.org", "--yes"); err == nil {
		t.Errorf("%s", out)
	}
	raw, err := os.ReadFile(filepath.Join(c.folder, product.ActsFile))
	if err != nil || strings.Count(string(raw), "msg=act command=erase") != 1 || strings.Contains(string(raw), "nobody@") {
		t.Errorf("%v %s", err, raw)
	}
}
