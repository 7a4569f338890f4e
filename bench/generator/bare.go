package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/adrg/frontmatter"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"gopkg.in/yaml.v3"

	"transom/generator/schema"
)

// bareBuild is the floor for a full build: it parses YAML strictly into the generator's structs, renders Markdown and
// writes JSON, on all processors. It has no checks and no computed values.
func bareBuild(content, out string) error {
	return bare(content, func(name string, value any) error { return writeJSON(filepath.Join(out, name), value) })
}

// bareParse is the floor for a check: it writes nothing.
func bareParse(content string) error {
	return bare(content, func(string, any) error { return nil })
}

func bare(content string, write func(name string, value any) error) error {
	for _, f := range schema.Files {
		raw, err := os.ReadFile(filepath.Join(content, f.Name+".yaml"))
		if err != nil {
			return err
		}
		target := f.New()
		decoder := yaml.NewDecoder(bytes.NewReader(raw))
		decoder.KnownFields(true)
		if err := decoder.Decode(target); err != nil {
			return err
		}
		if err := write(f.Name+".json", target); err != nil {
			return err
		}
	}
	paths, err := filepath.Glob(filepath.Join(content, "*", "*.md"))
	if err != nil {
		return err
	}
	pages := make([]json.RawMessage, len(paths))
	err = each(len(paths), func() func(int) error {
		markdown := goldmark.New(goldmark.WithExtensions(extension.GFM),
			goldmark.WithParserOptions(parser.WithAutoHeadingID()))
		strict := frontmatter.NewFormat("---", "---", yaml.Unmarshal)
		return func(i int) error {
			raw, err := os.ReadFile(paths[i])
			if err != nil {
				return err
			}
			var page schema.Page
			body, err := frontmatter.Parse(bytes.NewReader(raw), &page, strict)
			if err != nil {
				return err
			}
			var html bytes.Buffer
			if err := markdown.Convert(body, &html); err != nil {
				return err
			}
			page.HTML = schema.Markdown(html.String())
			pages[i], err = encode(page)
			return err
		}
	})
	if err != nil {
		return err
	}
	return write("pages.json", map[string]any{"pages": pages})
}

// bareHash is the floor for a run without changes: it reads and hashes every text file.
func bareHash(content string) ([]byte, error) {
	var paths []string
	err := filepath.WalkDir(content, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && (strings.HasSuffix(path, ".md") || strings.HasSuffix(path, ".yaml")) {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	sums := make([][sha256.Size]byte, len(paths))
	err = each(len(paths), func() func(int) error {
		return func(i int) error {
			raw, err := os.ReadFile(paths[i])
			sums[i] = sha256.Sum256(raw)
			return err
		}
	})
	all := sha256.New()
	for _, sum := range sums {
		all.Write(sum[:])
	}
	return all.Sum(nil), err
}

// each uses one worker per processor and returns the first error.
func each(n int, worker func() func(int) error) error {
	jobs := make(chan int, n)
	for i := range n {
		jobs <- i
	}
	close(jobs)
	var group sync.WaitGroup
	var first sync.Once
	var failed error
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			work := worker()
			for i := range jobs {
				if err := work(i); err != nil {
					first.Do(func() { failed = err })
				}
			}
		})
	}
	group.Wait()
	return failed
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return b.Bytes(), err
}

func writeJSON(path string, v any) error {
	raw, err := encode(v)
	if err != nil {
		return err
	}
	return os.WriteFile(path, raw, 0o644)
}
