package source

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// If a value is wrong only because a character looks like the right one, the message names the character and shows the
// corrected line.

const (
	longDashes = "‐‑‒–—―−"
	curlyMarks = "“”„‟«»‘’‚‛"
)

type lookalike struct {
	meant, said string
	certain     bool // only dashes and quotation marks were replaced
}

// signs replaces characters that only look like the right ones. In a number, it also replaces letters that look like
// digits.
func signs(value string, numbers bool) lookalike {
	l := lookalike{certain: true}
	var meant strings.Builder
	runes := []rune(value)
	for i, r := range runes {
		now := r
		switch {
		case strings.ContainsRune(longDashes, r):
			now = '-'
		case strings.ContainsRune(curlyMarks, r):
			l.said = cmp.Or(l.said, "these are curly quotation marks, as in Word")
			continue
		case strings.ContainsRune(wideSpaces, r):
			l.said, now = cmp.Or(l.said, "this is a no-break space, which only looks like a normal space"), ' '
		case r == '：':
			now = ':'
		case strings.ContainsRune(foreignLetters, r):
			now = []rune(latinLetters)[utf8.RuneCountInString(foreignLetters[:strings.IndexRune(foreignLetters, r)])]
		case r > '9' && unicode.IsDigit(r):
			now = digitOf(r)
		case numbers && strings.ContainsRune("OoQ", r) && nextToDigit(runes, i):
			now = '0'
		case numbers && strings.ContainsRune("lI|", r) && nextToDigit(runes, i):
			now = '1'
		}
		if meant.WriteRune(now); now != r {
			l.said = cmp.Or(l.said, fmt.Sprintf(`"%c" is another character, which only looks like "%c"`, r, now))
			l.certain = l.certain && now == '-'
		}
	}
	l.meant = strings.TrimSpace(meant.String())
	return l
}

// foreignLetters are Cyrillic and Greek letters that look like the latinLetters at the same index.
const (
	foreignLetters = "аеорсухіѕјһԁАВЕКМНОРСТУХІЅЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"
	latinLetters   = "aeopcyxisjhdABEKMHOPCTYXISJABEZHIKMNOPTYXo"
)

// wideSpaces are characters that look like a normal space.
const wideSpaces = "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000"

func nextToDigit(runes []rune, i int) bool {
	digit := func(i int) bool {
		return i >= 0 && i < len(runes) && (unicode.IsDigit(runes[i]) || strings.ContainsRune("OolI", runes[i]) ||
			strings.ContainsRune(":-", runes[i]) && len(runes) > 3)
	}
	return digit(i-1) || digit(i+1)
}

// digitOf returns the value (0 to 9) of a digit in any script.
func digitOf(r rune) rune {
	zero := r
	for unicode.IsDigit(zero-1) && zero > r-9 {
		zero--
	}
	return '0' + r - zero
}

// lookalike reports a value with such characters, and returns the intended value.
func (d *decoder) lookalike(node *yaml.Node, f *field, numbers bool, right func(string) bool) (string, bool) {
	l := signs(node.Value, numbers)
	if l.said == "" || l.meant == node.Value {
		return "", false
	}
	for _, meant := range []string{l.meant, strings.ReplaceAll(l.meant, " ", ""), strings.ReplaceAll(l.meant, "-", " ")} {
		if l.meant = meant; right(meant) {
			break
		}
	}
	if !right(l.meant) {
		return "", false
	}
	quoted := l.meant
	if plain(node) && strings.ContainsAny(node.Value, curlyMarks) &&
		(f.typ.Kind() == reflect.String || f.typ == instantType) {
		quoted = `"` + l.meant + `"`
	}
	formed := f.kind == "Date" || f.kind == "Phone" || f.typ == instantType
	fix := d.fix(node, quoted, l.certain && (formed || !strings.ContainsAny(node.Value, longDashes)))
	d.reported++
	problem := Problem{Position: d.at(node), Fix: fix}
	if fix != nil && len(strings.TrimSpace(fix.Now)) <= 60 {
		problem.Message = fmt.Sprintf("%s; write: %s", l.said, strings.TrimSpace(fix.Now))
	} else {
		problem.Message = fmt.Sprintf("%s; write \"%s\" for \"%s\"", l.said, cut(l.meant), f.key)
	}
	d.problems.add(problem)
	return l.meant, true
}

// fix returns nil if the line does not contain the value as it was read.
func (d *decoder) fix(node *yaml.Node, now string, certain bool) *Fix {
	line := []rune(d.line(node.Line))
	at := min(len(line), max(node.Column-1, 0))
	before, rest := string(line[:at]), string(line[at:])
	if !strings.Contains(rest, node.Value) {
		return nil
	}
	return &Fix{Line: node.Line + d.shift, Was: string(line), Now: before + strings.Replace(rest, node.Value, now, 1),
		Certain: certain}
}

// reportCertain reports a mistake that `check -fix` corrects; if `now` is empty, there is no correction.
func (d *decoder) reportCertain(node *yaml.Node, now, format string, args ...any) {
	var fix *Fix
	if now != "" {
		fix = d.fix(node, now, true)
	}
	d.reported++
	d.problems.AddFixed(d.at(node), fix, format, args...)
}

func (d *decoder) refused(node *yaml.Node) bool {
	sign, name := "", ""
	switch {
	case node.Kind == yaml.AliasNode:
		sign, name = "*"+node.Value, "alias"
	case node.Anchor != "":
		sign, name = "&"+node.Anchor, "anchor"
	case node.Style&yaml.TaggedStyle != 0:
		sign, name = node.Tag, "tag"
	default:
		return false
	}
	d.report(node, `"%s" is a YAML %s, which is not supported here; delete it and write the text out (put a text that `+
		`begins with %c in quotes)`, sign, name, sign[0])
	return node.Kind == yaml.AliasNode || name == "tag" && node.Kind == yaml.ScalarNode && node.Value == ""
}
