package check

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"transom/generator/lazy"
	"transom/generator/source"
)

// This file checks Markdown for mistakes that are valid syntax.

const wordBullets = "•▪◦‣●○■·"

func (c *Checker) pastedPoints(d source.Document, at place) {
	if bytes.IndexByte(d.Source, 0xE2) < 0 && bytes.IndexByte(d.Source, 0xC2) < 0 { // how pasted bullets begin
		return
	}
	start, reported := 0, false
	for line := range bytes.SplitSeq(d.Source, []byte("\n")) {
		text := strings.TrimSpace(string(line))
		bullet := strings.TrimLeft(text, wordBullets) != text && text != ""
		if bullet && !reported {
			words := strings.TrimLeft(strings.TrimLeft(text, wordBullets), "\t \u00a0")
			c.report(at(start, text), `a bullet point begins with a hyphen and a space, not with %c as in Word; write "- %s", `+
				`with each point on a line of its own`, []rune(text)[0], short(words))
		}
		reported = bullet || reported && text != ""
		start += len(line) + 1
	}
}

func (c *Checker) sections(d source.Document, at place) {
	for _, h := range emptyHeadings(d) {
		start, _ := startOf(h)
		text := source.PlainText(h, d.Source)
		c.report(at(start, text), `the heading "%s" has no text below it; write the text, or delete the heading. Was a `+
			`part of the page deleted by mistake?`, text)
	}
}

func emptyHeadings(d source.Document) []*ast.Heading {
	var list []*ast.Heading
	for n := d.Root.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		next, below := n.NextSibling().(*ast.Heading)
		if !ok || n.NextSibling() != nil && (!below || next.Level > h.Level) {
			continue
		}
		if text := source.PlainText(h, d.Source); text != "" && (!below || source.PlainText(next, d.Source) != text) {
			list = append(list, h)
		}
	}
	return list
}

// leftover matches incomplete Markdown, in text that includes the line break or space before it.
var leftover = lazy.Regexp(`\][ ]?\(|\)[ ]?\[(?:/|#|https?:|mailto:|tel:)|\[[^\[\]()]+\((?:/|#|https?:|mailto:|tel:)|` +
	`\[\^|\*\*|\n#{1,6}[^#\s]`)

// deadMarkup reports incomplete Markdown, which would be shown as text. It reports once per block.
func (c *Checker) deadMarkup(block ast.Node, d source.Document, at place) bool {
	var last *ast.Text
	start := 0
	for n := block.FirstChild(); n != nil; n = n.NextSibling() {
		text, ok := n.(*ast.Text)
		if !ok {
			last = nil
			if n.Kind() != ast.KindCodeSpan && n.Type() == ast.TypeInline && c.deadMarkup(n, d, at) {
				return true
			}
			continue
		}
		if last == nil || last.Segment.Stop != text.Segment.Start {
			start = text.Segment.Start
		}
		last = text
		said := d.Source[start:text.Segment.Stop]
		if !slices.ContainsFunc(said, func(b byte) bool { return b == '[' || b == ']' || b == '*' || b == '#' }) {
			continue
		}
		before := byte(' ')
		if start == 0 || d.Source[start-1] == '\n' {
			before = '\n'
		}
		if m := leftover().FindIndex(append([]byte{before}, said...)); m != nil {
			from := start + max(m[0]-1, 0)
			line, _, _ := bytes.Cut(d.Source[from:], []byte("\n"))
			c.report(at(from, string(line)), `"%s" would be shown as plain text; a link is [words](address) without spaces `+
				`between the brackets, bold text is **words**, a heading is "# words", and footnotes are not supported`,
				short(string(line)))
			return true
		}
	}
	return false
}

// lostBullet reports a line that continues the bullet point above but is not indented.
func (c *Checker) lostBullet(item *ast.ListItem, d source.Document, at place) {
	for _, line := range lostLines(item, d) {
		text := strings.TrimSpace(string(line.Value(d.Source)))
		c.report(at(line.Start, text), `this line is read as part of the bullet point above; if it is a new point, write `+
			`"- %s", otherwise indent it by two spaces`, text)
	}
}

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

func (c *Checker) tableCells(table *extension.Table, d source.Document, at place) {
	columns := len(table.Alignments)
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		start, ok := startOf(row)
		if !ok {
			continue
		}
		start = bytes.LastIndexByte(d.Source[:start], '\n') + 1
		line, _, _ := bytes.Cut(d.Source[start:], []byte("\n"))
		if line = bytes.TrimSpace(line); cellsIn(line) > columns {
			c.report(at(start, string(line)), "this row has %d cells, but the table has %d columns, and extra cells are not "+
				"shown; delete them, or add a column to the first two lines of the table", cellsIn(line), columns)
		}
	}
}

func cellsIn(line []byte) int {
	text := strings.TrimSpace(strings.ReplaceAll(string(line), `\|`, ""))
	return 1 + strings.Count(strings.TrimSuffix(strings.TrimPrefix(text, "|"), "|"), "|")
}

func firstLine(n ast.Node, d source.Document) []byte {
	if n.Lines().Len() == 0 {
		return nil
	}
	segment := n.Lines().At(0)
	return bytes.TrimSpace(segment.Value(d.Source))
}
