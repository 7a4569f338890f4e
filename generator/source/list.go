package source

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"transom/generator/display"
)

func (d *decoder) list(node *yaml.Node, v reflect.Value, f *field) {
	if node.Kind == yaml.ScalarNode && node.Tag == "!!null" || node.Kind == yaml.SequenceNode && len(node.Content) == 0 {
		if f.required {
			d.unknown++
			d.report(node, `the list "%s" is empty; it needs at least one entry, which begins with "- ". %s`, f.key, f.help())
		} else if node.Kind == yaml.ScalarNode {
			d.report(node, `"%s" has nothing after it; write its entries below, each beginning with "- ", or delete the line`,
				f.key)
		}
		return
	}
	if node.Kind != yaml.SequenceNode {
		if v.Type().Elem().Kind() == reflect.String && node.Kind == yaml.ScalarNode {
			if node.Style == 0 && !strings.Contains(d.line(node.Line), node.Value) {
				d.report(node, `"%s" is a list, so each line below it begins with "- "; write "- %s"`, f.key,
					cut(strings.TrimSpace(d.line(node.Line))))
				return
			}
			d.report(node, `"%s" is a list; write %s: [%s]`, f.key, f.key, cut(node.Value))
			return
		}
		d.report(node, `"%s" is a list: each entry is on a line of its own and begins with "- ". %s`, f.key, found(node))
		return
	}
	// The list gets its full length at once, because positions are stored by the addresses of values.
	list := reflect.MakeSlice(v.Type(), len(node.Content), len(node.Content))
	v.Set(list)
	entry := *f
	entry.inList = true
	entry.of(v.Type().Elem())
	entry.required = true
	for i, item := range node.Content {
		if item.Kind == yaml.MappingNode && list.Type().Elem().Kind() == reflect.String &&
			strings.Contains(d.rest(item), ": ") {
			d.report(item, `the entries of "%s" are texts, but this entry and those below it have names and values. Is the `+
				`line above them, with the name of their list, missing?`, f.key)
			v.Set(list.Slice(0, i))
			return
		}
		if i > 0 && item.Style&yaml.FlowStyle != 0 && item.Line == node.Content[i-1].Line+1 &&
			d.line(item.Line) == d.line(item.Line-1) {
			d.unknown++
			d.report(item, "the line above is repeated here; delete one of the two")
			continue
		}
		if isNull(item) {
			d.put(list.Index(i), item)
			d.report(item, `entry %d of "%s" is empty; write it or delete the line with "-"`, i+1, f.key)
			continue
		}
		d.value(item, list.Index(i), &entry)
	}
	d.unique(list, f)
}

func (d *decoder) unique(list reflect.Value, f *field) {
	switch list.Type().Elem().Kind() {
	case reflect.String:
		d.uniqueTexts(list, f)
	case reflect.Struct:
		d.uniqueFields(list, f)
	}
}

func (d *decoder) uniqueTexts(list reflect.Value, f *field) {
	first := make(map[string]int, list.Len())
	for i := range list.Len() {
		text := list.Index(i).String()
		folded := fold(text)
		if before, ok := first[folded]; !ok {
			first[folded] = i
		} else if text != "" {
			d.problems.Add(d.where(list.Index(i)), `"%s" is in "%s" twice (first in line %d); delete one of them`, cut(text),
				f.key, d.where(list.Index(before)).Line)
		}
	}
}

// repeated is a value that must be unique, and the same value of an earlier entry.
type repeated struct {
	key           string
	value, before reflect.Value
}

func (d *decoder) uniqueFields(list reflect.Value, f *field) {
	repeats, highest := make([][]repeated, list.Len()), map[string]int64{}
	for _, sub := range fieldsOf(list.Type().Elem()) {
		if sub.unique {
			d.uniqueField(list, &sub, repeats, highest)
		}
	}
	for _, all := range repeats {
		var keys []string
		for _, r := range all {
			keys = append(keys, r.key)
		}
		if len(all) == 0 {
			continue
		}
		r, example := all[0], ""
		if r.value.CanInt() {
			example = fmt.Sprintf(", for example %s: %d", r.key, highest[r.key]+1)
		}
		if at := d.where(r.value); len(all) == 1 {
			d.problems.Add(at, `the %s "%v" is used twice (first in line %d); each entry of "%s" needs its own%s`, r.key,
				cut(fmt.Sprint(r.value)), d.where(r.before).Line, f.key, example)
		} else {
			d.problems.Add(at, `the %s of this entry are already used above (first in line %d); write others%s, or delete `+
				`this entry`, display.List(keys, "and"), d.where(r.before).Line, example)
		}
	}
}

// uniqueField adds repeated values to repeats, and stores the field's highest number in highest.
func (d *decoder) uniqueField(list reflect.Value, sub *field, repeats [][]repeated, highest map[string]int64) {
	first := make(map[string]reflect.Value, list.Len())
	for i := range list.Len() {
		value := list.Index(i).FieldByIndex(sub.index)
		text := value.String()
		if value.CanInt() {
			text = strconv.FormatInt(value.Int(), 10)
			highest[sub.key] = max(highest[sub.key], value.Int())
		}
		if text == "" || value.CanInt() && (d.absent(value, list.Index(i)) || d.bad[value.Addr().Interface()]) {
			continue // already reported
		}
		folded := fold(text)
		if before, ok := first[folded]; ok {
			d.bad[value.Addr().Interface()] = true
			repeats[i] = append(repeats[i], repeated{sub.key, value, before})
		} else {
			first[folded] = value
		}
	}
}

func (d *decoder) absent(value, entry reflect.Value) bool {
	if value.Int() != 0 {
		return false
	}
	at := d.where(value)
	return at.Line == 0 || at == d.where(entry)
}

// fold removes differences that people overlook: case, repeated spaces, and punctuation at both ends.
func fold(s string) string {
	return strings.ToLower(strings.Trim(strings.Join(strings.Fields(s), " "), ".?! "))
}

// swallowed reports a line that was read as part of the text above it: an entry whose hyphen is missing or one space
// too far to the right, or a joined line.
func (d *decoder) swallowed(node *yaml.Node, f *field) {
	value := node.Value
	if at := strings.Index(value, "   - "); f.inList && at > 0 {
		d.report(node, `two lines were joined in "%s"; "%s" belongs on a line of its own`, f.key, cut(value[at:]))
		return
	}
	if !plain(node) || !f.inList && !strings.Contains(value, " - ") || strings.Contains(d.line(node.Line), value) {
		return
	}
	for n := node.Line + 1; n <= node.Line+8; n++ {
		text, _, _ := strings.Cut(strings.TrimSpace(d.line(n)), " #")
		if text == "" || !strings.Contains(value, strings.TrimPrefix(text, "- ")) {
			return
		}
		at := &yaml.Node{Line: n, Column: 1 + len(d.line(n)) - len(strings.TrimLeft(d.line(n), " "))}
		switch {
		case strings.HasPrefix(text, "- "):
			d.report(at, "the hyphen is too far to the right, so this line is read as part of the text above; align it with "+
				"the other hyphens")
			return
		case f.inList:
			d.report(at, `this line is read as part of the entry above; if it is a new entry, write "- %s" under the other `+
				`hyphens, otherwise write both on one line`, cut(text))
			return
		}
	}
}
