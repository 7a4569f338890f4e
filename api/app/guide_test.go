package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/cli"
	"transom/api/command"
	"transom/api/config"
	"transom/api/store/engine"
)

func TestGuideShowsCommandsThatExist(t *testing.T) {
	var guide []byte
	for _, page := range []string{"../../deploy/README.md", "../../deploy/two-machines.md"} {
		text, err := os.ReadFile(page)
		must(t, err)
		guide = append(guide, text...)
	}
	known := map[string]bool{"help": true}
	for _, c := range commands() {
		known[c.name] = true
	}
	shown := regexp.MustCompile("`(?:t|transom|bin/transom) ([a-z][^`]*)`").FindAllStringSubmatch(string(guide), -1)
	seen := map[string]bool{}
	for _, found := range shown {
		words := strings.Fields(regexp.MustCompile(`"[^"]*"`).ReplaceAllString(found[1], "X"))
		name := words[0]
		if !known[name] {
			t.Errorf("%s: there is no such command", found[0])
			continue
		}
		if seen[name] = true; name != "help" {
			checkCall(t, found[0], words)
		}
	}
	for name := range known {
		if name != "serve" && name != "help" && !seen[name] {
			t.Errorf("the guide does not show %s", name)
		}
	}
}

func checkCall(t *testing.T, shown string, words []string) {
	t.Helper()
	name := words[0]
	help := helpOf(t, name)
	if len(words) > 1 && slices.Contains(wordsBelow(name), words[1]) {
		help += helpOf(t, name, words[1])
	}
	for i, word := range words[1:] {
		flag, isFlag := strings.CutPrefix(word, "--")
		subcommand := i == 0 && regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(word)
		if isFlag && !strings.Contains(help, "-"+flag) || subcommand && !strings.Contains(help, word) {
			t.Errorf("%s: the help of %s does not contain %q:\n%s", shown, name, word, help)
		}
	}
}

func wordsBelow(name string) (words []string) {
	for _, c := range command.All() {
		if c.Name == name {
			words = c.Words()
		}
	}
	return words
}

// Every step says what you should see. Settings and files in the guide exist; the versions are netlify.toml's.
func TestGuideIsRight(t *testing.T) {
	raw, err := os.ReadFile("../../deploy/README.md")
	must(t, err)
	guide := string(raw)
	steps, _, _ := strings.Cut(guide, "**A new version")
	parts := regexp.MustCompile(`(?m)^(\d+)\. `).Split(steps, -1)[1:]
	if len(parts) < 10 {
		t.Fatalf("%d steps", len(parts))
	}
	for _, step := range parts {
		apitest.Says(t, step, "*You should see*")
	}
	settings := map[string]bool{}
	getenv := apitest.Environment(t)
	_, _ = config.Read(func(name string) string { settings[name] = true; return getenv(name) })
	for _, name := range regexp.MustCompile(`TRANSOM_[A-Z_]+[A-Z]`).FindAllString(guide, -1) {
		if !settings[name] && name != "TRANSOM_RAZORPAY" && name != "TRANSOM_CASHFREE" {
			t.Errorf("there is no setting %s", name)
		}
	}
	for _, name := range regexp.MustCompile(`deploy/[A-Za-z]+[a-z.-]*[a-z]`).FindAllString(guide, -1) {
		if found, _ := filepath.Glob("../../" + name + "*"); len(found) == 0 {
			t.Errorf("there is no %s", name)
		}
	}
	hosting, err := os.ReadFile("../../netlify.toml")
	must(t, err)
	for _, version := range regexp.MustCompile(`(?:GO|NODE)_VERSION = "(.*)"`).FindAllStringSubmatch(string(hosting), -1) {
		if strings.Count(guide, version[1]) < 2 {
			t.Errorf("the guide does not install %s", version[0])
		}
	}
}

func TestTheExamplesOfTheGuideAreRefused(t *testing.T) {
	pairs := []string{"TRANSOM_REHEARSAL", "0"}
	for _, line := range regexp.MustCompile(`(?m)^ *(TRANSOM_[A-Z_]+)=(.+)$`).FindAllSubmatch(readFile(t,
		"../../deploy/README.md"), -1) {
		pairs = append(pairs, string(line[1]), string(line[2]))
	}
	_, err := config.Read(apitest.Environment(t, pairs...))
	for _, name := range []string{"TRANSOM_SITE_URL", "TRANSOM_MAIL", "TRANSOM_MAIL_FROM", "TRANSOM_ALARM_MAIL"} {
		if err == nil || !regexp.MustCompile("(?m)^"+name+": .*the example from the guide").MatchString(err.Error()) {
			t.Errorf("%s is not refused:\n%v", name, err)
		}
	}
}

// Operators add the guide's settings to a copy of .env.example, which therefore must set nothing.
func TestTheExampleSetsNothing(t *testing.T) {
	if set := regexp.MustCompile(`(?m)^TRANSOM_.*`).FindAll(readFile(t, "../../.env.example"), -1); len(set) > 0 {
		t.Errorf("%q", set)
	}
}

func helpOf(t *testing.T, words ...string) string {
	t.Helper()
	text, err := runPrinting(t, append(words, "-h")...)
	if !errors.Is(err, cli.ErrHelp) {
		t.Errorf("%v: %v", words, err)
	}
	return text
}

// Reading the settings creates a folder for keys, so each test has its own data folder.
func runPrinting(t *testing.T, args ...string) (string, error) {
	t.Helper()
	if os.Getenv("TRANSOM_VAR") == "" {
		t.Setenv("TRANSOM_VAR", t.TempDir())
	}
	return capture(t, true, args...)
}

func capture(t *testing.T, errorsToo bool, args ...string) (string, error) {
	t.Helper()
	file, err := os.CreateTemp(t.TempDir(), "")
	must(t, err)
	defer file.Close()
	stdout, stderr := os.Stdout, os.Stderr
	if os.Stdout = file; errorsToo {
		os.Stderr = file
	}
	err = run(t.Context(), args)
	os.Stdout, os.Stderr = stdout, stderr
	return string(readFile(t, file.Name())), err
}

func TestGuideCountsConnections(t *testing.T) {
	raw, err := os.ReadFile("../../deploy/two-machines.md")
	must(t, err)
	want := fmt.Sprintf("Each instance takes %d connections", engine.CopyConnections)
	apitest.Says(t, strings.Join(strings.Fields(string(raw)), " "), want)
}
