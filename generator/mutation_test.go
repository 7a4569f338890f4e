package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transom/generator/publish"
	"transom/generator/source"
)

var (
	slipsSeed = flag.Uint64("slips-seed", 1, "which slips are made; TRANSOM_SOAK=1 makes all")
	slipsMade = flag.Int("slips", 150, "how many slips are made")
)

type edit struct {
	name string
	do   func(lines []string, i int) []string
}

var edits = []edit{
	{"delete", func(lines []string, i int) []string { return append(lines[:i], lines[i+1:]...) }},
	{"double", func(lines []string, i int) []string { return append(lines[:i+1], lines[i:]...) }},
	{"join", func(lines []string, i int) []string {
		if i+1 == len(lines) {
			return lines
		}
		lines[i] += lines[i+1]
		return append(lines[:i+1], lines[i+2:]...)
	}},
	{"move in", func(lines []string, i int) []string { lines[i] = " " + lines[i]; return lines }},
	{"move out", func(lines []string, i int) []string { lines[i] = strings.TrimPrefix(lines[i], " "); return lines }},
	{"end after", func(lines []string, i int) []string { return append(lines[:i+1], "") }},
	{"end inside", func(lines []string, i int) []string {
		line := []rune(lines[i])
		return append(lines[:i], string(line[:(len(line)+1)/2]))
	}},
}

// TestOneSlipIsOneMistake makes mistakes in the shipped content, one at a time. There may be at most three messages;
// the first must be at the mistake, and none may ask to delete something correct. If a mistake merges two values, there
// must be a message.
func TestOneSlipIsOneMistake(t *testing.T) {
	s := newSlips(t)
	random := rand.New(rand.NewPCG(*slipsSeed, 0))
	if os.Getenv("TRANSOM_SOAK") != "" {
		all, faults := 0, 0
		for _, file := range s.files {
			for i := range strings.Split(string(s.texts[file]), "\n") {
				for _, e := range edits {
					if all++; s.try(t, file, i, e) != "" {
						faults++
					}
				}
			}
		}
		if faults*100 > all {
			t.Errorf("%d of %d mistakes are reported badly", faults, all)
		}
		return
	}
	for range *slipsMade {
		file := s.files[random.IntN(len(s.files))]
		if fault := s.try(t, file, random.IntN(bytes.Count(s.texts[file], []byte("\n"))),
			edits[random.IntN(len(edits))]); fault != "" {
			t.Error(fault)
		}
	}
}

type slips struct {
	options publish.Options
	files   []string
	texts   map[string][]byte
	before  []string
}

func newSlips(t *testing.T) *slips {
	t.Helper()
	dir := t.TempDir()
	s := &slips{options: publish.Options{Content: filepath.Join(dir, "content"), Out: filepath.Join(dir, "out"),
		Name: "content"}, texts: map[string][]byte{}}
	shipped, err := filepath.Abs(filepath.Join(repository, "content"))
	must(t, err)
	for _, pattern := range []string{"*.yaml", "*/*.md"} {
		found, err := filepath.Glob(filepath.Join(shipped, pattern))
		must(t, err)
		for _, path := range found {
			name, _ := filepath.Rel(shipped, path)
			if s.texts[name], err = os.ReadFile(path); err != nil {
				t.Fatal(err)
			}
			s.files = append(s.files, name)
			s.write(t, name, s.texts[name])
		}
	}
	must(t, os.Symlink(filepath.Join(shipped, "images"), filepath.Join(s.options.Content, "images")))
	if result := build1(t, s.options); len(result.Problems) > 0 {
		t.Fatalf("the shipped content is not in order: %v", result.Problems)
	}
	s.before = s.values(t)
	return s
}

func (s *slips) write(t *testing.T, name string, text []byte) {
	t.Helper()
	write(t, filepath.Join(s.options.Content, name), string(text))
}

func (s *slips) values(t *testing.T) []string {
	t.Helper()
	var list []string
	var visit func(any)
	visit = func(v any) {
		switch v := v.(type) {
		case string:
			list = append(list, v)
		case []any:
			for _, inner := range v {
				visit(inner)
			}
		case map[string]any:
			for _, inner := range v {
				visit(inner)
			}
		}
	}
	for _, name := range filesIn(t, s.options.Out) {
		raw := read(t, filepath.Join(s.options.Out, name))
		var decoded any
		must(t, json.Unmarshal([]byte(raw), &decoded))
		visit(decoded)
	}
	return list
}

func (s *slips) try(t *testing.T, file string, i int, e edit) string {
	t.Helper()
	was := strings.Split(string(s.texts[file]), "\n")
	now := strings.Join(e.do(append([]string(nil), was...), i), "\n")
	if now == string(s.texts[file]) || strings.TrimSpace(was[i]) == "" {
		return ""
	}
	s.write(t, file, []byte(now))
	defer s.write(t, file, s.texts[file])
	result := build1(t, s.options)
	fault := s.fault(t, file, i, result, strings.Join(was, "\n"), now)
	if fault == "" {
		return ""
	}
	var output strings.Builder
	for _, p := range result.Problems {
		fmt.Fprintln(&output, "   ", p)
	}
	return fmt.Sprintf("%s %s:%d %q: %s\n%s", e.name, file, i+1, was[i], fault, output.String())
}

var quotedWord = regexp.MustCompile(`"([^"]{2,})"|(/[a-z-]+|\{\{[a-z_]+\}\})`)

func (s *slips) fault(t *testing.T, file string, i int, result publish.Result, was, now string) string {
	t.Helper()
	if len(result.Problems) == 0 {
		return s.swallowed(t)
	}
	lines := strings.Split(was, "\n")
	line, around := lines[i], strings.Join(lines[max(0, i-16):i+1], "\n")
	// A message is near if it points at the mistake's lines or at a reference to a removed entry.
	near := func(p source.Problem) bool {
		if p.File == "content/"+file && p.Line >= i-2 && p.Line <= i+4 {
			return true
		}
		names := []string{path.Base(p.File)}
		for _, m := range quotedWord.FindAllStringSubmatch(p.Message, -1) {
			names = append(names, m[1]+m[2])
			for _, part := range strings.Split(m[1], ".") { // the parts of a fact's name
				names = append(names, part, strings.ToUpper(strings.ReplaceAll(part, "-", "_")))
			}
			if entry, _, _ := strings.Cut(m[1], " · "); entry != "" && strings.Contains(around, entry) {
				return true // the message names the entry with the mistake
			}
		}
		return slices.ContainsFunc(names, func(name string) bool {
			return strings.Contains(line, name) || strings.Contains(was, name) && !strings.Contains(now, name)
		})
	}
	if len(result.Problems) > 3 {
		return "too many"
	}
	if first := result.Problems[0]; strings.Contains(first.Message, "cannot be read from this line on") &&
		first.Line >= i-2 {
		return "" // only the lines above can be read, so the mistake is on this line or on an earlier line
	}
	if !near(result.Problems[0]) && !strings.Contains(result.Problems[0].Message, "but there are only") {
		return "not at the slip"
	}
	for _, p := range result.Problems {
		if strings.Contains(strings.ToLower(p.Message), "delete") && !near(p) {
			return "deletes what is right"
		}
	}
	return ""
}

// swallowed finds a published string that was joined from two strings.
func (s *slips) swallowed(t *testing.T) string {
	t.Helper()
	now := map[string]bool{}
	after := s.values(t)
	for _, value := range after {
		now[value] = true
	}
	known := map[string]bool{}
	var gone []string
	for _, value := range s.before {
		known[value] = true
		if !now[value] && len(value) > 2 {
			gone = append(gone, value)
		}
	}
	for _, value := range after {
		parts := 0
		for _, part := range gone {
			if !known[value] && strings.Contains(value, part) {
				parts++
			}
		}
		if parts > 1 {
			return fmt.Sprintf("nothing was reported, but two values became %q", value)
		}
	}
	return ""
}
