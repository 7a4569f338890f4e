package check

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"transom/generator/lazy"
	"transom/generator/source"
)

var (
	spacedLink = lazy.Regexp(`\[[^\]\n]+\] \((?:/|#|https?:|mailto:|tel:)[^)\s]*\)`)
	turnedLink = lazy.Regexp(`\([^()\n]+\)\[(?:/|#|https?:|mailto:|tel:)[^\]\n]*\]`)
	unclosed   = lazy.Regexp(`\[[^\[\]()\n]+\((?:/|#|https?:|mailto:|tel:)[^)\s]*\)`)
	footnote   = lazy.Regexp(`\[\^[^\]\s]+\]`)
)

// deadMarkup finds, line by line, what was meant as Markdown and came out as plain text.
func (c *Checker) deadMarkup(d source.Document, at place) {
	start, bold, open := 0, -1, 0
	for line := range bytes.SplitSeq(d.Source, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 && bold >= 0 {
			c.tell(at(bold, "**"), "the ** here has no partner in its paragraph; bold text stands between two of them")
			bold = -1
		}
		if !bytes.Contains(line, []byte("`")) {
			c.deadLine(line, start, at)
			c.gluedHeading(line, start, at)
			bold = openBold(line, start, bold)
			open = c.loneLink(line, start, open, at)
		}
		start += len(line) + 1
	}
	if bold >= 0 {
		c.tell(at(bold, "**"), "the ** here has no partner in its paragraph; bold text stands between two of them")
	}
}

// loneLink tells a link whose words do not begin with [, given how many brackets the lines above it in its paragraph opened.
func (c *Checker) loneLink(line []byte, start, open int, at place) int {
	if len(bytes.TrimSpace(line)) == 0 {
		return 0
	}
	for i, sign := range line {
		switch {
		case sign == '[':
			open++
		case sign == ']' && open > 0:
			open--
		case sign == ']' && opensLink(line[i:]):
			c.tell(at(start+i, string(line[i:])), "this link does not work: its words do not begin with [; write [words](address)")
		}
	}
	return open
}

// openBold is the offset of a ** that no second one has answered yet, or -1.
func openBold(line []byte, start, open int) int {
	for i := 0; i+1 < len(line); i++ {
		if line[i] == '*' && line[i+1] == '*' {
			if open < 0 {
				open = start + i
			} else {
				open = -1
			}
			i++
		}
	}
	return open
}

func findIndex(expression func() *regexp.Regexp, line []byte, hint string) []int {
	if !bytes.Contains(line, []byte(hint)) {
		return nil
	}
	return expression().FindIndex(line)
}

// findUnclosed searches only a line in which a round bracket stands where the ] of words is still missing.
func findUnclosed(line []byte) []int {
	words := false
	for _, b := range line {
		switch b {
		case '[':
			words = true
		case ']', ')':
			words = false
		case '(':
			if words {
				return unclosed().FindIndex(line)
			}
		}
	}
	return nil
}

// openLink tells whether an address begins behind "](", and where it ends: behind its ) or, when it has none, at the end of the line.
func openLink(text []byte) (end int, ok bool) {
	address, opens := bytes.CutPrefix(text, []byte("]("))
	if !opens || !slices.ContainsFunc(addressBegins, func(begin string) bool { return bytes.HasPrefix(address, []byte(begin)) }) {
		return 0, false
	}
	if i := bytes.IndexByte(address, ')'); i >= 0 {
		return len("](") + i + 1, true
	}
	return len(text), true
}

func opensLink(text []byte) bool {
	_, ok := openLink(text)
	return ok
}

var addressBegins = []string{"/", "#", "http:", "https:", "mailto:", "tel:"}

func (c *Checker) deadLine(line []byte, start int, at place) {
	if bytes.IndexByte(line, '[') < 0 && bytes.IndexByte(line, ']') < 0 {
		return
	}
	if m := findIndex(spacedLink, line, "] ("); m != nil {
		c.tell(at(start+m[0], string(line[m[0]:m[1]])), "this link does not work: no space may stand between ] and (")
	}
	if m := findIndex(turnedLink, line, ")["); m != nil {
		c.tell(at(start+m[0], string(line[m[0]:m[1]])), "this link does not work: the words stand in [ ] and the address in ( ), in this order: [words](address)")
	}
	if m := findUnclosed(line); m != nil {
		c.tell(at(start+m[0], string(line[m[0]:m[1]])), "this link does not work: the ] behind its words is missing; write \"%s\"", strings.Replace(string(line[m[0]:m[1]]), "(", "](", 1))
	}
	if m := findIndex(footnote, line, "[^"); m != nil && (m[1] == len(line) || line[m[1]] != ':') {
		c.tell(at(start+m[0], string(line[m[0]:m[1]])), "footnotes are not possible here; write the note into the sentence, in brackets, and delete \"%s\"", line[m[0]:m[1]])
	}
	for from := bytes.Index(line, []byte("](")); from >= 0; from = bytes.Index(line, []byte("](")) {
		line, start = line[from:], start+from
		end, ok := openLink(line)
		if !ok {
			break
		}
		address := line[len("]("):end]
		where := func() source.Position { return at(start+len("]("), string(line[:end])) }
		if !bytes.HasSuffix(address, []byte(")")) {
			c.tell(where(), "this link does not work: its address \"%s\" is not closed with )", short(string(address)))
		} else if space := bytes.IndexByte(address, ' '); space >= 0 && !bytes.HasPrefix(bytes.TrimSpace(address[space:]), []byte("\"")) {
			c.tell(where(), "this link does not work: its address \"%s\" is not closed with ) or has a space in it", short(string(address[:space])))
		}
		line, start = line[end:], start+end
	}
}

// lostBullet tells a line that stands at the beginning of its line and yet belongs to the bullet above it.
func (c *Checker) lostBullet(item *ast.ListItem, d source.Document, at place) {
	for _, line := range lostLines(item, d) {
		text := strings.TrimSpace(string(line.Value(d.Source)))
		c.tell(at(line.Start, text), "this line became a part of the point above; if it is one of its own, write \"- %s\", if not, move it in by two spaces", text)
	}
}

// lostLines are such lines of a point.
func lostLines(item ast.Node, d source.Document) []text.Segment {
	var list []text.Segment
	for block := item.FirstChild(); block != nil; block = block.NextSibling() {
		if block.Type() != ast.TypeBlock || block.Kind() == ast.KindList {
			continue
		}
		for i := 1; i < block.Lines().Len(); i++ {
			line := block.Lines().At(i)
			if line.Start > 0 && d.Source[line.Start-1] == '\n' && len(bytes.TrimSpace(line.Value(d.Source))) > 0 {
				list = append(list, line)
			}
		}
	}
	return list
}

// gluedHeading finds a line that was meant as a heading.
func (c *Checker) gluedHeading(line []byte, start int, at place) {
	marks := 0
	for marks < len(line) && line[marks] == '#' {
		marks++
	}
	if marks > 0 && marks <= 6 && marks < len(line) && strings.IndexByte(" \t\r\n\f", line[marks]) < 0 {
		c.tell(at(start, string(line)), "this is no heading yet: a space must stand after %s; write \"%s %s\"", line[:marks], line[:marks], short(string(line[marks:])))
	}
}
