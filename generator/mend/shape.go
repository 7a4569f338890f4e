package mend

import (
	"strings"

	"transom/generator/lazy"
)

var (
	gluedItem  = lazy.Regexp(`^( *)-([A-Za-z_"'{].*)$`)
	assignment = lazy.Regexp(`^( *(?:- )?)([A-Za-z_][A-Za-z0-9_]*) *= *(.*)$`)
	oneWord    = lazy.Regexp(`^[a-z_]+$`)
)

// mendShapes tells lines that cannot be what they should be, by their form and by what the schema knows of their key, and
// mends them before the parser meets them: the parser would notice much later and blame another line. It returns false
// when it had to leave a line out.
func mendShapes(lines []string, tell func(Fault)) bool {
	whole := true
	s := shapes{block: -1, last: -1}
	for i := range lines {
		text := strings.TrimLeft(lines[i], " ")
		if strings.TrimSpace(text) == "" || text[0] == '#' || s.inBlock(lines[i]) || i == 0 && strings.HasPrefix(text, "%") {
			continue
		}
		if f, ok := s.fault(lines, i); ok {
			tell(f.told())
			lines[f.line-1] = f.mended
			whole = whole && !f.lost && strings.TrimSpace(f.mended) != ""
		}
		s.note(lines, i)
	}
	return whole
}

// shapes remembers, line by line, what a following line could belong to.
type shapes struct {
	block int  // column of the key whose block of text goes on; -1 when none does
	last  int  // the line of the last key or item; -1 at the beginning
	open  bool // the last value goes on: a quote or a bracket that is not closed
	items []item
}

func (s *shapes) inBlock(line string) bool {
	if s.block >= 0 && indentOf(line) > s.block {
		return true
	}
	s.block = -1
	return false
}

func (s *shapes) note(lines []string, i int) {
	text := strings.TrimLeft(lines[i], " ")
	if strings.TrimSpace(text) == "" || !keyShaped(text) && !strings.HasPrefix(text, "- ") && text != "-" {
		return
	}
	s.last = i
	s.enter(lines[i])
	if blockOpener().MatchString(lines[i]) {
		s.block = indentOf(lines[i])
	}
	value := valueOf(lines[i])
	s.open = value != "" && (strings.ContainsRune(`"'`, rune(value[0])) && quoteEnd(value) < 0 ||
		(value[0] == '{' || value[0] == '[') && strings.Count(value, string(value[0])) > strings.Count(value, string(value[0]+2)))
}

func keyShaped(text string) bool {
	text = strings.TrimRight(text, " ")
	return strings.HasSuffix(text, ":") || strings.Contains(text, ": ") || keyLine().MatchString(text+" ")
}

// valueOf is what stands after "name: " or "- ".
func valueOf(line string) string {
	if m := keyLine().FindStringSubmatch(line + " "); m != nil {
		return strings.TrimSpace(m[4])
	}
	rest, _ := strings.CutPrefix(strings.TrimLeft(line, " "), "- ")
	return strings.TrimSpace(rest)
}

func keyOf(line string) string {
	if m := keyLine().FindStringSubmatch(line + " "); m != nil {
		return m[2]
	}
	return ""
}

func (s *shapes) fault(lines []string, i int) (fault, bool) {
	line := lines[i]
	text := strings.TrimLeft(line, " ")
	indent := indentOf(line)
	at := fault{line: i + 1, column: indent + 1}
	if mark := strings.TrimRight(line, " "); s.last >= 0 && (mark == "---" || mark == "...") {
		at.message = "the line \"" + mark + "\" begins another document, and a file holds one only; delete this line"
		at.mended = "#"
		return at, true
	}
	if m := gluedItem().FindStringSubmatch(line); m != nil && (keyShaped(m[2]) || s.last >= 0 && strings.HasPrefix(lines[s.last], m[1]+"- ")) {
		at.column++
		at.message = "a space is missing after the hyphen of the list; write \"- " + Full(m[2]) + "\""
		at.mended = m[1] + "- " + m[2]
		return at, true
	}
	if f, ok := quoteNotClosed(lines, i, at); ok {
		return f, true
	}
	if blockOpener().MatchString(line) && s.last >= 0 {
		// Its block would be taken for lines that belong to nothing.
		if f, ok := indentFault(lines, i+1); ok && f.line == i+1 {
			return f, true
		}
	}
	for _, look := range []func([]string, int, fault) (fault, bool){bareFact, s.bullet, s.notAColon, s.loneBraces, s.needlessHyphen, s.secondHyphen, s.tooFarLeft, s.textBelow, s.barMissing} {
		if f, ok := look(lines, i, at); ok {
			return f, true
		}
	}
	if f, ok := s.textTooFarLeft(lines, i); ok {
		return f, true
	}
	if f, ok := s.entryWithoutHyphen(line, text, at); ok {
		return f, true
	}
	if f, ok := s.strayHyphen(lines, i, at); ok {
		return f, true
	}
	if s.last >= 0 && known().lists[keyOf(lines[s.last])] && valueOf(lines[s.last]) == "" {
		// the entries of a list are looked at below
	} else if f, ok := s.firstKeyOff(lines, i, at); ok {
		return f, true
	}
	if f, ok := s.colonMissing(lines, i, at); ok {
		return f, true
	}
	if s.last < 0 {
		if m := assignment().FindStringSubmatch(line); m != nil && !keyShaped(text) {
			return assigned(at, m), true
		}
		if gluedColon(line) {
			return faultOfLine(line, i)
		}
		if !keyShaped(text) && !strings.HasPrefix(text, "- ") && !strings.HasPrefix(text, "---") && strings.IndexByte("{[", text[0]) < 0 && nextText(lines, i) != "" {
			return s.loose(at, lines, i), true
		}
		return s.opener(lines, i)
	}
	before := lines[s.last]
	if known().lists[keyOf(before)] && valueOf(before) == "" && indent > indentOf(before) && keyShaped(text) && text[0] != '-' && keyOf(line) != "" {
		at.message = "each entry of \"" + keyOf(before) + "\" begins with a hyphen; write \"- " + Full(text) + "\""
		at.mended = line[:max(indent-2, 0)] + "- " + text
		if next := nextIndent(lines, i); next != indent {
			at.mended = line[:indent] + "- " + text
		}
		return at, true
	}
	if f, ok := s.opener(lines, i); ok {
		return f, true
	}
	if keyShaped(text) || strings.HasPrefix(text, "- ") || text == "-" || strings.HasPrefix(text, "---") || s.open || strings.ContainsRune("}])", rune(text[0])) {
		return fault{}, false
	}
	// What is left is text. It may go on from the line before, but then it is moved in deeper.
	column := indentOf(before)
	if indent > column && !gluedColon(line) {
		return fault{}, false
	}
	switch m := assignment().FindStringSubmatch(line); {
	case gluedColon(line):
		return faultOfLine(line, i)
	case m != nil:
		return assigned(at, m), true
	case known().keys[text] || oneWord().MatchString(text) && i+1 < len(lines) && nextIndent(lines, i) > indent:
		at.column += len(text)
		at.message = "the colon after \"" + text + "\" is missing; write \"" + text + ":\""
		at.mended = line + ":"
	case keyWithout().MatchString(line):
		return faultOfLine(line, i)
	case strings.HasPrefix(strings.TrimLeft(before, " "), "- ") && indent == column:
		at.message = "each entry of the list begins with a hyphen; write \"- " + Full(text) + "\""
		at.mended = line[:indent] + "- " + text
	default:
		at = s.loose(at, lines, i)
	}
	return at, true
}

// quoteNotClosed tells a quote that goes on although the next line is a key or an entry of its own.
func quoteNotClosed(lines []string, i int, at fault) (fault, bool) {
	value := valueOf(lines[i])
	next := nextText(lines, i)
	if value == "" || value[0] != '"' && value[0] != '\'' || quoteEnd(value) >= 0 || next != "" && !strings.HasPrefix(next, "- ") && !known().keys[keyOf(next)] {
		return fault{}, false
	}
	line := strings.TrimRight(lines[i], " ")
	begin := strings.LastIndex(line, value)
	end := len(line)
	if note := strings.Index(line[begin:], " #"); note > 0 {
		end = begin + note
	}
	at.column = 1 + begin
	at.message = "the quotation mark that opens here is never closed; add it at the end of the text"
	at.mended = line[:end] + value[:1] + line[end:]
	return at, true
}

var wordFirst = lazy.Regexp(`^( *(?:- )?)([A-Za-z_]+)(?: +(.*))?$`)

// colonMissing tells a known key, at a place where a key must stand, without its colon.
func (s *shapes) colonMissing(lines []string, i int, at fault) (fault, bool) {
	line := lines[i]
	m := wordFirst().FindStringSubmatch(strings.TrimRight(line, " "))
	if m == nil || strings.HasPrefix(m[3], "=") || keyShaped(strings.TrimLeft(line, " ")) || !known().keys[m[2]] {
		return fault{}, false
	}
	if isItem := strings.HasSuffix(m[1], "- "); isItem && (nextIndent(lines, i) != len(m[1]) || keyOf(nextText(lines, i)) == "" || strings.HasPrefix(nextText(lines, i), "- ")) {
		return fault{}, false // a text of a list may begin with any word
	} else if !isItem && s.last >= 0 {
		if s.open || indentOf(line) > s.columnOfLast(lines) {
			return fault{}, false
		}
	}
	at.column = 1 + len(m[1]) + len(m[2])
	at.mended = strings.TrimRight(m[1]+m[2]+": "+m[3], " ")
	at.message = "the colon after \"" + m[2] + "\" is missing; write \"" + Full(m[2]+": "+m[3]) + "\""
	return at, true
}

// gluedColon tells a known key whose text begins right after the colon.
func gluedColon(line string) bool {
	m := keyWithoutGap().FindStringSubmatch(line)
	return m != nil && known().keys[m[2]]
}

func faultOfLine(line string, i int) (fault, bool) {
	f, ok := knownFault(line)
	f.line = i + 1
	return f, ok
}

func assigned(at fault, m []string) fault {
	at.column = 1 + len(m[1]) + len(m[2])
	at.message = "between a name and its text stands a colon, not an equals sign; write \"" + m[2] + ": " + Full(m[3]) + "\""
	at.mended = m[1] + m[2] + ": " + m[3]
	return at
}

// opener tells a text behind a key whose lines stand below it.
func (s *shapes) opener(lines []string, i int) (fault, bool) {
	key, value := keyOf(lines[i]), valueOf(lines[i])
	if !known().openers[key] || value == "" || strings.ContainsRune("#[{|>&*!", rune(value[0])) && value != "{}" && value != "[]" {
		return fault{}, false
	}
	m := keyLine().FindStringSubmatch(lines[i])
	below := nextIndent(lines, i) - keyColumn(lines[i])
	if m == nil || below < 0 || below == 0 && !strings.HasPrefix(nextText(lines, i), "- ") {
		return fault{}, false
	}
	if next := nextText(lines, i); !keyShaped(next) && !strings.HasPrefix(next, "- ") {
		return fault{}, false
	}
	if at := (fault{line: i + 1, column: 1 + len(m[1]) + len(m[2]) + 1 + len(m[3]), mended: m[1] + m[2] + ":", lost: true}); strings.HasPrefix(nextText(lines, i), "- ") && strings.Contains(value, " ") {
		at.message = "what belongs to \"" + key + "\" stands in the lines below it; write \"" + Full(value) + "\" there, each of its points on a line that begins with \"- \""
		return at, true
	}
	return fault{line: i + 1, column: 1 + len(m[1]) + len(m[2]) + 1 + len(m[3]), mended: m[1] + m[2] + ":",
		message: "what belongs to \"" + key + "\" stands in the lines below it, so nothing may follow the colon; delete \"" + Short(value) + "\""}, true
}

func nextText(lines []string, i int) string {
	for _, line := range lines[i+1:] {
		if text := strings.TrimLeft(line, " "); strings.TrimSpace(text) != "" && text[0] != '#' {
			return text
		}
	}
	return ""
}

func nextIndent(lines []string, i int) int {
	for _, line := range lines[i+1:] {
		if text := strings.TrimLeft(line, " "); strings.TrimSpace(text) != "" && text[0] != '#' {
			return indentOf(line)
		}
	}
	return 0
}
