package describe

import (
	"fmt"
	"reflect"
	"strings"
)

// typeScript describes what the site reads from data/site/.
func (d *comments) typeScript() []byte {
	var b strings.Builder
	b.WriteString("// Generated from generator/schema by `go run ./generator schema`. Do not edit.\n")
	byName := map[string]reflect.Type{}
	for _, t := range allTypes() {
		byName[t.Name()] = t
	}
	for _, name := range d.order {
		if t, ok := byName[name]; ok {
			d.declare(&b, t)
		}
	}
	return []byte(b.String())
}

func (d *comments) declare(b *strings.Builder, t reflect.Type) {
	var parents []string
	for i := range t.NumField() {
		if inlined(t.Field(i)) {
			parents = append(parents, t.Field(i).Type.Name())
		}
	}
	extends := ""
	if len(parents) > 0 {
		extends = " extends " + strings.Join(parents, ", ")
	}
	fmt.Fprintf(b, "\n/** %s */\nexport interface %s%s {\n", d.types[t.Name()], t.Name(), extends)
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || name == "" {
			continue
		}
		if text := d.fields[t.Name()][f.Name]; text != "" {
			fmt.Fprintf(b, "  /** %s */\n", text)
		}
		optional := ""
		if strings.Contains(options, "omitempty") {
			optional = "?"
		}
		fmt.Fprintf(b, "  %s%s: %s;\n", name, optional, typeName(f.Type, f.Tag.Get("rule")))
	}
	b.WriteString("}\n")
}

// typeName is the type of a published value.
func typeName(t reflect.Type, rule string) string {
	switch {
	case t == instantType:
		return "string"
	case t.Kind() == reflect.Pointer:
		return typeName(t.Elem(), rule)
	case t.Kind() == reflect.Slice:
		inner := typeName(t.Elem(), rule)
		if strings.Contains(inner, "|") {
			inner = "(" + inner + ")"
		}
		return inner + "[]"
	case t.Kind() == reflect.Struct:
		return t.Name()
	case t.Kind() == reflect.Bool:
		return "boolean"
	case t.Kind() == reflect.String:
		if value, ok := ruleValue(rule, "enum"); ok {
			return "'" + strings.ReplaceAll(value, "|", "' | '") + "'"
		}
		return "string"
	}
	return "number"
}
