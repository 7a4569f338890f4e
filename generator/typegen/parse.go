package typegen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// declared is a type with its comment.
type declared struct {
	spec *ast.TypeSpec
	doc  string
}

// parse lists the types of Go files in their order.
func parse(files ...string) ([]declared, error) {
	var list []declared
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("read types: %w", err)
		}
		for _, decl := range file.Decls {
			group, isGroup := decl.(*ast.GenDecl)
			if !isGroup || group.Tok != token.TYPE {
				continue
			}
			for _, spec := range group.Specs {
				typed := spec.(*ast.TypeSpec)
				doc := docOf(typed.Doc)
				if doc == "" {
					doc = docOf(group.Doc)
				}
				list = append(list, declared{typed, doc})
			}
		}
	}
	return list, nil
}

func docOf(group *ast.CommentGroup) string { return strings.TrimSpace(group.Text()) }

// Help maps "Struct.key" to the sentence of its field, and "Struct" to the struct's own, for what editors write.
func Help(files ...string) (map[string]string, error) {
	types, err := parse(files...)
	if err != nil {
		return nil, err
	}
	help := map[string]string{}
	for _, t := range types {
		name := t.spec.Name.Name
		help[name] = sentence(t.doc, name)
		shape, isStruct := t.spec.Type.(*ast.StructType)
		if !isStruct {
			continue
		}
		for _, f := range shape.Fields.List {
			key, _, _ := strings.Cut(tagOf(f).Get("yaml"), ",")
			if key == "" || key == "-" || len(f.Names) == 0 {
				continue
			}
			if doc := sentence(docOf(f.Doc), f.Names[0].Name); doc != "" {
				help[name+"."+key] = doc
			}
		}
	}
	return help, nil
}

// sentence makes a Go comment ("Banner is the line that…") a sentence for editors ("The line that…").
func sentence(doc, name string) string {
	doc = strings.Join(strings.Fields(doc), " ")
	for _, verb := range []string{" is ", " are "} {
		if rest, ok := strings.CutPrefix(doc, name+verb); ok {
			doc = rest
			break
		}
	}
	if rest, ok := strings.CutPrefix(doc, name+" "); ok {
		doc = rest
	}
	if doc == "" {
		return ""
	}
	return strings.ToUpper(doc[:1]) + doc[1:]
}
