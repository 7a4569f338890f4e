package texts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// oldWords are words that the texts must not use, with the words that replace them.
var oldWords = map[string]string{
	`telephone`: "phone or device", `opens? (the|no|a) gate`: "is valid for entry",
	`(goes|went|gone|going|came|come) back\b`: "refunded", `(give|gives|given|gave|giving) back`: "refunded",
	`ow(e|ed|es) back`: "due", `let in\b`: "checked in", `by hand`: "manually", `acts?\b`: "action",
	`good ticket`: "valid ticket", `e-mail`: "email", `anew`: "again", `called off`: "cancelled",
}

// A text that nothing shows is deleted, and no text uses a word that the others have replaced.
func TestTextsAreUsedAndUseOneVocabulary(t *testing.T) {
	used := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		raw, err := os.ReadFile(path)
		for _, m := range regexp.MustCompile(`\btexts\.([A-Z]\w+)`).FindAllSubmatch(raw, -1) {
			used[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "en.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			return false
		case *ast.Ident:
			if n.Obj == nil || n.Obj.Pos() != n.Pos() {
				used[n.Name] = true // by another text
			}
		case *ast.BasicLit:
			text, _ := strconv.Unquote(n.Value)
			for word, better := range oldWords {
				if found := regexp.MustCompile(`(?i)\b` + word).FindString(text); found != "" && strings.Contains(text, " ") {
					t.Errorf("%q in %q: write %q", found, text, better)
				}
			}
		}
		return true
	})
	for name := range file.Scope.Objects {
		if ast.IsExported(name) && !used[name] {
			t.Errorf("%s is never used: delete it", name)
		}
	}
}
