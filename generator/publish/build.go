// Package publish turns checked content into the JSON files in data/site/: Markdown becomes HTML, prices become paise,
// times become UTC. If the content has a mistake, nothing is written; otherwise, only the files that change.
package publish

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"transom/generator/check"
	"transom/generator/display"
	"transom/generator/facts"
	"transom/generator/schema"
	"transom/generator/source"
)

// Result is what a run found and wrote.
type Result struct {
	Problems []source.Problem
	// Warnings are probable mistakes, which do not stop the build.
	Warnings []source.Problem
	// Samples are the positions of entries marked "sample: true".
	Samples []source.Position
	// Literals counts the values written out as {{literal:…}}.
	Literals int
	// Written counts the changed files in data/site/; Unchanged means that nothing had to be read again.
	Written   int
	Unchanged bool
	// Content is nil if nothing had to be read again.
	Content *source.Content
	Facts   *facts.Facts
}

// Options are the settings for a run.
type Options struct {
	// Content is the folder to read; Out is the folder to write, or "" to only check.
	Content, Out string
	// Name is what messages call the content folder; the default is Content.
	Name string
	// Release is true to refuse samples.
	Release bool
}

// Build reads and checks the content and, if there are no mistakes, publishes it. An error is never about the content,
// but for example about a full disk.
func Build(o Options) (Result, error) {
	if o.Name == "" {
		o.Name = o.Content
	}
	var inputs string
	if o.Out != "" {
		if err := os.MkdirAll(o.Out, 0o755); err != nil {
			return Result{}, fmt.Errorf("make %s: %w", o.Out, err)
		}
		if _, err := os.Stat(filepath.Join(o.Out, cacheFile)); err == nil { // there was an earlier build
			inputs = hashInputs(o.Content, new(source.Content).Sum)
			if upToDate(o.Out, inputs) && !o.Release {
				return Result{Unchanged: true}, nil
			}
		}
	}
	problems := new(source.Problems)
	c := source.Load(o.Content, o.Name, o.Out != "", problems)
	if c.Gone[""] {
		return Result{Problems: problems.Sorted()}, nil
	}
	checker := check.New(c, problems)
	checker.Files()

	out := &folder{dir: o.Out}
	defer out.discard()
	var pages io.Writer // nil for a check, which writes nothing
	if o.Out != "" {
		pages = out.create("pages.json")
	}
	extra, err := buildPages(c, checker, pages, problems)
	if err != nil {
		return Result{}, err
	}
	mails := buildMails(c, checker, o.Out != "", problems)
	checker.Finish(o.Release)

	result := Result{Problems: problems.Sorted(), Samples: checker.Samples(), Literals: checker.Literals(), Content: c,
		Facts: checker.Facts()}
	if result.split(); len(result.Problems) > 0 || o.Out == "" {
		return result, nil
	}
	hashed := make(chan string, 1)
	go func() {
		if inputs == "" {
			inputs = hashInputs(o.Content, c.Sum)
		}
		hashed <- inputs
	}()
	derive(c, checker.Facts(), checker.Routes(), extra)
	writeAll(c, mails, out)
	if result.Written, err = out.commit(); err != nil {
		return result, err
	}
	return result, remember(o.Out, <-hashed)
}

func (r *Result) split() {
	warning := func(p source.Problem) bool { return p.Warning }
	for _, p := range r.Problems {
		if warning(p) {
			r.Warnings = append(r.Warnings, p)
		}
	}
	r.Problems = slices.DeleteFunc(r.Problems, warning)
}

func writeAll(c *source.Content, mails []schema.Mail, out *folder) {
	names := []string{"mail"}
	values := []any{schema.Mails{Mails: mails}}
	for i, f := range schema.Files {
		value := c.File(i)
		if !c.Has(f.Name) && !f.HasDefault {
			value = nil
		}
		names, values = append(names, f.Name), append(values, value)
	}
	outputs := make([]*output, len(names))
	for i, name := range names {
		outputs[i] = out.create(name + ".json")
	}
	source.InParallel(len(names), func(i int) {
		_, _ = outputs[i].Write(encoded(values[i])) // commit returns write errors
	})
}

func encoded(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(v); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// buildPages renders the Markdown pages a few at a time and writes each as soon as it is ready, so that memory use does
// not grow with the number of pages. It returns links to all pages except the legal pages.
func buildPages(c *source.Content, checker *check.Checker, to io.Writer, problems *source.Problems) (
	[]schema.NamedLink, error) {
	table, links := fieldTable(c.Registration), make([]schema.NamedLink, len(c.Pages))
	read := func(i int) []byte {
		text, page := c.ReadPage(c.Pages[i], problems)
		if text == nil {
			return nil
		}
		document := source.ParseMarkdown(text.Body)
		checker.Page(text, page, document)
		if to == nil {
			return nil
		}
		page.Headings = document.Headings()
		page.HTML = insertTable(renderDocument(document), table)
		page.DisplayUpdated = display.Day(page.Updated)
		if !c.Brand.DrawingSet {
			page.Sheet = ""
		}
		if page.Image != nil {
			finish(page.Image, c)
		}
		checker.Facts().FillAll(reflect.ValueOf(page))
		links[i] = schema.NamedLink{Label: page.Title, Link: schema.Link(page.Route)}
		var b bytes.Buffer
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(page) // cannot fail: a page contains only strings and numbers
		return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	}
	if to == nil {
		source.InParallel(len(c.Pages), func(i int) { read(i) })
		return nil, nil
	}
	w := bufio.NewWriterSize(to, 64<<10)
	w.WriteString("{\"pages\": [")
	separator := "\n"
	inOrder(len(c.Pages), read, func(page []byte) {
		if page != nil {
			w.WriteString(separator)
			w.Write(page)
			separator = ",\n"
		}
	})
	w.WriteString("\n]}\n")
	if err := w.Flush(); err != nil {
		return nil, fmt.Errorf("write pages: %w", err)
	}
	return slices.DeleteFunc(links, func(l schema.NamedLink) bool {
		return slices.Contains(check.RequiredPages, strings.TrimPrefix(string(l.Link), "/"))
	}), nil
}

func buildMails(c *source.Content, checker *check.Checker, publish bool, problems *source.Problems) []schema.Mail {
	read := make([]*schema.Mail, len(c.Mails))
	source.InParallel(len(c.Mails), func(i int) {
		text, mail := c.ReadMail(c.Mails[i], problems)
		if text == nil {
			return
		}
		if checker.WithoutGST() {
			text.Body = WithoutGST(text.Body)
		}
		document := source.ParseMarkdown(text.Body)
		mail.Placeholders = checker.Mail(text, mail, document)
		if publish {
			mail.HTML = renderDocument(document)
			mail.Text = plainMail(text.Body)
			checker.Facts().FillAll(reflect.ValueOf(mail))
			read[i] = mail
		}
	})
	mails := []schema.Mail{}
	for _, mail := range read {
		if mail != nil {
			mails = append(mails, *mail)
		}
	}
	return mails
}
