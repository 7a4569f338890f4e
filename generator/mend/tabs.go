package mend

import (
	"bytes"
	"strings"
)

// wideSpaces are spaces that look like the common one and that YAML takes for letters.
const wideSpaces = "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000"

// Tabbed tells whether a line begins with a tab, or with spaces and one.
func Tabbed(raw []byte) bool {
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
func mendTabs(lines []string, tell func(Fault)) {
	block, before := -1, ""
	for i, line := range lines {
		text := strings.TrimLeft(line, " \t"+wideSpaces)
		if strings.TrimSpace(text) == "" {
			continue
		}
		indent := len(line) - len(text)
		if at := strings.IndexAny(line[:indent], wideSpaces); at >= 0 {
			was := line
			line = strings.Repeat(" ", len([]rune(line[:indent]))) + text
			lines[i], indent = line, len(line)-len(text)
			tell(Fault{Line: i + 1, Column: at + 1, Mended: line, Certain: !strings.Contains(was[:len(was)-len(text)], "\t"),
				Message: "the line begins with spaces of another kind (often copied from Word or a web page), which YAML does not know; delete them and type them again"})
		}
		if block >= 0 && indent > block && !strings.Contains(line[:indent], "\t") {
			continue
		}
		if at := strings.IndexByte(line[:indent], '\t'); at >= 0 {
			tell(Fault{Line: i + 1, Column: at + 1, Message: "the line is moved in with a tab; YAML wants spaces (two for each step)"})
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
