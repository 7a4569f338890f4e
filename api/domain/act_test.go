package domain

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Whoever filters the log may use each word that stands in it.
func TestEveryWordOfAnActIsListed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "act.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	ast.Inspect(file, func(node ast.Node) bool {
		spec, is := node.(*ast.ValueSpec)
		if !is || !strings.HasPrefix(spec.Names[0].Name, "Act") || strings.HasPrefix(spec.Names[0].Name, "Actor") {
			return true
		}
		if literal, is := spec.Values[0].(*ast.BasicLit); is {
			n++
			if word, _ := strconv.Unquote(literal.Value); !slices.Contains(ActWords, word) {
				t.Errorf("%s is not in ActWords", spec.Names[0].Name)
			}
		}
		return true
	})
	if n == 0 || n != len(ActWords) {
		t.Errorf("%d words of acts, %d are listed", n, len(ActWords))
	}
}
