package mend

import (
	"strings"

	"transom/generator/lazy"
)

// fault is what is wrong with a line that is not YAML, and the line as it was probably meant.
type fault struct {
	line, column    int
	message, mended string
	lost            bool // something of the line was left out
	certain         bool // the mended line may be written without asking
	shift           int  // how far the lines below, which are moved in as far, move with it
}

// told is what an editor reads of it.
func (f fault) told() Fault { return Fault{f.line, f.column, f.message, f.mended, f.certain} }

// mend puts the meant line in place.
func (f fault) mend(lines []string) {
	was := indentOf(lines[f.line-1])
	lines[f.line-1] = f.mended
	for i := f.line; f.shift < 0 && i < len(lines) && (strings.TrimSpace(lines[i]) == "" || indentOf(lines[i]) > was || indentOf(lines[i]) == was && keyOf(lines[i]) != ""); i++ {
		if len(lines[i]) >= -f.shift {
			lines[i] = lines[i][-f.shift:]
		}
	}
}

var (
	errorLine     = lazy.Regexp(`line \d+: (.*)`)
	keyLine       = lazy.Regexp(`^(\s*(?:- +)*)([A-Za-z_][A-Za-z0-9_]*) *:( +)(.*)$`)
	keyWithoutGap = lazy.Regexp(`^(\s*(?:- +)*)([A-Za-z_][A-Za-z0-9_]*):([^\s:/].*)$`)
	keyWithout    = lazy.Regexp(`^(\s*(?:- +)*)([a-z_][A-Za-z0-9_]*) +(["'A-Z0-9].*)$`)
	blockOpener   = lazy.Regexp(`^\s*(?:- +)*(?:[A-Za-z_][A-Za-z0-9_]*: *)?[|>][-+0-9]*\s*(?:#.*)?$`)
)

// diagnose finds the line at which the text stops being YAML and says in plain words what is wrong with it.
func diagnose(lines []string, parserSays string, work *int) fault {
	if m := unknownAnchor().FindStringSubmatch(parserSays); m != nil {
		if f, ok := anchorFault(lines, m[1]); ok {
			return f
		}
	}
	at := failsAt(lines, work)
	for at > 1 && strings.TrimSpace(lines[at-1]) == "" {
		at--
	}
	for _, line := range []int{at, at - 1} {
		if line < 1 {
			continue
		}
		if f, ok := indentFault(lines, line); ok && line == at {
			return f
		}
		if f, ok := knownFault(lines[line-1]); ok {
			f.line = line
			return f
		}
	}
	if line, ok := openQuote(lines[:at]); ok {
		return fault{line: line, column: 1 + strings.IndexAny(lines[line-1], `"'`), mended: closeQuote(lines[line-1]),
			message: "the quotation mark that opens here is never closed; add it at the end of the text"}
	}
	what := parserSays
	if m := errorLine().FindStringSubmatch(parserSays); m != nil {
		what = m[1]
	}
	return fault{line: at, column: 1 + indentOf(lines[at-1]),
		message: "this line cannot be understood (" + inWords(what) + "); compare it with the lines around it: spaces at the beginning, a colon and a space after the name, quotes and brackets that close"}
}

func knownFault(line string) (fault, bool) {
	if m := keyWithoutGap().FindStringSubmatch(line); m != nil {
		column := 1 + len(m[1]) + len(m[2])
		if text := strings.TrimLeft(m[3], wideSpaces); text != m[3] {
			return fault{column: column + 1, message: "after the colon stands a no-break space, which only looks like a space (often copied from Word or a web page); write \"" + m[2] + ": " + Full(text) + "\"", mended: m[1] + m[2] + ": " + text}, true
		}
		return fault{column: column, message: "a space is missing after the colon; write \"" + m[2] + ": " + Full(m[3]) + "\"", mended: m[1] + m[2] + ": " + m[3]}, true
	}
	if m := keyLine().FindStringSubmatch(line); m != nil {
		return valueFault(m[1]+m[2]+":"+m[3], m[4])
	}
	if m := keyWithout().FindStringSubmatch(line); m != nil {
		column := 1 + len(m[1]) + len(m[2])
		return fault{column: column, message: "the colon after \"" + m[2] + "\" is missing; write \"" + m[2] + ": " + Full(m[3]) + "\"", mended: m[1] + m[2] + ": " + m[3]}, true
	}
	trimmed := strings.TrimLeft(line, " ")
	if rest, ok := strings.CutPrefix(trimmed, "- "); ok {
		return valueFault(line[:len(line)-len(rest)], rest)
	}
	if len(trimmed) > 1 && trimmed[0] == '-' && trimmed != "---" && trimmed[1] != '-' {
		return fault{column: len(line) - len(trimmed) + 2, message: "a space is missing after the hyphen of the list; write \"- " + Full(trimmed[1:]) + "\"", mended: line[:len(line)-len(trimmed)] + "- " + trimmed[1:]}, true
	}
	return fault{}, false
}

var unknownAnchor = lazy.Regexp(`unknown anchor '([^']+)'`)

// anchorFault finds the * that refers to nothing.
func anchorFault(lines []string, name string) (fault, bool) {
	for i, line := range lines {
		if at := strings.Index(line, "*"+name); at >= 0 {
			return fault{line: i + 1, column: at + 1, mended: line[:at] + `"` + line[at:at+1+len(name)] + `"` + line[at+1+len(name):],
				message: "*" + name + " repeats a place that is named &" + name + ", but no place has this name; write the text out (a text that begins with * stands in quotes)"}, true
		}
	}
	return fault{}, false
}

// Full is a text as it should be written; only one without end is cut.
func Full(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 400 {
		return string(r[:397]) + "…"
	}
	return s
}

// Short shortens a text for a message.
func Short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 60 {
		return string(r[:57]) + "…"
	}
	return s
}

// inWords turns the parser's own words into ours.
func inWords(what string) string {
	for parser, ours := range map[string]string{
		"could not find expected ':'":       "a colon after a name is missing",
		"did not find expected key":         "the spaces at the beginning do not fit the lines before",
		"did not find expected '-'":         "a list entry begins with a hyphen, and this line has none",
		"mapping values are not allowed":    "there is a colon where none can stand",
		"block sequence entries":            "a list cannot begin here",
		"unknown anchor":                    "it refers with * to a name that was never given with &",
		"found character that cannot start": "it begins with a sign that must stand in quotes",
		"unexpected end of stream":          "the file ends in the middle of something",
		"found unknown escape":              "there is a backslash in double quotes",
		"flow mapping":                      "a { bracket is not closed",
		"flow sequence":                     "a [ bracket is not closed",
	} {
		if strings.Contains(what, parser) {
			return ours
		}
	}
	return "it is not written as YAML wants it"
}
