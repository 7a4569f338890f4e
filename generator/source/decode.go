package source

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"transom/generator/lazy"
	"transom/generator/schema"
	"transom/generator/spelling"
)

// decoder fills a struct from YAML nodes, stores the position of every value, and reports every mistake.
type decoder struct {
	file     string
	shift    int // lines before the first line of YAML (frontmatter)
	whole    bool
	problems *Problems
	marks    *marks
	bad      map[any]bool
	raw      []byte
	nodes    int
	reported int
	unknown  int // number of unknown keys, of keys without lines below them, and of entries that were not read
	lacks    []lack
	lines    []string // the text's lines, split when a line is first needed
	depth    int
	parents  []parent
	stopped  bool
}

func (d *decoder) at(node *yaml.Node) Position {
	return Position{d.file, node.Line + d.shift, node.Column}
}

func (d *decoder) report(node *yaml.Node, format string, args ...any) {
	d.reported++
	d.problems.Add(d.at(node), format, args...)
}

func (d *decoder) put(value reflect.Value, node *yaml.Node) {
	d.marks.put(value.Addr().Interface(), node.Line+d.shift, node.Column)
}

// where returns a position; its line is 0 if the position is unknown.
func (d *decoder) where(value reflect.Value) Position {
	at, _ := d.marks.at(value.Addr().Interface())
	return at
}

func newDecoder(raw []byte, shift int, m *marks, problems *Problems) *decoder {
	return &decoder{file: m.file, shift: shift, whole: true, problems: problems, marks: m, bad: m.bad, raw: raw}
}

func (d *decoder) decode(root *yaml.Node, target reflect.Value) {
	if root == nil || root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
		rest := "write what it should contain, or delete it"
		if needs := listKeys(target.Type(), true); needs != "" {
			rest = "it needs " + needs
		}
		d.problems.Add(Position{d.file, 1 + d.shift + bytes.Count(bytes.TrimSpace(d.raw), []byte("\n")), 1}, "the file is "+
			"empty; %s", rest)
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

func (d *decoder) value(node *yaml.Node, v reflect.Value, f *field) {
	if d.stopped {
		return
	}
	d.nodes++
	if d.nodes > maxNodes || d.depth >= maxDepth {
		d.stopped = true
		d.report(node, "the file expands to far too many entries; write the texts out instead of repeating them with & and *")
		return
	}
	d.put(v, node)
	if v.Type() == focusType {
		node = focusText(node)
	}
	before := d.reported
	if d.depth++; !d.refused(node) {
		d.fill(node, v, f)
	}
	if d.depth--; d.reported > before {
		d.bad[v.Addr().Interface()] = true
	}
}

func (d *decoder) fill(node *yaml.Node, v reflect.Value, f *field) {
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

func (d *decoder) structure(node *yaml.Node, v reflect.Value, owner *field) {
	known := keyedOf(v.Type())
	fields, keys := known.fields, known.keys
	filled := make([]bool, len(fields))
	fill := func(at int, value *yaml.Node) {
		filled[at] = true
		d.value(value, v.FieldByIndex(fields[at].index), &fields[at])
	}
	d.parents = append(d.parents, parent{node, keys, fill})
	repeated := false
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		d.refused(key)
		at := slices.Index(keys, key.Value)
		first := indexOf(node.Content[:i], key.Value)
		switch {
		case key.Value == "<<" && key.Tag == "!!merge":
			d.report(key, `"<<" copies another entry, which is not supported here; write the lines out`)
			d.whole = false
		case first >= 0 && repeated:
			d.reported++ // one message covers all repeated keys
		case first >= 0:
			repeated = true
			d.secondTime(key, value, node.Content[first].Line+d.shift, fields, owner)
		case at >= 0:
			fill(at, value)
		case d.ofParent(node, key, value):
		default:
			near, meant := d.correction(node, i, fields, keys, filled)
			if near < 0 {
				continue
			}
			field := v.FieldByIndex(fields[near].index)
			if filled[near] = true; meant != nil {
				fill(near, meant)
			} else {
				field.SetZero()
			}
			d.bad[field.Addr().Interface()] = true
		}
	}
	d.parents = d.parents[:len(d.parents)-1]
	var absent []int
	for i := range fields {
		if !filled[i] { // a missing value gets the position of its entry
			d.put(v.FieldByIndex(fields[i].index), node)
		}
		if !filled[i] && fields[i].required && d.whole {
			absent = append(absent, i)
		}
	}
	if len(absent) > 0 {
		d.reported++
		d.lacks = append(d.lacks, lack{node, owner, fields, absent})
	}
}

// correction reports a wrong key. It returns the index of the key that was meant (or -1), so that this key is not
// reported as missing, and its value (nil if that is wrong too).
func (d *decoder) correction(node *yaml.Node, i int, fields []field, keys []string, filled []bool) (int, *yaml.Node) {
	if near := d.glued(node, i, keys); near >= 0 {
		return near, nil
	}
	if i > 0 && d.commaInValue(node, i) {
		return slices.Index(keys, node.Content[i-2].Value), nil
	}
	near := slices.Index(keys, d.unknownKey(node, i, fields, keys))
	if near < 0 || filled[near] || indexOf(node.Content, keys[near]) >= 0 {
		return -1, nil
	}
	d.unknown--
	return near, node.Content[i+1]
}

// indexOf returns a key's index in an entry's content, or -1.
func indexOf(content []*yaml.Node, key string) int {
	for i := 0; i+1 < len(content); i += 2 {
		if content[i].Value == key {
			return i
		}
	}
	return -1
}

var gluedKey = lazy.Regexp(`^([A-Za-z_]+)(?: +|:)(\S.*)$`)

// glued reports a key without a colon or a space before its value, like { id hall }. It returns the key's index, or -1
// if there is a different mistake.
func (d *decoder) glued(node *yaml.Node, i int, keys []string) int {
	key := node.Content[i]
	m := gluedKey().FindStringSubmatch(key.Value)
	if m == nil || !slices.Contains(keys, m[1]) || indexOf(node.Content, m[1]) >= 0 {
		return -1
	}
	rest := m[2]
	if !isNull(node.Content[i+1]) { // YAML took a colon inside the braces for this key's colon
		if rest[0] != '{' && rest[0] != '[' {
			return -1
		}
		rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(d.rest(key), m[1]), ":"))
	}
	d.unknown++
	if key.Value[len(m[1])] == ':' {
		d.report(key, "%s", spaceMissing(m[1], rest))
	} else {
		d.report(key, "%s", colonMissing(m[1], rest))
	}
	return slices.Index(keys, m[1])
}

// commaInValue reports a key inside braces that is the rest of the value before it, like { price: 36,000 }.
func (d *decoder) commaInValue(node *yaml.Node, i int) bool {
	key := node.Content[i]
	if node.Style&yaml.FlowStyle == 0 || !isNull(node.Content[i+1]) {
		return false
	}
	before, value := node.Content[i-2].Value, node.Content[i-1].Value
	d.unknown++
	if ConsistsOf(value+key.Value, "0123456789") {
		d.report(key, "inside { } a comma ends a value, and numbers have no commas; write %s: %s%s", before, value, key.Value)
	} else {
		d.report(key, `"%s" has no value: inside { } a comma ends a value. Put a text that contains a comma in quotes, `+
			`and write numbers without commas`, cut(key.Value))
	}
	return true
}

// unknownKey returns the known key that was probably meant, or "".
func (d *decoder) unknownKey(node *yaml.Node, i int, fields []field, keys []string) string {
	key := node.Content[i]
	d.unknown++
	near := meantKey(node, key.Value, fields, keys)
	if near != "" {
		d.report(key, `"%s" is not a field here; did you mean "%s"?`, key.Value, near)
	} else {
		d.report(key, `"%s" is not a field here. The fields are: %s`, key.Value, strings.Join(keys, ", "))
	}
	return near
}

// meantKey returns a similar key or, if one key is unknown and one required key is missing, the missing key.
func meantKey(node *yaml.Node, key string, fields []field, keys []string) string {
	missing := missingKeys(node, keys)
	unknown := len(node.Content)/2 - len(keys) + len(missing)
	near := cmp.Or(spelling.Nearest(key, missing), spelling.Nearest(key, keys))
	required := slices.DeleteFunc(missing, func(k string) bool { return !fields[slices.Index(keys, k)].required })
	if near == "" && unknown == 1 && len(required) == 1 {
		return required[0]
	}
	return near
}

type parent struct {
	node *yaml.Node
	keys []string
	fill func(at int, value *yaml.Node)
}

// ofParent reports a line that is indented too far: the enclosing entry can have this key, and lacks it.
func (d *decoder) ofParent(node, key, value *yaml.Node) bool {
	if len(d.parents) < 2 || node.Style&yaml.FlowStyle != 0 || key.Line == node.Line {
		return false
	}
	around := d.parents[len(d.parents)-2]
	at, far := slices.Index(around.keys, key.Value), key.Column-around.node.Column
	if at < 0 || around.node.Style&yaml.FlowStyle != 0 || indexOf(around.node.Content, key.Value) >= 0 || far <= 0 {
		return false
	}
	d.report(key, `the line is indented by %d space%s too many, so "%s" is read as part of the line above; align it with `+
		`the lines that it belongs to`, far, ifTrue(far > 1, "s"), key.Value)
	around.fill(at, value)
	return true
}

// secondTime reports a repeated key, and checks the lines below it.
func (d *decoder) secondTime(key, value *yaml.Node, line int, fields []field, owner *field) {
	at := slices.IndexFunc(fields, func(f field) bool { return f.key == key.Value })
	if at < 0 || len(value.Content) == 0 {
		entry := owner != nil && owner.inList
		if entry {
			d.unknown++ // the new entry may have names that other files use
		}
		d.report(key, `"%s" is here twice (first in line %d); delete one of them%s`, key.Value, line, ifTrue(entry,
			`, or, if a new entry begins here, add its first line with a hyphen`))
		return
	}
	d.report(key, `"%s" is here twice (first in line %d); move everything below the first one`, key.Value, line)
	d.value(value, reflect.New(fields[at].typ).Elem(), &fields[at])
}

func ifTrue(condition bool, text string) string {
	if condition {
		return text
	}
	return ""
}

func isNull(node *yaml.Node) bool {
	return node.Kind == yaml.ScalarNode && node.Tag == "!!null" && node.Anchor == ""
}

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
