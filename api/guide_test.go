package main

import (
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
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

// helpOf is what a command prints for -h.
func helpOf(t *testing.T, name string) string {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = in, in
	err = run(t.Context(), []string{name, "-h"})
	os.Stdout, os.Stderr = stdout, stderr
	in.Close()
	text, readErr := io.ReadAll(out)
	if readErr != nil {
		t.Fatal(readErr)
	}
	if err != nil {
		return string(text) + err.Error()
	}
	return string(text)
}
