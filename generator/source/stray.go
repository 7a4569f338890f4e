package source

import (
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"transom/generator/schema"
	"transom/generator/spelling"
)

// ofAnotherList tells an entry that was pasted into the wrong list, in one sentence: it has several keys, and none of them, nor one
// like it, belongs here.
func (d *decoder) ofAnotherList(node *yaml.Node, v reflect.Value, f *field) bool {
	ours := keyedOf(v.Type()).keys
	var keys []string
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i].Value
		if slices.Contains(ours, key) || spelling.Nearest(key, ours) != "" {
			return false
		}
		keys = append(keys, key)
	}
	home := listOf(keys)
	if len(keys) < 2 || home == "" {
		return false
	}
	d.unknown++
	d.put(v, node)
	d.tell(node.Content[0], "this entry has %s, as the entries of %s have; those of \"%s\" have %s. Move it there, or delete it", joinAnd(quotedAll(keys)), home, f.key, listKeys(v.Type(), false))
	return true
}

func quotedAll(words []string) []string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = "\"" + word + "\""
	}
	return quoted
}

// listOf is the file whose list has entries with these keys; "" when none or several have.
func listOf(keys []string) string {
	var homes []string
	for _, f := range schema.Files {
		t := reflect.TypeOf(f.New()).Elem()
		for _, list := range fieldsOf(t) {
			if list.typ.Kind() == reflect.Slice && list.typ.Elem().Kind() == reflect.Struct && hasAll(keyedOf(list.typ.Elem()).keys, keys) {
				homes = append(homes, f.Name+".yaml")
			}
		}
	}
	if homes = slices.Compact(homes); len(homes) == 1 {
		return homes[0]
	}
	return ""
}

func hasAll(known, keys []string) bool {
	return !slices.ContainsFunc(keys, func(key string) bool { return !slices.Contains(known, strings.TrimSpace(key)) })
}
