package check

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"transom/generator/lazy"
	"transom/generator/source"
)

var (
	spacedLink = lazy.Regexp(`\[[^\]\n]+\] \((?:/|#|https?:|mailto:|tel:)[^)\s]*\)`)
	openedLink = lazy.Regexp(`^\]\((?:/|#|https?:|mailto:|tel:)[^)\n]*\)?`)
	turnedLink = lazy.Regexp(`\([^()\n]+\)\[(?:/|#|https?:|mailto:|tel:)[^\]\n]*\]`)
	unclosed   = lazy.Regexp(`\[[^\[\]()\n]+\((?:/|#|https?:|mailto:|tel:)[^)\s]*\)`)
	footnote   = lazy.Regexp(`\[\^[^\]\s]+\]`)
	gluedMarks = lazy.Regexp(`^#{1,6}[^#\s]`)
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
		case sign == ']' && openedLink().Match(line[i:]):
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
	if m := findIndex(unclosed, line, "("); m != nil {
		c.tell(at(start+m[0], string(line[m[0]:m[1]])), "this link does not work: the ] behind its words is missing; write \"%s\"", strings.Replace(string(line[m[0]:m[1]]), "(", "](", 1))
	}
	if m := findIndex(footnote, line, "[^"); m != nil && (m[1] == len(line) || line[m[1]] != ':') {
		c.tell(at(start+m[0], string(line[m[0]:m[1]])), "footnotes are not possible here; write the note into the sentence, in brackets, and delete \"%s\"", line[m[0]:m[1]])
	}
	for from := bytes.Index(line, []byte("](")); from >= 0; from = bytes.Index(line, []byte("](")) {
		line, start = line[from:], start+from
		m := openedLink().FindIndex(line)
		if m == nil {
			break
		}
		address := string(line[m[0]+2 : m[1]])
		where := at(start+m[0]+2, string(line[m[0]:m[1]]))
		if !strings.HasSuffix(address, ")") {
			c.tell(where, "this link does not work: its address \"%s\" is not closed with )", short(address))
		} else if space := strings.IndexByte(address, ' '); space >= 0 && !strings.HasPrefix(strings.TrimSpace(address[space:]), "\"") {
			c.tell(where, "this link does not work: its address \"%s\" is not closed with ) or has a space in it", short(address[:space]))
		}
		line, start = line[m[1]:], start+m[1]
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
	if len(line) > 1 && line[0] == '#' && gluedMarks().Match(line) {
		marks := len(line) - len(bytes.TrimLeft(line, "#"))
		c.tell(at(start, string(line)), "this is no heading yet: a space must stand after %s; write \"%s %s\"", line[:marks], line[:marks], short(string(line[marks:])))
	}
}
