package mend

import (
	"strconv"
	"strings"
)

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

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
