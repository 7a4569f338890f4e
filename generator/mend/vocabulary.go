package mend

import (
	"reflect"
	"slices"
	"sync"

	"transom/generator/schema"
)

// vocabulary is what the schema knows of keys, whatever the file: all of them, those whose values stand below them, and those of long texts.
type vocabulary struct {
	keys, openers, lists, texts map[string]bool
	lines                       []string           // keys of plain texts, which may be long
	inside                      map[string][]child // by opener
}

// child is what may stand below a key: an entry's key, or "" for a plain text.
type child struct {
	key    string
	inList bool
}

// above lists the keys below which such a line may stand, sorted.
func (v vocabulary) above(key string, inList bool) []string {
	var list []string
	for opener, children := range v.inside {
		if slices.Contains(children, child{key, inList}) {
			list = append(list, opener)
		}
	}
	slices.Sort(list)
	return list
}

// known is learnt when the first mistake needs it.
var known = sync.OnceValue(learn)

func learn() vocabulary {
	v := vocabulary{keys: map[string]bool{}, openers: map[string]bool{}, lists: map[string]bool{}, texts: map[string]bool{}, inside: map[string][]child{}}
	scalars := map[string]bool{}
	seen := map[reflect.Type]bool{}
	var visit func(reflect.Type)
	visit = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || t == instantType || seen[t] {
			return
		}
		seen[t] = true
		for _, f := range schema.EditorFields(t) {
			v.keys[f.Key] = true
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			v.inside[f.Key] = append(v.inside[f.Key], childrenOf(inner)...)
			switch {
			case inner.Kind() == reflect.Slice:
				v.openers[f.Key] = true
				v.lists[f.Key] = inner.Elem().Kind() == reflect.Struct
			case inner.Kind() == reflect.Struct && inner != instantType:
				v.openers[f.Key] = true
			default:
				scalars[f.Key] = true
				v.texts[f.Key] = v.texts[f.Key] || inner.Name() == "Markdown"
				if inner.Name() == "string" && !slices.Contains(v.lines, f.Key) {
					v.lines = append(v.lines, f.Key)
				}
			}
			visit(f.Type)
		}
	}
	for _, f := range schema.Files {
		visit(reflect.TypeOf(f.New()))
	}
	visit(reflect.TypeOf(schema.Page{}))
	visit(reflect.TypeOf(schema.Mail{}))
	for key := range scalars { // "spouse" is a rule here and a name there: no hint
		delete(v.openers, key)
		delete(v.lists, key)
	}
	return v
}

var instantType = reflect.TypeOf(schema.Instant{})

// childrenOf lists what may stand in the lines below a key of this type.
func childrenOf(t reflect.Type) []child {
	inList := t.Kind() == reflect.Slice
	if inList {
		t = t.Elem()
	}
	switch {
	case t.Kind() == reflect.Struct && t != instantType:
		var list []child
		for _, f := range schema.EditorFields(t) {
			list = append(list, child{f.Key, inList})
		}
		return list
	case inList || t.Name() == "Markdown":
		return []child{{"", inList}}
	}
	return nil
}
