package source

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"transom/generator/schema"
	"transom/generator/spelling"
)

// decoder fills a struct from the nodes of a file, stores the position of every value, and reports every mistake.
type decoder struct {
	file     string
	shift    int // lines before the first line of YAML (frontmatter)
	whole    bool
	problems *Problems
	marks    *marks
	bad      map[any]bool
	raw      []byte
	hinted   func() bool
	anchors  map[string]bool
	nodes    int
	told     int
	unknown  int // unknown keys, and keys without their lines
	lacks    []lack
	lines    []string // of the text, if one was looked up
	depth    int
	parents  []parent
	stopped  bool
}

func (d *decoder) at(node *yaml.Node) Position {
	return Position{d.file, node.Line + d.shift, node.Column}
}

func (d *decoder) report(node *yaml.Node, format string, args ...any) {
	d.told++
	d.problems.Add(d.at(node), format, args...)
}

// put stores the position of a value, given its address.
func (d *decoder) put(value reflect.Value, node *yaml.Node) {
	d.marks.put(value.Addr().Interface(), node.Line+d.shift, node.Column)
}

// where returns the position of a value; line 0 if it is unknown.
func (d *decoder) where(value reflect.Value) Position {
	at, _ := d.marks.at(value.Addr().Interface())
	return at
}

func newDecoder(raw []byte, shift int, m *marks, problems *Problems) *decoder {
	return &decoder{file: m.file, shift: shift, whole: true, problems: problems, marks: m, bad: m.bad, raw: raw,
		hinted: sync.OnceValue(func() bool { return hinted(raw) })}
}

// decode fills target, a struct, from the file's root.
func (d *decoder) decode(root *yaml.Node, target reflect.Value) {
	if root == nil || root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
		d.problems.Add(Position{d.file, 1 + d.shift + bytes.Count(bytes.TrimSpace(d.raw), []byte("\n")), 1}, "the file is "+
			"empty; it needs %s", listKeys(target.Type(), true))
		return
	}
	if list := onlyList(target.Type()); root.Kind == yaml.SequenceNode && list != "" {
		d.problems.Add(d.at(root), `the line "%s:" is missing above this one; add it`, list)
		return
	}
	if root.Kind != yaml.MappingNode {
		d.problems.Add(d.at(root), `the file must begin with a line like "%s: …"; it needs %s`, firstKey(target.Type()),
			listKeys(target.Type(), true))
		return
	}
	d.put(target, root)
	d.structure(root, target, nil)
	d.reportMissing()
}

// onlyList returns the key of the only list that a file must have, or "" if it must have more than that.
func onlyList(t reflect.Type) string {
	only := ""
	for _, f := range fieldsOf(t) {
		if f.required && (only != "" || f.typ.Kind() != reflect.Slice) {
			return ""
		} else if f.required {
			only = f.key
		}
	}
	return only
}

// value fills one value of any kind. rules are those of its field.
func (d *decoder) value(node *yaml.Node, v reflect.Value, f *field) {
	if d.stopped {
		return
	}
	d.nodes++
	d.depth++
	defer func() { d.depth-- }()
	if d.nodes > maxNodes || d.depth > maxDepth {
		d.stopped = true
		d.report(node, "the file expands to far too many entries; write the texts out instead of repeating them with & and *")
		return
	}
	d.put(v, node)
	if v.Type() == focusType {
		node = focusText(node)
	}
	before := d.told
	defer func() {
		if d.told > before {
			d.bad[v.Addr().Interface()] = true
		}
	}()
	if d.refused(node) {
		return
	}
	switch {
	case v.Type() == instantType:
		d.scalar(node, v, f)
	case v.Kind() == reflect.Pointer:
		fresh := reflect.New(v.Type().Elem())
		v.Set(fresh)
		d.value(node, fresh.Elem(), f)
	case v.Kind() == reflect.Struct:
		if node.Kind == yaml.ScalarNode && node.Value != "" && v.Type() == imageType {
			d.report(node, `a picture needs a file and a description for people who cannot see it; write %s: { file: %s, alt: `+
				`"what it shows" }`, f.key, cut(node.Value))
			v.Addr().Interface().(*schema.Image).File = node.Value
			return
		}
		if node.Kind != yaml.MappingNode {
			d.unknown++
			d.report(node, `"%s" needs several indented lines below it: %s. %s`, f.key, listKeys(v.Type(), false), found(node))
			return
		}
		d.structure(node, v, f)
	case v.Kind() == reflect.Slice:
		d.list(node, v, f)
	default:
		d.scalar(node, v, f)
	}
}

// refused reports YAML features that content cannot use.
func (d *decoder) refused(node *yaml.Node) bool {
	if node.Anchor != "" {
		if d.anchors == nil {
			d.anchors = map[string]bool{}
		}
		if d.anchors[node.Anchor] {
			d.report(node, `the anchor "&%s" is defined twice; write the text out in each place instead`, node.Anchor)
		} else {
			d.report(node, `"&%s" is a YAML anchor, which is not supported here; delete it and write the text out in each `+
				`place (put a text that begins with & in quotes)`, node.Anchor)
		}
		d.anchors[node.Anchor] = true
	}
	if node.Kind == yaml.AliasNode {
		d.report(node, `"*%s" is a YAML alias, which is not supported here; write the text out (put a text that begins `+
			`with * in quotes)`, node.Value)
		return true
	}
	if node.Style&yaml.TaggedStyle != 0 {
		d.report(node, `"%s" is a YAML tag, which is not supported here; delete it (put a text that begins with ! in quotes)`,
			node.Tag)
		return node.Kind == yaml.ScalarNode && node.Value == ""
	}
	return false
}

func (d *decoder) structure(node *yaml.Node, v reflect.Value, owner *field) {
	known := keyedOf(v.Type())
	fields, keys := known.fields, known.keys
	filled := make([]bool, len(fields))
	fill := func(at int, value *yaml.Node) {
		filled[at] = true
		d.value(value, v.FieldByIndex(fields[at].index), &fields[at])
	}
	if d.ofAnotherList(node, keys, owner) {
		return
	}
	d.adopt(node, fields, keys)
	d.parents = append(d.parents, parent{node, keys, fill})
	defer func() { d.parents = d.parents[:len(d.parents)-1] }()
	seen, repeated := seenKeys{known: keys, lines: make([]int, len(keys))}, 0
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		d.refused(key)
		if key.Value == "<<" && key.Tag == "!!merge" {
			d.report(key, `"<<" copies another entry, which is not supported here; write the lines out`)
			d.whole = false
			continue
		}
		if line := seen.line(key.Value); line > 0 {
			if repeated++; repeated > 1 && d.file != "" {
				d.told++ // reported with the first one; when causes are searched for, each counts
				continue
			}
			d.secondTime(key, value, line, v, fields, owner)
			continue
		}
		seen.put(key.Value, key.Line+d.shift)
		at := slices.Index(keys, key.Value)
		if at < 0 && d.ofParent(node, key, value) {
			continue
		}
		if at < 0 {
			near := spelling.Nearest(key.Value, missingKeys(node, keys))
			if near == "" {
				near = spelling.Nearest(key.Value, keys)
			}
			if near == "" {
				near = d.onlyMissing(node, fields, keys)
			}
			hint := ""
			if near != "" {
				hint = "; did you mean \"" + near + "\"?"
			}
			d.unknown++
			if node.Style&yaml.FlowStyle != 0 && isNull(value) && i > 0 {
				d.report(key, `"%s" has no value: inside { } a comma ends a value. Put a text that contains a comma in quotes, `+
					`and write numbers without commas`, cut(key.Value))
				continue
			}
			d.report(key, `"%s" is not a field here%s The fields are: %s`, key.Value, ifEmpty(hint, "."),
				strings.Join(keys, ", "))
			// A misspelt key is read as its correction, so that its value is checked and nothing seems to be missing.
			if at = slices.Index(missingKeys(node, keys), near); near != "" && at >= 0 && seen.line(near) == 0 {
				seen.put(near, key.Line+d.shift)
				at = slices.Index(keys, near)
				fill(at, value)
				d.unknown--
				d.bad[v.FieldByIndex(fields[at].index).Addr().Interface()] = true
			}
			continue
		}
		fill(at, value)
	}
	var absent []int
	for i := range fields {
		if !filled[i] { // it has the position of its entry
			d.put(v.FieldByIndex(fields[i].index), node)
		}
		if seen.lines[i] == 0 && !filled[i] && fields[i].required && d.whole {
			absent = append(absent, i)
		}
	}
	if len(absent) > 0 {
		d.told++
		d.lacks = append(d.lacks, lack{node, owner, fields, absent})
	}
}

// ofAnotherList reports an entry once if none of its keys belongs here: it was pasted into the wrong list.
func (d *decoder) ofAnotherList(node *yaml.Node, keys []string, owner *field) bool {
	var found []string
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i].Value
		if slices.Contains(keys, key) || spelling.Nearest(key, keys) != "" {
			return false
		}
		found = append(found, strconv.Quote(key))
	}
	if owner == nil || !owner.inList || len(found) < 2 {
		return false
	}
	d.unknown++
	d.report(node.Content[0], `this entry has %s, and the entries of "%s" have %s; move it to its own list, or correct `+
		`its keys`, joinAnd(found), owner.key, strings.Join(keys, ", "))
	return true
}

// seenKeys are the lines of the keys of an entry; nearly all of them are known keys.
type seenKeys struct {
	known  []string
	lines  []int // of the known keys; 0 if the key was not seen yet
	others map[string]int
}

func (s *seenKeys) line(key string) int {
	if at := slices.Index(s.known, key); at >= 0 {
		return s.lines[at]
	}
	return s.others[key]
}

func (s *seenKeys) put(key string, line int) {
	if at := slices.Index(s.known, key); at >= 0 {
		s.lines[at] = line
		return
	}
	if s.others == nil {
		s.others = map[string]int{}
	}
	s.others[key] = line
}

// parent is an entry that is being read.
type parent struct {
	node *yaml.Node
	keys []string
	fill func(at int, value *yaml.Node)
}

// ofParent reports a line that is indented too far and so became part of the entry above: the enclosing entry has such
// a key, and lacks it.
func (d *decoder) ofParent(node, key, value *yaml.Node) bool {
	if len(d.parents) < 2 || node.Style&yaml.FlowStyle != 0 || key.Line == node.Line {
		return false
	}
	around := d.parents[len(d.parents)-2]
	at := slices.Index(around.keys, key.Value)
	if at < 0 || around.node.Style&yaml.FlowStyle != 0 || !slices.Contains(missingKeys(around.node, around.keys),
		key.Value) {
		return false
	}
	far := key.Column - around.node.Column
	if far <= 0 {
		return false
	}
	d.report(key, `the line is indented by %s too many, so "%s" is read as part of the line above; align it with the `+
		`lines that it belongs to`, spaces(far), key.Value)
	around.fill(at, value)
	return true
}

func spaces(n int) string {
	if n == 1 {
		return "1 space"
	}
	return strconv.Itoa(n) + " spaces"
}

// secondTime reports a key that appears twice in an entry. The lines below the second one are checked too.
func (d *decoder) secondTime(key, value *yaml.Node, line int, v reflect.Value, fields []field, owner *field) {
	at := slices.IndexFunc(fields, func(f field) bool { return f.key == key.Value })
	if first := d.firstLines(fields, at); owner != nil && owner.inList && first != "" && value.Line >= key.Line &&
		!d.sameAs(key, line) {
		d.report(key, `"%s" is in this entry twice (first in line %d). If a new entry begins here, its first lines are `+
			`missing: add %s above it. If not, delete one of the two`, key.Value, line, first)
		return
	}
	if at < 0 || len(value.Content) == 0 {
		d.report(key, `"%s" is here twice (first in line %d); delete one of them`, key.Value, line)
		return
	}
	d.report(key, `"%s" is here twice (first in line %d); move everything below the first one`, key.Value, line)
	d.value(value, reflect.New(fields[at].typ).Elem(), &fields[at])
}

// firstLines returns the required lines of an entry before a key: "- id: …", "question: …".
func (d *decoder) firstLines(fields []field, at int) string {
	var lines []string
	for i := 0; i < at; i++ {
		if fields[i].required {
			lines = append(lines, "\""+fields[i].key+": …\"")
		}
	}
	if len(lines) > 0 {
		lines[0] = "\"- " + lines[0][1:]
	}
	return joinAnd(lines)
}

// sameAs reports whether two lines are equal apart from a hyphen.
func (d *decoder) sameAs(key *yaml.Node, line int) bool {
	text := func(n int) string { return strings.TrimPrefix(strings.TrimSpace(d.line(n)), "- ") }
	return text(key.Line) == text(line-d.shift)
}

// onlyMissing returns the one required key that an entry lacks if it has one key too many: somebody has renamed it.
func (d *decoder) onlyMissing(node *yaml.Node, fields []field, keys []string) string {
	unknown := 0
	for i := 0; i+1 < len(node.Content); i += 2 {
		if !slices.Contains(keys, node.Content[i].Value) {
			unknown++
		}
	}
	var missing []string
	for _, key := range missingKeys(node, keys) {
		if fields[slices.Index(keys, key)].required {
			missing = append(missing, key)
		}
	}
	if unknown != 1 || len(missing) != 1 {
		return ""
	}
	return missing[0]
}

// adopt assigns lines to the key above them although they are not indented.
func (d *decoder) adopt(node *yaml.Node, fields []field, keys []string) {
	for i := 0; i+3 < len(node.Content); i += 2 {
		at := slices.Index(keys, node.Content[i].Value)
		if at < 0 || !isNull(node.Content[i+1]) {
			continue
		}
		t := fields[at].typ
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || t == instantType {
			continue
		}
		end := i + 2
		for end < len(node.Content) && !slices.Contains(keys, node.Content[end].Value) &&
			slices.ContainsFunc(fieldsOf(t), func(f field) bool { return f.key == node.Content[end].Value }) {
			end += 2
		}
		if end == i+2 {
			continue
		}
		first := node.Content[i+2]
		d.report(first, `the lines of "%s" are indented by two spaces more than "%s" itself; indent this line%s`, keys[at],
			keys[at], ifMore(end-i-2 > 2, " and the lines that follow"))
		node.Content[i+1] = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: first.Line, Column: first.Column,
			Content: slices.Clone(node.Content[i+2 : end])}
		node.Content = slices.Delete(node.Content, i+2, end)
	}
}

func ifMore(more bool, text string) string {
	if more {
		return text
	}
	return ""
}

// missingKeys returns the keys that the entry does not have yet, for better suggestions.
func missingKeys(node *yaml.Node, keys []string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value == key {
				return true
			}
		}
		return false
	})
}

// inEntry returns the words for an entry, with its name if it has one.
func inEntry(node *yaml.Node, owner *field) string {
	if owner == nil {
		return "in this file"
	}
	for _, want := range []string{"id", "name", "title", "label", "hotelName", "question", "caption", "date", "kind",
		"file"} {
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value == want && node.Content[i+1].Kind == yaml.ScalarNode && node.Content[i+1].Value != "" {
				return `in the entry "` + cut(node.Content[i+1].Value) + `"`
			}
		}
	}
	return `in "` + owner.key + `"`
}

func isNull(node *yaml.Node) bool {
	return node.Kind == yaml.ScalarNode && node.Tag == "!!null" && node.Anchor == ""
}

// found describes what is there instead.
func found(node *yaml.Node) string {
	switch node.Kind {
	case yaml.SequenceNode:
		return "Found a list (lines that begin with \"- \")"
	case yaml.MappingNode:
		return "Found lines of the form \"name: value\""
	}
	if node.Value == "" || node.Tag == "!!null" {
		return "Found nothing"
	}
	return `Found "` + cut(node.Value) + `"`
}

func ifEmpty(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
