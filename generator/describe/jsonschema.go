package describe

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	"transom/generator/schema"
)

// node is a JSON Schema, with its keywords in a readable order.
type node struct {
	Schema               string           `json:"$schema,omitempty"`
	Comment              string           `json:"$comment,omitempty"`
	Title                string           `json:"title,omitempty"`
	Description          string           `json:"description,omitempty"`
	Ref                  string           `json:"$ref,omitempty"`
	Type                 string           `json:"type,omitempty"`
	Enum                 []string         `json:"enum,omitempty"`
	Pattern              string           `json:"pattern,omitempty"`
	Format               string           `json:"format,omitempty"`
	MinLength            int              `json:"minLength,omitempty"`
	MinItems             int              `json:"minItems,omitempty"`
	Minimum              *int64           `json:"minimum,omitempty"`
	Maximum              *int64           `json:"maximum,omitempty"`
	MaxItems             int              `json:"maxItems,omitempty"`
	Items                *node            `json:"items,omitempty"`
	AnyOf                []*node          `json:"anyOf,omitempty"`
	AllOf                []*node          `json:"allOf,omitempty"`
	Properties           *properties      `json:"properties,omitempty"`
	Required             []string         `json:"required,omitempty"`
	AdditionalProperties *bool            `json:"additionalProperties,omitempty"`
	Definitions          map[string]*node `json:"definitions,omitempty"`
	Snippets             []snippet        `json:"defaultSnippets,omitempty"`
}

// properties keep their order, because text editors offer keys in this order.
type properties struct {
	keys  []string
	nodes []*node
}

func (p *properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, key := range p.keys {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(key) + ":")
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(p.nodes[i]); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// patterns are only hints for text editors; package source checks these strings in more detail.
var patterns = map[string]string{
	"Date": `^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$`, "Clock": `^([01][0-9]|2[0-3]):[0-5][0-9]$`,
	"URL": `^https://[^ ]+$`, "Link": `^(/|https://|tel:\+|mailto:)[^ ]*$`, "Email": `^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$`,
	"Phone": `^\+[1-9][0-9 ]{6,18}[0-9]$`, "Color": `^#[0-9a-fA-F]{6}$`, "Slug": `^[a-z0-9]+(-[a-z0-9]+)*$`,
}

const instantPattern = `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(Z|[+-][0-9]{2}:[0-9]{2})$`

const (
	draft     = "http://json-schema.org/draft-07/schema#"
	generated = "Generated from generator/schema by \"go run ./generator schema\". Do not edit."
)

func (d *comments) jsonSchema(t reflect.Type) []byte {
	definitions := map[string]*node{}
	root := d.object(t, definitions)
	root.Schema, root.Comment = draft, generated
	root.Title = d.types[t.Name()]
	root.Definitions = definitions
	return encoded(root)
}

func encoded(root *node) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(root); err != nil {
		panic(err) // encoding plain structs cannot fail
	}
	return b.Bytes()
}

func (d *comments) object(t reflect.Type, definitions map[string]*node) *node {
	n := &node{Type: "object", Description: d.types[t.Name()], Properties: &properties{}, AdditionalProperties: new(bool)}
	for _, f := range schema.EditorFields(t) {
		value := d.value(f.Type, f.Rules, definitions)
		if text := d.help(f.Owner, f.StructField); value.Ref != "" {
			// Draft 7 ignores all keywords beside "$ref".
			value = &node{Description: text, AllOf: []*node{value}}
		} else {
			value.Description = text
		}
		n.Properties.keys = append(n.Properties.keys, f.Key)
		n.Properties.nodes = append(n.Properties.nodes, value)
		if _, required := f.Rules["required"]; required {
			n.Required = append(n.Required, f.Key)
		}
	}
	return n
}

func (d *comments) value(t reflect.Type, rules map[string]string, definitions map[string]*node) *node {
	_, required := rules["required"]
	switch {
	case t == instantType:
		return &node{Type: "string", Pattern: instantPattern}
	case t.Kind() == reflect.Pointer:
		return d.value(t.Elem(), rules, definitions)
	case t.Kind() == reflect.Slice:
		n := &node{Type: "array", Items: d.value(t.Elem(), rules, definitions)}
		if required {
			n.MinItems = 1
		}
		return n
	case t.Kind() == reflect.Struct:
		if definitions[t.Name()] == nil {
			definitions[t.Name()] = &node{} // ends the recursion if the struct refers to itself
			definitions[t.Name()] = d.object(t, definitions)
		}
		return &node{Ref: "#/definitions/" + t.Name()}
	case t.Kind() == reflect.Bool:
		return &node{Type: "boolean"}
	case t.Name() == "Focus":
		return focusNode()
	case t.Kind() == reflect.String:
		n := &node{Type: "string", Pattern: patterns[t.Name()]}
		if value, ok := rules["enum"]; ok {
			n.Enum = strings.Split(value, "|")
		} else if value, ok := rules["ending"]; ok {
			// a path below images/, without spaces
			n.Pattern = `^[A-Za-z0-9_-][A-Za-z0-9_./-]*\.(` + value + "|" + strings.ToUpper(value) + `)$`
		} else if required && n.Pattern == "" {
			n.MinLength, n.Pattern = 1, `\S` // not only spaces
			n.AllOf = namesFacts
		} else if t.Name() == "string" && n.Pattern == "" || t.Name() == "Markdown" {
			n.AllOf = namesFacts
		}
		return n
	}
	n := &node{Type: "integer", Minimum: number(rules, "min"), Maximum: number(rules, "max")}
	if t.Kind() == reflect.Float64 {
		n.Type = "number"
	}
	if n.Minimum == nil {
		n.Minimum = new(int64)
	}
	return n
}

func focusNode() *node {
	hundred := int64(100)
	words := &node{Type: "string",
		Pattern: `^(top|bottom|left|right|cent(er|re)|middle)( (top|bottom|left|right|cent(er|re)|middle))?$`}
	numbers := &node{Type: "array", MinItems: 2, MaxItems: 2,
		Items: &node{Type: "integer", Minimum: new(int64), Maximum: &hundred}}
	return &node{AnyOf: []*node{words, numbers}}
}

func number(rules map[string]string, name string) *int64 {
	n, err := strconv.ParseInt(rules[name], 10, 64)
	if err != nil {
		return nil
	}
	return &n
}
