package source

import (
	"fmt"
	"reflect"
	"strings"

	"gopkg.in/yaml.v3"

	"transom/generator/schema"
)

var focusType = reflect.TypeOf(schema.Focus(""))

// focusText makes one text of the two ways in which a focus may be written: top left, and [30, 20].
func focusText(node *yaml.Node) *yaml.Node {
	text := *node
	if node.Kind == yaml.SequenceNode {
		var parts []string
		for _, part := range node.Content {
			parts = append(parts, part.Value)
		}
		text.Kind, text.Value, text.Content = yaml.ScalarNode, strings.Join(parts, " "), nil
	}
	if text.Kind == yaml.ScalarNode && text.Value != "" {
		text.Tag, text.Style = "!!str", yaml.DoubleQuotedStyle
	}
	return &text
}

func checkFocus(s string) string {
	if _, _, ok := schema.Focus(s).Point(); ok {
		return ""
	}
	return fmt.Sprintf("a focus is top, bottom, left, right, two of them (like \"top left\"), or two percentages "+
		"from the left and from the top (like [50, 20]); found \"%s\"", cut(s))
}
