package check

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"

	"transom/generator/source"
)

// What a slip of the hand leaves in prose, where no syntax is broken: an end that is missing, points that Word made, a
// heading without a text.

// wordBullets begin the points of a list in Word.
const wordBullets = "•▪◦‣●○■·"

// pastedPoints tells lines that begin with such a sign, once for each run of them.
func (c *Checker) pastedPoints(d source.Document, at place) {
	if bytes.IndexByte(d.Source, 0xE2) < 0 && bytes.IndexByte(d.Source, 0xC2) < 0 { // with which their signs begin
		return
	}
	start, told := 0, false
	for line := range bytes.SplitSeq(d.Source, []byte("\n")) {
		text := strings.TrimSpace(string(line))
		bullet := strings.TrimLeft(text, wordBullets) != text && text != ""
		if bullet && !told {
			words := strings.TrimLeft(strings.TrimLeft(text, wordBullets), "\t \u00a0")
			c.tell(at(start, text),
				"a bullet point begins with a hyphen and a space, not with %c as in Word; write \"- %s\", with each point "+
					"on a line of its own", []rune(text)[0], short(words))
		}
		told = bullet || told && text != ""
		start += len(line) + 1
	}
}

// sections tells headings without a text.
func (c *Checker) sections(d source.Document, at place) {
	for _, h := range emptyHeadings(d) {
		start, _ := startOf(h)
		text := source.PlainText(h, d.Source)
		c.tell(at(start, text),
			"the heading \"%s\" has no text below it; write the text, or delete the heading. Was a part of the page "+
				"deleted by mistake?", text)
	}
}

// emptyHeadings are those that the end of the text follows, or a heading that is not below them.
func emptyHeadings(d source.Document) []*ast.Heading {
	var list []*ast.Heading
	for n := d.Root.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok || source.PlainText(h, d.Source) == "" {
			continue
		}
		if next, below := n.NextSibling().(*ast.Heading); n.NextSibling() == nil || below && next.Level <= h.Level &&
			source.PlainText(next, d.Source) != source.PlainText(h, d.Source) {
			list = append(list, h)
		}
	}
	return list
}

// endsInside tells a text whose end is missing.
func (c *Checker) endsInside(d source.Document, at place) bool {
	p, ok := d.Root.LastChild().(*ast.Paragraph)
	if !ok {
		return false
	}
	segment := p.Lines().At(p.Lines().Len() - 1)
	last := strings.TrimSpace(string(segment.Value(d.Source)))
	open := strings.LastIndex(last, "{{") > strings.LastIndex(last, "}")
	if !open && !source.CutOff(string(p.Lines().Value(d.Source))) {
		return false
	}
	if lastLineEnds := bytes.HasSuffix(d.Source, []byte("\n")); lastLineEnds && !open &&
		!source.GoesOn(last[strings.LastIndexByte(last, ' ')+1:]) {
		c.problems.Warn(at(segment.Start, last),
			"the last sentence is not finished. Was the end of the file deleted by mistake? If not, end it with a full "+
				"stop")
		return false
	}
	c.tell(at(segment.Start, last),
		"the file ends in the middle of this sentence; restore the rest from an earlier version, or finish the "+
			"sentence")
	return true
}
