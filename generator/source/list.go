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
			d.tell(node, "the list \"%s\" is empty; it needs at least one entry, which begins with \"- \". %s", f.key, f.help())
		} else if node.Kind == yaml.ScalarNode {
			d.tell(node, "\"%s\" has nothing after it; write its entries below, each beginning with \"- \", or delete the line",
				f.key)
		}
		return
	}
	if node.Kind != yaml.SequenceNode {
		if v.Type().Elem().Kind() == reflect.String && node.Kind == yaml.ScalarNode {
			if node.Style == 0 && !strings.Contains(d.line(node.Line), node.Value) {
				d.tell(node, "\"%s\" is a list, so each line below it begins with \"- \"; write \"- %s\"",
					f.key, cut(strings.TrimSpace(d.line(node.Line))))
				return
			}
			d.tell(node, "\"%s\" is a list; write %s: [%s]", f.key, f.key, cut(node.Value))
			return
		}
		d.tell(node, "\"%s\" is a list: each entry is on a line of its own and begins with \"- \". %s", f.key,
			found(node))
		return
	}
	// Made at once in its full length: positions are kept by address, and addresses must not move.
	list := reflect.MakeSlice(v.Type(), len(node.Content), len(node.Content))
	v.Set(list)
	entry := *f
	entry.inList = true
	entry.of(v.Type().Elem())
	entry.required = true
	for i, item := range node.Content {
		if item.Kind == yaml.MappingNode && list.Type().Elem().Kind() == reflect.String &&
			strings.Contains(d.rest(item), ": ") {
			d.tell(item, "the entries of \"%s\" are texts, but this entry and those below it have names and values. Is "+
				"the line above them, with the name of their list, missing?", f.key)
			v.Set(list.Slice(0, i))
			return
		}
		if i > 0 && item.Style&yaml.FlowStyle != 0 && item.Line == node.Content[i-1].Line+1 &&
			d.line(item.Line) == d.line(item.Line-1) {
			d.tell(item, "the line above is repeated here; delete one of the two")
			continue
		}
		if isNull(item) {
			d.put(list.Index(i), item)
			d.tell(item, "entry %d of \"%s\" is empty; write it or delete the line with \"-\"", i+1, f.key)
			continue
		}
		d.value(item, list.Index(i), &entry)
	}
	d.unique(list, f)
}

// unique tells entries of a list that have the same value in a field that must differ.
func (d *decoder) unique(list reflect.Value, f *field) {
	switch list.Type().Elem().Kind() {
	case reflect.String:
		d.uniqueTexts(list, f)
	case reflect.Struct:
		for _, sub := range fieldsOf(list.Type().Elem()) {
			if sub.unique {
				d.uniqueField(list, f, &sub)
			}
		}
	}
}

func (d *decoder) uniqueTexts(list reflect.Value, f *field) {
	first := make(map[string]int, list.Len())
	for i := range list.Len() {
		text := list.Index(i).String()
		if before, ok := first[fold(text)]; ok && text != "" {
			d.problems.Add(d.where(list.Index(i)), "\"%s\" is in \"%s\" twice (first in line %d); delete one of them",
				cut(text), f.key, d.where(list.Index(before)).Line)
		} else {
			first[fold(text)] = i
		}
	}
}

func (d *decoder) uniqueField(list reflect.Value, f, sub *field) {
	first := make(map[string]int, list.Len())
	for i := range list.Len() {
		entry := list.Index(i)
		value := entry.FieldByIndex(sub.index)
		text := ""
		if !value.CanInt() {
			text = value.String()
		} else if !d.absent(value, entry) && !d.bad[value.Addr().Interface()] { // told already; the number is nobody's
			text = strconv.FormatInt(value.Int(), 10)
		}
		if text == "" {
			continue
		}
		if before, ok := first[fold(text)]; ok {
			d.bad[value.Addr().Interface()] = true
			d.problems.Add(d.where(value), "the %s \"%s\" is used twice (first in line %d); each entry of \"%s\" needs its own",
				sub.key, cut(text), d.where(list.Index(before).FieldByIndex(sub.index)).Line, f.key)
		} else {
			first[fold(text)] = i
		}
	}
}

// absent tells a number that an entry does not have.
func (d *decoder) absent(value, entry reflect.Value) bool {
	if value.Int() != 0 {
		return false
	}
	at := d.where(value)
	return at.Line == 0 || at == d.where(entry)
}

// folded tells a text of small letters, digits and hyphens, which fold leaves as it is.
func folded(s string) bool {
	for i := range len(s) {
		if b := s[i]; (b < 'a' || b > 'z') && (b < '0' || b > '9') && b != '-' {
			return false
		}
	}
	return true
}

// fold makes texts that people would call the same compare equal.
func fold(s string) string {
	if folded(s) {
		return s
	}
	if strings.Contains(s, "  ") || strings.ContainsAny(s, "\t\n") {
		s = strings.Join(strings.Fields(s), " ")
	}
	return strings.ToLower(strings.Trim(s, ".?! "))
}
