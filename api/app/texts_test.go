package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestTextsNameCommandsThatExist(t *testing.T) {
	known := names(commands())
	makefile := string(readFile(t, "../../Makefile"))
	seen := map[string]bool{}
	check := func(where, text string) {
		text = strings.ReplaceAll(text, "journalctl -u transom", "") // in this text, transom is the systemd unit
		for _, match := range regexp.MustCompile(`\btransom ([a-z]+(?:-[a-z]+)*)`).FindAllStringSubmatch(text, -1) {
			if strings.HasPrefix(text, "transom event\x00") {
				continue // this string is hashed, never shown
			}
			if seen[match[1]] = true; !slices.Contains(known, match[1]) {
				t.Errorf("%s: there is no command %q", where, match[0])
			}
		}
		for _, match := range regexp.MustCompile("`transom ([a-z][^`]*)`").FindAllStringSubmatch(text, -1) {
			if words := strings.Fields(match[1]); slices.Contains(known, words[0]) {
				checkCall(t, where+": "+match[0], words)
			}
		}
		for _, match := range regexp.MustCompile("`make ([a-z-]+)`").FindAllStringSubmatch(text, -1) {
			if !strings.Contains(makefile, "\n"+match[1]+":") {
				t.Errorf("%s: there is no %s", where, match[0])
			}
		}
		for _, match := range regexp.MustCompile(`systemctl [a-z]+(?: --now)?((?: transom[a-z@.-]*)+)`).FindAllStringSubmatch(
			text, -1) {
			for unit := range strings.FieldsSeq(match[1]) {
				if unit = strings.TrimSuffix(unit, "."); !strings.Contains(unit, ".") {
					unit += ".service"
				}
				if _, err := os.Stat("../../deploy/" + unit); err != nil {
					t.Errorf("%s: %q: there is no unit %s", where, match[0], unit)
				}
			}
		}
		// Readers type what is in backticks, so a command needs the program's name before it.
		for _, match := range regexp.MustCompile("`([a-z]+) ([a-z-]+)").FindAllStringSubmatch(text, -1) {
			if slices.Contains(known, match[2]) && !slices.Contains([]string{"transom", "t", "make"}, match[1]) {
				t.Errorf("%s: %q is not how this program is called", where, match[0])
			}
		}
	}
	eachNode(t, func(at token.Position, n ast.Node) {
		if literal, is := n.(*ast.BasicLit); is && literal.Kind == token.STRING &&
			!strings.HasSuffix(at.Filename, "_test.go") {
			if text, err := strconv.Unquote(literal.Value); err == nil {
				check(at.Filename, text)
			}
		}
	}, "..")
	rules, err := os.ReadFile("../../deploy/alerts.yml")
	must(t, err)
	for _, match := range regexp.MustCompile(`\bt ([a-z]+(?:-[a-z]+)*)`).FindAllStringSubmatch(string(rules), -1) {
		if !slices.Contains(known, match[1]) {
			t.Errorf("alerts.yml: there is no command %q", match[0])
		}
	}
	if len(seen) < 8 {
		t.Errorf("only %d commands were found in texts", len(seen))
	}
}

func eachNode(t *testing.T, look func(at token.Position, n ast.Node), roots ...string) {
	t.Helper()
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if n != nil {
					look(files.Position(n.Pos()), n)
				}
				return true
			})
			return nil
		})
		must(t, err)
	}
}

// Another conference changes only content/, so no text in the program contains this edition's cities, categories,
// institutes or event name. The tests' own edition may contain them.
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
