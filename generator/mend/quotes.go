package mend

import (
	"strings"

	"transom/generator/lazy"
)

// valueFault looks at the text after "name: " or "- ".
func valueFault(before, value string) (fault, bool) {
	column := 1 + len([]rune(before))
	value = strings.TrimRight(value, " ")
	if value == "" {
		return fault{}, false
	}
	quoted := before + `"` + strings.ReplaceAll(strings.ReplaceAll(value, `\`, `\\`), `"`, `\"`) + `"`
	switch first := value[0]; {
	case first == '"' || first == '\'':
		end := quoteEnd(value)
		rest := ""
		if end >= 0 {
			rest = strings.TrimSpace(value[end+1:])
		}
		if end >= 0 && rest != "" && rest[0] != '#' && rest[0] != ':' && rest != "," {
			if first == '\'' && end+1 < len(value) && value[end+1] != ' ' && value[len(value)-1] == '\'' {
				whole := value[1 : len(value)-1]
				return fault{column: column + end, message: "the apostrophe here ends the text too early; a text with an apostrophe stands in \"double quotes\": \"" + Short(whole) + "\"", mended: before + `"` + strings.ReplaceAll(strings.ReplaceAll(whole, `\`, ""), `"`, "") + `"`}, true
			}
			return fault{column: column + end, message: "the quotation mark here ends the text too early; write " + requoted(value), mended: before + requoted(value)}, true
		}
		if end >= 0 && first == '"' {
			if at := badEscape(value[:end+1]); at >= 0 {
				return fault{column: column + at, message: "a backslash inside \"double quotes\" is a special sign; write the text in 'single quotes'", mended: before + "'" + strings.ReplaceAll(value[1:end], "'", "''") + "'"}, true
			}
		}
	case strings.ContainsRune("@`%", rune(first)):
		return fault{column: column, message: "a text may not begin with " + string(first) + " unless it stands in quotes; write " + Quoted(value), mended: quoted}, true
	case first == '{' || first == '[':
		return flowFault(before, value)
	case first == '(' && strings.HasSuffix(value, ")") && keyShaped(strings.TrimSpace(value[1:])):
		inner := strings.TrimSpace(value[1 : len(value)-1])
		return fault{column: column, message: "the parts of an entry stand in { } and not in ( ); write " + Full("{ "+inner+" }"), mended: before + "{ " + inner + " }"}, true
	case strings.ContainsRune("*&!|>,}]", rune(first)):
		if (first == '|' || first == '>') && blockOpener().MatchString(before+value) {
			return fault{}, false
		}
		return mustBeQuoted(before, value), true
	case strings.ContainsAny(value[:min(3, len(value))], "“”„‘’") && strings.Contains(value, ":"):
		straight := `"` + strings.Trim(value, "“”„‘’\"'") + `"`
		return fault{column: column, mended: before + straight, certain: strings.HasSuffix(value, "”") || strings.HasSuffix(value, "’"),
			message: "these are curly quotation marks, as Word makes them, and YAML knows the straight ones only; write " + Full(straight)}, true
	case entryOf(keyOf(before), value):
		return fault{column: column, message: "the parts of an entry stand in { }; write " + Full("{ "+value+" }"), mended: before + "{ " + value + " }"}, true
	case mergedKey(value) > 0:
		at := mergedKey(value)
		second := strings.TrimSpace(value[at:])
		return fault{column: column + len([]rune(value[:at])), mended: before + strings.TrimRight(value[:at], " "), lost: true,
			message: "two lines have become one; \"" + Short(second) + "\" belongs on a line of its own"}, true
	case strings.Contains(spacedFact().ReplaceAllString(value, ""), ": "):
		return fault{column: column, message: "a text with a colon in it must stand in quotes; write " + Quoted(value), mended: quoted}, true
	case spacedFact().MatchString(value) && spacedFact().ReplaceAllStringFunc(value, plainFact) != value:
		now := spacedFact().ReplaceAllStringFunc(value, plainFact)
		return fault{column: column, mended: before + now, message: "the name of a fact stands without spaces; write " + Full(strings.TrimLeft(before, " ")+now)}, true
	case strings.Contains(value, ": ") || strings.HasSuffix(value, ":"):
		return fault{column: column, message: "a text with a colon in it must stand in quotes; write " + Quoted(value), mended: quoted}, true
	}
	return fault{}, false
}

// entryOf tells the parts of an entry behind the key that they belong to: "spouse: rule: fixed, price: 50000".
func entryOf(key, value string) bool {
	if !known().openers[key] {
		return false
	}
	for part := range strings.SplitSeq(value, ", ") {
		if name, text, found := strings.Cut(strings.TrimSpace(part), ": "); !found || !known().keys[name] || text == "" || strings.Contains(text, ": ") {
			return false
		}
	}
	return true
}

var spacedFact = lazy.Regexp(`(?i)\{\{ *facts? *: *[a-z0-9.-]+ *\}\}`)

// plainFact is the name of a fact as it is written.
func plainFact(found string) string {
	_, name, _ := strings.Cut(strings.Trim(found, "{} "), ":")
	name = strings.TrimSpace(name)
	if words := ".Words"; !strings.HasSuffix(name, words) {
		name = strings.ToLower(name)
	}
	return "{{fact:" + name + "}}"
}

// mustBeQuoted puts a text with a special beginning into quotes.
func mustBeQuoted(before, value string) fault {
	quoted := before + `"` + strings.ReplaceAll(strings.ReplaceAll(value, `\`, `\\`), `"`, `\"`) + `"`
	return fault{column: 1 + len([]rune(before)), mended: quoted, message: "a text that begins with " + value[:1] + " must stand in quotes; write " + Quoted(value)}
}

// flowFault looks into a text in { } or [ ].
func flowFault(before, value string) (fault, bool) {
	if f, ok := noteInBraces(before, value); ok {
		return f, true
	}
	if i := strings.Index(value, " #"); i > 0 && strings.Count(value[:i], `"`)%2 == 0 {
		value = strings.TrimRight(value[:i], " ")
	}
	column := 1 + len([]rune(before))
	var open []byte
	quote, opened := byte(0), 0
	last := byte(',') // the last sign that is not a space
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case quote == '"' && c == '\\':
			i++
		case quote != 0:
			if c == quote && !afterText().MatchString(value[i+1:]) {
				if m := textThenKey().FindStringSubmatch(value[opened+1 : i]); m != nil && known().keys[m[2]] {
					now := value[opened:opened+1+len(m[1])] + string(quote)
					return fault{column: column + opened, mended: before + value[:opened] + now + value[opened+1+len(m[1]):],
						message: "the quotation mark that opens here is never closed; write " + Full(now)}, true
				}
				if end := closingQuote(value, i+1, quote); end > 0 {
					now := requoted(value[opened : end+1])
					return fault{column: column + i, mended: before + value[:opened] + now + value[end+1:],
						message: "the quotation mark here ends the text too early; write " + Full(now)}, true
				}
			}
			if c == quote {
				quote, last = 0, 'q'
			}
			continue
		case (c == '"' || c == '\'') && strings.IndexByte(",:[{ ", last) >= 0 && (i == 0 || value[i-1] == ' ' || last != ' ' && value[i-1] == last):
			quote, opened = c, i
			continue
		case c == '{' || c == '[':
			if last == ',' || last == ':' || last == '[' || last == '{' {
				open = append(open, c)
			}
		case c == '}' || c == ']':
			if len(open) > 0 && open[len(open)-1] != c-2 && strings.TrimSpace(value[i+1:]) == "" {
				right := string(open[len(open)-1] + 2)
				return fault{column: column + i, mended: before + value[:i] + right, message: "what " + string(open[len(open)-1]) + " opens is closed by " + right + " and not by " + string(c)}, true
			}
			if len(open) == 0 || open[len(open)-1] != c-2 {
				return fault{column: column + i, mended: before + value[:i] + value[i+1:], message: "the bracket " + string(c) + " closes nothing that is open; delete it, or put the text in quotes"}, true
			}
			open = open[:len(open)-1]
			if rest := strings.TrimSpace(value[i+1:]); len(open) == 0 && rest != "" && rest[0] != '#' {
				if !known().openers[keyOf(before)] && keyOf(before) != "" {
					return mustBeQuoted(before, value), true
				}
				if strings.HasPrefix(rest, "- ") {
					return fault{column: column + i + 1, mended: before + value[:i+1], lost: true, message: "two lines have become one; \"" + Short(rest) + "\" belongs on a line of its own"}, true
				}
				return fault{column: column + i + 1, mended: before + value[:i+1], lost: true, message: "after the closing " + string(c) + " nothing more may stand; found \"" + Short(rest) + "\""}, true
			}
		case c == ':' && i+1 < len(value) && value[i+1] == ' ' && len(open) > 0 && open[len(open)-1] == '{':
			if at, second := secondColon(value, i); second && !known().keys[strings.TrimSpace(value[at:i])] {
				return colonInText(before, value, i), true
			} else if second {
				return fault{column: column + at, mended: before + value[:at] + "," + value[at:],
					message: "a comma is missing here, before \"" + Short(strings.TrimSpace(value[at:i])) + "\""}, true
			}
		}
		if c != ' ' {
			last = c
		}
	}
	if quote != 0 {
		opened = strings.LastIndexByte(value, quote)
		m := nextEntry().FindStringIndex(value[opened+1:])
		closed, rest := value[:opened+1+m[0]], value[opened+1+m[0]:]
		return fault{column: column + opened, mended: before + closed + string(quote) + rest,
			message: "the quotation mark that opens here is never closed; add it at the end of the text"}, true
	}
	if len(open) > 0 {
		if !strings.ContainsAny(value, ":,") {
			return fault{column: column, message: "a text that begins with " + value[:1] + " must stand in quotes; write " + Quoted(value), mended: before + `"` + strings.ReplaceAll(value, `"`, "") + `"`}, true
		}
		closing := string(open[len(open)-1] + 2)
		return fault{column: column + len([]rune(value)), mended: before + value + " " + closing,
			message: "the bracket " + string(open[len(open)-1]) + " is never closed; add " + closing + " at the end of the line"}, true
	}
	return fault{}, false
}

var (
	// afterText is what may follow a text in { } or [ ].
	afterText = lazy.Regexp(`^ *(?:[,:}\]]|#|$)`)
	// textThenKey is what stands between the mark of a text that is not closed and that of the next one.
	textThenKey = lazy.Regexp(`^([^,]*), *([A-Za-z_]+): *$`)
	// endOfText is what follows the last letter of a text in { } that has no quotation marks of its own.
	endOfText = lazy.Regexp(`^ *(?:, *(?:[A-Za-z_]+: |[{"'])|[}\]][ }\]]*(?:,|#|$)|$)`)
	flowKey   = lazy.Regexp(`(?:^|[{,]) *([A-Za-z_]+): `)
)

// closingQuote is where a quoted text ends in truth: at the next mark that what may follow a text does follow; -1 when none does.
func closingQuote(value string, from int, quote byte) int {
	for i := from; i < len(value); i++ {
		if value[i] == quote && endOfText().MatchString(value[i+1:]) {
			return i
		}
	}
	return -1
}

// requoted is a text with quotation marks inside as it is written: 'single ones' inside a text that has its own, and single
// ones around a text that only begins with a quoted word.
func requoted(value string) string {
	if last := len(value) - 1; last > 0 && value[0] == '"' && value[last] == '"' {
		return `"` + strings.ReplaceAll(strings.ReplaceAll(value[1:last], `\"`, "'"), `"`, "'") + `"`
	}
	return "'" + strings.ReplaceAll(value, "'", "''") + "'"
}

// textAt is the text without quotation marks around a place inside { } or [ ]: its key, if any, and where it begins and ends.
func textAt(value string, at int) (key string, from, to int) {
	from = strings.LastIndexAny(value[:at], "[,") + 1
	if all := flowKey().FindAllStringSubmatchIndex(value[:at], -1); all != nil {
		m := all[len(all)-1]
		key, from = value[m[2]:m[3]], m[1]
	}
	from += len(value[from:]) - len(strings.TrimLeft(value[from:], " "))
	for to = at; to < len(value) && !endOfText().MatchString(value[to:]); to++ {
		if end := strings.Index(value[to:], "}}"); end > 0 && strings.HasPrefix(value[to:], "{{") {
			to += end + 1
		}
	}
	return key, from, to
}

// quotedIn puts such a text into quotation marks, and says so.
func quotedIn(before, value string, at int, why string) fault {
	key, from, to := textAt(value, at)
	if key != "" {
		key += ": "
	}
	text := strings.TrimSpace(value[from:to])
	if strings.ContainsAny(text[:min(3, len(text))], "“”„‘’") {
		text = strings.Trim(text, "“”„‘’\"'") // marks of Word, of which the keyboard has closed one
	}
	quoted := `"` + strings.ReplaceAll(text, `"`, "'") + `"`
	return fault{column: 1 + len([]rune(before+value[:from])), mended: before + value[:from] + quoted + value[to:],
		message: why + "; write " + key + Full(quoted)}
}

// outside finds a sign outside of quotation marks inside { } or [ ] that are still open there; -1 when there is none.
func outside(value, sign string) int {
	quote, open := byte(0), 0
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case quote != 0:
			if c == quote && !afterText().MatchString(value[i+1:]) {
				return -1 // it is told that this mark ends the text too early
			}
			if c == quote {
				quote = 0
			}
		case open > 0 && strings.HasPrefix(value[i:], sign):
			return i
		case (c == '"' || c == '\'') && i > 0 && strings.IndexByte(" [{,:", value[i-1]) >= 0:
			quote = c
		case c == '{' || c == '[':
			open++
		case c == '}' || c == ']':
			open--
		}
	}
	return -1
}

// noteInBraces tells a # that takes the end of { } with it.
func noteInBraces(before, value string) (fault, bool) {
	at := outside(value, " #")
	if at < 0 || !strings.ContainsAny(value[at:], "}]") {
		return fault{}, false
	}
	return quotedIn(before, value, at+1, "what follows a # is a note that nobody reads, so the end of the "+value[:1]+" is lost"), true
}

// nextEntry is where, after a quote that nobody closed, the brackets close or the next entry of { } begins.
var nextEntry = lazy.Regexp(`[ }\]]*(?:, *[a-z_]+: |$)`)

// colonInText puts the text around the second colon into quotes.
func colonInText(before, value string, i int) fault {
	start := strings.LastIndex(value[:i], ": ") + 2
	end := i + strings.IndexAny(value[i:]+",", ",}")
	text := strings.TrimSpace(value[start:end])
	return fault{column: 1 + len([]rune(before)) + start, mended: before + value[:start] + `"` + strings.ReplaceAll(text, `"`, "") + `"` + value[end:],
		message: "a text with a colon in it must stand in quotes; write " + Quoted(text)}
}

var wordBefore = lazy.Regexp(` +[A-Za-z_]+$`)

// secondColon tells whether the colon at i follows another one without a comma in between, and where the comma belongs.
func secondColon(value string, i int) (int, bool) {
	start := strings.LastIndexAny(value[:i], ",{[")
	between := value[start+1 : i]
	m := wordBefore().FindStringIndex(between)
	if m == nil || strings.TrimSpace(between[:m[0]]) == "" || !strings.Contains(between[:m[0]], ":") {
		return 0, false
	}
	return start + 1 + m[0], true
}

func openQuote(lines []string) (int, bool) {
	for i, line := range lines {
		var value string
		if m := keyLine().FindStringSubmatch(line); m != nil {
			value = m[4]
		} else if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " "), "- "); ok {
			value = rest
		}
		if value != "" && (value[0] == '"' || value[0] == '\'') && quoteEnd(value) < 0 {
			return i + 1, true
		}
	}
	return 0, false
}

func closeQuote(line string) string {
	i := strings.IndexAny(line, `"'`)
	return strings.TrimRight(line, " ") + line[i:i+1]
}

// quoteEnd is the offset of the mark that closes the quote at the beginning of value, or -1.
func quoteEnd(value string) int {
	mark := value[0]
	for i := 1; i < len(value); i++ {
		switch {
		case mark == '"' && value[i] == '\\':
			i++
		case value[i] == mark && mark == '\'' && i+1 < len(value) && value[i+1] == mark:
			i++
		case value[i] == mark:
			return i
		}
	}
	return -1
}

var innerKey = lazy.Regexp(`(?:^|.)( )([a-z][A-Za-z_]*): `)

// mergedKey is where, inside a text, a key of the content begins that was a line of its own: one with an underscore, or
// one after several spaces. -1 when there is none.
func mergedKey(value string) int {
	for _, m := range innerKey().FindAllStringSubmatchIndex(value, -1) {
		key := value[m[4]:m[5]]
		if known().keys[key] && (strings.Contains(key, "_") || m[2] > 0 && value[m[2]-1] == ' ') {
			return m[4]
		}
	}
	return -1
}

var goodEscape = lazy.Regexp(`^\\(?:[0abt nvfre"/\\N_LP]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`)

func badEscape(quoted string) int {
	for i := 1; i+1 < len(quoted); i++ {
		if quoted[i] == '\\' {
			if !goodEscape().MatchString(quoted[i:]) {
				return i
			}
			i++
		}
	}
	return -1
}

// Quoted is a text in the quotation marks that it needs.
func Quoted(value string) string {
	if strings.ContainsAny(value, `"\`) {
		return "'" + Full(strings.ReplaceAll(value, "'", "''")) + "'"
	}
	return `"` + Full(value) + `"`
}
