package check

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"transom/generator/lazy"
	"transom/generator/source"
)

var (
	// understood is Markdown that is complete; code is shown as it is, and a backslash makes a sign a letter.
	understood = lazy.Regexp("`[^`\n]*`|\\\\.|" + `!?\[[^\[\]]*\]\([^()\s]*(?: "[^"]*")?\)|\*\*(?:[^*]|\*[^*])+\*\*`)
	// leftover is what remains when Markdown was meant and not completed.
	leftover = lazy.Regexp(`\][ ]?\(|\)[ ]?\[(?:/|#|https?:|mailto:|tel:)|\[[^\[\]()]+\((?:/|#|https?:|mailto:|tel:)|` +
		`\[\^|\*\*|(?m:^#{1,6}[^#\s])`)
)

// deadMarkup reports, once for each paragraph, what was meant as Markdown and is shown as it stands.
func (c *Checker) deadMarkup(d source.Document, at place) {
	start := 0
	for paragraph := range bytes.SplitSeq(d.Source, []byte("\n\n")) {
		if bytes.ContainsAny(paragraph, "[]*#") {
			rest := understood().ReplaceAllFunc(paragraph, func(found []byte) []byte {
				return bytes.Repeat([]byte(" "),
					len(found))
			})
			if m := leftover().FindIndex(rest); m != nil {
				line, _, _ := bytes.Cut(paragraph[m[0]:], []byte("\n"))
				c.tell(at(start+m[0], string(line)),
					"\"%s\" would be shown as plain text; a link is [words](address) without spaces between the brackets, bold "+
						"text is **words**, a heading is \"# words\", and footnotes are not supported", short(string(line)))
			}
		}
		start += len(paragraph) + 2
	}
}

// lostBullet tells a line that stands at the beginning of its line and yet belongs to the bullet above it.
func (c *Checker) lostBullet(item *ast.ListItem, d source.Document, at place) {
	for _, line := range lostLines(item, d) {
		text := strings.TrimSpace(string(line.Value(d.Source)))
		c.tell(at(line.Start, text),
			"this line is read as part of the bullet point above; if it is a new point, write \"- %s\", otherwise indent "+
				"it by two spaces", text)
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
