package describe

import (
	"fmt"
	"go/ast"
	"reflect"
	"strings"

	"transom/generator/schema"
)

func (d *comments) typeScript(from string, wanted func(name string) bool) ([]byte, error) {
	var b strings.Builder
	b.WriteString("// Generated from " + from + " by `go run ./generator schema`. Do not edit.\n")
	for _, name := range d.order {
		if shape, ok := d.shapes[name].(*ast.StructType); ok && wanted(name) {
			if err := d.declare(&b, name, shape); err != nil {
				return nil, fmt.Errorf("%s in %s: %w", name, from, err)
			}
		}
	}
	return []byte(b.String()), nil
}

func (d *comments) declare(b *strings.Builder, name string, shape *ast.StructType) error {
	var parents []string
	var body strings.Builder
	for _, f := range shape.Fields.List {
		if len(f.Names) == 0 {
			parents = append(parents, f.Type.(*ast.Ident).Name)
			continue
		}
		tag := tagOf(f)
		key, options, _ := strings.Cut(tag.Get("json"), ",")
		if key == "-" || key == "" {
			continue
		}
		kind, err := d.typeName(f.Type, schema.Rules(tag))
		if words := tag.Get("ts"); words != "" && err == nil {
			kind, err = enumerated(kind, words)
		}
		if err != nil {
			return err
		}
		if text := d.fields[name][f.Names[0].Name]; text != "" {
			fmt.Fprintf(&body, "  /** %s */\n", text)
		}
		if strings.Contains(options, "omitempty") {
			key += "?"
		}
		fmt.Fprintf(&body, "  %s: %s;\n", key, kind)
	}
	extends := ""
	if len(parents) > 0 {
		extends = " extends " + strings.Join(parents, ", ")
	}
	b.WriteByte('\n')
	if d.types[name] != "" {
		fmt.Fprintf(b, "/** %s */\n", d.types[name])
	}
	fmt.Fprintf(b, "export interface %s%s {\n%s}\n", name, extends, body.String())
	return nil
}

func tagOf(f *ast.Field) reflect.StructTag {
	if f.Tag == nil {
		return ""
	}
	return reflect.StructTag(strings.Trim(f.Tag.Value, "`"))
}

var basic = map[string]string{"string": "string", "bool": "boolean", "int": "number", "int64": "number",
	"float64": "number"}

func (d *comments) typeName(t ast.Expr, rules map[string]string) (string, error) {
	switch t := t.(type) {
	case *ast.StarExpr:
		return d.typeName(t.X, rules)
	case *ast.ArrayType:
		inner, err := d.typeName(t.Elt, rules)
		if strings.Contains(inner, "|") {
			inner = "(" + inner + ")"
		}
		return inner + "[]", err
	case *ast.MapType:
		inner, err := d.typeName(t.Value, rules)
		return "Record<string, " + inner + ">", err
	case *ast.Ident:
		value, isEnum := rules["enum"]
		switch shape := d.shapes[t.Name].(type) {
		case *ast.StructType:
			if t.Name == instantType.Name() {
				return "string", nil
			}
			return t.Name, nil
		case *ast.Ident:
			return d.typeName(shape, rules)
		}
		name, known := basic[t.Name]
		switch {
		case !known:
			return "", fmt.Errorf("no TypeScript for %s", t.Name)
		case isEnum && name == "string":
			return "'" + strings.ReplaceAll(value, "|", "' | '") + "'", nil
		}
		return name, nil
	case *ast.SelectorExpr:
		switch t.Sel.Name {
		case "RawMessage": // JSON that is passed to the browser unchanged
			return "unknown", nil
		case "Answers":
			return "Record<string, string>", nil
		}
	}
	return "", fmt.Errorf("no TypeScript for %T", t)
}
