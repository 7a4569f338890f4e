package app

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Another conference changes only content/: no text of the program contains a city, a category, an institute or the
// event's name of this edition. The tests' own edition may contain them.
func TestNoTextNamesThisEdition(t *testing.T) {
	words := ofThisEdition(t)
	eachNode(t, func(at token.Position, n ast.Node) {
		path := filepath.ToSlash(at.Filename)
		if strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".gen.go") ||
			strings.HasPrefix(path, "../apitest/") {
			return
		}
		if text, is := n.(*ast.BasicLit); is && text.Kind == token.STRING && words.MatchString(text.Value) {
			t.Errorf("%s: %s is a word of this edition: take it from the content", at, words.FindString(text.Value))
		}
	}, "..", "../../generator")
}

func ofThisEdition(t *testing.T) *regexp.Regexp {
	t.Helper()
	var words []string
	for file, value := range map[string]string{
		"event.yaml": `(?m)city: "?([A-Z][a-z]+)`, "tickets.yaml": `(?m)^    type: (\w+)`,
		"registration.yaml": `(?m)^  - id: (\w{3,})$`,
	} {
		raw, err := os.ReadFile(filepath.Join("../../content", file))
		must(t, err)
		found := regexp.MustCompile(value).FindAllStringSubmatch(string(raw), -1)
		if len(found) < 2 {
			t.Fatalf("%s: %v", file, found)
		}
		for _, m := range found {
			words = append(words, regexp.QuoteMeta(m[1]))
		}
	}
	return regexp.MustCompile(`(?i)\b(?:natcon|` + strings.Join(words, "|") + `)\b`)
}
