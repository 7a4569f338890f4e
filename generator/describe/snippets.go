package describe

import (
	"strings"

	"transom/generator/facts"
	"transom/generator/lazy"
)

// snippet is a completion that a text editor offers (an extension to JSON Schema in VS Code).
type snippet struct {
	Label       string `json:"label"`
	Description string `json:"description"`
	Body        string `json:"body"`
}

const factsFile = "facts.schema.json"

var namesFacts = []*node{{Ref: factsFile}}

func factsSchema() []byte {
	return encoded(&node{Schema: draft, Comment: generated, Description: "A text that may name facts; they are filled in.",
		Snippets: factSnippets()})
}

// gap matches the part of a fact's name that the editor must fill in.
var gap = lazy.Regexp(`[A-Z]{4,}|N$`)

func factSnippets() []snippet {
	var list []snippet
	for _, s := range facts.Subjects {
		for _, form := range append([]string{""}, s.Forms...) {
			name := facts.Before + s.Name + form + facts.After
			body := facts.Before + gap().ReplaceAllStringFunc(s.Name,
				func(word string) string { return "${1:" + strings.ToLower(word) + "}" }) + form + facts.After
			list = append(list, snippet{name, s.Help, body})
		}
	}
	return list
}
