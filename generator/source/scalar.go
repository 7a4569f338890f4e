package source

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"transom/generator/lazy"
	"transom/generator/schema"
	"transom/generator/spelling"
)

// scalar fills a single value: a text, a number, true or false, or an instant.
func (d *decoder) scalar(node *yaml.Node, v reflect.Value, f *field) {
	if node.Kind != yaml.ScalarNode {
		if text := strings.TrimSpace(d.rest(node)); node.Style&yaml.FlowStyle != 0 && text != "" && v.Kind() == reflect.String && v.Type() != instantType {
			d.tell(node, "a text that begins with %c must stand in quotes; write %s", text[0], quoteForEditor(text))
			return
		}
		d.tell(node, "\"%s\" is %s on one line, for example \"%s\". %s", f.key, kindWord(v), f.example(), found(node))
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
	case plain(node) && d.comment(node) != "":
		d.tell(node, "what follows a # is a note that nobody reads, so \"%s\" is empty; write the text in quotes: %s: \"%s\"", f.key, f.key, d.comment(node))
	case f.required || v.Kind() != reflect.String:
		d.tell(node, "\"%s\" is empty; write %s%s. %s", f.key, article(v), orDelete(f), f.help)
	case plain(node):
		d.tell(node, "\"%s\" has nothing after it; write %s or delete the line. %s", f.key, article(v), f.help)
	case node.Value != "":
		d.tell(node, "\"%s\" holds only spaces; write %s or delete the line", f.key, article(v))
	}
}

// note tells a # that was meant as a sign and cuts the text off: Office #9. A note for the readers has a space after it.
func (d *decoder) note(node *yaml.Node, f *field) bool {
	note := node.LineComment
	if !plain(node) || len(note) < 2 || note[0] != '#' || strings.ContainsRune(" \t#", rune(note[1])) {
		return false
	}
	d.tell(node, "what follows a # is a note that nobody reads, so only \"%s\" is left of the text; write it in quotes, %s: \"%s\", or, if it is a note, a space after the #", cut(node.Value), f.key, cut(node.Value+" "+note))
	return true
}

// lineOf tells whether a node's line holds a text.
func (d *decoder) lineOf(node *yaml.Node, text string) bool {
	return strings.Contains(d.rest(node), text)
}

// rest is what stands in a node's line from its beginning on.
func (d *decoder) rest(node *yaml.Node) string {
	line := []rune(d.line(node.Line))
	return string(line[min(len(line), max(node.Column-1, 0)):])
}

// line is a line of the text; "" when there is none.
func (d *decoder) line(n int) string {
	if d.lines == nil {
		d.lines = strings.Split(string(d.raw), "\n")
	}
	if n < 1 || n > len(d.lines) {
		return ""
	}
	return d.lines[n-1]
}

// comment is the text after # in the line of an empty value: most likely a colour or a number that was meant.
func (d *decoder) comment(node *yaml.Node) string {
	rest := strings.TrimSpace(d.rest(node))
	if len(rest) > 1 && rest[0] == '#' && rest[1] != ' ' {
		return strings.TrimRight(strings.Fields(rest)[0], ",}")
	}
	return ""
}

func orDelete(f *field) string {
	if f.required {
		return ""
	}
	return " or delete the line"
}

var (
	sexagesimal = lazy.Regexp(`^[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?$`)
	decimal     = lazy.Regexp(`^[0-9]+(\.[0-9]+)?$`)
)

func onlyDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func wholeNumber(s string) bool { return onlyDigits(s) && len(s) <= 18 && (s[0] != '0' || s == "0") }

// text fills a text and what is written like one. A value that YAML reads as something other than text must be quoted:
// another program would lose the zero of 04 or read NO as "false".
func (d *decoder) text(node *yaml.Node, v reflect.Value, f *field) {
	form := checkWords[v.Type().Name()]
	if d.note(node, f) {
		return
	}
	if fits := d.fits(v, f, form); fits != nil && !fits(node.Value) {
		if meant, is := d.lookalike(node, f, v.Type().Name() != "Slug" && v.Type().Name() != "URL", fits); is {
			d.set(v, meant)
			return
		}
	}
	value := node.Value
	if plain(node) && !(f.typ.Name() == "Phone" && form != nil && form(value) != "") {
		switch lower := strings.ToLower(value); {
		case v.Type().Name() == "Date" || v.Type() == instantType:
		case node.Tag == "!!bool" && (lower == "true" || lower == "false") && len(f.enum) == 0:
			d.tell(node, "\"%s\" is a text and not true or false. %s", f.key, f.help)
		case lower == "yes" || lower == "no" || lower == "on" || lower == "off" || lower == "y" || lower == "n" || node.Tag == "!!bool":
			d.tell(node, "%s without quotes means true or false in YAML; \"%s\" is a text, so write \"%s\" in quotes", value, f.key, value)
		case value[0] > '9': // nothing below begins with a letter
		case sexagesimal().MatchString(value):
			d.tell(node, "a time without quotes is read as a number by some programs; write \"%s\" in quotes", value)
		case node.Tag == "!!int" || node.Tag == "!!float" || onlyDigits(value):
			why := ""
			if len(value) > 1 && value[0] == '0' {
				why = " (a number would lose the 0 at its beginning)"
			}
			d.tell(node, "\"%s\" is a text, not a number; write \"%s\" in quotes%s", f.key, value, why)
		case node.Tag == "!!timestamp":
			d.tell(node, "\"%s\" is a text, not a date; write \"%s\" in quotes", f.key, value)
		}
	}
	if v.Type() == instantType {
		d.instant(node, v, f)
		return
	}
	d.swallowed(node, f)
	if strings.HasPrefix(value, "“") {
		d.wrapped(node, f)
	}
	if at := strings.IndexFunc(value, func(r rune) bool { return r < ' ' && r != '\n' || invisible(r) || r == 0x7f }); at >= 0 {
		if d.lineOf(node, "\t") {
			d.tell(node, "there is a tab inside \"%s\"; write a space instead", f.key)
			value = strings.ReplaceAll(value, "\t", " ")
		} else {
			d.tell(node, "a backslash inside \"double quotes\" made an invisible character here; write the text in 'single quotes'")
		}
	}
	if plain(node) && strings.Count(value, `"`)%2 == 1 && f.key != "pattern" {
		d.tell(node, "there is one quotation mark too many or too few in \"%s\": %s", f.key, cut(value))
		value = strings.ReplaceAll(value, `"`, "")
	}
	value = strings.TrimSpace(value)
	if form != nil {
		if fault := form(value); fault != "" {
			d.tell(node, "%s", fault)
			if !keepWrong[v.Type().Name()] {
				return
			}
		}
	}
	if len(f.enum) > 0 && !f.allows(value) {
		d.tell(node, "\"%s\" is not possible for \"%s\"%s Possible are: %s", cut(value), f.key, ifEmpty(spelling.Suggest(value, f.enum), "."), strings.Join(f.enum, ", "))
		return
	}
	if f.pattern {
		if at, fault := checkPattern(value); fault != "" {
			d.tell(&yaml.Node{Line: node.Line, Column: node.Column + columnShift(node, at)}, "%s", fault)
			return
		}
	}
	if placeholder := d.placeholder(value); placeholder != "" && v.Type().Name() != "Slug" && len(f.enum) == 0 {
		d.tell(node, "\"%s\" looks like a text that was to be filled in later (\"%s\"); write the real text", f.key, placeholder)
	}
	v.SetString(value)
}

// fits is the check of a value that must have a form; nil for free texts.
func (d *decoder) fits(v reflect.Value, f *field, form func(string) string) func(string) bool {
	switch {
	case v.Type() == instantType:
		return func(s string) bool { _, err := time.Parse(time.RFC3339, strings.TrimSpace(s)); return err == nil }
	case len(f.enum) > 0:
		return f.allows
	case form != nil:
		return func(s string) bool { return form(strings.TrimSpace(s)) == "" }
	}
	return nil
}

// set fills a text or a moment that is known to fit.
func (d *decoder) set(v reflect.Value, value string) {
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

func (f *field) allows(value string) bool {
	for _, allowed := range f.enum {
		if value == allowed {
			return true
		}
	}
	return false
}

// placeholders are words that stand for a text to come. "Todo" is a family's name too; it is filler in capital letters,
// with a colon, or alone.
var placeholders = lazy.Regexp(`(?i:\b(?:lorem ipsum|TBD|TBA|FIXME|XXX+|to be written|insert (?:text|name|title|here)|placeholder text|dummy text)\b)|\bTODO\b|(?i:\btodo:|^\W*todo\W*$)|\?\?\?`)

// shortPlaceholders are texts that say nothing when they stand alone.
var shortPlaceholders = []string{"...", "…", "-", "n/a", "xyz", "test", "asdf"}

// placeholderHints are parts of what the expression finds; most texts hold none of them and need not be searched.
var placeholderHints = []string{"tbd", "tba", "todo", "fixme", "xxx", "lorem", "to be written", "insert", "placeholder", "dummy", "???"}

// placeholder finds what was to be filled in later. Only a file that holds a hint of it anywhere is searched.
func (d *decoder) placeholder(text string) string {
	switch {
	case len(text) <= len("asdf") && slices.Contains(shortPlaceholders, strings.ToLower(text)):
		return text
	case d.hinted():
		return Placeholder(text)
	}
	return ""
}

// Placeholder finds what was to be filled in later; "" when nothing was.
func Placeholder(text string) string {
	if !hinted(text) {
		return ""
	}
	return placeholders().FindString(text)
}

// hinted tells whether a text holds a hint of a placeholder.
func hinted(text string) bool {
	lower := []byte(text) // only letters of English are looked for
	for i, b := range lower {
		if b >= 'A' && b <= 'Z' {
			lower[i] = b + 'a' - 'A'
		}
	}
	return slices.ContainsFunc(placeholderHints, func(hint string) bool { return bytes.Contains(lower, []byte(hint)) })
}

func (d *decoder) boolean(node *yaml.Node, v reflect.Value, f *field) {
	switch {
	case node.Value == "true" && plain(node):
		v.SetBool(true)
	case node.Value == "false" && plain(node):
	case node.Value == "true" || node.Value == "false":
		v.SetBool(node.Value == "true")
		d.tell(node, "\"%s\" is %s without quotes", f.key, node.Value)
	default:
		if meant, is := d.lookalike(node, f, false, func(s string) bool { return s == "true" || s == "false" }); is {
			v.SetBool(meant == "true")
			return
		}
		meant := ""
		switch strings.ToLower(node.Value) {
		case "yes", "on", "y", "1", "true":
			meant = "; write true"
			v.SetBool(true)
		case "no", "off", "n", "0", "false":
			meant = "; write false"
		}
		d.tell(node, "\"%s\" is either true or false; found \"%s\"%s", f.key, cut(node.Value), meant)
	}
}

func (d *decoder) number(node *yaml.Node, v reflect.Value, f *field) {
	value := node.Value
	if v.Kind() != reflect.Float64 && !wholeNumber(value) {
		if meant, is := d.lookalike(node, f, true, wholeNumber); is {
			n, _ := strconv.ParseInt(meant, 10, 64)
			v.SetInt(n)
			return
		}
	}
	if !plain(node) {
		if wholeNumber(value) {
			d.tell(node, "\"%s\" is a number; write %s without quotes", f.key, value)
		}
	}
	if v.Kind() == reflect.Float64 {
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || !decimal().MatchString(value) || n <= 0 {
			d.tell(node, "\"%s\" is a number greater than 0, for example 4.5; found \"%s\"", f.key, cut(value))
			return
		}
		v.SetFloat(n)
		return
	}
	if !wholeNumber(value) {
		d.notWhole(node, v, f)
		return
	}
	n, _ := strconv.ParseInt(value, 10, 64)
	d.limits(node, n, f)
	v.SetInt(n)
}

// notWhole says what is wrong with a number, and how it is written right.
func (d *decoder) notWhole(node *yaml.Node, v reflect.Value, f *field) {
	value := strings.TrimSpace(node.Value)
	unit := "a whole number"
	if v.Type().Name() == "Rupees" {
		unit = "an amount in whole rupees"
	}
	bare := strings.TrimSpace(strings.NewReplacer("₹", "", "Rs.", "", "Rs", "", "INR", "", ",", "", "/-", "", "_", "", "%", "", " ", "").Replace(value))
	switch {
	case strings.HasPrefix(bare, "-") && onlyDigits(bare[1:]):
		d.tell(node, "\"%s\" cannot be less than 0; found %s", f.key, value)
		if n, err := strconv.ParseInt(bare, 10, 64); err == nil {
			v.SetInt(n)
		}
	case len(bare) > 1 && bare[0] == '0' && onlyDigits(bare):
		d.tell(node, "\"%s\" is %s; a 0 at the beginning changes its meaning, so write %s", f.key, unit, ifEmpty(strings.TrimLeft(bare, "0"), "0"))
		if n, err := strconv.ParseInt(bare, 10, 64); err == nil {
			v.SetInt(n)
		}
	case wholeNumber(bare):
		d.tell(node, "\"%s\" is %s without signs, commas or spaces; write %s instead of \"%s\"", f.key, unit, bare, cut(value))
		if n, err := strconv.ParseInt(bare, 10, 64); err == nil {
			v.SetInt(n)
		}
	case onlyDigits(bare):
		d.tell(node, "\"%s\" is %s; \"%s\" is far too large", f.key, unit, cut(value))
	case decimal().MatchString(bare):
		d.tell(node, "\"%s\" is %s, without a point; found \"%s\"", f.key, unit, cut(value))
	default:
		d.tell(node, "\"%s\" is %s, for example 25; found \"%s\"", f.key, unit, cut(value))
	}
}

func (d *decoder) limits(node *yaml.Node, n int64, f *field) {
	if f.min != nil && n < *f.min {
		d.tell(node, "\"%s\" must be at least %d; found %d. %s", f.key, *f.min, n, f.help)
	}
	if f.max != nil && n > *f.max {
		d.tell(node, "\"%s\" may be at most %d; found %d. %s", f.key, *f.max, n, f.help)
	}
}

func plain(node *yaml.Node) bool {
	return node.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
}

// kindWord says what a value is, in an editor's words.
func kindWord(v reflect.Value) string {
	switch {
	case v.Type() == instantType:
		return "a moment"
	case v.Kind() == reflect.Bool:
		return "true or false"
	case v.Kind() != reflect.String:
		return "a number"
	}
	if word, ok := words[v.Type().Name()]; ok {
		return word
	}
	return "a text"
}

func article(v reflect.Value) string { return kindWord(v) }

var words = map[string]string{
	"Date": "a day", "Clock": "a time", "URL": "a web address", "Link": "an address", "Email": "an e-mail address",
	"Phone": "a telephone number", "Color": "a colour", "Slug": "a short name", "Focus": "a place in the picture", "Markdown": "a text",
}
