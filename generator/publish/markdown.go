package publish

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"transom/generator/schema"
	"transom/generator/source"
)

// markdown renders safely: raw HTML is left out, dangerous addresses too. It is safe for use by several goroutines.
var markdown = goldmark.New(append(source.Markdown,
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(withoutImages{}, 100))))...).Renderer()

// renderDocument makes HTML. A page that a link opens elsewhere gets no hold on ours.
func renderDocument(d source.Document) schema.Markdown {
	_ = ast.Walk(d.Root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			if entering && strings.HasPrefix(string(n.Destination), "https://") {
				n.SetAttributeString("rel", []byte("noopener"))
			}
		case *ast.AutoLink:
			if entering && n.AutoLinkType == ast.AutoLinkURL {
				n.SetAttributeString("rel", []byte("noopener"))
			}
		}
		return ast.WalkContinue, nil
	})
	var out bytes.Buffer
	out.Grow(len(d.Source) + len(d.Source)/4)
	_ = markdown.Render(&out, d.Source, d.Root) // a buffer does not fail
	return schema.Markdown(out.String())
}

// render makes HTML from a Markdown text of a YAML file.
func render(text string) schema.Markdown { return renderDocument(source.ParseMarkdown([]byte(text))) }

// withoutImages leaves pictures out of running text: they belong into a field "image", where their size is known.
type withoutImages struct{}

func (withoutImages) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindImage, func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
		return ast.WalkSkipChildren, nil
	})
}
