package app

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/cli"
	"transom/api/version"
)

func TestEveryCommandHasHelp(t *testing.T) {
	for _, line := range everyCommand() {
		name := strings.Join(line, " ")
		out, err := runPrinting(t, append(line, "--help")...)
		check.Equal(t, cli.Exit(err, os.Stderr), cli.ExitDone, "%s: %v", name, err)
		apitest.Says(t, out, "Usage: transom "+name+" [flags]", "-json", "Example:\n  transom "+line[0],
			"Exit codes:\n  0  done\n  1  ", "  2  wrong arguments")
		for _, word := range wordsBelow(name) {
			if !strings.Contains(out, "\n  "+word+"\n") {
				t.Errorf("the help of %s does not list %s:\n%s", name, word, out)
			}
		}
		_, example, _ := strings.Cut(out, "Example:\n  transom ")
		example, _, _ = strings.Cut(example, "\n")
		for _, word := range strings.Fields(example) {
			if flag, isFlag := strings.CutPrefix(word, "-"); isFlag && flag != "h" && !strings.Contains(out, "  "+word[1:]) {
				t.Errorf("the example of %s uses %s, which is not a flag of it:\n%s", name, word, out)
			}
		}
	}
}

// The exit code of a mistyped command differs from that of a command that fails.
func TestWrongCalls(t *testing.T) {
	for _, c := range []struct {
		line, says string
	}{
		{"", "no command given"},
		{"serv", "did you mean \"serve\"?"},
		{"list everything", `unexpected argument "everything"`},
		{"help shwo", "did you mean \"show\"?"},
		{"mail", "usage: transom mail [flags] status | retry"},
		{"ticket rotat", "did you mean \"rotate\"?"},
	} {
		settle(t)
		_, err := runPrinting(t, strings.Fields(c.line)...)
		var said strings.Builder
		if code := cli.Exit(err, &said); code != cli.ExitUsage || !strings.Contains(said.String(), c.says) {
			t.Errorf("%s: exit %d, %s", c.line, code, said.String())
		}
	}
}

// A missing argument is reported before wrong settings.
func TestVersionAndUsageNeedNoSettings(t *testing.T) {
	settle(t)
	t.Setenv("TRANSOM_REHEARSAL", "perhaps")
	for _, line := range []string{"-version", "--version"} {
		if out, err := runPrinting(t, line); err != nil || out != version.Release+"\n" {
			t.Errorf("%s: %q %v", line, out, err)
		}
	}
	if _, err := runPrinting(t, "show"); cli.Exit(err, io.Discard) != cli.ExitUsage {
		t.Errorf("show: %v", err)
	}
	if out, err := runPrinting(t, "help", "show"); !errors.Is(err, cli.ErrHelp) ||
		!strings.Contains(out, "Usage: transom show") {
		t.Errorf("help show: %s %v", out, err)
	}
}

func TestCommandsDoNotInventADatabase(t *testing.T) {
	folder := settle(t)
	for _, line := range []string{"list", "mail status", "reconcile", "purge", "identity log"} {
		_, err := runPrinting(t, strings.Fields(line)...)
		if err == nil || !strings.Contains(err.Error(), "there is no database in "+folder) {
			t.Errorf("%s: %v", line, err)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "transom.db")); err == nil {
		t.Error("a database was made")
	}
}

// Only doctor runs: it reports wrong settings with everything else.
func TestWrongSettingsStopCommands(t *testing.T) {
	settle(t)
	t.Setenv("TRANSOM_RATELIMITS", "on")
	for _, line := range []string{"serve", "list", "restore x", "backup x", "mail status", "reconcile", "check-settings",
		"ticket rotate", "doctor"} {
		out, err := runPrinting(t, strings.Fields(line)...)
		if err == nil {
			t.Errorf("%s: went on", line)
			continue
		}
		apitest.Says(t, strings.ReplaceAll(out+err.Error(), `\"`, `"`),
			`TRANSOM_RATELIMITS: there is no such setting; did you mean "TRANSOM_RATE_LIMITS"?`)
	}
}

func settle(t *testing.T) string {
	t.Helper()
	getenv := apitest.Environment(t)
	for _, name := range []string{"TRANSOM_CONTENT", "TRANSOM_VAR", "TRANSOM_REHEARSAL"} {
		t.Setenv(name, getenv(name))
	}
	return getenv("TRANSOM_VAR")
}

// Durations are in seconds.
func TestTheLogCanBeJSON(t *testing.T) {
	t.Parallel()
	c := newCrash(t)
	c.env = append(c.env, "TRANSOM_LOG=json", "TRANSOM_LOG_LEVEL=debug")
	c.start()
	c.post(t, "/api/send-otp", map[string]any{"email": "asha@example.org"})
	c.kill()
	requests := map[string]int{}
	for line := range strings.Lines(c.output.String()) {
		var entry struct {
			Msg     string   `json:"msg"`
			Level   string   `json:"level"`
			Seconds *float64 `json:"seconds"`
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if entry.Msg == "request" {
			requests[entry.Level]++
			if entry.Seconds == nil || *entry.Seconds <= 0 {
				t.Error(line)
			}
		}
	}
	if requests["INFO"] != 1 || requests["DEBUG"] == 0 {
		t.Errorf("the requests are not logged, or the health checks are not:\n%s", c.output.String())
	}
}

// The metrics have an address of their own, which serves nothing else.
func TestTheMetricsAddressServesOnlyMetrics(t *testing.T) {
	t.Parallel()
	c, address := newCrash(t), apitest.FreeAddress(t)
	c.env = append(c.env, "TRANSOM_METRICS_ADDR="+address)
	c.start()
	for path, want := range map[string]int{"/metrics": http.StatusOK, "/": http.StatusNotFound,
		"/metrics/x": http.StatusNotFound, "/healthz": http.StatusNotFound, "/api/sales": http.StatusNotFound} {
		answer, err := http.Get("http://" + address + path)
		must(t, err)
		answer.Body.Close()
		check.Equal(t, answer.StatusCode, want, "%s", path)
	}
	if c.kill(); strings.Contains(c.output.String(), "DEBUG") {
		t.Errorf("health checks are logged:\n%s", c.output.String())
	}
}

// A wrong call is reported before anything is opened: there is no database here.
func TestEveryWrongCallIsRefused(t *testing.T) {
	folder := settle(t)
	for _, line := range everyCommand() {
		help, err := runPrinting(t, append(line, "-h")...)
		if cli.Exit(err, os.Stderr) != cli.ExitDone {
			t.Fatalf("%v: %v", line, err)
		}
		for _, wrong := range wrongCalls(line, help) {
			out, err := runPrinting(t, wrong...)
			var said strings.Builder
			if code := cli.Exit(err, &said); code != cli.ExitUsage || !strings.Contains(said.String(), "-h explains") {
				t.Errorf("%q: exit %d, %s", wrong, code, said.String()+out)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "transom.db")); err == nil {
		t.Error("a database was made")
	}
}

// wrongCalls derives mistyped calls from a command's help. A flag without a value must not take the next flag as its
// value: after `identity open --who --out x`, the log would name "--out" as the person.
func wrongCalls(line []string, help string) (wrong [][]string) {
	call := func(args ...string) { wrong = append(wrong, append(append([]string{}, line...), args...)) }
	usage := regexp.MustCompile(`(?m)^Usage: transom .* \[flags\] ?(.*)$`).FindStringSubmatch(help)[1]
	call("--jsno")
	call("a", "b", "c", "--json")
	if usage != "" && !strings.HasPrefix(usage, "[") {
		call()
		call("--json")
		call("")
	}
	if before, _, names := strings.Cut(usage, "EMAIL"); names {
		words := strings.Fields(before)
		for _, typed := range []string{"asha", "asha@", "asha example.org", "<asha@example.org>"} {
			call(append(words, typed, "--json")...)
		}
	}
	for _, flag := range regexp.MustCompile(`(?m)^  -([a-z0-9-]+)( string)?$`).FindAllStringSubmatch(help, -1) {
		argument := "x@example.org"
		if flag[2] == "" {
			call(argument, "--"+flag[1]+"=maybe")
			continue
		}
		call(argument, "--"+flag[1])
		call(argument, "--"+flag[1], "--json")
	}
	return wrong
}

func everyCommand() (lines [][]string) {
	for _, c := range commands() {
		lines = append(lines, []string{c.name})
		for _, word := range wordsBelow(c.name) {
			lines = append(lines, []string{c.name, word})
		}
	}
	return lines
}
