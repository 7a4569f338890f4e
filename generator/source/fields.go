package source

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"transom/generator/display"
	"transom/generator/schema"
)

var (
	instantType = reflect.TypeOf(schema.Instant{})
	imageType   = reflect.TypeOf(schema.Image{})
)

type field struct {
	key      string
	index    []int
	typ      reflect.Type
	owner    reflect.Type
	required bool
	unique   bool
	pattern  bool
	inList   bool
	kind     string              // the name of the value's type; for a list, the name of its entries' type
	form     func(string) string // returns what is wrong with a string's form; nil for free text
	right    func(string) bool   // reports whether a string has the right form or is an allowed word; nil for free text
	enum     []string
	min, max *float64
}

type keyed struct {
	fields []field
	keys   []string
}

var fieldCache sync.Map // reflect.Type -> keyed

// fieldsOf lists the fields that are set in content/. Fields of inlined structs are included.
func fieldsOf(t reflect.Type) []field { return keyedOf(t).fields }

func keyedOf(t reflect.Type) keyed {
	if cached, ok := fieldCache.Load(t); ok {
		return cached.(keyed)
	}
	var k keyed
	for _, sf := range schema.EditorFields(t) {
		f := field{key: sf.Key, index: sf.Index, typ: sf.Type, owner: sf.Owner}
		f.parse(sf.Rules)
		f.of(sf.Type)
		k.fields, k.keys = append(k.fields, f), append(k.keys, f.key)
	}
	fieldCache.Store(t, k)
	return k
}

func (f *field) help() string { return help()[f.owner.Name()+"."+f.key] }

func (f *field) of(t reflect.Type) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	f.kind = t.Name()
	form, enum := kinds[f.kind].check, f.enum
	f.form, f.right = form, nil
	switch {
	case t == instantType:
		f.right = func(s string) bool { _, err := time.Parse(time.RFC3339, strings.TrimSpace(s)); return err == nil }
	case len(enum) > 0:
		f.right = func(s string) bool { return slices.Contains(enum, s) }
	case form != nil:
		f.right = func(s string) bool { return form(strings.TrimSpace(s)) == "" }
	}
}

func (f *field) parse(rules map[string]string) {
	_, f.required = rules["required"]
	_, f.unique = rules["unique"]
	_, f.pattern = rules["pattern"]
	_, late := rules["late"] // package check checks a "late" enumeration
	if words, ok := rules["enum"]; ok && !late {
		f.enum = strings.Split(words, "|")
	}
	f.min, f.max = limit(rules, "min"), limit(rules, "max")
}

// limit returns the number in the rule "min" or "max", or nil if there is no such rule.
func limit(rules map[string]string, name string) *float64 {
	if rules[name] == "" {
		return nil
	}
	n, _ := strconv.ParseFloat(rules[name], 64)
	return &n
}

func (f *field) example() string {
	t := f.typ
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case len(f.enum) > 0 && t.Kind() != reflect.Slice:
		return f.key + ": " + f.enum[0]
	case t == imageType:
		return f.key + `: { file: name.jpg, alt: "what it shows" }`
	case f.key == "alt":
		return `alt: "what it shows"`
	case t == instantType:
		return f.key + ": 2025-04-09T16:00:00+05:30"
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Struct:
		return f.key + ":"
	case t.Kind() == reflect.Bool:
		return f.key + ": true"
	}
	return f.key + ": " + cmp.Or(kinds[t.Name()].example, "…")
}

func firstKey(t reflect.Type) string { return fieldsOf(t)[0].key }

func listKeys(t reflect.Type, requiredOnly bool) string {
	var keys []string
	for _, f := range fieldsOf(t) {
		if f.required || !requiredOnly {
			keys = append(keys, strconv.Quote(f.key))
		}
	}
	return joinAnd(slices.Clip(keys))
}

func joinAnd(words []string) string { return display.List(words, "and") }
