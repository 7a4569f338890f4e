package source

import (
	"reflect"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// list fills a list from its entries.
func (d *decoder) list(node *yaml.Node, v reflect.Value, f *field) {
	if node.Kind == yaml.ScalarNode && node.Tag == "!!null" || node.Kind == yaml.SequenceNode && len(node.Content) == 0 {
		if f.required {
			d.unknown++
			d.tell(node, "the list \"%s\" is empty; it needs at least one entry that begins with \"- \". %s", f.key, f.help)
		} else if node.Kind == yaml.ScalarNode {
			d.tell(node, "\"%s\" has nothing after it; write its entries below, each beginning with \"- \", or delete the line", f.key)
		}
		return
	}
	if node.Kind != yaml.SequenceNode {
		if v.Type().Elem().Kind() == reflect.String && node.Kind == yaml.ScalarNode {
			if node.Style == 0 && !strings.Contains(d.line(node.Line), node.Value) {
				d.tell(node, "\"%s\" is a list: each line below it begins with \"- \", and nothing else; begin with \"- %s\"", f.key, cut(strings.TrimSpace(d.line(node.Line))))
				return
			}
			d.tell(node, "\"%s\" is a list; write %s: [%s]", f.key, f.key, cut(node.Value))
			return
		}
		d.tell(node, "\"%s\" is a list: every entry stands on a line of its own and begins with \"- \". %s", f.key, found(node))
		return
	}
	// Made at once in its full length: positions are kept by address, and addresses must not move.
	list := reflect.MakeSlice(v.Type(), len(node.Content), len(node.Content))
	v.Set(list)
	entry := *f
	entry.inList = true
	entry.required = true
	for i, item := range node.Content {
		if isNull(item) {
			d.where[list.Index(i).Addr().Interface()] = d.at(item)
			d.tell(item, "entry %d of \"%s\" is empty; write it or delete the line with \"-\"", i+1, f.key)
			continue
		}
		d.value(item, list.Index(i), &entry)
	}
	d.unique(list, f)
}

// unique tells entries of a list that have the same value in a field that must differ.
func (d *decoder) unique(list reflect.Value, f *field) {
	if list.Type().Elem().Kind() == reflect.String {
		first := map[string]Position{}
		for i := range list.Len() {
			item := list.Index(i)
			at, text := d.where[item.Addr().Interface()], item.String()
			if before, ok := first[fold(text)]; ok && text != "" {
				d.problems.Add(at, "\"%s\" stands twice in \"%s\" (first in line %d); delete one of them", cut(text), f.key, before.Line)
			} else {
				first[fold(text)] = at
			}
		}
		return
	}
	if list.Type().Elem().Kind() != reflect.Struct {
		return
	}
	for _, sub := range fieldsOf(list.Type().Elem()) {
		if !sub.unique {
			continue
		}
		first := make(map[string]Position, list.Len())
		for i := range list.Len() {
			value := list.Index(i).FieldByIndex(sub.index)
			at := d.where[value.Addr().Interface()]
			text := value.String()
			if value.CanInt() {
				text = strconv.FormatInt(value.Int(), 10)
				absent := at.Line == 0 || at == d.where[list.Index(i).Addr().Interface()]
				if absent || d.bad[value.Addr().Interface()] {
					continue // told already; the number is nobody's
				}
			}
			if text == "" {
				continue
			}
			if before, ok := first[fold(text)]; ok {
				d.bad[value.Addr().Interface()] = true
				d.problems.Add(at, "the %s \"%s\" is used twice (first in line %d); each entry of \"%s\" needs its own", sub.key, cut(text), before.Line, f.key)
			} else {
				first[fold(text)] = at
			}
		}
	}
}

// fold makes texts that people would call the same compare equal.
func fold(s string) string {
	return strings.ToLower(strings.Trim(strings.Join(strings.Fields(s), " "), ".?! "))
}
