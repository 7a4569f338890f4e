package mend

import (
	"strings"
	"unicode"
)

// loose is a line that belongs to nothing; it is read as a note.
func (s *shapes) loose(at fault, lines []string, i int) fault {
	what := "\"" + Short(strings.TrimLeft(lines[i], " ")) + "\" belongs to nothing"
	if key, column := textAbove(lines, i); key != "" {
		now := strings.Repeat(" ", column) + strings.TrimLeft(lines[i], " ")
		note, text := "", strings.TrimLeft(lines[i], " ")
		if unicode.IsUpper([]rune(text)[0]) { // what goes on rarely begins so
			note = "; if it is a note, write \"# " + Short(text) + "\""
		}
		at.message = what + note + "; if it goes on with the text of \"" + key + "\", move it in by " + spaces(column) + ", or write both in one line"
		at.mended = now
		return at
	}
	if n := above(lines, i); n >= 0 && n < i-1 {
		if key, column := textAbove(lines, n+1); known().texts[key] {
			at.message = what + "; if it is another paragraph of \"" + key + "\", write \"" + key + ": |-\" and both paragraphs below it, moved in by " + spaces(column)
			at.mended, at.lost = "# "+lines[i], true
			return at
		}
	}
	if opener, column := blockAbove(lines, i); opener >= 0 {
		at.message = what + "; if it is the end of the text of \"" + keyOf(lines[opener]) + "\", move it in by " + spaces(column)
		at.mended = strings.Repeat(" ", column) + strings.TrimLeft(lines[i], " ")
		return at
	}
	at.message = what + ": a line is \"name: text\", an entry of a list that begins with \"- \", or a note that begins with #"
	at.mended, at.lost = "# "+lines[i], true
	return at
}

// textAbove finds the text that ends right above a line and may go on in it: its key, and the column of a line that goes on.
func textAbove(lines []string, i int) (key string, column int) {
	for n := i - 1; n >= 0 && strings.TrimSpace(lines[n]) != ""; n-- {
		key, value := keyOf(lines[n]), valueOf(lines[n])
		if !known().keys[key] {
			continue // a line that goes on itself
		}
		if value == "" || strings.ContainsRune("\"'{[|>#", rune(value[0])) || known().openers[key] {
			return "", 0
		}
		return key, keyColumn(lines[n]) + 2
	}
	return "", 0
}

// blockAbove finds the block of text (below | or >) that ends right above a line: the line of its key and the column of
// its text, -1 when there is none.
func blockAbove(lines []string, i int) (opener, column int) {
	if i == 0 || strings.TrimSpace(lines[i-1]) == "" {
		return -1, 0
	}
	column = indentOf(lines[i-1])
	for n := i - 1; n >= 0; n-- {
		switch {
		case strings.TrimSpace(lines[n]) == "" || indentOf(lines[n]) >= column:
		case blockOpener().MatchString(lines[n]) && keyColumn(lines[n]) < column:
			return n, column
		default:
			return -1, 0
		}
	}
	return -1, 0
}

// bareFact tells a text in { } that names a fact and has no quotation marks: its own brackets would be taken for more of them.
func bareFact(lines []string, i int, at fault) (fault, bool) {
	value := valueOf(lines[i])
	if value == "" || value[0] != '{' && value[0] != '[' || strings.HasPrefix(value, "{{") {
		return fault{}, false
	}
	from := outside(value, "{{")
	if from < 0 {
		return fault{}, false
	}
	f := quotedIn(lines[i][:strings.LastIndex(lines[i], value)], value, from, "a text with {{ in it must stand in quotes here")
	f.line = at.line
	return f, true
}
