package source

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"transom/generator/schema"
)

// Package source may refuse arbitrary bytes, but must terminate without a panic, report only positions that exist, and
// report every file that it could not read. A longer run: go test -fuzz FuzzReader ./generator/source
func FuzzReader(f *testing.F) {
	seeds, err := filepath.Glob("../testdata/*/content/*.yaml")
	if err != nil || len(seeds) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, seed := range seeds {
		raw, err := os.ReadFile(seed)
		if err != nil {
			f.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(seed), ".yaml")
		for i, file := range schema.Files {
			if file.Name == name {
				f.Add(uint8(i), raw)
			}
		}
	}
	for _, text := range []string{"", "\x00", "a: &a [*a]", "? [", "- - - -", "{{{{{{", "<<: *x", "%YAML 9", "\t\t\t",
		"a:\n\tb: c", "!!binary", "|", "\"\\", "'", ": :", "---\n---\n...\n", "\xff\xfe:\x00"} {
		f.Add(uint8(0), []byte(text))
	}
	f.Fuzz(func(t *testing.T, which uint8, raw []byte) {
		if len(raw) > 20_000 {
			return
		}
		file := schema.Files[int(which)%len(schema.Files)]
		problems := new(Problems)
		clean := cleanText(raw, "content/fuzz.yaml", problems)
		if clean == nil {
			if len(problems.Sorted()) == 0 {
				t.Error("refused without a word")
			}
			return
		}
		target := reflect.ValueOf(file.New()).Elem()
		read, _ := decodeInto(clean, 0, target, newMarks("content/fuzz.yaml", 0), problems)
		if !read && len(problems.Sorted()) == 0 {
			t.Error("read nothing, without a word")
		}
		lines := 1 + strings.Count(string(clean), "\n")
		// A wrong format verb leaves "%!", but the message may also quote a per-cent sign from the file.
		misprint := func(text string) bool { return strings.Contains(text, "%!") && !bytes.ContainsRune(raw, '%') }
		for _, p := range problems.Sorted() {
			if p.Line < 1 || p.Line > lines+1 || p.Column < 1 || p.Message == "" || misprint(p.Message) {
				t.Errorf("a place or message that cannot be: %+v (the file has %d lines)", p, lines)
			}
		}
	})
}

func FuzzMarkdownHead(f *testing.F) {
	for _, text := range []string{"---\ntitle: x\n---\n\ntext", "---\n---\n", "---", "", "\n---\na: b\n---\n",
		"---\ntitle: [\n---\n# x"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		problems := new(Problems)
		matter, body, line, ok := splitFrontmatter(raw, "content/pages/fuzz.md", problems)
		if !ok {
			if len(problems.Sorted()) == 0 {
				t.Error("refused without a word")
			}
			return
		}
		if line < 1 || len(matter)+len(body) > len(raw) {
			t.Errorf("line %d, %d bytes of head, %d of text from %d", line, len(matter), len(body), len(raw))
		}
		decodeInto(matter, 1, reflect.ValueOf(new(schema.Page)).Elem(), newMarks("content/pages/fuzz.md", 0), problems)
	})
}
