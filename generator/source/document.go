package source

import (
	"html"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"transom/generator/schema"
)

// Markdown is the content's dialect: GitHub's tables and lists, and an id for every heading.
var Markdown = []goldmark.Option{
	goldmark.WithExtensions(extension.GFM),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
}

var markdownParser = goldmark.New(Markdown...).Parser()

// Document is a parsed text. Its tree contains offsets into the text, so that mistakes have a position.
type Document struct {
	Source []byte
	Root   ast.Node
}

// ParseMarkdown has no error, because any text is valid Markdown.
func ParseMarkdown(source []byte) Document {
	return Document{source, markdownParser.Parse(text.NewReader(source))}
}

// Headings lists the headings with their anchors.
func (d Document) Headings() []schema.Heading {
	list := []schema.Heading{}
	for n := d.Root.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			list = append(list, schema.Heading{Level: h.Level, ID: HeadingID(h), Text: PlainText(h, d.Source)})
		}
	}
	return list
}

// HeadingID returns a heading's anchor.
func HeadingID(h *ast.Heading) string {
	value, _ := h.AttributeString("id")
	id, _ := value.([]byte)
	return string(id)
}

// PlainText returns a node's text without markup.
func PlainText(n ast.Node, source []byte) string {
	if only, ok := n.FirstChild().(*ast.Text); ok && only.NextSibling() == nil && !only.SoftLineBreak() &&
		!only.HardLineBreak() {
		return html.UnescapeString(string(only.Segment.Value(source)))
	}
	var out strings.Builder
	plainText(&out, n, source)
	return html.UnescapeString(out.String())
}

func plainText(out *strings.Builder, n ast.Node, source []byte) {
	switch n := n.(type) {
	case *ast.Text:
		out.Write(n.Segment.Value(source))
		if n.SoftLineBreak() || n.HardLineBreak() {
			out.WriteByte(' ')
		}
	case *ast.String:
		out.Write(n.Value)
	case *ast.AutoLink:
		out.Write(n.Label(source))
	}
	for inner := n.FirstChild(); inner != nil; inner = inner.NextSibling() {
		plainText(out, inner, source)
	}
}
