package mend

import (
	"slices"
	"strings"

	"transom/generator/lazy"
)

var (
	otherBullet = lazy.Regexp(`^( *)(- -|--+|[–—•·*])[ \x{00A0}]+(\S.*)$`)
	otherColon  = lazy.Regexp(`^( *(?:- )?)([A-Za-z_]+) *([,;：]) *(\S.*)$`)
)

// bullet tells a list entry that begins with another sign than a hyphen.
func (s *shapes) bullet(lines []string, i int, at fault) (fault, bool) {
	m := otherBullet().FindStringSubmatch(lines[i])
	if m == nil || s.last < 0 || !keyShaped(m[3]) && !strings.HasPrefix(strings.TrimLeft(lines[s.last], " "), "- ") && valueOf(lines[s.last]) != "" {
		return fault{}, false
	}
	at.message = "an entry of a list begins with one hyphen and not with " + m[2] + "; write \"- " + Full(m[3]) + "\""
	at.mended, at.certain = m[1]+"- "+m[3], strings.Trim(m[2], "-") != ""
	return at, true
}

// notAColon tells a known key that another sign than a colon follows.
func (s *shapes) notAColon(lines []string, i int, at fault) (fault, bool) {
	m := otherColon().FindStringSubmatch(lines[i])
	if m == nil || !known().keys[m[2]] || keyShaped(strings.TrimLeft(lines[i], " ")) || s.open || s.last >= 0 && indentOf(lines[i]) > s.columnOfLast(lines) {
		return fault{}, false
	}
	at.column = 1 + len(m[1]) + len(m[2])
	at.message = "after \"" + m[2] + "\" stands a colon and not \"" + m[3] + "\"; write \"" + Full(m[2]+": "+m[4]) + "\""
	at.mended, at.certain = m[1]+m[2]+": "+m[4], m[3] == "："
	return at, true
}

// tooFarLeft tells a line of an entry that begins left of the entry: the next line goes on with the entry, or with the
// list that the entry is in.
func (s *shapes) tooFarLeft(lines []string, i int, at fault) (fault, bool) {
	indent := indentOf(lines[i])
	if len(s.items) == 0 || keyOf(lines[i]) == "" || lines[i][indent] == '-' || valueOf(lines[i]) == "" || known().openers[keyOf(lines[i])] && valueOf(lines[i])[0] != '{' || blockOpener().MatchString(lines[i]) {
		return fault{}, false
	}
	it := s.items[len(s.items)-1]
	next := nextText(lines, i)
	goesOn := nextIndent(lines, i) == it.column && keyOf(next) != "" && next[0] != '-' || nextIndent(lines, i) == it.dash && strings.HasPrefix(next, "- ")
	if indent > it.dash || !goesOn || indent == it.dash && it.dash == 0 && !strings.HasPrefix(next, "- ") && s.columnTaken(lines, i) {
		return fault{}, false
	}
	if keyOf(lines[i]) == it.first && it.keys > 1 {
		at.message = "each entry of the list begins with a hyphen; write \"- " + Full(lines[i][indent:]) + "\""
		at.mended = strings.Repeat(" ", it.dash) + "- " + lines[i][indent:]
		return at, true
	}
	at.message = "the line belongs to the entry above it and begins too far to the left; move it in by " + spaces(it.column)
	at.mended = strings.Repeat(" ", it.column) + lines[i][indent:]
	return at, true
}

// columnTaken tells whether a key stood in the line's own column before.
func (s *shapes) columnTaken(lines []string, i int) bool {
	for n := i - 1; n >= 0; n-- {
		if keyOf(lines[n]) != "" && indentOf(lines[n]) == indentOf(lines[i]) && strings.TrimLeft(lines[n], " ")[0] != '-' {
			return true
		}
	}
	return false
}

// textTooFarLeft tells a line of a block of text (below | or >) that was not moved in, while the one after it was.
func (s *shapes) textTooFarLeft(lines []string, i int) (fault, bool) {
	if !blockOpener().MatchString(lines[i]) {
		return fault{}, false
	}
	own, block, left := keyColumn(lines[i]), -1, -1
	for n := i + 1; n < len(lines); n++ {
		column := indentOf(lines[n])
		switch {
		case strings.TrimSpace(lines[n]) == "":
		case column <= own && (left >= 0 || known().keys[keyOf(lines[n])]):
			return fault{}, false // the block has ended
		case column <= own:
			left = n
		case left < 0:
			block = column
		case block >= 0 && column < block:
			return fault{}, false
		default:
			at := fault{line: left + 1, column: 1 + indentOf(lines[left])}
			at.message = "the line belongs to the text of \"" + keyOf(lines[i]) + "\"; move it in by " + spaces(column) + ", like the lines below it"
			at.mended = strings.Repeat(" ", column) + strings.TrimLeft(lines[left], " ")
			return at, true
		}
	}
	return fault{}, false
}

// keyColumn is the column of a line's key, behind a hyphen too.
func keyColumn(line string) int {
	column := indentOf(line)
	if rest, ok := strings.CutPrefix(line[column:], "- "); ok {
		column += 2 + indentOf(rest)
	}
	return column
}

// loneBraces tells an entry in { } without the hyphen that the other entries of its list have.
func (s *shapes) loneBraces(lines []string, i int, at fault) (fault, bool) {
	text := strings.TrimLeft(lines[i], " ")
	if text[0] != '{' || s.last < 0 || s.open || !strings.Contains(text, ": ") {
		return fault{}, false
	}
	before, next := lines[s.last], nextText(lines, i)
	below := strings.HasSuffix(strings.TrimRight(before, " "), ":") && strings.HasPrefix(next, "- ")
	beside := strings.HasPrefix(strings.TrimLeft(before, " "), "- {") && indentOf(lines[i]) >= indentOf(before)
	if !below && !beside {
		return fault{}, false
	}
	column := indentOf(before)
	if below {
		column = nextIndent(lines, i)
	}
	at.message = "each entry of the list begins with a hyphen; write \"- " + Full(text) + "\""
	at.mended = strings.Repeat(" ", column) + "- " + text
	return at, true
}

// secondHyphen tells a hyphen before the second line of an entry: the other entries begin with the key of the line above.
func (s *shapes) secondHyphen(lines []string, i int, at fault) (fault, bool) {
	indent := indentOf(lines[i])
	rest, isItem := strings.CutPrefix(lines[i][indent:], "- ")
	if !isItem || len(s.items) == 0 || keyOf(rest) == "" || s.open {
		return fault{}, false
	}
	it := s.items[len(s.items)-1]
	if it.dash != indent || it.keys != 1 || it.first == "" || it.first == keyOf(rest) || nextIndent(lines, i) != it.column || keyOf(nextText(lines, i)) == "" {
		return fault{}, false
	}
	entries := 0
	for n, line := range lines {
		if n == i || indentOf(line) != indent || !strings.HasPrefix(line[indent:], "- ") {
			continue
		}
		if keyOf(line) == keyOf(rest) {
			return fault{}, false
		}
		if keyOf(line) == it.first {
			entries++
		}
	}
	if entries < 2 {
		return fault{}, false
	}
	at.message = "no hyphen stands here, because the line goes on with the entry above; write \"" + Full(rest) + "\" under \"" + it.first + "\""
	at.mended = strings.Repeat(" ", it.column) + rest
	return at, true
}

// textBelow tells a text that stands in the line below its key without being moved in.
func (s *shapes) textBelow(lines []string, i int, at fault) (fault, bool) {
	text := strings.TrimSpace(lines[i])
	if s.last < 0 || s.last != i-1 || keyShaped(text) || strings.HasPrefix(text, "-") || text[0] == '{' || text[0] == '[' {
		return fault{}, false
	}
	key := keyOf(lines[s.last])
	if key == "" || known().openers[key] || valueOf(lines[s.last]) != "" || indentOf(lines[i]) != keyColumn(lines[s.last]) || known().keys[text] || wordFirst().MatchString(text) && known().keys[strings.Fields(text)[0]] {
		return fault{}, false
	}
	at.message = "the text of \"" + key + "\" stands behind its colon; write \"" + Full(key+": "+text) + "\" in one line"
	at.mended = strings.Repeat(" ", indentOf(lines[i])+2) + text
	return at, true
}

// barMissing tells a text of several lines whose key has no | behind its colon.
func (s *shapes) barMissing(lines []string, i int, at fault) (fault, bool) {
	key, next := keyOf(lines[i]), nextText(lines, i)
	plain := slices.Contains(known().lines, key) && strings.Count(next, " ") > 3 && !strings.HasPrefix(next, "- ")
	if key == "" || !known().texts[key] && !plain || valueOf(lines[i]) != "" || nextIndent(lines, i) <= keyColumn(lines[i]) || !keyShaped(next) && !strings.HasPrefix(next, "- ") || known().keys[keyOf(next)] {
		return fault{}, false
	}
	line := strings.TrimRight(lines[i], " ")
	at.column = 1 + len(line)
	sign := "|"
	if !known().texts[key] {
		sign = ">-"
	}
	at.message = "a text of several lines needs a " + sign + " behind the colon; write \"" + key + ": " + sign + "\" and leave the text below it, moved in"
	at.mended = line + " " + sign
	return at, true
}

// needlessHyphen tells a hyphen before a key whose neighbours have none.
func (s *shapes) needlessHyphen(lines []string, i int, at fault) (fault, bool) {
	indent := indentOf(lines[i])
	rest, isItem := strings.CutPrefix(lines[i][indent:], "- ")
	if !isItem || s.last < 0 || keyOf(rest) == "" {
		return fault{}, false
	}
	before := lines[s.last]
	if strings.HasPrefix(strings.TrimLeft(before, " "), "-") || indentOf(before) != indent || valueOf(before) == "" || keyOf(before) == "" || s.open {
		return fault{}, false
	}
	at.message = "no hyphen stands here, because this is no list; write \"" + Full(rest) + "\""
	at.mended = strings.Repeat(" ", indent) + rest
	return at, true
}
