package mend

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"transom/generator/lazy"
	"transom/generator/schema"
)

// vocabulary is what the schema knows of keys, whatever the file: all of them, those whose values stand below them, and those of long texts.
type vocabulary struct {
	keys, openers, lists, texts map[string]bool
	inside                      map[string][]child // by opener
}

// child is what may stand below a key: an entry's key, or "" for a plain text.
type child struct {
	key    string
	inList bool
}

// above lists the keys below which such a line may stand, sorted.
func (v vocabulary) above(key string, inList bool) []string {
	var list []string
	for opener, children := range v.inside {
		if slices.Contains(children, child{key, inList}) {
			list = append(list, opener)
		}
	}
	slices.Sort(list)
	return list
}

// known is learnt when the first mistake needs it.
var known = sync.OnceValue(learn)

func learn() vocabulary {
	v := vocabulary{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string][]child{}}
	scalars := map[string]bool{}
	seen := map[reflect.Type]bool{}
	var visit func(reflect.Type)
	visit = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || t == instantType || seen[t] {
			return
		}
		seen[t] = true
		for _, f := range schema.EditorFields(t) {
			v.keys[f.Key] = true
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			v.inside[f.Key] = append(v.inside[f.Key], childrenOf(inner)...)
			switch {
			case inner.Kind() == reflect.Slice:
				v.openers[f.Key] = true
				v.lists[f.Key] = inner.Elem().Kind() == reflect.Struct
			case inner.Kind() == reflect.Struct && inner != instantType:
				v.openers[f.Key] = true
			default:
				scalars[f.Key] = true
				v.texts[f.Key] = v.texts[f.Key] || inner.Name() == "Markdown"
			}
			visit(f.Type)
		}
	}
	for _, f := range schema.Files {
		visit(reflect.TypeOf(f.New()))
	}
	visit(reflect.TypeOf(schema.Page{}))
	visit(reflect.TypeOf(schema.Mail{}))
	for key := range scalars { // "spouse" is a rule here and a name there: no hint
		delete(v.openers, key)
		delete(v.lists, key)
	}
	return v
}

var instantType = reflect.TypeOf(schema.Instant{})

// childrenOf lists what may stand in the lines below a key of this type.
func childrenOf(t reflect.Type) []child {
	inList := t.Kind() == reflect.Slice
	if inList {
		t = t.Elem()
	}
	switch {
	case t.Kind() == reflect.Struct && t != instantType:
		var list []child
		for _, f := range schema.EditorFields(t) {
			list = append(list, child{f.Key, inList})
		}
		return list
	case inList || t.Name() == "Markdown":
		return []child{{"", inList}}
	}
	return nil
}

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
		at.message = "a space is missing after the hyphen of the list; write \"- " + Short(m[2]) + "\""
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
	for _, look := range []func([]string, int, fault) (fault, bool){s.bullet, s.notAColon, s.loneBraces, s.needlessHyphen, s.secondHyphen, s.tooFarLeft, s.textBelow, s.barMissing} {
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
		at.message = "each entry of \"" + keyOf(before) + "\" begins with a hyphen; write \"- " + Short(text) + "\""
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
		at.message = "each entry of the list begins with a hyphen; write \"- " + Short(text) + "\""
		at.mended = line[:indent] + "- " + text
	default:
		at = s.loose(at, lines, i)
	}
	return at, true
}

// loose is a line that belongs to nothing; it is read as a note.
func (s *shapes) loose(at fault, lines []string, i int) fault {
	what := "\"" + Short(strings.TrimLeft(lines[i], " ")) + "\" belongs to nothing"
	if opener, column := blockAbove(lines, i); opener >= 0 {
		at.message = what + "; if it is the end of the text of \"" + keyOf(lines[opener]) + "\", move it in by " + spaces(column)
		at.mended = strings.Repeat(" ", column) + strings.TrimLeft(lines[i], " ")
		return at
	}
	at.message = what + ": a line is \"name: text\", an entry of a list that begins with \"- \", or a note that begins with #"
	at.mended, at.lost = "# "+lines[i], true
	return at
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
	at.message = "the colon after \"" + m[2] + "\" is missing; write \"" + Short(m[2]+": "+m[3]) + "\""
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
	at.message = "between a name and its text stands a colon, not an equals sign; write \"" + m[2] + ": " + Short(m[3]) + "\""
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
