package schema

import (
	"reflect"
	"strings"
)

// EditorField is a field that an editor can set. Key is its key in YAML, Owner the struct that declares it, and Index
// its path for reflect.Value.FieldByIndex.
type EditorField struct {
	Key   string
	Index []int
	Owner reflect.Type
	reflect.StructField
	Rules map[string]string
}

// EditorFields lists the fields of a struct that are set in content/, with inlined structs flattened.
func EditorFields(t reflect.Type) []EditorField {
	var list []EditorField
	for i := range t.NumField() {
		f := t.Field(i)
		key, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case options == "inline":
			for _, inner := range EditorFields(f.Type) {
				inner.Index = append([]int{i}, inner.Index...)
				list = append(list, inner)
			}
		case key != "" && key != "-":
			list = append(list, EditorField{key, []int{i}, t, f, Rules(f.Tag)})
		}
	}
	return list
}

// Rules returns a field's rules by name: "required" and "min=1" become {"required": "", "min": "1"}.
func Rules(tag reflect.StructTag) map[string]string {
	if !strings.Contains(string(tag), "rule:") {
		return nil
	}
	rules := map[string]string{}
	for part := range strings.SplitSeq(tag.Get("rule"), ",") {
		name, value, _ := strings.Cut(part, "=")
		rules[name] = value
	}
	return rules
}
