package publish

import (
	"bytes"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"transom/generator/schema"
	"transom/generator/source"
)

// markdown renders neither raw HTML nor dangerous addresses. It is safe for concurrent use.
var markdown = sync.OnceValue(func() renderer.Renderer {
	return goldmark.New(append(source.Markdown,
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(ourLinks{}, 100))))...).Renderer()
})

func renderDocument(d source.Document) schema.Markdown {
	var out strings.Builder
	out.Grow(len(d.Source) + len(d.Source)/2)
	_ = markdown().Render(&out, d.Source, d.Root) // writing to a strings.Builder cannot fail
	return schema.Markdown(out.String())
}

func render(text string) schema.Markdown { return renderDocument(source.ParseMarkdown([]byte(text))) }

// ourLinks renders links so that an opened page cannot access ours. It drops pictures, which belong in a field "image",
// where their size is known.
type ourLinks struct{}

func (ourLinks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindImage, func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
		return ast.WalkSkipChildren, nil
	})
	r.Register(ast.KindLink, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			w.WriteString("</a>")
			return ast.WalkContinue, nil
		}
		link := n.(*ast.Link)
		openLink(w, link.Destination, link.Title)
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindAutoLink, func(w util.BufWriter, text []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		link := n.(*ast.AutoLink)
		target := link.URL(text)
		if link.AutoLinkType == ast.AutoLinkEmail && !bytes.HasPrefix(bytes.ToLower(target), []byte("mailto:")) {
			target = append([]byte("mailto:"), target...)
		}
		openLink(w, target, nil)
		w.Write(util.EscapeHTML(link.Label(text)))
		w.WriteString("</a>")
		return ast.WalkContinue, nil
	})
}

func openLink(w util.BufWriter, target, title []byte) {
	w.WriteString(`<a href="`)
	if !html.IsDangerousURL(target) {
		w.Write(util.EscapeHTML(util.URLEscape(target, true)))
	}
	w.WriteByte('"')
	if len(title) > 0 {
		w.WriteString(` title="`)
		html.DefaultWriter.Write(w, title)
		w.WriteByte('"')
	}
	if bytes.HasPrefix(target, []byte("https://")) {
		w.WriteString(` rel="noopener"`)
	}
	w.WriteByte('>')
}
