package describe

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"transom/generator/schema"
)

// elsewhere lists the files that only the API reads, and those that src/places.ts reads, because only forms need them.
var elsewhere = []string{"gate", "invoice", "countries", "states"}

var dash = regexp.MustCompile("-.")

// contentFiles returns the module that gives each file in data/site/ its type.
func contentFiles() []byte {
	imports := "// Generated from generator/schema/files.go by `go run ./generator schema`. Do not edit.\n" +
		"import type * as types from './types/content.gen';\n"
	values := "\n// A value is null if the content does not have the optional file.\n"
	pages := schema.File{Name: "pages", New: func() any { return &schema.Pages{} }}
	for _, f := range append(slices.Clone(schema.Files), pages) {
		if slices.Contains(elsewhere, f.Name) {
			continue
		}
		name := dash.ReplaceAllStringFunc(f.Name, func(s string) string { return strings.ToUpper(s[1:]) })
		shape := reflect.TypeOf(f.New()).Elem().Name()
		if f.Optional && !f.HasDefault {
			shape += " | null"
		}
		imports += fmt.Sprintf("import %sJSON from '../../data/site/%s.json';\n", name, f.Name)
		values += fmt.Sprintf("export const %s = %sJSON as types.%s;\n", name, name, shape)
	}
	return []byte(imports + values)
}
