package facts

import (
	"html"
	"reflect"
	"strings"

	"transom/generator/lazy"
	"transom/generator/schema"
)

// Before and After enclose the name of a fact in text.
const (
	Before = "{{fact:"
	After  = "}}"
	// Literal begins a value that is deliberately written out: {{literal:₹900}}.
	Literal = "{{literal:"
)

// Fill replaces the facts in a string, except unknown names, which package check reports.
func (f *Facts) Fill(text string) string {
	return f.fill(text, func(value string) string { return value })
}

// FillHTML also replaces facts in the addresses of links, where their brackets are encoded.
func (f *Facts) FillHTML(text string) string {
	return f.fill(encodedNames().ReplaceAllString(text, Before+"$1"+After), html.EscapeString)
}

var encodedNames = lazy.Regexp(`%7B%7Bfact:([\w.-]+)%7D%7D`)

func (f *Facts) fill(text string, written func(string) string) string {
	for before, rest, found := strings.Cut(text, Literal); found; before, rest, found = strings.Cut(text, Literal) {
		value, after, _ := strings.Cut(rest, After)
		text = before + value + after
	}
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

// FillAll replaces the facts in every string of a struct whose Markdown has been rendered.
func (f *Facts) FillAll(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			f.FillAll(v.Elem())
		}
	case reflect.String:
		switch text := v.String(); {
		case !strings.Contains(text, Before) && !strings.Contains(text, Literal):
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
