package app

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"transom/api/cli"
)

// A wrong call is reported, with the usage, before anything is opened: there is no database here.
func TestEveryWrongCallIsRefused(t *testing.T) {
	folder := settle(t)
	var lines [][]string
	for _, c := range commands() {
		lines = append(lines, []string{c.name})
		for _, word := range wordsBelow(c.name) {
			lines = append(lines, []string{c.name, word})
		}
	}
	for _, line := range lines {
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

// wrongCalls returns typing errors that a command's own help makes possible.
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
	if before, _, names := strings.Cut(usage, "E-MAIL"); names {
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

// A missing value must not take the next flag as its value: this would verify a document that should be rejected.
func TestAMissingFlagValueIsReported(t *testing.T) {
	settle(t)
	_, err := runPrinting(t, "identity", "verify", "b1", "--who", "--reject")
	var said strings.Builder
	if code := cli.Exit(err, &said); code != cli.ExitUsage ||
		!strings.Contains(said.String(), "flag needs an argument: -who") {
		t.Errorf("exit %d, %s", code, said.String())
	}
}

// A script that lost its arguments gets an error.
func TestNoCommandIsAWrongCall(t *testing.T) {
	var said strings.Builder
	if code := cli.Exit(run(t.Context(), nil), &said); code != cli.ExitUsage ||
		!strings.Contains(said.String(), "no command given") {
		t.Errorf("exit %d, %s", code, said.String())
	}
}
