package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"transom/api/cli"
)

// Every command that the guide shows exists, with the flags and the words that it is shown with.
func TestGuideShowsCommandsThatExist(t *testing.T) {
	guide, err := os.ReadFile("../deploy/README.md")
	if err != nil {
		t.Fatal(err)
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
		if seen[name] = true; name == "help" {
			continue
		}
		help := helpOf(t, name)
		for i, word := range words[1:] {
			flag, isFlag := strings.CutPrefix(word, "--")
			subcommand := i == 0 && regexp.MustCompile(`^[a-z]+$`).MatchString(word)
			if isFlag && !strings.Contains(help, "-"+flag) || subcommand && !strings.Contains(help, word) {
				t.Errorf("%s: the help of %s knows nothing of %q:\n%s", found[0], name, word, help)
			}
		}
	}
	for name := range known {
		if name != "serve" && name != "help" && !seen[name] {
			t.Errorf("the guide does not show %s", name)
		}
	}
}

// Every step says what one should see, and what it names is there: files, settings, and the versions of netlify.toml.
func TestGuideIsRight(t *testing.T) {
	raw, err := os.ReadFile("../deploy/README.md")
	if err != nil {
		t.Fatal(err)
	}
	guide := string(raw)
	steps, _, _ := strings.Cut(guide, "**A new version")
	parts := regexp.MustCompile(`(?m)^(\d+)\. `).Split(steps, -1)[1:]
	if len(parts) < 10 {
		t.Fatalf("%d steps", len(parts))
	}
	for i, step := range parts {
		if !strings.Contains(step, "*You should see*") {
			t.Errorf("step %d does not say what one should see", i+1)
		}
	}
	settings := map[string]bool{}
	_, _ = readConfig(func(name string) string { settings[name] = true; return "" })
	for _, name := range regexp.MustCompile(`TRANSOM_[A-Z_]+[A-Z]`).FindAllString(guide, -1) {
		if !settings[name] && name != "TRANSOM_RAZORPAY" && name != "TRANSOM_CASHFREE" {
			t.Errorf("there is no setting %s", name)
		}
	}
	for _, name := range regexp.MustCompile(`deploy/[A-Za-z]+[a-z.-]*[a-z]`).FindAllString(guide, -1) {
		if found, _ := filepath.Glob("../" + name + "*"); len(found) == 0 {
			t.Errorf("there is no %s", name)
		}
	}
	hosting, err := os.ReadFile("../netlify.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range regexp.MustCompile(`(?:GO|NODE)_VERSION = "(.*)"`).FindAllStringSubmatch(string(hosting), -1) {
		if strings.Count(guide, version[1]) < 2 {
			t.Errorf("the guide does not install %s", version[0])
		}
	}
}

// Somebody who copies the settings of the guide, or those of .env.example, and forgets to put his own in is told each.
func TestTheExamplesOfTheGuideAreRefused(t *testing.T) {
	for file, settings := range map[string][]string{
		"../deploy/README.md": {"TRANSOM_SITE_URL", "TRANSOM_MAIL", "TRANSOM_MAIL_FROM"}, "../.env.example": {"TRANSOM_SITE_URL"},
	} {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pairs := []string{}
		for _, line := range regexp.MustCompile(`(?m)^ *(TRANSOM_[A-Z_]+)=(.+)$`).FindAllStringSubmatch(string(raw), -1) {
			pairs = append(pairs, line[1], line[2])
		}
		_, err = readConfig(environment(t, append(pairs, "TRANSOM_REHEARSAL", "0")...))
		for _, name := range settings {
			if err == nil || !regexp.MustCompile("(?m)^"+name+": .*the guide's example").MatchString(err.Error()) {
				t.Errorf("%s: %s is not refused:\n%v", file, name, err)
			}
		}
	}
}

// helpOf is what a command prints for -h.
func helpOf(t *testing.T, name string) string {
	t.Helper()
	text, err := runPrinting(t, name, "-h")
	if !errors.Is(err, cli.ErrHelp) {
		t.Errorf("%s: %v", name, err)
	}
	return text
}

// runPrinting runs a command line and returns what it printed.
func runPrinting(t *testing.T, args ...string) (string, error) {
	t.Helper()
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = file, file
	err = run(t.Context(), args)
	os.Stdout, os.Stderr = stdout, stderr
	text, readErr := os.ReadFile(file.Name())
	if readErr != nil {
		t.Fatal(readErr)
	}
	return string(text), err
}
