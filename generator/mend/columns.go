package mend

import "strings"

// item is an entry of a list whose keys stand below each other.
type item struct {
	dash, column int
	first        string
	keys         int // how many of its keys were met
}

// enter keeps the entries of lists that the line stands in.
func (s *shapes) enter(line string) {
	indent := indentOf(line)
	for len(s.items) > 0 && s.items[len(s.items)-1].dash >= indent {
		s.items = s.items[:len(s.items)-1]
	}
	rest, isItem := strings.CutPrefix(line[indent:], "- ")
	if isItem {
		s.items = append(s.items, item{dash: indent, column: indent + 2 + indentOf(rest), first: keyOf(line), keys: 1})
	} else if n := len(s.items); n > 0 && s.items[n-1].column == indent {
		s.items[n-1].keys++
	}
}

// entryWithoutHyphen tells a key with which the entries of its list begin, in an entry that has begun long ago.
func (s *shapes) entryWithoutHyphen(line, text string, at fault) (fault, bool) {
	key := keyOf(line)
	for _, it := range s.items {
		if key != "" && text[0] != '-' && it.first == key && it.column == indentOf(line) && it.keys > 1 {
			at.message = "each entry of the list begins with a hyphen; write \"- " + Full(text) + "\""
			at.mended = strings.Repeat(" ", it.dash) + "- " + text
			return at, true
		}
	}
	return fault{}, false
}

// strayHyphen tells a hyphen that does not stand under those of the other entries, or not before its own lines.
func (s *shapes) strayHyphen(lines []string, i int, at fault) (fault, bool) {
	line := lines[i]
	indent := indentOf(line)
	text := line[indent:]
	if !strings.HasPrefix(text, "- ") {
		return fault{}, false
	}
	column := -1
	below, next := nextIndent(lines, i), nextText(lines, i)
	switch {
	case keyOf(line) != "" && valueOf(line) != "" && keyOf(next) != "" && !strings.HasPrefix(next, "- "):
		// "- id: x" with more keys below: they stand two columns further, if they belong to it at all.
		if column = below - 2; column == indent || !s.dashAt(lines, i, column) || keyBelow(lines, i, indent+2) {
			return fault{}, false
		}
	case s.last >= 0 && strings.HasPrefix(strings.TrimLeft(lines[s.last], " "), "- ") && !strings.HasSuffix(strings.TrimRight(lines[s.last], " "), ":") && keyOf(line) == keyOf(lines[s.last]):
		// An entry of one line right after another one.
		if column = indentOf(lines[s.last]); column == indent || indent < column && s.dashAt(nil, i, indent) {
			return fault{}, false
		}
	default:
		return fault{}, false
	}
	at.column = indent + 1
	at.message = "the hyphen stands after " + spaces(indent) + ", those of the other entries after " + spaces(column) + "; put them under each other"
	at.mended = strings.Repeat(" ", column) + text
	return at, true
}

// keyBelow tells whether, before the next entry, a key stands in the column.
func keyBelow(lines []string, i, column int) bool {
	for _, line := range lines[i+1:] {
		text := strings.TrimLeft(line, " ")
		if strings.HasPrefix(text, "- ") && indentOf(line) <= column-2 {
			return false
		}
		if keyOf(line) != "" && indentOf(line) == column && text[0] != '-' {
			return true
		}
	}
	return false
}

// dashAt tells whether another entry's hyphen stands in the column: of an entry around this one, of the next one, or
// where the first one would stand below its key.
func (s *shapes) dashAt(lines []string, i, column int) bool {
	for _, it := range s.items {
		if it.dash == column {
			return true
		}
	}
	if lines == nil || column < 0 {
		return false
	}
	if s.last >= 0 && strings.HasSuffix(strings.TrimRight(lines[s.last], " "), ":") && (indentOf(lines[s.last]) == column || indentOf(lines[s.last])+2 == column) {
		return true
	}
	for _, line := range lines[i+1:] {
		text := strings.TrimLeft(line, " ")
		if text != "" && text[0] != '#' && indentOf(line) < min(column, indentOf(lines[i])) {
			return false
		}
		if strings.HasPrefix(text, "- ") && indentOf(line) == column {
			return true
		}
	}
	return false
}

// firstKeyOff tells a first key that does not stand above the keys that follow it.
func (s *shapes) firstKeyOff(lines []string, i int, at fault) (fault, bool) {
	indent := indentOf(lines[i])
	parent := -1
	if s.last >= 0 {
		parent = indentOf(lines[s.last])
		if text := lines[s.last][parent:]; strings.HasPrefix(text, "- ") {
			parent += 2
		}
	}
	if keyOf(lines[i]) == "" || lines[i][indent] == '-' || s.last < 0 && indent == 0 || s.last >= 0 && (valueOf(lines[s.last]) != "" || indent <= parent) {
		return fault{}, false
	}
	block, found := -1, -1
	if blockOpener().MatchString(lines[i]) {
		block = indent
	}
	for n, line := range lines[i+1:] {
		column := indentOf(line)
		if strings.TrimSpace(line) == "" || line[column] == '#' || block >= 0 && column > block {
			continue
		}
		block = -1
		if column <= parent {
			break
		}
		if blockOpener().MatchString(line) {
			block = column
		}
		// Deeper lines belong to the key; the first that does not is its neighbour.
		if column == indent && line[column] != '-' {
			return fault{}, false
		}
		if blockOpener().MatchString(line) && nextIndent(lines, i+1+n) <= column {
			return fault{}, false // its text was not moved with it: that line is the one that is off
		}
		if found < 0 && keyOf(line) != "" && line[column] != '-' && (column < indent || column <= indent+2 && !known().openers[keyOf(lines[i])]) {
			found = column
		}
	}
	if found < 0 {
		return fault{}, false
	}
	at.column = indent + 1
	at.message = "the line is moved in by " + spaces(indent) + ", those that belong with it by " + spaces(found) + "; they begin in the same column"
	at.mended = strings.Repeat(" ", found) + lines[i][indent:]
	return at, true
}

// columnOfLast is where the key of the last line stands, behind a hyphen too.
func (s *shapes) columnOfLast(lines []string) int {
	before := lines[s.last]
	column := indentOf(before)
	if rest, ok := strings.CutPrefix(before[column:], "- "); ok && keyOf(before) != "" {
		column += 2 + indentOf(rest)
	}
	if valueOf(before) == "" {
		column += 2 // the first line below a key
	}
	return column
}
