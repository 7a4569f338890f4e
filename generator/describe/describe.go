// Package describe turns structs into what other programs read: JSON Schema for editors, TypeScript for the site, and
// the help sentences in messages. Types and tags come from reflection, sentences from the comments in the source.
package describe

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"transom/generator/lazy"
	"transom/generator/schema"
)

const (
	sourceDir = "generator/schema"
	wireDir   = "api/wire"
)

// published lists the structs in data/site/ that do not come from YAML files.
var published = []any{schema.Pages{}, schema.Mails{}}

// Generate returns every generated file by its path relative to the repository's root.
func Generate(root string) (map[string][]byte, error) {
	d, err1 := readComments(filepath.Join(root, sourceDir))
	wire, err2 := readComments(filepath.Join(root, wireDir))
	words, err3 := unions(root)
	actions, err4 := actionTypes(root)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	content, err1 := d.typeScript(sourceDir, reached)
	answers, err2 := wire.typeScript(wireDir, ast.IsExported)
	files := map[string][]byte{"generator/source/help.gen.go": d.helpSource(), "site/src/routes.gen.ts": routes(),
		"site/src/content-files.gen.ts": contentFiles(),
		"site/src/types/content.gen.ts": content, "site/src/types/wire.gen.ts": slices.Concat(answers, actions, words)}
	for _, f := range schema.Files {
		files["data/schema/"+f.Name+".schema.json"] = d.jsonSchema(reflect.TypeOf(f.New()).Elem())
	}
	files["data/schema/page.schema.json"] = d.jsonSchema(reflect.TypeOf(schema.Page{}))
	files["data/schema/mail.schema.json"] = d.jsonSchema(reflect.TypeOf(schema.Mail{}))
	files["data/schema/"+factsFile] = factsSchema()
	return files, errors.Join(err1, err2)
}

// Write returns the paths of the files that change. If dry is true, it writes nothing.
func Write(root string, files map[string][]byte, dry bool) ([]string, error) {
	var changed []string
	for path, want := range files {
		full := filepath.Join(root, filepath.FromSlash(path))
		have, err := os.ReadFile(full)
		if err == nil && bytes.Equal(have, want) {
			continue
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		changed = append(changed, path)
		if dry {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return nil, fmt.Errorf("write %s: %w", path, err)
		}
		if err := os.WriteFile(full, want, 0o644); err != nil {
			return nil, fmt.Errorf("write %s: %w", path, err)
		}
	}
	slices.Sort(changed)
	return changed, nil
}

type comments struct {
	types  map[string]string
	fields map[string]map[string]string
	shapes map[string]ast.Expr // the underlying type of each type
	order  []string            // the types, in the order in which the files define them
}

func readComments(dir string) (*comments, error) {
	d := &comments{types: map[string]string{}, fields: map[string]map[string]string{}, shapes: map[string]ast.Expr{}}
	return d, declarations(dir, func(general *ast.GenDecl) {
		if general.Tok == token.TYPE {
			d.add(general)
		}
	})
}

func declarations(dir string, visit func(*ast.GenDecl)) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("read the structs (run this from the root of the repository): %w", err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.ParseComments)
		if err != nil {
			return fmt.Errorf("read the structs: %w", err)
		}
		for _, declaration := range file.Decls {
			if general, ok := declaration.(*ast.GenDecl); ok {
				visit(general)
			}
		}
	}
	return nil
}

func (d *comments) add(general *ast.GenDecl) {
	for _, spec := range general.Specs {
		t := spec.(*ast.TypeSpec)
		doc := t.Doc
		if doc == nil {
			doc = general.Doc
		}
		name := t.Name.Name
		d.order = append(d.order, name)
		d.shapes[name] = t.Type
		d.types[name] = oneLine(doc.Text())
		structure, ok := t.Type.(*ast.StructType)
		if !ok {
			continue
		}
		d.fields[name] = map[string]string{}
		for _, field := range structure.Fields.List {
			for _, id := range field.Names {
				d.fields[name][id.Name] = oneLine(field.Doc.Text())
			}
		}
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

var goName = lazy.Regexp(`\b[A-Z][A-Za-z]*\b`)

// help returns a field's help sentence for editors, with YAML keys instead of Go names.
func (d *comments) help(t reflect.Type, field reflect.StructField) string {
	text := d.fields[t.Name()][field.Name]
	first := true
	return goName().ReplaceAllStringFunc(text, func(word string) string {
		begins := first
		first = false
		f, ok := t.FieldByName(word)
		if !ok || (word == "Form" || word == "Name" || word == "Rule") && !begins {
			return word
		}
		if key, _, _ := strings.Cut(f.Tag.Get("yaml"), ","); key != "" && key != "-" {
			return `"` + key + `"`
		}
		return word
	})
}

func (d *comments) helpSource() []byte {
	var lines []string
	for _, t := range allTypes() {
		for _, f := range schema.EditorFields(t) {
			if text := d.help(t, f.StructField); f.Owner == t && text != "" {
				lines = append(lines, fmt.Sprintf("\t%q: %q,\n", t.Name()+"."+f.Key, text))
			}
		}
	}
	slices.Sort(lines)
	out, err := format.Source([]byte(`// Code generated from generator/schema by "go run ./generator schema". DO NOT EDIT.

package source

import "sync"

// help contains each field's help sentence, by struct and key.
var help = sync.OnceValue(func() map[string]string {
return map[string]string{
` + strings.Join(lines, "") + "}\n})\n"))
	if err != nil {
		panic(err) // this program wrote the text, so it is valid
	}
	return out
}

func allTypes() []reflect.Type {
	var list []reflect.Type
	var visit func(reflect.Type)
	visit = func(t reflect.Type) {
		switch {
		case t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice:
			visit(t.Elem())
		case t.Kind() == reflect.Struct && t != instantType && !slices.Contains(list, t):
			list = append(list, t)
			for i := range t.NumField() {
				visit(t.Field(i).Type)
			}
		}
	}
	for _, f := range schema.Files {
		visit(reflect.TypeOf(f.New()))
	}
	for _, p := range published {
		visit(reflect.TypeOf(p))
	}
	return list
}

func reached(name string) bool {
	return slices.ContainsFunc(allTypes(), func(t reflect.Type) bool { return t.Name() == name })
}

var instantType = reflect.TypeOf(schema.Instant{})
