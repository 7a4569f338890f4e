package source

import (
	"errors"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"transom/generator/lazy"
)

// escape and patternPart match what Go and JavaScript (with its flag "u") read alike: the form checks a pattern in the
// browser, and the API checks it again.
const escape = `\\[dDwWsSbBtnrvf\\^$.*+?()\[\]{}|/-]|\\[pP]\{\w+\}|\\x[0-9A-Fa-f]{2}`

var patternPart = lazy.Regexp(`^(?:` + escape + `|\[\^?(?:` + escape + `|[^\]\\])*\]?|\(\?:|[()|^$.*+?]|\{\d+(?:,\d*)?\}|` +
	`[^\\\[\]{}()|^$.*+?]+)`)

// Pattern returns the syntax tree of a pattern; nil if the pattern is wrong.
func Pattern(p string) *syntax.Regexp {
	tree, _ := syntax.Parse(`^(?:`+p+`)$`, syntax.Perl)
	return tree
}

// checkPattern returns where and why a regular expression does not work in both engines.
func checkPattern(p string) (int, string) {
	at := 0
	for at < len(p) {
		n := len(patternPart().FindString(p[at:]))
		if n == 0 || strings.HasPrefix(p[at:], "[[:") || strings.HasPrefix(p[at:], "(?") && p[at:at+n] != "(?:" {
			break
		}
		at += n
	}
	brackets := at < len(p) && strings.IndexByte("[]{}", p[at]) >= 0 && !strings.HasPrefix(p[at:], "[[:")
	if at == len(p) || brackets || p[at:] == `\` {
		if _, err := syntax.Parse(`^(?:`+p+`)$`, syntax.Perl); err != nil {
			var fault *syntax.Error
			errors.As(err, &fault)
			where := strings.Index(p, strings.TrimSuffix(fault.Expr, ")$"))
			return where, `the pattern "` + cut(p) + `" cannot be used: ` + fault.Code.String()
		}
	}
	switch rest := p[at:]; {
	case rest == "":
		return -1, ""
	case brackets:
		return at, "browsers need a backslash before a single " + rest[:1] + ` in a pattern; write \` + rest[:1]
	case rest[0] == '\\' && !isLetter(rest[1]):
		letter, _ := utf8.DecodeRuneInString(rest[1:])
		return at, `in a pattern the backslash before "` + string(letter) + `" is not needed, and browsers refuse it; ` +
			`delete the backslash`
	default:
		return at, "the pattern uses " + rest[:min(3, len(rest))] + ", which the browser or the server does not know; " +
			`write it without, for example [A-Za-z] instead of (?i)[a-z] or \p{L} instead of \pL`
	}
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9' }
