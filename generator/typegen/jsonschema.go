package typegen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"transom/generator/schema"
)

// node is a JSON Schema (2020-12) of what editors' tools use.
type node struct {
	Schema      string           `json:"$schema,omitempty"`
	Comment     string           `json:"$comment,omitempty"`
	Title       string           `json:"title,omitempty"`
	Description string           `json:"description,omitempty"`
	Type        string           `json:"type,omitempty"`
	Pattern     string           `json:"pattern,omitempty"`
	Format      string           `json:"format,omitempty"`
	Enum        []string         `json:"enum,omitempty"`
	Minimum     *int64           `json:"minimum,omitempty"`
	Maximum     *int64           `json:"maximum,omitempty"`
	MinLength   int              `json:"minLength,omitempty"`
	MinItems    int              `json:"minItems,omitempty"`
	Items       *node            `json:"items,omitempty"`
	Properties  map[string]*node `json:"properties,omitempty"`
	Required    []string         `json:"required,omitempty"`
	Closed      *bool            `json:"additionalProperties,omitempty"`
}

// forms are the patterns of texts that must have a form.
var forms = map[string]string{
	"Date": `^\d{4}-\d{2}-\d{2}$`, "Clock": `^([01]\d|2[0-3]):[0-5]\d$`, "Color": `^#[0-9a-fA-F]{6}$`,
	"Slug": `^[a-z0-9]+(-[a-z0-9]+)*$`, "URL": `^https://`, "Link": `^(/|https://|tel:\+|mailto:)`,
	"Email": `^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$`, "Phone": `^\+[1-9][0-9 ]+$`,
}

// JSONSchema describes what an editor may write into a struct.
func JSONSchema(example any, help map[string]string) ([]byte, error) {
	root := describe(reflect.TypeOf(example).Elem(), help)
	root.Schema = "https://json-schema.org/draft/2020-12/schema"
	root.Comment = "Generated from generator/schema by make schema. Do not edit."
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(root); err != nil {
		return nil, fmt.Errorf("write JSON Schema: %w", err)
	}
	return out.Bytes(), nil
}

func describe(t reflect.Type, help map[string]string) *node {
	switch {
	case t.Kind() == reflect.Pointer:
		return describe(t.Elem(), help)
	case t == reflect.TypeFor[schema.Instant]():
		return &node{Type: "string", Pattern: `^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}([+-]\d{2}:\d{2}|Z)$`, Description: help["Instant"]}
	case t.Kind() == reflect.Struct:
		return describeStruct(t, help)
	case t.Kind() == reflect.Slice:
		return &node{Type: "array", Items: describe(t.Elem(), help)}
	case t.Kind() == reflect.String:
		return &node{Type: "string", Pattern: forms[t.Name()]}
	case t.Kind() == reflect.Bool:
		return &node{Type: "boolean"}
	case t.Kind() == reflect.Float64:
		return &node{Type: "number"}
	}
	return &node{Type: "integer"}
}

func describeStruct(t reflect.Type, help map[string]string) *node {
	closed := false
	n := &node{Type: "object", Description: help[t.Name()], Properties: map[string]*node{}, Closed: &closed}
	for f := range t.Fields() {
		key, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case options == "inline":
			inner := describeStruct(f.Type, help)
			for name, property := range inner.Properties {
				n.Properties[name] = property
			}
			n.Required = append(n.Required, inner.Required...)
		case key != "" && key != "-":
			property := describe(f.Type, help)
			if sentence := help[t.Name()+"."+key]; sentence != "" {
				property.Description = sentence
			}
			if property.apply(f.Tag.Get("rule")) {
				n.Required = append(n.Required, key)
			}
			n.Properties[key] = property
		}
	}
	return n
}

// apply adds the rules of a field and reports whether it is required.
func (n *node) apply(rule string) (required bool) {
	for part := range strings.SplitSeq(rule, ",") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "required":
			required = true
			if n.Type == "string" {
				n.MinLength = 1
			}
			if n.Type == "array" {
				n.MinItems = 1
			}
		case "enum":
			n.Enum = strings.Split(value, "|")
		case "min", "max":
			number, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				panic("schema: rule " + rule) // a mistake in the program, found by every run
			}
			if name == "min" {
				n.Minimum = &number
			} else {
				n.Maximum = &number
			}
		}
	}
	return required
}
