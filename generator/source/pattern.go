package source

import (
	"regexp/syntax"
	"strings"
	"sync"
	"unicode/utf8"

	"transom/generator/lazy"
)

// onlyRE2 and onlyJavaScript are constructs that only one of the two engines supports.
var (
	onlyRE2 = []string{`(?i)`, `(?s)`, `(?m)`, `(?U)`, `(?i:`, `(?s:`, `(?m:`, `(?P<`, `\A`, `\z`, `\Q`, `\E`, `\C`,
		`\a`, `[[:`, `\pL`, `\pN`, `\pM`, `\PL`}
	onlyJavaScript = map[string]string{
		`(?=`: "looking ahead", `(?!`: "looking ahead", `(?<=`: "looking back", `(?<!`: "looking back",
		`\1`: "repeating a group", `\2`: "repeating a group", `\k<`: "repeating a group", `\u`: "letters by number",
		`\c`: "control letters",
	}
)

// checkPattern returns where and why a regular expression does not work in both Go and JavaScript. The form checks it
// in the browser, and the API checks it again.
func checkPattern(p string) (int, string) {
	known := patternOf(p)
	return known.at, known.why
}

// Pattern returns the syntax tree of a pattern; nil if the pattern is wrong.
func Pattern(p string) *syntax.Regexp { return patternOf(p).tree }

// pattern is the result of checking one, cached because many fields have the same.
type pattern struct {
	at   int
	why  string
	tree *syntax.Regexp
}

var patterns sync.Map // string -> pattern

func patternOf(p string) pattern {
	if known, ok := patterns.Load(p); ok {
		return known.(pattern)
	}
	found := pattern{at: -1}
	if found.at, found.why = refusedInPattern(p); found.why == "" {
		var err error
		if found.tree, err = syntax.Parse(`^(?:`+p+`)$`, syntax.Perl); err != nil {
			found.at, found.why = misplacedInPattern(p, err)
		} else {
			found.at, found.why = refusedByBrowsers(p)
		}
	}
	patterns.Store(p, found)
	return found
}

// refusedInPattern finds constructs that only one of the two engines supports.
func refusedInPattern(p string) (int, string) {
	for construct, what := range onlyJavaScript {
		if i := indexUnescaped(p, construct); i >= 0 {
			return i, "the pattern uses " + what + " (" + construct + "), which the server does not support; write it without"
		}
	}
	for _, construct := range onlyRE2 {
		if i := indexUnescaped(p, construct); i >= 0 {
			return i, "the pattern uses " + construct + `, which browsers do not know; write it without, for example [A-Za-z] ` +
				`instead of (?i)[a-z] or \p{L} instead of \pL`
		}
	}
	return 0, ""
}

// misplacedInPattern says where and why a pattern is invalid.
func misplacedInPattern(p string, err error) (int, string) {
	why, at := "a bracket or another character is misplaced", -1
	if e, ok := err.(*syntax.Error); ok {
		if inWords, ok := patternFaults[e.Code]; ok {
			why = inWords
		}
		at = strings.Index(p, strings.TrimSuffix(e.Expr, ")$"))
	}
	return at, `the pattern "` + cut(p) + `" cannot be used: ` + why
}

func refusedByBrowsers(p string) (int, string) {
	if at := needlessEscape(p); at >= 0 {
		letter, _ := utf8.DecodeRuneInString(p[at+1:])
		return at, `in a pattern the backslash before "` + string(letter) + `" is not needed, and browsers refuse it; ` +
			`delete the backslash`
	}
	if at := looseBracket(p); at >= 0 {
		return at, "browsers need a backslash before a single " + p[at:at+1] + ` in a pattern; write \` + p[at:at+1]
	}
	return 0, ""
}

var patternFaults = map[syntax.ErrorCode]string{
	syntax.ErrMissingParen:          "a round bracket ( is not closed",
	syntax.ErrUnexpectedParen:       "a round bracket ) closes nothing",
	syntax.ErrMissingBracket:        "a square bracket [ is not closed",
	syntax.ErrInvalidCharRange:      "a range like a-z is written backwards",
	syntax.ErrMissingRepeatArgument: "a * + or ? has nothing before it",
	syntax.ErrInvalidRepeatOp:       "two repetition characters follow each other",
	syntax.ErrInvalidRepeatSize:     "a repetition like {2,5} is written backwards or too large",
	syntax.ErrTrailingBackslash:     "it ends with a backslash",
	syntax.ErrInvalidEscape:         "a backslash comes before a letter that has no special meaning",
	syntax.ErrInvalidPerlOp:         "a group begins with (? and an unknown character",
}

// indexUnescaped finds a construct that is not escaped by a backslash.
func indexUnescaped(p, construct string) int {
	for i := 0; i < len(p); i++ {
		if strings.HasPrefix(p[i:], construct) {
			return i
		}
		if p[i] == '\\' {
			i++
		}
	}
	return -1
}

// needlessEscape finds a backslash before a character that needs none, which JavaScript rejects with its "u" flag.
func needlessEscape(p string) int {
	for i := 0; i+1 < len(p); i++ {
		if p[i] != '\\' {
			continue
		}
		if !strings.ContainsRune(`dDwWsSbBtnrvfxpP\^$.*+?()[]{}|/-`, rune(p[i+1])) {
			return i
		}
		i++
	}
	return -1
}

// looseBracket finds a ] } or { that RE2 treats as a letter and JavaScript rejects with its "u" flag.
func looseBracket(p string) int {
	inClass := false
	for i := 0; i < len(p); i++ {
		switch c := p[i]; {
		case c == '\\':
			if i+2 < len(p) && (p[i+1] == 'p' || p[i+1] == 'P' || p[i+1] == 'x') && p[i+2] == '{' {
				if end := strings.IndexByte(p[i:], '}'); end > 0 {
					i += end
					continue
				}
			}
			i++
		case inClass:
			inClass = c != ']'
		case c == '[':
			inClass = true
			if i+1 < len(p) && p[i+1] == '^' {
				i++
			}
		case c == ']' || c == '}':
			return i
		case c == '{':
			m := repetition().FindString(p[i:])
			if m == "" {
				return i
			}
			i += len(m) - 1
		}
	}
	return -1
}

var repetition = lazy.Regexp(`^\{[0-9]+(,[0-9]*)?\}`)
