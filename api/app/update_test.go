package app

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/check"
)

// machine is a clone of a repository that has a newer version, with stand-ins for the system programs that the guide's
// scripts call. Each stand-in records its calls; Git and the files are real.
type machine struct {
	t                 *testing.T
	dir, program, log string
	env               []string
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	curl, err := exec.LookPath("curl")
	must(t, err)
	dir := t.TempDir()
	m := &machine{t: t, dir: dir, program: filepath.Join(dir, "program"), log: filepath.Join(dir, "log")}
	m.env = append(os.Environ(), "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"), "LOG="+m.log, "DIR="+dir,
		"UPDATE_PROGRAM="+m.program, "UPDATE_VAR="+dir+"/var", "UPDATE_SETTINGS="+dir+"/env", "UPDATE_RELEASES="+dir+
			"/releases", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@x", "GIT_COMMITTER_NAME=x",
		"GIT_COMMITTER_EMAIL=x@x")
	for name, script := range map[string]string{
		"systemctl": `[ "$*" != "start transom-backup" ] || { [ ! -e "$DIR/full" ] || exit 1; echo /backups/newest > ` +
			`"$DIR/var/.last-backup"; }`,
		"systemd-run": `cat bin/transom >> "$LOG"`,
		"make": `[ ! -e "$DIR/broken" ] || { echo half > bin/transom; exit 1; }; mkdir -p bin data/site site/dist; ` +
			`for f in bin/transom data/site/event.json site/dist/index.html; do cp version "$f"; done`,
		"curl":   `[ ! -e "$DIR/dead" ] || exec ` + curl + ` "$@" --retry 1 --retry-delay 0`,
		"age":    `[ "$1 $3" = "-R -o" ] && { [ ! -e "$DIR/full" ] || exit 1; } && cat > "$4"`,
		"rclone": `if [ "$1" = copyto ]; then cp "$2" "$DIR/away"; fi`,
	} {
		m.write("bin/"+name, "#!/bin/sh\necho \""+name+" $*\" >> \"$LOG\"\n"+script+"\n", 0o755)
	}
	m.write("env", "TRANSOM_SITE_URL=https://site.example\n", 0o600)
	m.write("var/transom.db", "data", 0o600)
	m.write("origin/version", "old\n", 0o600)
	for _, name := range []string{"update.sh", "t", "offsite.sh"} {
		m.write("origin/deploy/"+name, string(readFile(t, "../../deploy/"+name)), 0o755)
	}
	m.write("origin/.gitignore", "bin\ndata\nsite\n", 0o600)
	m.must("git", "-C", dir+"/origin", "init", "-q", "-b", "main")
	m.must("git", "-C", dir+"/origin", "add", "-A")
	m.must("git", "-C", dir+"/origin", "commit", "-qm", "old")
	m.must("git", "clone", "-q", dir+"/origin", m.program)
	m.must("make")
	m.write("origin/version", "new\n", 0o600)
	m.must("git", "-C", dir+"/origin", "commit", "-qam", "new")
	return m
}

func (m *machine) write(name, text string, mode os.FileMode) {
	m.t.Helper()
	path := filepath.Join(m.dir, name)
	must(m.t, os.MkdirAll(filepath.Dir(path), 0o700))
	must(m.t, os.WriteFile(path, []byte(text), mode))
}

func (m *machine) run(name string, args ...string) (string, error) {
	c := exec.CommandContext(m.t.Context(), name, args...)
	c.Env, c.Dir = m.env, m.dir
	if _, err := os.Stat(m.program); err == nil {
		c.Dir = m.program
	}
	if found, err := exec.LookPath(filepath.Join(m.dir, "bin", name)); err == nil {
		c.Path, c.Err = found, nil
	}
	out, err := c.CombinedOutput()
	return string(out), err
}

func (m *machine) must(name string, args ...string) {
	m.t.Helper()
	if out, err := m.run(name, args...); err != nil {
		m.t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

func (m *machine) is(version string) {
	m.t.Helper()
	for _, name := range []string{"version", "bin/transom", "data/site/event.json", "site/dist/index.html"} {
		check.Equal(m.t, strings.TrimSpace(string(readFile(m.t, filepath.Join(m.program, name)))), version, "%s", name)
	}
}

// An update starts with a backup, and stops if that fails. The program and the data can both be rolled back.
func TestUpdateCanBeRolledBack(t *testing.T) {
	m := newMachine(t)
	update := filepath.Join(m.program, "deploy/update.sh")
	if out, err := m.run(update, "back"); err == nil || !strings.Contains(out, "no update to go back from") {
		t.Errorf("%v: %s", err, out)
	}
	m.write("full", "", 0o600)
	if out, err := m.run(update); err == nil {
		t.Errorf("updated without a backup: %s", out)
	}
	m.is("old")
	must(t, os.Remove(filepath.Join(m.dir, "full")))
	m.must(update)
	m.is("new")
	if log := string(readFile(t, m.log)); !strings.Contains(log,
		"make SITE_URL=https://site.example build\nsystemctl restart transom\ncurl -fs -o /dev/null --retry 60 "+
			"--retry-delay 1 --retry-all-errors http://127.0.0.1:8080/readyz\n") {
		t.Error(log)
	}
	m.write("env", "TRANSOM_SITE_URL=https://site.example\nTRANSOM_ADDR=10.0.0.1:8080\n", 0o600)
	m.must(update, "back")
	m.is("old")
	if log := string(readFile(t, m.log)); !strings.HasSuffix(log, " http://10.0.0.1:8080/readyz\n") {
		t.Errorf("one of two machines gets a request where it does not listen:\n%s", log)
	}
	m.must(update)
	m.is("new")
	m.must(update, "back-data")
	m.is("old")
	aside, err := filepath.Glob(filepath.Join(m.dir, "var.*", "transom.db"))
	if err != nil || len(aside) != 1 {
		t.Errorf("the data of the new version was not kept: %v, %v", aside, err)
	}
	log := string(readFile(t, m.log))
	apitest.Says(t, log, "/opt/transom/bin/transom restore /backups/newest\nold\nsystemctl restart transom\n")
	m.write("env", "TRANSOM_ADDR="+apitest.FreeAddress(t)+"\n", 0o600)
	m.write("dead", "", 0o600)
	if out, err := m.run(update, "back"); err == nil || !strings.Contains(out, "deploy/update.sh back-data") {
		t.Errorf("%v: %s", err, out)
	}
	if out, err := m.run(update, "bakc"); err == nil || !strings.Contains(out, "deploy/update.sh back ") {
		t.Errorf("%v: %s", err, out)
	}
}

// Whether the build fails or the new version does not start, neither the running version nor the rollback changes. If a
// setting is set twice, the last value counts, as in systemd.
func TestAFailedUpdateCanBeRolledBack(t *testing.T) {
	m := newMachine(t)
	update := filepath.Join(m.program, "deploy/update.sh")
	m.write("env", "TRANSOM_SITE_URL=https://example.org\nTRANSOM_SITE_URL=https://site.example\nTRANSOM_ADDR="+
		apitest.FreeAddress(t)+"\n", 0o600)
	m.write("broken", "", 0o600)
	for range 2 {
		if out, err := m.run(update); err == nil {
			t.Errorf("updated despite a failed build: %s", out)
		}
		m.is("old")
	}
	must(t, os.Remove(filepath.Join(m.dir, "broken")))
	m.write("dead", "", 0o600)
	for range 2 {
		if out, err := m.run(update); err == nil || !strings.Contains(out, "The new version does not start") ||
			strings.Contains(out, "curl") { // a good update also tries before the program listens
			t.Errorf("%v: %s", err, out)
		}
		m.is("new")
	}
	must(t, os.Remove(filepath.Join(m.dir, "dead")))
	m.must(update, "back")
	m.is("old")
	if log := string(readFile(t, m.log)); strings.Count(log, "make SITE_URL=https://site.example build\n") != 4 ||
		strings.Contains(log, "example.org") {
		t.Error(log)
	}
	// releases/ has the version that was running and the two failed ones.
	if left, _ := filepath.Glob(m.dir + "/releases/release-*"); len(left) > 3 {
		t.Errorf("failed updates are left: %v", left)
	}
}

// deploy/t leaves no failed unit behind and passes its arguments on unchanged.
func TestCommandsByTheScript(t *testing.T) {
	m := newMachine(t)
	m.must(filepath.Join(m.program, "deploy/t"), "list", "--text", "Asha Rao")
	if log := string(readFile(t, m.log)); !strings.Contains(log, " --collect ") ||
		!strings.Contains(log, " --uid=transom ") ||
		!strings.HasSuffix(log, "/opt/transom/bin/transom list --text Asha Rao\nold\n") {
		t.Error(log)
	}
	m.env = append(m.env, "T_SETTINGS="+m.dir+"/env")
	m.must(filepath.Join(m.program, "deploy/t"), "check-settings")
	m.write("env", "TRANSOM_MAIL=a\nTRANSOM_ADDR=b\nTRANSOM_MAIL=c\n", 0o600)
	if out, err := m.run(filepath.Join(m.program, "deploy/t"), "check-settings"); err == nil ||
		!strings.HasSuffix(out, ": TRANSOM_MAIL\n") {
		t.Errorf("%v: %s", err, out)
	}
	apitest.Says(t, string(readFile(t, "../../deploy/README.md")), "`ln -s /opt/transom/deploy/t /usr/local/sbin/t`")
}

func TestOffsiteBackupsAreEncrypted(t *testing.T) {
	m := newMachine(t)
	m.env = append(m.env, "OFFSITE=store:backups", "OFFSITE_VAR="+m.dir+"/var", "OFFSITE_RECIPIENTS=/recipients")
	m.write("backups/transom-1/transom.db", "data", 0o600)
	m.write("var/.last-backup", m.dir+"/backups/transom-1\n", 0o600)
	offsite := filepath.Join(m.program, "deploy/offsite.sh")
	m.write("full", "", 0o600)
	if out, err := m.run(offsite); err == nil {
		t.Error(out)
	}
	must(t, os.Remove(filepath.Join(m.dir, "full")))
	m.must(offsite)
	sealed := m.dir + "/backups/transom-1.tar.age"
	want := fmt.Sprintf("age -R /recipients -o %s\nage -R /recipients -o %s\nrclone copyto %s "+
		"store:backups/transom-1.tar.age\nrclone delete --min-age 30d store:backups\n", sealed, sealed, sealed)
	if log := string(readFile(t, m.log)); !strings.HasSuffix(log, want) {
		t.Error(log)
	}
	if left, _ := filepath.Glob(m.dir + "/backups/*"); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	if out, err := m.run("tar", "-tf", m.dir+"/away"); err != nil || !strings.Contains(out, "transom-1/transom.db") {
		t.Errorf("%v: %s", err, out)
	}
}
