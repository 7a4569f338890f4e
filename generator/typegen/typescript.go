// Package typegen makes from Go structs what other languages need: TypeScript for the site, JSON Schema for editors, and
// the help sentences that the strict reader prints. The structs' comments are the only place where they are written.
package typegen

import (
	"bytes"
	"fmt"
	"go/ast"
	"reflect"
	"strings"
)

// TypeScript writes an interface for each struct with published fields, in the order of the files, comments included.
// header is the first line of the result.
func TypeScript(header string, files ...string) ([]byte, error) {
	types, err := parse(files...)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString(header + "\n")
	for _, t := range types {
		shape, isStruct := t.spec.Type.(*ast.StructType)
		name := t.spec.Name.Name
		switch {
		case isStruct && hasKeys(shape, "json"):
			if err := writeInterface(&out, name, t.doc, shape); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		case isStruct && name == "Instant", isText(t.spec.Type):
			out.WriteString("\n")
			writeComment(&out, "", t.doc)
			fmt.Fprintf(&out, "export type %s = string;\n", name)
		}
	}
	return out.Bytes(), nil
}

// isText tells named texts (type Slug string).
func isText(expr ast.Expr) bool {
	ident, ok := expr.(*ast.Ident)
	return ok && ident.Name == "string"
}

func writeInterface(out *bytes.Buffer, name string, doc string, shape *ast.StructType) error {
	var body bytes.Buffer
	var parents []string
	for _, f := range shape.Fields.List {
		if len(f.Names) == 0 {
			parents = append(parents, f.Type.(*ast.Ident).Name) // embedded
			continue
		}
		key, options, _ := strings.Cut(tagOf(f).Get("json"), ",")
		if key == "-" || key == "" {
			continue
		}
		kind, err := typeScriptOf(f.Type)
		if err != nil {
			return err
		}
		if strings.Contains(options, "omitempty") {
			key += "?"
		}
		writeComment(&body, "  ", docOf(f.Doc))
		fmt.Fprintf(&body, "  %s: %s;\n", key, kind)
	}
	out.WriteString("\n")
	writeComment(out, "", doc)
	fmt.Fprintf(out, "export interface %s", name)
	if len(parents) > 0 {
		fmt.Fprintf(out, " extends %s", strings.Join(parents, ", "))
	}
	fmt.Fprintf(out, " {\n%s}\n", body.String())
	return nil
}

func writeComment(out *bytes.Buffer, indent, doc string) {
	if doc == "" {
		return
	}
	lines := strings.Split(doc, "\n")
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

// basic are the types that have another name in TypeScript.
var basic = map[string]string{"string": "string", "int": "number", "int64": "number", "float64": "number", "bool": "boolean", "Rupees": "number"}

func typeScriptOf(expr ast.Expr) (string, error) {
	switch t := expr.(type) {
	case *ast.Ident:
		if name, known := basic[t.Name]; known {
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

func tagOf(f *ast.Field) reflect.StructTag {
	if f.Tag == nil {
		return ""
	}
	return reflect.StructTag(strings.Trim(f.Tag.Value, "`"))
}

func hasKeys(shape *ast.StructType, kind string) bool {
	for _, f := range shape.Fields.List {
		if key, _, _ := strings.Cut(tagOf(f).Get(kind), ","); key != "" && key != "-" {
			return true
		}
	}
	return false
}
