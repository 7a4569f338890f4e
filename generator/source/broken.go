package source

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"transom/generator/lazy"
)

// A file that is not YAML gets one message: the first line that cannot be read, and the likely cause. The rest of the
// file is not checked, because every line below would look wrong.

// parseYAML reads the first document. `second` is the line where another document begins, or 0.
func parseYAML(text []byte) (root *yaml.Node, second int, err error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var document, another yaml.Node
	if err := decoder.Decode(&document); err == io.EOF {
		return nil, 0, nil
	} else if err != nil {
		return nil, 0, err
	}
	if err := decoder.Decode(&another); err == nil {
		second = another.Line
	} else if err != io.EOF {
		return nil, 0, err
	}
	if len(document.Content) > 0 {
		root = document.Content[0]
	}
	return root, second, nil
}

// openLines is the maximum number of lines in quoted or bracketed text, which cannot be parsed without its end.
const openLines = 8

// failsAt returns the first line, counted from 1, that makes the text invalid. The YAML parser only reports where the
// surrounding block began.
func failsAt(lines []string) int {
	good := 0
	for {
		for bad := len(lines); bad-good > 1; {
			if middle := (good + bad) / 2; parses(strings.Join(lines[:middle], "\n")) {
				good = middle
			} else {
				bad = middle
			}
		}
		further := good
		for n := good + 2; n < min(good+2+openLines, len(lines)); n++ {
			if parses(strings.Join(lines[:n], "\n")) {
				further = n
			}
		}
		if further == good {
			return good + 1
		}
		good = further
	}
}

// breaks lists the likely causes of an unreadable line, in order. `say` returns "" if a matching line has a different
// mistake.
var breaks = []struct {
	pattern func() *regexp.Regexp
	say     func(m []string) string
}{
	{lazy.Regexp(`^(?:<<<<<<<|=======|>>>>>>>)`), func([]string) string {
		return twoVersions
	}},
	{lazy.Regexp(`^ *\t`), func([]string) string { return "it begins with a tab; use spaces, two for each level" }},
	{lazy.Regexp("^\\s*" + wideSpace + "|:" + wideSpace), func([]string) string {
		return "it contains a special space, often copied from Word or a web page; delete it and type a normal space"
	}},
	{lazy.Regexp(`^\s*(?:- +)*[A-Za-z_]+: *[“„”‘’]`), func([]string) string {
		return "its quotation marks are curly, as in Word; write straight ones: \"…\""
	}},
	{lazy.Regexp(`^\s*(?:-{2,} *|-|[•▪–—*] *)([^\s-].*)$`), func(m []string) string {
		return "a list entry begins with one hyphen and a space; write: - " + m[1]
	}},
	{lazy.Regexp(`^\s*(?:- +)*([A-Za-z_]+):([^\s:/].*)$`), func(m []string) string {
		return spaceMissing(m[1], m[2])
	}},
	{lazy.Regexp(`^\s*(?:- +)*(?:[A-Za-z_]+: +)?("[^"]*|'[^']*)$`), func([]string) string {
		return "a quotation mark is opened here and never closed; add one at the end of the text"
	}},
	{lazy.Regexp(`^\s*(?:- +)*(?:[A-Za-z_]+: +)?(?:"(?:[^"\\]|\\.)*"|'[^']*') *[^\s#,}\]:]|` +
		unknownEscape), func(m []string) string {
		if m[1] != "" {
			return `between double quotes, \ has a meaning of its own; put the text in 'single quotes'`
		}
		return `there is text after the closing quotation mark; put a text that contains " in 'single quotes', and one ` +
			`that contains ' in "double quotes"`
	}},
	{lazy.Regexp(`^\s*(?:- +)*([A-Za-z_]+): +(?:[^"'{\[|>#].*: .*|[@` + "`" + `%*&!].*)$`), func(m []string) string {
		return fmt.Sprintf(`the text contains a colon or begins with a character that has a meaning in YAML, or two lines `+
			`were joined; put the text in quotes: %s: "…"`, m[1])
	}},
	{lazy.Regexp(`^\s*(?:- +)*([a-z_]+)(?: *[=;,])?(?: +(\S.*))?$`), func(m []string) string {
		if !isKey(m[1]) && (m[2] == "" || !strings.ContainsAny(m[2][:1], beginsValue)) {
			return "" // the line continues the text above
		}
		return colonMissing(m[1], m[2])
	}},
	{lazy.Regexp(`([a-z_]+): +(#[^\s,}]+)`), func(m []string) string { return commentAsValue(m[1], m[2]) }},
	{lazy.Regexp(`[{,] *([a-z_]+): +([^"'{}\[\],]+\?) *,`), func(m []string) string {
		return fmt.Sprintf(`a question mark before a comma has a meaning in YAML; put the text in quotes: %s: "%s"`,
			m[1], m[2])
	}},
	{lazy.Regexp(`^[^#]*[{\[].*$`), func(m []string) string {
		if yaml.Unmarshal([]byte(strings.TrimSpace(m[0])), new(yaml.Node)) == nil { // text may follow
			return ""
		}
		if strings.Count(m[0], `"`)%2 == 1 {
			return "a quotation mark is missing; each text in quotes begins and ends with one"
		}
		return "its brackets do not match: close each { and [ once, put commas between the values, and put a text that " +
			"contains a colon or {{ in quotes"
	}},
}

// certainFixes are unambiguous corrections to a line. A correction is made only if more of the file can then be read.
var certainFixes = []struct {
	pattern func() *regexp.Regexp
	now     string
}{
	{lazy.Regexp(wideSpace), " "},
	{lazy.Regexp(`^(\s*)(?:-{2,} *|-|[•▪–—*] *)([^\s-].*)$`), "$1- $2"},
	{lazy.Regexp(`^(\s*(?:- +)*[A-Za-z_]+):([^\s:/].*)$`), "$1: $2"},
	{lazy.Regexp(`^(\s*(?:- +)*[A-Za-z_]+: *)[“„]([^"“„”\\]*)”\s*$`), `$1"$2"`},
}

const (
	twoVersions = "two people changed the same lines, and both versions are in the file; keep one version and " +
		"delete the lines <<<<<<<, ======= and >>>>>>>"
	// YAML's escapes are \n, \", \u00e9 and others.
	unknownEscape = `"(?:[^"\\]|\\.)*?(\\[^0abtnvfre "/\\N_LPxuU])`
	wideSpace     = "[\u00a0\u2002\u2003\u2007\u2009\u202f\u3000]"
	// misplaced is the message if no mistake can be seen in the line itself.
	misplaced = "it does not fit the lines around it: it has too many or too few spaces or hyphens at its " +
		"beginning, or the line above it is missing"
)

// beginsValue contains characters that often begin a value, but rarely the rest of a sentence.
const beginsValue = `"'{[0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ`

func isKey(word string) bool { return allKeys()[word] }

var allKeys = sync.OnceValue(func() map[string]bool {
	keys := map[string]bool{}
	for name := range help() {
		keys[name[strings.Index(name, ".")+1:]] = true
	}
	return keys
})

var (
	emptyLine = lazy.Regexp(`^\s*(?:#.*)?$`)
	noColon   = lazy.Regexp(`^(\s*(?:- +)*[a-z_]+)\b`)
)

func colonMissing(key, rest string) string {
	return fmt.Sprintf(`the colon after "%s" is missing; write: %s`, key, strings.TrimSpace(key+": "+rest))
}

func spaceMissing(key, rest string) string {
	return fmt.Sprintf("a space is missing after the colon; write: %s: %s", key, rest)
}

func commentAsValue(key, rest string) string {
	return fmt.Sprintf(`everything after a # is a comment; put the value in quotes: %s: "%s"`, key, rest)
}

func parses(text string) bool {
	_, _, err := parseYAML([]byte(text))
	return err == nil
}

// broken reports the line where text stops being YAML. `shift` is the number of lines before the text.
func broken(raw []byte, second, shift int, file string, problems *Problems) {
	lines := strings.Split(string(raw), "\n")
	at, why := second, "\"---\" begins a second document; delete that line"
	if second == 0 {
		at, why = likelyCause(lines, failsAt(lines))
	}
	line := lines[at-1]
	var fix *Fix
	for _, f := range certainFixes {
		if now := f.pattern().ReplaceAllString(line, f.now); now != line && explains(lines, at, now) {
			fix = &Fix{Line: shift + at, Was: line, Now: now, Certain: true}
			break
		}
	}
	column := 1 + len([]rune(line)) - len([]rune(strings.TrimLeft(line, " \t")))
	problems.AddFixed(Position{file, shift + at, column}, fix, `the file cannot be read from this line on: "%s". Likely `+
		`cause: %s`, cut(line), why)
}

// likelyCause returns the faulty line, which may be above the first unreadable line, and the cause.
func likelyCause(lines []string, at int) (int, string) {
	for at > 1 && strings.TrimSpace(lines[at-1]) == "" {
		at--
	}
	above := at - 1
	for above > 1 && emptyLine().MatchString(lines[above-1]) {
		above--
	}
	for _, n := range []int{at, max(above, 1)} {
		for _, b := range breaks {
			m := b.pattern().FindStringSubmatch(lines[n-1])
			if m == nil || n < at && !explains(lines, n) && !explains(lines, n, noColon().ReplaceAllString(lines[n-1], "$1:")) {
				continue
			}
			if why := b.say(m); why != "" {
				return n, why
			}
		}
	}
	return at, misplaced
}

// explains reports whether more of the file can be read if `now` replaces line n; an empty `now` removes the line.
func explains(lines []string, n int, now ...string) bool {
	lines = slices.Replace(slices.Clone(lines), n-1, n, now...)
	return parses(strings.Join(lines, "\n")) || failsAt(lines) > n+len(now)
}

func cut(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 60 {
		return string(r[:57]) + "…"
	}
	return s
}

func quoteForEditor(value string) string {
	value = strings.Join(strings.Fields(value), " ")
	if strings.ContainsAny(value, `"\`) {
		return "'" + strings.ReplaceAll(value, "'", "''") + "'"
	}
	return `"` + value + `"`
}
