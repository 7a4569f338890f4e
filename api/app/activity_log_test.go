package app

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/doctor"
	"transom/api/mail"
	"transom/api/product"
)

// The program logs every command, even one that fails, with who ran it and why: in the activity log or, if the database
// cannot be opened, in a file next to it. `silent` keeps these calls out of this machine's journal.
func TestCommandsAreLogged(t *testing.T) {
	t.Parallel()
	c := newCrashOf(t, silent)
	c.start()
	c.kill()
	if out, err := c.runWith(c.env, "person", "erase", "nobody@example.org", "--yes", "--who", "A. Rao",
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
	if out, err := c.runWith(c.env, "person", "erase", "nobody@example.org", "--yes"); err == nil {
		t.Errorf("%s", out)
	}
	raw, err := os.ReadFile(filepath.Join(c.folder, product.AuditFile))
	if err != nil || strings.Count(string(raw), "msg=action command=person") != 1 || strings.Contains(string(raw),
		"nobody@") {
		t.Errorf("%v %s", err, raw)
	}
}

// An email is sent at once, but at most once a day, even if the settings are wrong and no server is running.
func TestAlarmOfAUnit(t *testing.T) {
	t.Parallel()
	c := newCrash(t)
	env := append(c.env, "TRANSOM_ALARM_MAIL=duty@site.example", "TRANSOM_PAYMENT_PROVIDER=cash")
	alarm := func(says string, mails int) {
		t.Helper()
		out, err := c.runWith(env, "alarm", "transom-backup.service")
		if err != nil || !strings.Contains(out, says) {
			t.Fatalf("%v %s", err, out)
		}
		written, err := mail.ReadFolder(filepath.Join(c.folder, mail.OutboxFolder), 10)
		if err != nil || len(written) != mails {
			t.Fatalf("%d emails, %v", len(written), err)
		}
		apitest.Says(t, written[0].Text, "transom-backup.service has failed on", "journalctl -u transom-backup.service",
			"TRANSOM_PAYMENT_PROVIDER")
	}
	alarm("sent", 1)
	alarm("sent already", 1)
	yesterday := time.Now().Add(-24 * time.Hour)
	must(t, os.Chtimes(doctor.ReportedFile(c.folder, "transom-backup.service"), yesterday, yesterday))
	alarm("sent", 2)
	if out, err := c.runWith(c.env, "alarm", "x.service"); err == nil || !strings.Contains(out, "nobody is informed") {
		t.Errorf("%v %s", err, out)
	}
}

// Every unit except the alarm itself reports its failure. transom-watch deletes its report once it succeeds.
func TestUnitsReportFailures(t *testing.T) {
	files, err := filepath.Glob("../../deploy/transom*.service")
	if err != nil || len(files) < 4 {
		t.Fatalf("%v %v", files, err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		must(t, err)
		section, _, _ := strings.Cut(string(raw), "[Service]")
		reports := strings.Contains(section, "\nOnFailure=transom-alarm@%n.service\n")
		if isAlarm := strings.Contains(file, "transom-alarm@"); reports == isAlarm {
			t.Errorf("%s: reports %v", file, reports)
		}
		for _, called := range regexp.MustCompile(`(?m)^ExecStart=/opt/transom/bin/transom (\S+)`).FindAllStringSubmatch(
			string(raw), -1) {
			if !slices.Contains(names(commands()), called[1]) {
				t.Errorf("%s calls %s, which is not a command", file, called[1])
			}
		}
		if strings.Contains(string(raw), ".told-") {
			forgotten := regexp.MustCompile(`rm -f (\S+)`).FindStringSubmatch(string(raw))[1]
			if name := filepath.Base(file); strings.ReplaceAll(forgotten, "%n",
				name) != doctor.ReportedFile("/var/lib/transom", name) {
				t.Errorf("%s forgets %s", file, forgotten)
			}
		}
	}
}
