package mend

import (
	"slices"
	"strings"

	"transom/generator/lazy"
)

// changes are the slips that could have been made at a line, the likeliest first, each undone.
func changes(d draft, i int) []cause {
	return slices.Concat(doubled(d, i), keyTwice(d, i), cutOff(d, i), split(d, i), moved(d, i), needlessHyphen(d, i), movedBlock(d, i), withoutFirstLine(d, i), withoutHeading(d, i))
}

// doubled is a line that stands twice.
func doubled(d draft, i int) []cause {
	if i == 0 || strings.TrimRight(d.lines[i], " ") != strings.TrimRight(d.lines[i-1], " ") {
		return nil
	}
	return []cause{{draft: d.with(i), line: d.number[i], column: 1 + indentOf(d.lines[i]), lossy: true, twice: true,
		message: "the line above stands here a second time; delete one of the two"}}
}

// keyTwice is a line whose key stands in its entry already.
func keyTwice(d draft, i int) []cause {
	key, column := keyOf(d.lines[i]), indentOf(d.lines[i])
	if key == "" || strings.HasPrefix(d.lines[i][column:], "- ") {
		return nil
	}
	for n := above(d.lines, i); n >= 0 && keyColumn(d.lines[n]) >= column; n = above(d.lines, n) {
		if keyColumn(d.lines[n]) == column && keyOf(d.lines[n]) == key {
			return []cause{{draft: d.with(i), line: d.number[i], column: 1 + column, lossy: true, twice: true,
				message: "\"" + key + "\" stands in this entry a second time; if it begins another entry, its other lines are missing, if not, delete one of the two"}}
		}
		if indentOf(d.lines[n]) < column {
			break
		}
	}
	return nil
}

// cutOff is a last line that is not whole.
func cutOff(d draft, i int) []cause {
	line := strings.TrimSpace(d.lines[i])
	open := strings.Count(line, "{") > strings.Count(line, "}") || strings.Count(line, "[") > strings.Count(line, "]") || strings.Count(line, `"`)%2 == 1
	if strings.TrimSpace(strings.Join(d.lines[i+1:], "")) != "" || !open && keyShaped(line) {
		return nil
	}
	return []cause{{draft: d.with(i, ""), line: d.number[i], column: 1 + len([]rune(d.lines[i])), lossy: true, end: true,
		message: "the file ends in the middle of this line; take its end from the last good version"}}
}

var innerStart = lazy.Regexp(`(?:- )?([A-Za-z_]+):(?: |$)| - |[|>]-?( +)\S`)

// split is two lines that have become one.
func split(d draft, i int) []cause {
	line := d.lines[i]
	var list []cause
	for _, m := range innerStart().FindAllStringSubmatchIndex(line, -1) {
		at := m[0]
		switch {
		case m[2] >= 0:
			at = firstOfKey(line, m)
		case m[4] >= 0:
			at = m[4]
		}
		left, right := strings.TrimRight(line[:at], " "), strings.TrimLeft(line[at:], " ")
		if !strings.ContainsAny(left, "{[") { // in braces a comma stands between two keys
			left = strings.TrimRight(left, ",; ")
		}
		if strings.TrimSpace(left) == "" || right == "" || strings.HasSuffix(left, "{") || strings.HasSuffix(left, ",") || strings.TrimSpace(left) == "-" {
			continue
		}
		gap := len(line[at:]) - len(right) + at - len(left)
		columns := []int{gap, keyColumn(left), indentOf(left), keyColumn(left) - 2, keyColumn(left) + 2, 0}
		for n, column := range columns {
			if column >= 0 && !slices.Contains(columns[:n], column) {
				list = append(list, cause{draft: d.with(i, left, strings.Repeat(" ", column)+right), line: d.number[i], column: 1 + len([]rune(line[:at])),
					message: "two lines have become one; \"" + Short(right) + "\" belongs on a line of its own"})
			}
		}
	}
	return list
}

// firstOfKey is where a key, or the hyphen before it, begins; in "2025short_name:" that is the longest known key.
func firstOfKey(line string, m []int) int {
	for at := m[2]; at < m[3]; at++ {
		if known().keys[line[at:m[3]]] {
			if at == m[2] {
				return m[0]
			}
			return at
		}
	}
	return m[0]
}

// moved is a line that begins in a column of its own.
func moved(d draft, i int) []cause {
	line := d.lines[i]
	indent := indentOf(line)
	columns := []int{indent - 1, indent + 1}
	for _, n := range []int{above(d.lines, i), i + 1, i + 2} {
		if n >= 0 && n < len(d.lines) && strings.TrimSpace(d.lines[n]) != "" {
			columns = append(columns, indentOf(d.lines[n]), keyColumn(d.lines[n]), keyColumn(d.lines[n])+2)
		}
	}
	var list []cause
	for n, column := range columns {
		if column >= 0 && column != indent && !slices.Contains(columns[:n], column) {
			now := strings.Repeat(" ", column) + line[indent:]
			list = append(list, cause{draft: d.with(i, now), line: d.number[i], column: 1 + indent, mended: now,
				message: "the line is moved in by " + spaces(indent) + ", and belongs with lines that are moved in by " + spaces(column) + "; write it under them"})
		}
	}
	return list
}

// needlessHyphen is a hyphen before a line that goes on with the entry above it.
func needlessHyphen(d draft, i int) []cause {
	line := d.lines[i]
	indent := indentOf(line)
	if !strings.HasPrefix(line[indent:], "- ") || keyOf(line) == "" {
		return nil
	}
	now := line[:indent] + "  " + line[indent+2:]
	return []cause{{draft: d.with(i, now), line: d.number[i], column: 1 + indent, mended: now, lossy: true, twice: true,
		message: "no hyphen stands here, because the line goes on with the entry above; write \"" + Full(strings.TrimSpace(now)) + "\" without it"}}
}

// movedBlock is a whole entry that was moved, as the tabulator does with lines that are marked.
func movedBlock(d draft, i int) []cause {
	indent := indentOf(d.lines[i])
	end := i + 1
	for end < len(d.lines) && (strings.TrimSpace(d.lines[end]) == "" || indentOf(d.lines[end]) > indent) {
		end++
	}
	if end == i+1 {
		return nil
	}
	var list []cause
	for _, column := range []int{indent - 1, indent + 1, indent - 2, indent + 2, indent - 4, indent + 4} {
		if column < 0 {
			continue
		}
		moved := draft{slices.Clone(d.lines), d.number}
		for n := i; n < end; n++ {
			if own := indentOf(moved.lines[n]); strings.TrimSpace(moved.lines[n]) != "" {
				moved.lines[n] = strings.Repeat(" ", own+column-indent) + moved.lines[n][own:]
			}
		}
		list = append(list, cause{draft: moved, line: d.number[i], column: 1 + indent,
			message: "this line and those below it that belong to it are moved in by " + spaces(indent) + " instead of " + spaces(column) + "; move them together"})
	}
	return list
}

// withoutFirstLine is an entry of a list whose first line, the one with the hyphen, is missing.
func withoutFirstLine(d draft, i int) []cause {
	indent := indentOf(d.lines[i])
	if keyOf(d.lines[i]) == "" || indent < 2 || d.lines[i][indent] == '-' {
		return nil
	}
	firsts := map[string]bool{}
	var list []cause
	for _, line := range d.lines {
		if key := keyOf(line); key != "" && indentOf(line) == indent-2 && strings.HasPrefix(line[indent-2:], "- ") && !firsts[key] {
			firsts[key] = true
			list = append(list, cause{draft: d.with(i, strings.Repeat(" ", indent-2)+"- "+key+": "+Lost, d.lines[i]), line: d.number[i], column: 1 + indent, lossy: true,
				message: "the first line of this entry, \"- " + key + ": …\", is missing; write it above this line"})
		}
	}
	return list
}

var inBraces = lazy.Regexp(`^- \{ *([A-Za-z_]+) *:`)

// withoutHeading is a line below a key whose own line is missing: "speakers:".
func withoutHeading(d draft, i int) []cause {
	line := d.lines[i]
	indent := indentOf(line)
	text := line[indent:]
	isItem := strings.HasPrefix(text, "- ")
	key := keyOf(line)
	if m := inBraces().FindStringSubmatch(text); m != nil {
		key = m[1]
	}
	columns, end := []int{indent - 2}, ""
	if isItem {
		columns = []int{indent, indent - 2}
	} else if key == "" {
		end = " |"
	}
	var list []cause
	add := func(opener, end string, column int) {
		if column < 0 {
			return
		}
		where := "at the beginning of a line"
		if column > 0 {
			where = "moved in by " + spaces(column)
		}
		list = append(list, cause{draft: d.with(i, strings.Repeat(" ", column)+opener+":"+end, line), line: d.number[i], column: 1 + indent,
			message: "the line \"" + opener + ":" + end + "\" is missing above this one; write it there, " + where})
	}
	for _, opener := range known().above(key, isItem) {
		for _, column := range columns {
			add(opener, end, column)
		}
	}
	if !isItem && key == "" && strings.Count(text, " ") > 3 && indent >= 2 {
		beside := keysBeside(d.lines, i, indent-2)
		for _, opener := range known().lines {
			if !beside[opener] {
				add(opener, " >-", indent-2)
			}
		}
	}
	if isItem && key == "" { // the points of a text
		for _, opener := range known().above("", false) {
			add(opener, " |", indent-2)
		}
	}
	return list
}

// keysBeside are the keys of the entry around a line that begin in a column: none of them was lost.
func keysBeside(lines []string, i, column int) map[string]bool {
	keys := map[string]bool{}
	for _, step := range []int{-1, 1} {
		for n := i; n >= 0 && n < len(lines); n += step {
			if text := strings.TrimSpace(lines[n]); text == "" || text[0] == '#' {
				continue
			}
			if keyColumn(lines[n]) < column {
				break
			}
			if keyColumn(lines[n]) == column {
				keys[keyOf(lines[n])] = true
			}
		}
	}
	return keys
}

var joined = lazy.Regexp(`  +((?:- )?([A-Za-z_]+):(?: |$)|- )`)

// Joined is where, in a text, a line begins that was one of its own: after several spaces, a key of the content, or, in a
// list, a hyphen. 0 when there is none.
func Joined(text string, inList bool) int {
	for _, m := range joined().FindAllStringSubmatchIndex(text, -1) {
		if m[4] >= 0 && known().keys[text[m[4]:m[5]]] || m[4] < 0 && inList {
			return m[2]
		}
	}
	return 0
}
