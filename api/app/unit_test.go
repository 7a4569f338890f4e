package app

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/mail"
)

// unit returns a unit file's settings: the values of each key, in order.
func unit(t *testing.T, name string) map[string][]string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("../../deploy", name))
	must(t, err)
	says := map[string][]string{}
	for line := range strings.Lines(string(raw)) {
		if name, value, found := strings.Cut(strings.TrimSpace(line), "="); found && !strings.HasPrefix(name, "#") {
			says[name] = append(says[name], value)
		}
	}
	return says
}

// The unit hides this path and passes the boot ID in its environment.
const bootIDPath = "/proc/sys/kernel/random/boot_id"

// bootID is the value of systemd's %b.
const bootID = "0123456789abcdef0123456789abcdef"

// confine starts the program in as much of the unit's sandbox as works without systemd: /proc shows only processes, and
// the disk is read-only except for the program's folder. `environment` adds the unit's environment.
func (c *crash) confine(t *testing.T, environment bool) (start func()) {
	t.Helper()
	says := unit(t, "transom.service")
	if !slices.Contains(says["ProcSubset"], "pid") || !slices.Contains(says["ProtectSystem"], "strict") {
		t.Fatal("the unit has another sandbox: build it here")
	}
	must(t, os.MkdirAll(c.folder, 0o700))
	const build = `mount -t proc -o subset=pid,hidepid=invisible proc /proc && mount --bind "$0" "$0" && mount -o ` +
		`remount,bind,ro /`
	sandbox := []string{"--mount", "--pid", "--fork", "--kill-child", "sh", "-c", build + ` && exec "$@"`, c.folder}
	if out, err := exec.Command("unshare", append(sandbox, "true")...).CombinedOutput(); err != nil {
		t.Skipf("the unit's sandbox is not tried: this user may build none (%v %s)", err, out)
	}
	for _, pair := range says["Environment"] {
		if environment {
			c.env = append(c.env, strings.ReplaceAll(pair, "%b", bootID))
		}
	}
	return func() { c.launch("unshare", append(sandbox, c.binary, "serve")...) }
}

// Codes stay valid after a restart, even in the systemd sandbox.
func TestCodesSurviveARestartInTheUnitsSandbox(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{"as the unit says": http.StatusOK,
		"control: without the unit's environment": http.StatusUnprocessableEntity} {
		t.Run(name, func(t *testing.T) {
			c := newCrash(t)
			start := c.confine(t, status == http.StatusOK)
			began := time.Now()
			start()
			email, challenge := c.askForCode(t)
			code, asked := c.mailedCode(t), time.Since(began)
			c.kill()
			start()
			// The rehearsal's clock has been reset: wait until it is past the time at which the code was sent.
			time.Sleep(asked)
			got, answer := c.post(t, "/api/verify-otp", map[string]any{"email": email, "otp": code,
				"challenge_id": challenge})
			check.Equal(t, got, status, "%v\n%s", answer, c.output.String())
			c.kill()
		})
	}
}

func (c *crash) post(t *testing.T, path string, body map[string]any) (int, map[string]any) {
	t.Helper()
	raw, err := json.Marshal(body)
	must(t, err)
	return c.call(http.DefaultClient, path, "application/json", raw)
}

func (c *crash) askForCode(t *testing.T) (email, challenge string) {
	t.Helper()
	s, ok := c.newSubmission(http.DefaultClient)
	if !ok || !c.submit(http.DefaultClient, s) {
		t.Fatalf("nobody could register\n%s", c.output.String())
	}
	email = s.form["email"].(string)
	status, answer := c.post(t, "/api/send-otp", map[string]any{"email": email})
	if status != http.StatusOK {
		t.Fatalf("%d %v", status, answer)
	}
	return email, answer["challenge_id"].(string)
}

func (c *crash) mailedCode(t *testing.T) string {
	t.Helper()
	return c.mailed(t, "", `\b\d{6}\b`)
}

func (c *crash) mailed(t *testing.T, to, pattern string) string {
	t.Helper()
	for limit := time.Now().Add(2 * time.Minute); time.Now().Before(limit); time.Sleep(20 * time.Millisecond) {
		mails, err := mail.ReadFolder(filepath.Join(c.folder, mail.OutboxFolder), 10)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		for _, m := range mails {
			if found := regexp.MustCompile(pattern).FindString(m.Text); found != "" && strings.Contains(m.To, to) {
				return found
			}
		}
	}
	t.Fatalf("nothing with %s was mailed to %s", pattern, to)
	return ""
}

// systemd itself lists the calls in the filter's groups.
func TestUnitForbidsNothingThatTheProgramNeeds(t *testing.T) {
	t.Parallel()
	allowed := allowedCalls(t, "transom.service")
	c := newCrash(t)
	trace, stop := c.startTraced()
	c.askForCode(t)
	c.mailedCode(t)
	stop()
	calls, opened, written := readTrace(t, trace)
	if !calls["sysinfo"] || !opened[bootIDPath] || !written[filepath.Join(c.folder, "transom.db")] {
		t.Fatalf("the trace contains too little: %v %v %v", slices.Sorted(maps.Keys(calls)), opened, written)
	}
	for call := range calls {
		// As root, SQLite gives its files to the folder's owner; the unit does not run as root.
		asRoot := call == "fchown" && os.Geteuid() == 0
		if !allowed[call] && !asRoot {
			t.Errorf("the unit kills the program for %s", call)
		}
	}
	for path := range opened {
		hidden := strings.HasPrefix(path, "/home/") || strings.HasPrefix(path, "/root/") ||
			strings.HasPrefix(path, "/proc/") && !strings.HasPrefix(path, "/proc/self/")
		if hidden && path != bootIDPath && path != "/proc/sys/net/core/somaxconn" {
			t.Errorf("the program opens %s, which the unit hides", path)
		}
	}
	for path := range written {
		if !strings.HasPrefix(path, c.folder+"/") && !strings.HasSuffix(path, "/pid") {
			t.Errorf("the program writes %s, which the unit forbids", path)
		}
	}
}

// offsite.sh runs with Debian's rclone under the unit's restrictions. Without LimitNOFILE, systemd sets a soft limit
// for open files. rclone would try to raise it, and the unit's system call filter would kill rclone.
func TestOffsiteUnitForbidsNothingThatRcloneNeeds(t *testing.T) {
	if _, err := exec.LookPath("rclone"); err != nil {
		t.Fatal("rclone is not here: `make tools` installs it")
	}
	const name = "transom-offsite.service"
	allowed := allowedCalls(t, name)
	limit := "1024:"
	if set := unit(t, name)["LimitNOFILE"]; len(set) > 0 {
		limit = set[len(set)-1]
	}
	m := newMachine(t)
	if err := os.Remove(filepath.Join(m.dir, "bin/rclone")); err != nil { // the real rclone
		t.Fatal(err)
	}
	away, trace := filepath.Join(m.dir, "away"), filepath.Join(m.dir, "trace")
	m.env = append(m.env, "OFFSITE="+away, "OFFSITE_VAR="+m.dir+"/var", "OFFSITE_RECIPIENTS=/recipients",
		"RCLONE_CONFIG="+m.dir+"/rclone.conf")
	m.write("rclone.conf", "", 0o600)
	m.write("backups/transom-1/transom.db", "data", 0o600)
	m.write("var/.last-backup", m.dir+"/backups/transom-1\n", 0o600)
	m.must("prlimit", "--nofile="+limit, "strace", "-f", "-qq", "-o", trace, filepath.Join(m.program,
		"deploy/offsite.sh"))
	if _, err := os.Stat(filepath.Join(away, "transom-1.tar.age")); err != nil {
		t.Fatal(err)
	}
	calls, _, _ := readTrace(t, trace)
	if !calls["epoll_pwait"] && !calls["futex"] {
		t.Fatalf("the trace contains too little: %v", slices.Sorted(maps.Keys(calls)))
	}
	for call := range calls {
		if !allowed[call] {
			t.Errorf("the unit kills the program for %s", call)
		}
	}
}

// The nightly timers name a time zone, because a server's own zone is often UTC, which is the morning in India.
func TestNightlyTimersNameATimeZone(t *testing.T) {
	for _, name := range []string{"transom-backup.timer", "transom-offsite.timer"} {
		when := unit(t, name)["OnCalendar"]
		if len(when) != 1 {
			t.Fatalf("%s: %v", name, when)
		}
		cmd := exec.CommandContext(t.Context(), "systemd-analyze", "calendar", "--base-time=2025-03-10 12:00 UTC", when[0])
		cmd.Env = append(os.Environ(), "TZ=UTC")
		if out, err := cmd.CombinedOutput(); err != nil || !regexp.MustCompile(`Mon 2025-03-10 21:[03]0:00 UTC`).Match(out) {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
}

func allowedCalls(t *testing.T, name string) map[string]bool {
	t.Helper()
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Fatal("systemd-analyze, which knows the groups of calls, is not here: `make tools` brings it")
	}
	allowed := map[string]bool{"execve": true, "exit": true, "exit_group": true}
	for _, line := range unit(t, name)["SystemCallFilter"] {
		names, take := strings.CutPrefix(line, "~")
		for name := range strings.FieldsSeq(names) {
			for call := range callsOf(t, name) {
				allowed[call] = !take
			}
		}
	}
	return allowed
}

func callsOf(t *testing.T, group string) map[string]bool {
	t.Helper()
	if !strings.HasPrefix(group, "@") {
		return map[string]bool{group: true}
	}
	out, err := exec.Command("systemd-analyze", "syscall-filter", group).Output()
	if err != nil {
		t.Fatalf("%s: %v", group, err)
	}
	calls := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		if name := strings.TrimSpace(line); strings.HasPrefix(line, " ") && !strings.HasPrefix(name, "#") {
			maps.Copy(calls, callsOf(t, name))
		}
	}
	return calls
}

// tracedCall matches a line like `123 openat(AT_FDCWD, "/etc/hosts", O_RDONLY) = 3`.
var tracedCall = regexp.MustCompile(`^\d+ +([a-z0-9_]+)\((?:(?:AT_FDCWD, )?"([^"]*)", (\S+))?`)

func readTrace(t *testing.T, path string) (calls, opened, written map[string]bool) {
	t.Helper()
	file, err := os.Open(path)
	must(t, err)
	defer file.Close()
	calls, opened, written = map[string]bool{}, map[string]bool{}, map[string]bool{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		parts := tracedCall.FindStringSubmatch(lines.Text())
		if parts == nil {
			continue
		}
		calls[parts[1]] = true
		if strings.HasPrefix(parts[1], "open") && parts[2] != "" {
			opened[parts[2]] = true
			if strings.Contains(parts[3], "O_WRONLY") || strings.Contains(parts[3], "O_RDWR") {
				written[parts[2]] = true
			}
		}
	}
	return calls, opened, written
}
