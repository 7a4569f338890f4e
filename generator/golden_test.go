package main

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transom/generator/publish"
	"transom/generator/source"
)

var update = flag.Bool("update", false, "rewrite the wanted outputs in testdata/")

const valid = "valid"

// TestCases builds every folder in testdata/. A case contains only the differences from testdata/valid/content: changed
// files in content/, and the names of removed files in gone.txt. A good case has the published files in want/ and its
// warnings in warned.txt; a bad case has its messages in want.txt.
func TestCases(t *testing.T) {
	cases, err := os.ReadDir("testdata")
	must(t, err)
	for _, c := range cases {
		if !c.IsDir() {
			continue
		}
		t.Run(c.Name(), func(t *testing.T) {
			t.Parallel()
			runCase(t, filepath.Join("testdata", c.Name()))
		})
	}
}

func runCase(t *testing.T, dir string) {
	content, out := filepath.Join(t.TempDir(), "content"), filepath.Join(t.TempDir(), "out")
	assemble(t, dir, content)
	result, err := publish.Build(publish.Options{Content: content, Out: out, Name: "content"})
	must(t, err)
	if len(result.Warnings) > 0 && len(result.Problems) == 0 {
		compareFile(t, lines(result.Warnings), filepath.Join(dir, "warned.txt"))
	}
	if len(result.Problems) == 0 {
		compareFolder(t, out, filepath.Join(dir, "want"))
		return
	}
	if written := filesIn(t, out); len(written) > 0 {
		t.Errorf("the content has mistakes, but was published anyway: %v", written)
	}
	output := lines(result.Problems)
	noGoNames(t, output)
	if exists(filepath.Join(dir, "want")) {
		t.Fatalf("the case has want/, but its content has mistakes:\n%s", output)
	}
	compareFile(t, output, filepath.Join(dir, "want.txt"))
}

func lines(problems []source.Problem) string {
	var output strings.Builder
	for _, p := range problems {
		output.WriteString(p.String() + "\n")
	}
	return output.String()
}

func noGoNames(t *testing.T, output string) {
	for _, word := range []string{"schema.", "yaml: line", "yaml: unm", "int64", "[]string", "<nil>", "reflect",
		"unmarshal", "EOF", "%!"} {
		if strings.Contains(output, word) {
			t.Errorf("a message mentions %q:\n%s", word, output)
		}
	}
}

func assemble(t *testing.T, dir, content string) {
	t.Helper()
	copyTree(t, filepath.Join("testdata", valid, "content"), content)
	if own := filepath.Join(dir, "content"); dir != filepath.Join("testdata", valid) && exists(own) {
		copyTree(t, own, content)
	}
	gone, err := os.ReadFile(filepath.Join(dir, "gone.txt"))
	if err != nil {
		return
	}
	for _, name := range strings.Fields(string(gone)) {
		must(t, os.Remove(filepath.Join(content, name)))
	}
}

func copyTree(t *testing.T, from, to string) {
	t.Helper()
	for _, name := range filesIn(t, from) {
		write(t, filepath.Join(to, name), read(t, filepath.Join(from, name)))
	}
}

func filesIn(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !e.IsDir() && e.Name() != ".inputs.json" {
			name, _ := filepath.Rel(dir, path)
			names = append(names, name)
		}
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return names
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func compareFolder(t *testing.T, have, want string) {
	t.Helper()
	if *update {
		must(t, os.RemoveAll(want))
	}
	names := filesIn(t, have)
	for _, name := range names {
		raw := read(t, filepath.Join(have, name))
		compareFile(t, raw, filepath.Join(want, name))
	}
	equal(t, len(filesIn(t, want)), len(names), "published %v", names)
}

func compareFile(t *testing.T, have, path string) {
	t.Helper()
	if *update {
		write(t, path, have)
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("no wanted output yet (go test ./generator -update writes it); have:\n%s", have)
	}
	if have != string(want) {
		t.Errorf("%s differs.\nhave:\n%s\nwant:\n%s", path, have, want)
	}
}
