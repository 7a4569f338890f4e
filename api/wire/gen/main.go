// The generator of site/src/types/wire.gen.ts: the shapes of package wire in TypeScript, comments included.
// Run it from the root of the repository: `go run ./api/wire/gen`, with -check to see only whether the file is stale.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strings"
)

const (
	source = "api/wire/wire.go"
	target = "site/src/types/wire.gen.ts"
	header = "// Generated from api/wire by `make schema`. Do not edit.\n"
)

func main() {
	check := flag.Bool("check", false, "write nothing; fail when the file is stale")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(check bool) error {
	wanted, err := generate(source)
	if err != nil {
		return err
	}
	present, err := os.ReadFile(target)
	if err == nil && bytes.Equal(present, wanted) {
		return nil
	}
	if check {
		return fmt.Errorf("%s is stale: run `make schema`", target)
	}
	return os.WriteFile(target, wanted, 0o644)
}

// generate writes an interface for each struct of the file, in its order.
func generate(path string) ([]byte, error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString(header)
	for _, decl := range file.Decls {
		types, isTypes := decl.(*ast.GenDecl)
		if !isTypes {
			continue
		}
		for _, spec := range types.Specs {
			typed, isType := spec.(*ast.TypeSpec)
			if !isType {
				continue
			}
			if shape, isStruct := typed.Type.(*ast.StructType); isStruct {
				if err := writeInterface(&out, typed.Name.Name, types.Doc, shape); err != nil {
					return nil, fmt.Errorf("%s: %w", typed.Name.Name, err)
				}
			}
		}
	}
	return out.Bytes(), nil
}

func writeInterface(out *bytes.Buffer, name string, doc *ast.CommentGroup, shape *ast.StructType) error {
	out.WriteString("\n")
	writeComment(out, "", doc)
	fmt.Fprintf(out, "export interface %s", name)
	var body bytes.Buffer
	var parents []string
	for _, field := range shape.Fields.List {
		if len(field.Names) == 0 {
			parents = append(parents, field.Type.(*ast.Ident).Name) // embedded
			continue
		}
		kind, err := typeScriptOf(field.Type)
		if err != nil {
			return err
		}
		tag := reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json")
		key, options, _ := strings.Cut(tag, ",")
		if strings.Contains(options, "omitempty") {
			key += "?"
		}
		writeComment(&body, "  ", field.Doc)
		fmt.Fprintf(&body, "  %s: %s;\n", key, kind)
	}
	if len(parents) > 0 {
		fmt.Fprintf(out, " extends %s", strings.Join(parents, ", "))
	}
	fmt.Fprintf(out, " {\n%s}\n", body.String())
	return nil
}

func writeComment(out *bytes.Buffer, indent string, doc *ast.CommentGroup) {
	if doc == nil {
		return
	}
	lines := strings.Split(strings.TrimSpace(doc.Text()), "\n")
	if len(lines) == 1 {
		fmt.Fprintf(out, "%s/** %s */\n", indent, lines[0])
		return
	}
	fmt.Fprintf(out, "%s/**\n", indent)
	for _, line := range lines {
		fmt.Fprintf(out, "%s * %s\n", indent, line)
	}
	fmt.Fprintf(out, "%s */\n", indent)
}

// names are the types that have another name in TypeScript.
var names = map[string]string{"string": "string", "int": "number", "int64": "number", "bool": "boolean", "Rupees": "number"}

func typeScriptOf(expr ast.Expr) (string, error) {
	switch t := expr.(type) {
	case *ast.Ident:
		if name, known := names[t.Name]; known {
			return name, nil
		}
		return t.Name, nil
	case *ast.StarExpr:
		return typeScriptOf(t.X)
	case *ast.ArrayType:
		of, err := typeScriptOf(t.Elt)
		return of + "[]", err
	case *ast.MapType:
		of, err := typeScriptOf(t.Value)
		return "Record<string, " + of + ">", err
	}
	return "", fmt.Errorf("no TypeScript for %T", expr)
}
