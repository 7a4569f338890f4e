package texts

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"transom/api/apitest/check"
)

var must = check.Must

// oldWords returns the words that messages must not use, with better ones. The site is tested with the same list
// (site/src/texts.test.ts).
func oldWords(t *testing.T) map[*regexp.Regexp]string {
	return readWords(t, "../testdata/old-words.json")
}

func readWords(t *testing.T, file string) (words map[*regexp.Regexp]string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	must(t, err)
	var list map[string]string
	must(t, json.Unmarshal(raw, &list))
	words = map[*regexp.Regexp]string{}
	for word, better := range list {
		words[regexp.MustCompile(`(?i)\b(`+word+`)`)] = better
	}
	return words
}

// checkWords fails the test for each old word in a text, except in the names of placeholders and files.
func checkWords(t *testing.T, words map[*regexp.Regexp]string, text string) {
	t.Helper()
	for word, better := range words {
		if found := word.FindString(text); found != "" && strings.Contains(text, " ") {
			t.Errorf("%q in %q: write %q", found, text, better)
		}
	}
}

func TestEmailsUseOneVocabulary(t *testing.T) {
	words, folder := oldWords(t), "../../content/mail"
	files, err := os.ReadDir(folder)
	if err != nil || len(files) == 0 {
		t.Fatalf("%d emails, %v", len(files), err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(filepath.Join(folder, file.Name()))
		must(t, err)
		for line := range strings.Lines(string(raw)) {
			checkWords(t, words, line)
		}
	}
}

func TestTextsAreUsedAndUseOneVocabulary(t *testing.T) {
	used, words := map[string]bool{}, oldWords(t)
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
	must(t, err)
	file, err := parser.ParseFile(token.NewFileSet(), "en.go", nil, 0)
	must(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			return false
		case *ast.Ident:
			if n.Obj == nil || n.Obj.Pos() != n.Pos() {
				used[n.Name] = true // another message uses this one
			}
		case *ast.BasicLit:
			text, _ := strconv.Unquote(n.Value)
			checkWords(t, words, text)
		}
		return true
	})
	for name := range file.Scope.Objects {
		if ast.IsExported(name) && !used[name] {
			t.Errorf("%s is never used: delete it", name)
		}
	}
}

// A refusal by an action must not send somebody at the command line to the desk.
func TestActionsHaveSentencesForTheCommandLine(t *testing.T) {
	ofDesk := regexp.MustCompile(`Correct details|Change ticket|Reload the page to|Look it up in`)
	file, err := parser.ParseFile(token.NewFileSet(), "en.go", nil, 0)
	must(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		spec, isSpec := n.(*ast.ValueSpec)
		if !isSpec {
			return true
		}
		for _, value := range spec.Values {
			text := constant(value)
			if other := OnCommandLine[text]; ofDesk.MatchString(text) && (other == "" || ofDesk.MatchString(other)) {
				t.Errorf("%v: %q on the command line", spec.Names, other)
			}
		}
		return true
	})
	if len(OnCommandLine) < 9 {
		t.Errorf("%d sentences", len(OnCommandLine))
	}
}

func constant(value ast.Expr) (text string) {
	switch v := value.(type) {
	case *ast.BasicLit:
		text, _ = strconv.Unquote(v.Value)
	case *ast.BinaryExpr:
		text = constant(v.X) + constant(v.Y)
	}
	return text
}

// Content, guides, comments and code do not contain words that are wrong everywhere. Words that are wrong only in
// messages are in old-words.json.
func TestNothingContainsAWordThatIsAlwaysWrong(t *testing.T) {
	words := readWords(t, "../testdata/wrong-words.json")
	search := []string{"-rniE", "../.."} // grep takes a tenth of the time
	for word := range words {
		search = append(search, "-e", strings.TrimPrefix(word.String(), "(?i)"))
	}
	kinds := "*.go *.ts *.tsx *.mjs *.css *.html *.md *.yaml *.yml *.sh Makefile .env.example"
	for _, kind := range strings.Fields(kinds) {
		search = append(search, "--include="+kind)
	}
	for _, folder := range strings.Fields("testdata node_modules migrations dist .cache .git var") {
		search = append(search, "--exclude-dir="+folder)
	}
	found, err := exec.Command("grep", search...).Output()
	const nothing = 1
	if stop := new(exec.ExitError); err != nil && (!errors.As(err, &stop) || stop.ExitCode() != nothing) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(found)) {
		if strings.Contains(line, `"telephone"`) || strings.Contains(line, `'telephone'`) {
			continue // stored entries of the activity log contain this word
		}
		for word, better := range words {
			if word.MatchString(line) {
				t.Errorf("%s: write %q", strings.TrimSpace(line), better)
			}
		}
	}
	if !strings.Contains(string(found), `ActorDevice = "telephone"`) {
		t.Error("the search did not reach api/domain/activity.go")
	}
}

// The packages that answer visitors and staff contain no sentences, because these belong in content/ or in this
// package. Commands, doctor, metrics and errors in the log are exceptions.
func TestNoSentenceOutsideTheCatalogue(t *testing.T) {
	sentence := regexp.MustCompile(`^(?:[%A-Z]\S*[ ,])(?:\S+ )+\S+[.?!](?:$|\s)|\. [A-Z][a-z]+ [a-z]+ [a-z]`)
	ownOutput := []string{"payment/audit.go"} // the output of transom reconcile
	for _, folder := range strings.Fields("booking desk domain gate identity invoice onetime payment refund " +
		"registration server signin staff ticket upload") {
		err := filepath.WalkDir(filepath.Join("..", folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				slices.Contains(ownOutput, strings.TrimPrefix(filepath.ToSlash(path), "../")) {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
					if text, _ := strconv.Unquote(literal.Value); sentence.MatchString(text) {
						t.Errorf("%s: %q belongs to package texts", path, text)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func TestThePagesUseAllTheirTexts(t *testing.T) {
	used := map[string]bool{"outbox.rehearsal": true, "site.ribbon": true} // in website/rehearsal.go
	for _, pattern := range []string{"../website/sandbox/*.html", "../website/rehearsal/*.html",
		"../website/rehearsal/*.js"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			must(t, err)
			for _, m := range regexp.MustCompile(`\{\{text "(.+?)"|\btext\('(.+?)'`).FindAllSubmatch(raw, -1) {
				name := string(m[1])
				if name == "" {
					name = "gate." + string(m[2])
				}
				if used[name] = true; Pages[name] == "" {
					t.Errorf("%s: there is no text %s", file, name)
				}
			}
		}
	}
	for name := range Pages {
		if !used[name] {
			t.Errorf("no page uses %s: delete it", name)
		}
	}
}

func TestAmountInWords(t *testing.T) {
	for paise, want := range map[int64]string{
		0:              "Rupees zero only",
		5:              "Rupees zero and five paise only",
		3540_00:        "Rupees three thousand five hundred forty only",
		19_99:          "Rupees nineteen and ninety-nine paise only",
		1_47_500_00:    "Rupees one lakh forty-seven thousand five hundred only",
		10_00_001_01:   "Rupees ten lakh one and one paise only",
		1_00_00_000_00: "Rupees one crore only",
		12_34_56_789_20: "Rupees twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine and twenty " +
			"paise only",
	} {
		check.Equal(t, AmountInWords(paise), want, "%d", paise)
	}
}
