package check

import (
	"bytes"
	"cmp"
	"html"
	"reflect"
	"strings"

	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"

	"transom/generator/facts"
	"transom/generator/lazy"
	"transom/generator/schema"
	"transom/generator/source"
)

// place converts an offset in Markdown to a position in the file.
type place func(offset int, snippet string) source.Position

func (c *Checker) markdownValue(text *schema.Markdown) {
	c.factNames(string(*text), func(snippet string) source.Position { return c.Find(text, snippet) })
	at := func(_ int, snippet string) source.Position { return c.Find(text, snippet) }
	c.markdown(source.ParseMarkdown([]byte(*text)), at, false)
}

// Page checks one page in content/pages/ and stores its anchors.
func (c *Checker) Page(text *source.Text, page *schema.Page, document source.Document) {
	at := func(offset int, _ string) source.Position { return text.BodyAt(offset) }
	c.markdown(document, at, true)
	if c.tablePlaceholders(text, document) {
		c.sections(document, at)
	}
	c.walk(reflect.ValueOf(page), text, "wide")
	var anchors []string
	for n := document.Root.FirstChild(); n != nil; n = n.NextSibling() {
		if h, is := n.(*ast.Heading); is {
			anchors = append(anchors, source.HeadingID(h))
		}
	}
	c.mu.Lock()
	if _, taken := c.routes[page.Route]; !taken {
		c.anchors[page.Route] = anchors
		c.unsure[page.Route] = len(bytes.TrimSpace(text.Body)) == 0
	}
	c.mu.Unlock()
	for _, sheet := range c.Event.Sheets {
		if string(sheet.Route) == page.Route && page.Sheet != "" && sheet.Number != "" && sheet.Number != page.Sheet {
			c.report(text.At(&page.Sheet), "the sheet of %s is %s in event.yaml, but %s here; use the same number in both "+
				"places", page.Route, sheet.Number, page.Sheet)
		}
	}
}

const (
	fieldsTable = "{{table:registration-fields}}"
	privacyPage = "privacy-policy"
)

// tablePlaceholders checks the placeholders on a page, and returns whether the required table of fields is there.
func (c *Checker) tablePlaceholders(text *source.Text, document source.Document) bool {
	body := ""
	if bytes.IndexByte(text.Body, '{') >= 0 {
		body = string(text.Body)
	}
	c.oneBrace(body, func(found string) source.Position { return text.BodyAt(strings.Index(body, found)) })
	for _, at := range inBraces(body) {
		from, to := at[0], at[1]
		found := body[from:to]
		before, after := lineAround(text.Body, from, to)
		switch {
		case c.factName(found, func() source.Position { return text.BodyAt(from) }):
		case found != fieldsTable:
			c.report(text.BodyAt(from), `"%s" is not available in a page%s You can use %s and facts like {{fact:deadline}}`,
				found, cmp.Or(c.suggestFact(found), "."), fieldsTable)
		case before != "" || after != "":
			c.report(text.BodyAt(from), "%s must be on a line of its own, with an empty line above and below it", fieldsTable)
		}
	}
	if text.Name == privacyPage && !bytes.Contains(text.Body, []byte("{{table:")) {
		where := len(bytes.TrimRight(text.Body, "\n"))
		if empty := emptyHeadings(document); len(empty) > 0 {
			where, _ = startOf(empty[0])
		}
		c.report(text.BodyAt(where), "this page must contain %s, which lists what the form asks for and why; add it "+
			"between two empty lines", fieldsTable)
		return false
	}
	return true
}

func lineAround(body []byte, from, to int) (before, after string) {
	start := bytes.LastIndexByte(body[:from], '\n') + 1
	end := len(body)
	if i := bytes.IndexByte(body[to:], '\n'); i >= 0 {
		end = to + i
	}
	return strings.TrimSpace(string(body[start:from])), strings.TrimSpace(string(body[to:end]))
}

const (
	indentedAsCode = "a line that is indented by four spaces or a tab is shown as program code; delete the spaces at " +
		"its beginning"
	tableWithoutLine = "a table needs a line like |---|---| below its first line, with one part for each column"
	pictureInText    = "pictures cannot be placed inside a text; use the image of the page or the gallery"
)

func (c *Checker) markdown(d source.Document, at place, isPage bool) {
	c.pastedPoints(d, at)
	c.facts(string(d.Source), at, isPage)
	level, offset := 1, 0
	seen := map[string]int{}
	_ = ast.Walk(d.Root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if text, ok := n.(*ast.Text); ok {
			offset = text.Segment.Start
		} else if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
			offset = n.Lines().At(0).Start
		}
		switch n.Kind() {
		case ast.KindParagraph, ast.KindTextBlock, ast.KindHeading, extension.KindTableCell:
			c.deadMarkup(n, d, at)
		}
		switch n := n.(type) {
		case *ast.CodeBlock:
			c.report(at(offset, string(bytes.TrimSpace(firstLine(n, d)))), indentedAsCode)
			return ast.WalkSkipChildren, nil
		case *ast.Paragraph:
			if line := firstLine(n, d); bytes.HasPrefix(line, []byte("|")) {
				c.report(at(offset, string(line)), tableWithoutLine)
			}
		case *ast.FencedCodeBlock:
			if lines := n.Lines(); lines.Len() > 0 && len(bytes.TrimSpace(d.Source[lines.At(lines.Len()-1).Stop:])) == 0 {
				c.report(at(offset, ""), "the code that begins above this line has no end; add a line with ``` below the code")
			}
		case *ast.ListItem:
			c.lostBullet(n, d, at)
		case *extension.Table:
			c.tableCells(n, d, at)
		case *ast.Heading:
			level = c.heading(n, d, at, level, isPage, seen)
		case *ast.HTMLBlock:
			snippet := firstTag(string(n.Lines().Value(d.Source)))
			c.rawHTML(at(offset, snippet), snippet)
		case *ast.RawHTML:
			segment := n.Segments.At(0)
			if snippet := string(segment.Value(d.Source)); !strings.HasPrefix(snippet, "</") {
				c.rawHTML(at(segment.Start, snippet), snippet)
			}
		case *ast.Image:
			snippet := "![" + source.PlainText(n, d.Source)
			c.report(at(findFrom(d.Source, offset, snippet), snippet), pictureInText)
			return ast.WalkSkipChildren, nil
		case *ast.Link:
			c.markdownLink(n, d, at, offset)
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL {
				label := string(n.Label(d.Source))
				place := func() source.Position { return at(findFrom(d.Source, offset, label), label) }
				c.target(place, string(n.URL(d.Source)))
			}
		}
		return ast.WalkContinue, nil
	})
}

func (c *Checker) heading(h *ast.Heading, d source.Document, at place, level int, isPage bool,
	seen map[string]int) int {
	text := source.PlainText(h, d.Source)
	start, ok := startOf(h)
	if !ok && h.Lines().Len() > 0 {
		start = h.Lines().At(0).Start
	}
	start = bytes.LastIndexByte(d.Source[:min(start, len(d.Source))], '\n') + 1
	where := at(start, text)
	marks := strings.Repeat("#", h.Level)
	switch {
	case strings.TrimSpace(text) == "":
		c.report(where, "this heading is empty; write it or delete the line")
	case !isPage:
		c.report(where, `this text cannot have headings; make the line **bold** or use a list instead of "%s %s"`,
			marks, text)
	case h.Level == 1:
		c.report(where, `"# %s": the title at the top of the file is the only heading of level one; write "## %s"`, text,
			text)
		return 2 // the following headings are compared with the corrected level
	case h.Level > level+1:
		want := strings.Repeat("#", level+1)
		c.report(where, `the heading "%s" skips a level; write "%s %s" instead of "%s %s"`, text, want, text, marks, text)
		return h.Level
	}
	if isPage && text != "" {
		key := strings.ToLower(text)
		if first, twice := seen[key]; twice && h.Level == first {
			c.report(where, `the heading "%s" is on this page twice; give each heading its own words, so that links can tell `+
				`them apart`, text)
		}
		seen[key] = h.Level
	}
	return h.Level
}

func (c *Checker) rawHTML(at source.Position, snippet string) {
	if strings.HasPrefix(snippet, "<!--") {
		c.report(at, `HTML comments cannot be used here; delete "%s"`, short(snippet))
		return
	}
	c.report(at, `HTML cannot be used here ("%s"); write Markdown: **bold**, *italic*, - lists, [words](address)`,
		short(snippet))
}

func (c *Checker) markdownLink(n *ast.Link, d source.Document, at place, offset int) {
	target := string(n.Destination)
	words := strings.TrimSpace(source.PlainText(n, d.Source))
	where := func() source.Position {
		snippet := "](" + target
		start := findFrom(d.Source, offset, snippet)
		if bytes.HasPrefix(d.Source[start:], []byte(snippet)) {
			start += 2
		}
		return at(start, snippet)
	}
	switch strings.ToLower(words) {
	case "":
		c.report(where(), `the link to "%s" has no text; write [text](%s)`, target, target)
	case "here", "click here", "link", "this link", "more", "read more":
		c.report(where(), `the link text "%s" to "%s" says nothing by itself; write where the link leads`, words, target)
	}
	c.target(where, target)
}

func (c *Checker) target(at func() source.Position, target string) {
	target = html.UnescapeString(target)
	switch {
	case strings.HasPrefix(target, "mailto:"+facts.Before):
		return // factName reports a misspelt fact
	case strings.Contains(target, facts.Before):
		c.report(at(), "a fact cannot be part of an address; write the address in full")
		return
	case strings.Contains(target, "%7B%7B") || strings.Contains(target, "{{"):
		return // mails.go reports wrong placeholders
	}
	if name := barePlaceholder(target); name != "" {
		c.report(at(), `"%s" is the name of a placeholder for an address; write [words]({{%s}})`, target, name)
		return
	}
	if target == "" {
		c.report(at(), "this link has no address; write it between ( and )")
		return
	}
	if fault := source.CheckLink(target); fault != "" {
		c.report(at(), "%s", fault)
		return
	}
	c.addLink(at, target)
}

func startOf(n ast.Node) (int, bool) {
	if t, ok := n.(*ast.Text); ok {
		return t.Segment.Start, true
	}
	if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
		return n.Lines().At(0).Start, true
	}
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if at, ok := startOf(child); ok {
			return at, true
		}
	}
	return 0, false
}

func findFrom(text []byte, offset int, snippet string) int {
	offset = min(max(offset, 0), len(text))
	if i := bytes.Index(text[offset:], []byte(snippet)); i >= 0 {
		return offset + i
	}
	return offset
}

var tag = lazy.Regexp(`<[^>\n]*>?`)

func firstTag(s string) string { return tag().FindString(s) }

func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}
