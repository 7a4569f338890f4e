package facts

import (
	"html"
	"reflect"
	"strings"

	"transom/generator/schema"
)

// Before and After enclose the name of a fact in a text.
const (
	Before = "{{fact:"
	After  = "}}"
)

// Fill puts the values into a text. A name that is not known stays; check has told it.
func (f *Facts) Fill(text string) string {
	return f.fill(text, func(value string) string { return value })
}

// FillHTML does the same in HTML that was made from Markdown.
func (f *Facts) FillHTML(text string) string { return f.fill(text, html.EscapeString) }

func (f *Facts) fill(text string, written func(string) string) string {
	if !strings.Contains(text, Before) {
		return text
	}
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, Before)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		name, after, closed := strings.Cut(rest, After)
		value, known := f.Value(name)
		if !closed || !known {
			out.WriteString(Before)
			text = rest
			continue
		}
		out.WriteString(written(value))
		text = after
	}
}

var markdownType = reflect.TypeOf(schema.Markdown(""))

// FillAll puts the values into every text of a struct whose Markdown is HTML already.
func (f *Facts) FillAll(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			f.FillAll(v.Elem())
		}
	case reflect.String:
		switch text := v.String(); {
		case !strings.Contains(text, Before):
		case v.Type() == markdownType:
			v.SetString(f.FillHTML(text))
		default:
			v.SetString(f.Fill(text))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				f.FillAll(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			f.FillAll(v.Index(i))
		}
	}
}
