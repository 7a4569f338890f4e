package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"transom/generator/publish"
)

// slipIn replaces Was with Now. If Now is "END", the file ends before Was; if Was is "", the file is renamed to Now or,
// if Now has several lines, written.
type slipIn struct{ File, Was, Now string }

// TestEdits compares the messages for each mistake in testdata/edits.yaml with testdata/edits.txt. There may be at most
// three, and the first must be the cause.
func TestEdits(t *testing.T) {
	var slips []struct {
		Name   string
		Right  []slipIn
		slipIn `yaml:",inline"`
	}
	must(t, yaml.Unmarshal([]byte(read(t, "testdata/edits.yaml")), &slips))
	var told strings.Builder
	for _, s := range slips {
		options := validContent(t)
		options.Out = ""
		for _, c := range s.Right {
			c.make(t, options)
		}
		if before := build1(t, options); len(before.Problems) > 0 {
			t.Fatalf("%s: not in order before the slip: %v", s.Name, before.Problems)
		}
		s.make(t, options)
		result := build1(t, options)
		messages := append(result.Problems, result.Warnings...)
		if n := len(messages); n == 0 || n > 3 {
			t.Errorf("%s: %d messages", s.Name, n)
		}
		told.WriteString("== " + s.Name + "\n" + lines(messages))
		noGoNames(t, lines(messages))
	}
	compareFile(t, told.String(), filepath.Join("testdata", "edits.txt"))
}

func (c slipIn) make(t *testing.T, o publish.Options) {
	t.Helper()
	path := filepath.Join(o.Content, c.File)
	switch {
	case strings.Contains(c.Now, "\n") && c.Was == "":
		write(t, path, c.Now)
	case c.Was == "":
		rename(t, path, filepath.Join(o.Content, c.Now))
	case c.Now == "END":
		before, _, _ := strings.Cut(read(t, path), c.Was)
		write(t, path, before)
	default:
		change(t, o, c.File, c.Was, c.Now)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	must(t, err)
	return string(raw)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	must(t, os.Rename(from, to))
}
