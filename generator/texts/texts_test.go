package texts

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// names lists what a catalogue declares: its exported names, and the keys of its tables.
func names(t *testing.T, file string) (list []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, object := range parsed.Scope.Objects {
		if ast.IsExported(name) {
			list = append(list, name)
		}
		ast.Inspect(object.Decl.(ast.Node), func(n ast.Node) bool {
			if entry, is := n.(*ast.KeyValueExpr); is {
				if key, is := entry.Key.(*ast.BasicLit); is {
					list = append(list, name+"["+key.Value+"]")
				}
			}
			return true
		})
	}
	slices.Sort(list)
	return list
}

// The compiler finds a missing name only once a program is built in that language.
func TestEachLanguageHasTheSameTexts(t *testing.T) {
	ofParts, err := filepath.Glob("../../site/src/*/texts.ts")
	if err != nil || len(ofParts) < 5 {
		t.Fatal(err, ofParts)
	}
	for _, language := range Languages {
		for _, folder := range []string{".", "../../api/texts"} {
			english, other := names(t, filepath.Join(folder, "en.go")), names(t, filepath.Join(folder, language+".go"))
			if len(english) < 60 || !slices.Equal(english, other) {
				t.Errorf("%s/%s.go has other names than en.go:\n%v\n%v", folder, language, other, english)
			}
		}
		for _, english := range append(ofParts, "../../site/src/texts.ts") {
			file := strings.Replace(english, "texts.ts", strings.Replace("texts."+language+".ts", ".en.", ".", 1), 1)
			if _, err := os.Stat(file); err != nil {
				t.Errorf("the site has no texts in %q: %v", language, err)
			}
		}
	}
}

// A second language is a second file: here it is English with one other text.
func TestASecondLanguageIsASecondFile(t *testing.T) {
	english, err := os.ReadFile("en.go")
	if err != nil {
		t.Fatal(err)
	}
	folder, text := t.TempDir(), string(english)
	for old, new := range map[string]string{"//go:build !translated": "//go:build xx", `"en"`: `"xx"`,
		`"Who sees it"`: `"Kaun dekhta hai"`} {
		if strings.Count(text, old) != 1 {
			t.Fatalf("en.go has %d × %s", strings.Count(text, old), old)
		}
		text = strings.Replace(text, old, new, 1)
	}
	second, content := filepath.Join(folder, "xx.go"), filepath.Join(folder, "content")
	here, err := filepath.Abs("xx.go")
	if err != nil {
		t.Fatal(err)
	}
	overlay, _ := json.Marshal(map[string]any{"Replace": map[string]string{here: second}})
	event, err := os.ReadFile("../testdata/valid/content/event.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		os.WriteFile(second, []byte(text), 0o600), os.WriteFile(filepath.Join(folder, "overlay.json"), overlay, 0o600),
		os.CopyFS(content, os.DirFS("../testdata/valid/content")), os.Remove(filepath.Join(content, "event.yaml")),
		os.WriteFile(filepath.Join(content, "event.yaml"),
			[]byte(strings.Replace(string(event), "language: en-IN", "language: xx", 1)), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	run := func(tags string) (string, error) {
		out, err := exec.Command("go", "run", "-overlay", filepath.Join(folder, "overlay.json"), "-tags", tags, "..",
			"build", "-content", content, "-out", filepath.Join(folder, "out")).CombinedOutput()
		return string(out), err
	}
	if said, err := run(""); err == nil || !strings.Contains(said, `this program was built with the texts in "en"`) {
		t.Errorf("the English program accepts another language: %v\n%s", err, said)
	}
	if said, err := run("translated,xx"); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	page, err := os.ReadFile(filepath.Join(folder, "out/pages.json"))
	if err != nil || !strings.Contains(string(page), "Kaun dekhta hai") {
		t.Errorf("the privacy policy is not in the second language (%v)", err)
	}
}
