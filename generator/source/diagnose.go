package source

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
)

// fault is what is wrong with a line that is not YAML, and the line as it was probably meant.
type fault struct {
	line, column    int
	message, mended string
	shift           int // how far the lines below, which are moved in as far, move with it
}

// mend puts the meant line in place.
func (f fault) mend(lines []string) {
	was := indentOf(lines[f.line-1])
	lines[f.line-1] = f.mended
	for i := f.line; f.shift < 0 && i < len(lines) && (strings.TrimSpace(lines[i]) == "" || indentOf(lines[i]) >= was); i++ {
		if len(lines[i]) >= -f.shift {
			lines[i] = lines[i][-f.shift:]
		}
	}
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

var (
	errorLine     = regexp.MustCompile(`line \d+: (.*)`)
	keyLine       = regexp.MustCompile(`^(\s*(?:- +)*)([A-Za-z_][A-Za-z0-9_]*) *:( +)(.*)$`)
	keyWithoutGap = regexp.MustCompile(`^(\s*(?:- +)*)([A-Za-z_][A-Za-z0-9_]*):([^\s:/].*)$`)
	keyWithout    = regexp.MustCompile(`^(\s*(?:- +)*)([a-z_][A-Za-z0-9_]*) +(["'A-Z0-9].*)$`)
	blockOpener   = regexp.MustCompile(`^\s*(?:- +)*(?:[A-Za-z_][A-Za-z0-9_]*: *)?[|>][-+0-9]*\s*(?:#.*)?$`)
)

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
		text := strings.TrimLeft(line, " \t")
		if strings.TrimSpace(text) == "" {
			continue
		}
		indent := len(line) - len(text)
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
		if blockOpener.MatchString(lines[i]) {
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
	if m := unknownAnchor.FindStringSubmatch(parserSays); m != nil {
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
	if m := errorLine.FindStringSubmatch(parserSays); m != nil {
		what = m[1]
	}
	return fault{line: at, column: 1 + indentOf(lines[at-1]),
		message: "this line cannot be understood (" + inWords(what) + "); compare it with the lines around it: spaces at the beginning, a colon and a space after the name, quotes and brackets that close"}
}

func knownFault(line string) (fault, bool) {
	if m := keyWithoutGap.FindStringSubmatch(line); m != nil {
		column := 1 + len(m[1]) + len(m[2])
		return fault{column: column, message: "a space is missing after the colon; write \"" + m[2] + ": " + cut(m[3]) + "\"", mended: m[1] + m[2] + ": " + m[3]}, true
	}
	if m := keyLine.FindStringSubmatch(line); m != nil {
		return valueFault(m[1]+m[2]+":"+m[3], m[4])
	}
	if m := keyWithout.FindStringSubmatch(line); m != nil {
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

// valueFault looks at the text after "name: " or "- ".
func valueFault(before, value string) (fault, bool) {
	column := 1 + len([]rune(before))
	value = strings.TrimRight(value, " ")
	if value == "" {
		return fault{}, false
	}
	quoted := before + `"` + strings.ReplaceAll(strings.ReplaceAll(value, `\`, `\\`), `"`, `\"`) + `"`
	switch first := value[0]; {
	case first == '"' || first == '\'':
		end := quoteEnd(value)
		rest := ""
		if end >= 0 {
			rest = strings.TrimSpace(value[end+1:])
		}
		if end >= 0 && rest != "" && rest[0] != '#' && rest[0] != ':' && rest[0] != ',' {
			inner := strings.ReplaceAll(value[1:], `"`, "")
			return fault{column: column + end, message: "the quotation mark here ends the text too early; inside a quoted text write \\\" or use ' outside", mended: before + `"` + strings.ReplaceAll(inner, `\`, "") + `"`}, true
		}
		if end >= 0 && first == '"' {
			if at := badEscape(value[:end+1]); at >= 0 {
				return fault{column: column + at, message: "a backslash inside \"double quotes\" is a special sign; write the text in 'single quotes'", mended: before + "'" + strings.ReplaceAll(value[1:end], "'", "''") + "'"}, true
			}
		}
	case strings.ContainsRune("@`%", rune(first)):
		return fault{column: column, message: "a text may not begin with " + string(first) + " unless it stands in quotes; write " + quoteForEditor(value), mended: quoted}, true
	case first == '{' || first == '[':
		return flowFault(before, value)
	case strings.ContainsRune("*&!|>,}]", rune(first)):
		if (first == '|' || first == '>') && blockOpener.MatchString(before+value) {
			return fault{}, false
		}
		return fault{column: column, message: "a text that begins with " + string(first) + " must stand in quotes; write " + quoteForEditor(value), mended: quoted}, true
	case strings.Contains(value, ": ") || strings.HasSuffix(value, ":"):
		return fault{column: column, message: "a text with a colon in it must stand in quotes; write " + quoteForEditor(value), mended: quoted}, true
	}
	return fault{}, false
}

var unknownAnchor = regexp.MustCompile(`unknown anchor '([^']+)'`)

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
	if text == "" || text[0] == '#' || !keyLine.MatchString(line+" ") && !strings.HasPrefix(text, "- ") {
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
		if body != "" && body[0] != '#' && keyLine.MatchString(line+" ") && abs(column-indent) < abs(best-indent) {
			best = column
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// flowFault looks into a text in { } or [ ].
func flowFault(before, value string) (fault, bool) {
	if i := strings.Index(value, " #"); i > 0 && strings.Count(value[:i], `"`)%2 == 0 {
		value = strings.TrimRight(value[:i], " ")
	}
	column := 1 + len([]rune(before))
	var open []byte
	quote := byte(0)
	last := byte(',') // the last sign that is not a space
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case quote == '"' && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote, last = 0, 'q'
			}
			continue
		case (c == '"' || c == '\'') && strings.IndexByte(",:[{ ", last) >= 0 && (i == 0 || value[i-1] == ' ' || last != ' ' && value[i-1] == last):
			quote = c
			continue
		case c == '{' || c == '[':
			if last == ',' || last == ':' || last == '[' || last == '{' {
				open = append(open, c)
			}
		case c == '}' || c == ']':
			if len(open) == 0 || open[len(open)-1] != c-2 {
				return fault{column: column + i, mended: before + value[:i] + value[i+1:], message: "the bracket " + string(c) + " closes nothing that is open; delete it, or put the text in quotes"}, true
			}
			open = open[:len(open)-1]
			if rest := strings.TrimSpace(value[i+1:]); len(open) == 0 && rest != "" && rest[0] != '#' {
				return fault{column: column + i + 1, mended: before + value[:i+1], message: "after the closing " + string(c) + " nothing more may stand; found \"" + cut(rest) + "\""}, true
			}
		case c == ':' && i+1 < len(value) && value[i+1] == ' ' && len(open) > 0 && open[len(open)-1] == '{':
			if at, second := secondColon(value, i); second && !known().keys[strings.TrimSpace(value[at:i])] {
				return colonInText(before, value, i), true
			} else if second {
				return fault{column: column + at, mended: before + value[:at] + "," + value[at:],
					message: "a comma is missing here, before \"" + cut(strings.TrimSpace(value[at:i])) + "\""}, true
			}
		}
		if c != ' ' {
			last = c
		}
	}
	if quote != 0 {
		opened := strings.LastIndexByte(value, quote)
		closed := strings.TrimRight(strings.TrimRight(value, " "), "}]")
		rest := value[len(closed):]
		if m := nextEntry.FindStringIndex(value[opened:]); m != nil {
			closed, rest = value[:opened+m[0]], value[opened+m[0]:]
		}
		return fault{column: column + opened, mended: before + closed + string(quote) + rest,
			message: "the quotation mark that opens here is never closed; add it at the end of the text"}, true
	}
	if len(open) > 0 {
		if !strings.ContainsAny(value, ":,") {
			return fault{column: column, message: "a text that begins with " + value[:1] + " must stand in quotes; write " + quoteForEditor(value), mended: before + `"` + strings.ReplaceAll(value, `"`, "") + `"`}, true
		}
		closing := string(open[len(open)-1] + 2)
		return fault{column: column + len([]rune(value)), mended: before + value + " " + closing,
			message: "the bracket " + string(open[len(open)-1]) + " is never closed; add " + closing + " at the end of the line"}, true
	}
	return fault{}, false
}

// nextEntry is where, after a quote that nobody closed, the next entry of { } begins.
var nextEntry = regexp.MustCompile(`, *[a-z_]+: `)

// colonInText puts the text around the second colon into quotes.
func colonInText(before, value string, i int) fault {
	start := strings.LastIndex(value[:i], ": ") + 2
	end := i + strings.IndexAny(value[i:]+",", ",}")
	text := strings.TrimSpace(value[start:end])
	return fault{column: 1 + len([]rune(before)) + start, mended: before + value[:start] + `"` + strings.ReplaceAll(text, `"`, "") + `"` + value[end:],
		message: "a text with a colon in it must stand in quotes; write " + quoteForEditor(text)}
}

var wordBefore = regexp.MustCompile(` +[A-Za-z_]+$`)

// secondColon tells whether the colon at i follows another one without a comma in between, and where the comma belongs.
func secondColon(value string, i int) (int, bool) {
	start := strings.LastIndexAny(value[:i], ",{[")
	between := value[start+1 : i]
	m := wordBefore.FindStringIndex(between)
	if m == nil || strings.TrimSpace(between[:m[0]]) == "" || !strings.Contains(between[:m[0]], ":") {
		return 0, false
	}
	return start + 1 + m[0], true
}

func openQuote(lines []string) (int, bool) {
	for i, line := range lines {
		var value string
		if m := keyLine.FindStringSubmatch(line); m != nil {
			value = m[4]
		} else if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " "), "- "); ok {
			value = rest
		}
		if value != "" && (value[0] == '"' || value[0] == '\'') && quoteEnd(value) < 0 {
			return i + 1, true
		}
	}
	return 0, false
}

func closeQuote(line string) string {
	i := strings.IndexAny(line, `"'`)
	return strings.TrimRight(line, " ") + line[i:i+1]
}

// quoteEnd is the offset of the mark that closes the quote at the beginning of value, or -1.
func quoteEnd(value string) int {
	mark := value[0]
	for i := 1; i < len(value); i++ {
		switch {
		case mark == '"' && value[i] == '\\':
			i++
		case value[i] == mark && mark == '\'' && i+1 < len(value) && value[i+1] == mark:
			i++
		case value[i] == mark:
			return i
		}
	}
	return -1
}

var goodEscape = regexp.MustCompile(`^\\(?:[0abt nvfre"/\\N_LP]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`)

func badEscape(quoted string) int {
	for i := 1; i+1 < len(quoted); i++ {
		if quoted[i] == '\\' {
			if !goodEscape.MatchString(quoted[i:]) {
				return i
			}
			i++
		}
	}
	return -1
}

func quoteForEditor(value string) string {
	if strings.ContainsAny(value, `"\`) {
		return "'" + cut(strings.ReplaceAll(value, "'", "''")) + "'"
	}
	return `"` + cut(value) + `"`
}

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
