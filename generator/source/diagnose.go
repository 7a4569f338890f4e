package source

import (
	"bytes"
	"strconv"
	"strings"

	"transom/generator/lazy"
)

// fault is what is wrong with a line that is not YAML, and the line as it was probably meant.
type fault struct {
	line, column    int
	message, mended string
	lost            bool // something of the line was left out
	shift           int  // how far the lines below, which are moved in as far, move with it
}

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

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

var (
	errorLine     = lazy.Regexp(`line \d+: (.*)`)
	keyLine       = lazy.Regexp(`^(\s*(?:- +)*)([A-Za-z_][A-Za-z0-9_]*) *:( +)(.*)$`)
	keyWithoutGap = lazy.Regexp(`^(\s*(?:- +)*)([A-Za-z_][A-Za-z0-9_]*):([^\s:/].*)$`)
	keyWithout    = lazy.Regexp(`^(\s*(?:- +)*)([a-z_][A-Za-z0-9_]*) +(["'A-Z0-9].*)$`)
	blockOpener   = lazy.Regexp(`^\s*(?:- +)*(?:[A-Za-z_][A-Za-z0-9_]*: *)?[|>][-+0-9]*\s*(?:#.*)?$`)
)

// wideSpaces are spaces that look like the common one and that YAML takes for letters.
const wideSpaces = "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000"

// tabbed tells whether a line begins with a tab, or with spaces and one.
func tabbed(raw []byte) bool {
	for i := bytes.IndexByte(raw, '\t'); i >= 0 && i < len(raw); {
		if len(bytes.Trim(raw[bytes.LastIndexByte(raw[:i], '\n')+1:i], " ")) == 0 {
			return true
		}
		next := bytes.IndexByte(raw[i+1:], '\t')
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return false
}

// mendTabs tells tabs before the first letter and puts the line where it most likely belongs.
func mendTabs(lines []string, name string, firstLine int, problems *Problems) {
	block, before := -1, ""
	for i, line := range lines {
		text := strings.TrimLeft(line, " \t"+wideSpaces)
		if strings.TrimSpace(text) == "" {
			continue
		}
		indent := len(line) - len(text)
		if at := strings.IndexAny(line[:indent], wideSpaces); at >= 0 {
			problems.Add(Position{name, firstLine + i, at + 1}, "the line begins with spaces of another kind (often copied from Word or a web page), which YAML does not know; delete them and type them again")
			line = strings.Repeat(" ", len([]rune(line[:indent]))) + text
			lines[i], indent = line, len(line)-len(text)
		}
		if block >= 0 && indent > block && !strings.Contains(line[:indent], "\t") {
			continue
		}
		if at := strings.IndexByte(line[:indent], '\t'); at >= 0 {
			problems.Add(Position{name, firstLine + i, at + 1}, "the line is moved in with a tab; YAML wants spaces (two for each step)")
			column, seen := sameKey(lines, i, text)
			if !seen {
				column = belongsAt(before, text)
			}
			lines[i] = strings.Repeat(" ", column) + text
		}
		block = -1
		if blockOpener().MatchString(lines[i]) {
			block = indentOf(lines[i])
		}
		if text[0] != '#' {
			before = lines[i]
		}
	}
}

// sameKey is the column of the nearest line with the same key, which most likely belongs to a neighbouring entry.
func sameKey(lines []string, i int, text string) (int, bool) {
	key := keyOf(text)
	for distance := 1; key != "" && distance <= 200; distance++ {
		for _, at := range []int{i - distance, i + distance} {
			if at < 0 || at >= len(lines) || keyOf(lines[at]) != key || strings.Contains(lines[at], "\t") {
				continue
			}
			column := indentOf(lines[at])
			if strings.HasPrefix(lines[at][column:], "- ") != strings.HasPrefix(text, "- ") {
				column += 2
			}
			return column, true
		}
	}
	return 0, false
}

// belongsAt is the column at which a line after the given one would stand if it went on with it.
func belongsAt(before, text string) int {
	own := indentOf(before)
	item := strings.HasPrefix(strings.TrimLeft(before, " "), "- ")
	opens := strings.HasSuffix(strings.TrimRight(before, " "), ":")
	switch next := strings.HasPrefix(text, "- "); {
	case next && item && !opens:
		return own
	case item:
		own += 2
	}
	if opens {
		own += 2
	}
	return own
}

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
		return fault{column: column, message: "a space is missing after the colon; write \"" + m[2] + ": " + cut(m[3]) + "\"", mended: m[1] + m[2] + ": " + m[3]}, true
	}
	if m := keyLine().FindStringSubmatch(line); m != nil {
		return valueFault(m[1]+m[2]+":"+m[3], m[4])
	}
	if m := keyWithout().FindStringSubmatch(line); m != nil {
		column := 1 + len(m[1]) + len(m[2])
		return fault{column: column, message: "the colon after \"" + m[2] + "\" is missing; write \"" + m[2] + ": " + cut(m[3]) + "\"", mended: m[1] + m[2] + ": " + m[3]}, true
	}
	trimmed := strings.TrimLeft(line, " ")
	if rest, ok := strings.CutPrefix(trimmed, "- "); ok {
		return valueFault(line[:len(line)-len(rest)], rest)
	}
	if len(trimmed) > 1 && trimmed[0] == '-' && trimmed != "---" && trimmed[1] != '-' {
		return fault{column: len(line) - len(trimmed) + 2, message: "a space is missing after the hyphen of the list; write \"- " + cut(trimmed[1:]) + "\"", mended: line[:len(line)-len(trimmed)] + "- " + trimmed[1:]}, true
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

// indentFault looks at how far a line is moved in, compared with the line before it.
func indentFault(lines []string, at int) (fault, bool) {
	line := lines[at-1]
	text := strings.TrimLeft(line, " ")
	if text == "" || text[0] == '#' || !keyLine().MatchString(line+" ") && !strings.HasPrefix(text, "- ") {
		return fault{}, false
	}
	indent := indentOf(line)
	i := at - 2
	for i >= 0 && (strings.TrimSpace(lines[i]) == "" || strings.HasPrefix(strings.TrimLeft(lines[i], " "), "#")) {
		i--
	}
	if i < 0 {
		return fault{}, false
	}
	above, body := indentOf(lines[i]), strings.TrimLeft(lines[i], " ")
	own := above
	if rest, ok := strings.CutPrefix(body, "- "); ok {
		extra := indentOf(rest)
		if extra > 0 && indent == above+2 && text[0] != '-' {
			return fault{line: i + 1, column: above + 3, mended: lines[i][:above] + "- " + rest[extra:],
				message: "exactly one space stands after the hyphen of a list, so that the lines below fit under the first word"}, true
		}
		if text[0] != '-' {
			own += 2 + extra
		}
	}
	switch {
	case strings.HasSuffix(strings.TrimRight(body, " "), ":") && indent > above: // what opens may be followed by anything deeper
		return fault{}, false
	case indent > own:
		return fault{line: at, column: indent + 1, mended: strings.Repeat(" ", own) + text, shift: own - indent,
			message: movedIn(indent, own)}, true
	case indent < own && !stands(lines[:at-1], indent, text):
		return fault{line: at, column: indent + 1, mended: strings.Repeat(" ", nearestColumn(lines[:at-1], indent, own, text)) + text,
			message: movedIn(indent, own)}, true
	}
	return fault{}, false
}

func movedIn(indent, own int) string {
	return "the line is moved in by " + spaces(indent) + ", the line before it by " + spaces(own) + "; lines that belong together begin in the same column"
}

func spaces(n int) string {
	if n == 1 {
		return "1 space"
	}
	return strconv.Itoa(n) + " spaces"
}

// stands tells whether an earlier line of the same kind begins in that column, and nothing in between ended its block.
func stands(before []string, indent int, text string) bool {
	for i := len(before) - 1; i >= 0; i-- {
		body := strings.TrimLeft(before[i], " ")
		if body == "" || body[0] == '#' {
			continue
		}
		own := indentOf(before[i])
		if rest, ok := strings.CutPrefix(body, "- "); ok && text[0] != '-' {
			if own+2+indentOf(rest) == indent {
				return true
			}
		}
		if own == indent {
			return strings.HasPrefix(body, "- ") == strings.HasPrefix(text, "- ") || !strings.HasPrefix(body, "- ")
		}
		if own < indent {
			return false
		}
	}
	return indent == 0
}

// nearestColumn is the column, among those of the lines above, that is nearest to where the line stands.
func nearestColumn(before []string, indent, own int, text string) int {
	best := own
	for _, line := range before {
		body := strings.TrimLeft(line, " ")
		column := indentOf(line)
		if rest, ok := strings.CutPrefix(body, "- "); ok && text[0] != '-' {
			column += 2 + indentOf(rest)
		}
		if body != "" && body[0] != '#' && keyLine().MatchString(line+" ") && abs(column-indent) < abs(best-indent) {
			best = column
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// cut shortens a text for a message.
func cut(s string) string {
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
