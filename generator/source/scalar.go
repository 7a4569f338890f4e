package source

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"transom/generator/lazy"
	"transom/generator/schema"
	"transom/generator/spelling"
)

func (d *decoder) scalar(node *yaml.Node, v reflect.Value, f *field) {
	if node.Kind != yaml.ScalarNode {
		if text := strings.TrimSpace(d.rest(node)); node.Style&yaml.FlowStyle != 0 && text != "" &&
			v.Kind() == reflect.String && v.Type() != instantType {
			d.report(node, "a text that begins with %c must be in quotes; write %s", text[0], quoteForEditor(text))
			return
		}
		d.report(node, `"%s" is %s on one line, for example "%s". %s`, f.key, kindWord(v), f.example(), found(node))
		return
	}
	text := node.Value
	if isNull(node) && plain(node) || strings.TrimSpace(text) == "" {
		d.empty(node, v, f)
		return
	}
	switch {
	case v.Kind() == reflect.String || v.Type() == instantType:
		d.text(node, v, f)
	case v.Kind() == reflect.Bool:
		d.boolean(node, v, f)
	default:
		d.number(node, v, f)
	}
}

func (d *decoder) empty(node *yaml.Node, v reflect.Value, f *field) {
	switch {
	case plain(node) && d.comment(node, f) != "":
		d.report(node, "%s", commentAsValue(f.key, d.comment(node, f)))
	case f.required || v.Kind() != reflect.String:
		d.report(node, `"%s" is empty; write %s%s. %s`, f.key, kindWord(v), ifTrue(!f.required, " or delete the line"),
			f.help())
	case plain(node):
		d.report(node, `"%s" has nothing after it; write %s or delete the line. %s`, f.key, kindWord(v), f.help())
	case node.Value != "":
		d.report(node, `"%s" contains only spaces; write %s or delete the line`, f.key, kindWord(v))
	}
}

// note reports a # that cuts off the rest of a value, as in "Office #9". Before a real comment, the # is followed by a
// space.
func (d *decoder) note(node *yaml.Node, f *field) bool {
	note := node.LineComment
	if !plain(node) || len(note) < 2 || note[0] != '#' || strings.ContainsRune(" \t#", rune(note[1])) {
		return false
	}
	d.report(node, `everything after a # is a comment, so the text is only "%s"; put it in quotes, %s: "%s", or, if it `+
		`is a comment, write a space after the #`, cut(node.Value), f.key, cut(node.Value+" "+note))
	return true
}

func (d *decoder) lineOf(node *yaml.Node, text string) bool {
	return strings.Contains(d.rest(node), text)
}

func (d *decoder) rest(node *yaml.Node) string {
	line := []rune(d.line(node.Line))
	return string(line[min(len(line), max(node.Column-1, 0)):])
}

func (d *decoder) line(n int) string {
	if d.lines == nil {
		d.lines = strings.Split(string(d.raw), "\n")
	}
	if n < 1 || n > len(d.lines) {
		return ""
	}
	return d.lines[n-1]
}

// comment returns what follows an empty value on its line, from an unquoted # on. It is probably a colour or a number.
func (d *decoder) comment(node *yaml.Node, f *field) string {
	rest := strings.TrimSpace(d.rest(node))
	if len(rest) > 1 && rest[0] == '#' && rest[1] != ' ' {
		if typ := f.typ.Name(); typ != "string" && typ != "Markdown" {
			return strings.TrimRight(strings.Fields(rest)[0], ",}")
		}
		return rest
	}
	return ""
}

func (d *decoder) text(node *yaml.Node, v reflect.Value, f *field) {
	if d.note(node, f) {
		return
	}
	right := f.right == nil || f.right(node.Value)
	if !right {
		if meant, is := d.lookalike(node, f, f.kind != "Slug" && f.kind != "URL", f.right); is {
			setText(v, meant)
			return
		}
	}
	if plain(node) && len(node.Value) <= len("false") {
		d.yesOrNo(node, f)
	}
	if v.Type() == instantType {
		d.instant(node, v, f)
		return
	}
	d.swallowed(node, f)
	value := strings.TrimSpace(d.signsIn(node, f))
	if f.form != nil && !(right && value == strings.TrimSpace(node.Value)) {
		if fault := f.form(value); fault != "" {
			d.reportCertain(node, namedValue(value, fault, f.form), "%s", fault)
			if f.kind != "Slug" { // a wrong short name is kept, so that references to it do not cause more messages
				return
			}
		}
	}
	if len(f.enum) > 0 && !f.right(value) {
		words := strings.Fields(value)
		if f.inList && !slices.ContainsFunc(words, func(word string) bool { return !f.right(word) }) {
			d.report(node, "entries are separated by commas; write %s: [%s]", f.key, strings.Join(words, ", "))
			return
		}
		d.report(node, `"%s" is not a choice for "%s"%s The choices are: %s`, cut(value), f.key,
			cmp.Or(spelling.Suggest(value, f.enum), "."), strings.Join(f.enum, ", "))
		return
	}
	if f.pattern {
		if at, fault := checkPattern(value); fault != "" {
			d.report(&yaml.Node{Line: node.Line, Column: node.Column + columnShift(node, at)}, "%s", fault)
			return
		}
	}
	if f.kind != "Slug" && len(f.enum) == 0 {
		if placeholder := d.placeholder(value); placeholder != "" {
			d.report(node, `"%s" looks like a placeholder ("%s"); write the real text`, f.key, placeholder)
		}
	}
	v.SetString(value)
}

// yesOrNo reports a word that means true or false in YAML, as NO does: it may be meant so, or be a text.
func (d *decoder) yesOrNo(node *yaml.Node, f *field) {
	switch value, lower := node.Value, strings.ToLower(node.Value); {
	case (lower == "true" || lower == "false") && len(f.enum) == 0:
		d.report(node, `"%s" is a text, not true or false. %s`, f.key, f.help())
	case node.Tag == "!!bool" || slices.Contains([]string{"yes", "no", "on", "off", "y", "n"}, lower):
		d.reportCertain(node, `"`+value+`"`,
			`%s without quotes means true or false in YAML; "%s" is a text, so write "%s" in quotes`, value, f.key, value)
	}
}

// signsIn reports characters that do not belong in text, and returns the text with them corrected.
func (d *decoder) signsIn(node *yaml.Node, f *field) string {
	value := node.Value
	wrong := func(r rune) bool { return r != '\n' && control(r) || invisible(r) }
	if strings.Contains(value, "\t") || !plainASCII(value) && strings.ContainsFunc(value, wrong) {
		if d.lineOf(node, "\t") {
			value = strings.ReplaceAll(value, "\t", " ")
			d.reportCertain(node, value, `there is a tab inside "%s"; write a space instead`, f.key)
		} else {
			d.report(node, `the backslash inside "double quotes" stands for an invisible character; put the text in 'single `+
				`quotes'`)
		}
	}
	if plain(node) && strings.Count(value, `"`)%2 == 1 && f.key != "pattern" {
		d.oddQuote(node, f)
		value = strings.ReplaceAll(value, `"`, "")
	}
	return value
}

func (d *decoder) oddQuote(node *yaml.Node, f *field) {
	text, ends := strings.CutSuffix(node.Value, `"`)
	if !ends || strings.ContainsAny(text, `"\`) {
		d.report(node, `there is one quotation mark too many or too few in "%s": %s`, f.key, cut(node.Value))
		return
	}
	d.reported++
	d.problems.AddFixed(d.at(node), d.fix(node, `"`+node.Value, false), `this text has a closing quotation mark but no `+
		`opening one; write %s: "%s"`, f.key, cut(text))
}

// namedValue returns the value that a message suggests with "write …". It returns "" if that value has the wrong form
// or is uncertain: 03/05/2030 may be in May or March, and a page at http:// may not exist at https://.
func namedValue(value, fault string, form func(string) string) string {
	named := writeValue().FindStringSubmatch(fault)
	if named == nil || form(named[1]) != "" || strings.ContainsRune(named[1], '…') || notCertain().MatchString(value) {
		return ""
	}
	return named[1]
}

var (
	writeValue = lazy.Regexp(`; write "?([^" ]+)"?(?: instead of "[^"]*")?$`)
	notCertain = lazy.Regexp(`^(?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|1[0-2])[-/.][0-9]{4}$|^http://`)
)

func setText(v reflect.Value, value string) {
	if v.Type() == instantType {
		t, _ := time.Parse(time.RFC3339, value)
		v.Set(reflect.ValueOf(schema.Instant{Time: t}))
		return
	}
	v.SetString(value)
}

func columnShift(node *yaml.Node, at int) int {
	if at < 0 || node.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return 0
	}
	if plain(node) {
		return at
	}
	return at + 1
}

// placeholders are words that stand for text to be written later. "Todo" is also a family name, so it counts only in
// capital letters, with a colon, or alone.
var placeholders = lazy.Regexp(
	`(?i:\b(?:lorem ipsum|TBD|TBA|FIXME|XXX+|to be written|insert (?:text|name|title|here)|placeholder text|dummy ` +
		`text)\b)|\bTODO\b|(?i:\btodo:|^\W*todo\W*$)|\?\?\?`)

var shortPlaceholders = []string{"...", "…", "-", "n/a", "xyz", "test", "asdf"}

// placeholderHints are parts of possible matches. Searching for them is faster than matching the expression.
var placeholderHints = []string{"orem ipsum", "TBD", "TBA", "FIXME", "XXX", "TODO", "odo", "o be written", "nsert ",
	"laceholder text", "ummy text", "???"}

func (d *decoder) placeholder(text string) string {
	if len(text) <= len("asdf") && slices.Contains(shortPlaceholders, strings.ToLower(text)) {
		return text
	}
	return Placeholder(text)
}

// Placeholder returns a word that stands for text to be written later, or "".
func Placeholder(text string) string {
	if !slices.ContainsFunc(placeholderHints, func(hint string) bool { return strings.Contains(text, hint) }) {
		return ""
	}
	return placeholders().FindString(text)
}

func (d *decoder) boolean(node *yaml.Node, v reflect.Value, f *field) {
	switch {
	case node.Value == "true" || node.Value == "false":
		v.SetBool(node.Value == "true")
	default:
		if meant, is := d.lookalike(node, f, false, func(s string) bool { return s == "true" || s == "false" }); is {
			v.SetBool(meant == "true")
			return
		}
		lower := strings.ToLower(node.Value)
		meant := map[string]string{"yes": "true", "on": "true", "y": "true", "1": "true", "true": "true", "no": "false",
			"off": "false", "n": "false", "0": "false", "false": "false"}[lower]
		v.SetBool(meant == "true")
		near := cmp.Or(meant, spelling.Nearest(lower, []string{"true", "false"}))
		d.reportCertain(node, meant, `"%s" is either true or false; found "%s"%s`, f.key, cut(node.Value),
			ifTrue(near != "", "; write "+near))
	}
}

func plain(node *yaml.Node) bool {
	return node.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
}

func kindWord(v reflect.Value) string {
	switch {
	case v.Type() == instantType:
		return "a date and time"
	case v.Kind() == reflect.Bool:
		return "true or false"
	case v.Kind() != reflect.String:
		return "a number"
	}
	return cmp.Or(kinds[v.Type().Name()].words, "a text")
}
