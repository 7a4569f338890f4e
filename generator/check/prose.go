package check

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"

	"transom/generator/source"
)

// What a slip of the hand leaves in prose, where no syntax is broken: an end that is missing, a sentence that begins twice,
// points that Word made, a heading without its marks.

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
			c.tell(at(start, text), "the points of a list begin with a hyphen and a space, and not with %c, which Word makes; write \"- %s\", and each of its points on a line of its own", []rune(text)[0], short(words))
		}
		told = bullet || told && text != ""
		start += len(line) + 1
	}
}

// sections tells headings without a text, and lines that were headings.
func (c *Checker) sections(d source.Document, at place, isPage bool) {
	for _, h := range emptyHeadings(d) {
		start, _ := startOf(h)
		text := source.PlainText(h, d.Source)
		c.tell(at(start, text), "the heading \"%s\" has no text below it; write one, or delete the heading. Has a part of the page been lost?", text)
	}
	if !isPage || !hasHeadings(d) {
		return
	}
	for n := d.Root.FirstChild(); n != nil; n = n.NextSibling() {
		if p, ok := n.(*ast.Paragraph); ok {
			c.lostHeading(p, d, at)
		}
	}
}

func hasHeadings(d source.Document) bool {
	for n := d.Root.FirstChild(); n != nil; n = n.NextSibling() {
		if _, ok := n.(*ast.Heading); ok {
			return true
		}
	}
	return false
}

// emptyHeadings are those that the end of the text follows, or a heading that is not below them.
func emptyHeadings(d source.Document) []*ast.Heading {
	var list []*ast.Heading
	for n := d.Root.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok || source.PlainText(h, d.Source) == "" {
			continue
		}
		if next, below := n.NextSibling().(*ast.Heading); n.NextSibling() == nil || below && next.Level <= h.Level && source.PlainText(next, d.Source) != source.PlainText(h, d.Source) {
			list = append(list, h)
		}
	}
	return list
}

// lostHeading tells a short line without an end, above a text, in a page that has headings.
func (c *Checker) lostHeading(p *ast.Paragraph, d source.Document, at place) {
	lines := p.Lines()
	segment := lines.At(lines.Len() - 1)
	text := strings.TrimSpace(string(segment.Value(d.Source)))
	words := strings.Fields(text)
	if len(words) > 6 || source.Finished(text) || strings.ContainsAny(text, "{}[]@<>|*_,+") || !unicode.IsUpper([]rune(text)[0]) {
		return
	}
	if lines.Len() > 1 {
		above := lines.At(lines.Len() - 2)
		if before := strings.TrimSpace(string(above.Value(d.Source))); !strings.HasSuffix(before, ".") || lines.Len() == 2 && len(before) < 40 {
			return
		}
	} else if _, below := p.PreviousSibling().(*ast.Heading); below {
		return
	}
	switch p.NextSibling().(type) {
	case *ast.Paragraph, *ast.List, *extension.Table:
		c.tell(at(segment.Start, text), "is \"%s\" a heading? Then its marks and an empty line above are missing: write \"## %s\"; if not, end it with a full stop", text, text)
	}
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
	if lastLineEnds := bytes.HasSuffix(d.Source, []byte("\n")); lastLineEnds && !open && !source.GoesOn(last[strings.LastIndexByte(last, ' ')+1:]) {
		c.problems.Warn(at(segment.Start, last), "this sentence has no end; has the end of the file been lost? If not, close it with a full stop")
		return false
	}
	c.tell(at(segment.Start, last), "the file ends in the middle of this sentence; take its end from the last good version, or close the sentence")
	return true
}

// withoutEnd warns of a longer text of the lists that stops in a sentence.
func (c *Checker) withoutEnd(text string, at place) {
	text = strings.TrimSpace(text)
	if source.CutOff(text[strings.LastIndexByte(text, '\n')+1:]) && strings.Contains(text, ". ") {
		c.problems.Warn(at(0, ""), "the last sentence of this text has no end; has it been lost? If not, close it with a full stop")
	}
}

// twice finds words that follow each other a second time: half a sentence that was written twice. from and to are the offsets
// of the second ones; -1 when there are none.
func twice(text string) (from, to int) {
	const most, letters = 24, 16
	if len(text) < 2*letters {
		return -1, 0
	}
	type word struct {
		hash     uint32
		from, to int
	}
	var last [most * 2]word
	var run [most + 1]int
	var lately [256]int32 // which word, counted from 1, had a hash of this ending: nearly none comes again soon
	n, runs := 0, false
	for i := 0; i < len(text); {
		begin, w, size := i, word{hash: 2166136261}, 0
		for ; i < len(text) && text[i] > ' '; i++ {
			if b := text[i] | 0x20; b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b >= 0x80 {
				w.hash, size = (w.hash^uint32(b))*16777619, size+1
			}
		}
		if i == begin {
			i++
			continue
		}
		if size == 0 {
			continue
		}
		w.from, w.to = begin, i
		last[n%len(last)] = w
		again := lately[w.hash%256] != 0 && n+1-int(lately[w.hash%256]) <= most
		lately[w.hash%256] = int32(n + 1)
		if !again && runs {
			run, runs = [most + 1]int{}, false
		}
		for k := 3; again && k <= most && k <= n; k++ {
			if last[(n-k)%len(last)].hash != w.hash {
				run[k] = 0
			} else if run[k], runs = run[k]+1, true; run[k] >= k {
				if first := last[(n-k+1)%len(last)]; w.to-first.from >= letters {
					return first.from, w.to
				}
			}
		}
		n++
	}
	return -1, 0
}

// saidTwice tells such words.
func (c *Checker) saidTwice(text string, at func(snippet string) source.Position) {
	if from, to := twice(text); from >= 0 && !strings.Contains(text[from:to], "|") {
		c.tell(at(text[from:to]), "\"%s\" stands here twice in a row; delete one of the two", short(strings.Join(strings.Fields(text[from:to]), " ")))
	}
}
