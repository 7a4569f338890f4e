package source

import (
	"errors"
	"regexp/syntax"
	"strings"

	"transom/generator/lazy"
)

// escape and patternPart match what Go and JavaScript (with the flag "u") read in the same way. The browser and the API
// both check values.
const escape = `\\[dDwWsSbBtnrvf\\^$.*+?()\[\]{}|/-]|\\[pP]\{\w+\}|\\x[0-9A-Fa-f]{2}`

var patternPart = lazy.Regexp(`^(?:` + escape + `|\[\^?(?:` + escape +
	`|[^\]\\])*\]?|\(\?:|[()|^$.*+?]|\{\d+(?:,\d*)?\}|` +
	`[^\\\[\]{}()|^$.*+?]+)`)

// checkPattern returns where and why a regular expression fails in Go or in JavaScript.
func checkPattern(p string) (int, string) {
	if _, err := syntax.Parse(`^(?:`+p+`)$`, syntax.Perl); err != nil {
		var fault *syntax.Error
		errors.As(err, &fault)
		where := strings.Index(p, strings.TrimSuffix(fault.Expr, ")$"))
		return where, `the pattern "` + cut(p) + `" cannot be used: ` + fault.Code.String()
	}
	for at := 0; at < len(p); {
		part := patternPart().FindString(p[at:])
		if part == "" || strings.HasPrefix(p[at:], "[[:") || strings.HasPrefix(p[at:], "(?") && part != "(?:" {
			return at, `browsers and the server do not both read "` + cut(p[at:]) + `". Write a backslash before a single ` +
				`bracket and before no other character, \p{L} instead of \pL, and nothing like (?i) or [[:alpha:]]`
		}
		at += len(part)
	}
	return -1, ""
}
