package source

import (
	"io"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// parseYAML parses one document. When the text is not YAML it tells the mistake, mends the line in memory and goes on,
// so that one wrong line does not hide the others. The second result is false when lines had to be left out: then what
// seems to be missing may only be unread.
func parseYAML(raw []byte, name string, firstLine int, problems *Problems) (*yaml.Node, bool) {
	lines := strings.Split(string(raw), "\n")
	whole := lintLines(lines, name, firstLine, problems)
	for range maxRepairs {
		node, err := decodeOne(strings.Join(lines, "\n"), name, firstLine, problems)
		if err == nil {
			return node, whole
		}
		fault := diagnose(lines, err.Error())
		problems.Add(Position{name, firstLine + fault.line - 1, fault.column}, "%s", fault.message)
		if fault.line > len(lines) || lines[fault.line-1] == fault.mended {
			return nil, false
		}
		lines[fault.line-1] = fault.mended
		whole = whole && fault.mended != ""
	}
	return nil, false
}

const maxRepairs = 40

func decodeOne(text, name string, firstLine int, problems *Problems) (node *yaml.Node, err error) {
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var document yaml.Node
	if err := decoder.Decode(&document); err != nil {
		if err == io.EOF {
			return nil, nil
		}
		return nil, err
	}
	var second yaml.Node
	if err := decoder.Decode(&second); err == nil {
		problems.Add(Position{name, firstLine + second.Line - 1, 1}, "a second document begins after \"---\"; a file holds one only. Delete the line \"---\"")
	} else if err != io.EOF {
		return nil, err
	}
	if len(document.Content) == 0 {
		return nil, nil
	}
	return document.Content[0], nil
}

// fault is what is wrong with a line that is not YAML, and the line as it was probably meant.
type fault struct {
	line, column    int
	message, mended string
}

var (
	errorLine     = regexp.MustCompile(`line (\d+): (.*)`)
	keyLine       = regexp.MustCompile(`^(\s*(?:- +)*)([A-Za-z_][A-Za-z0-9_]*) *:( +)(.*)$`)
	keyWithoutGap = regexp.MustCompile(`^(\s*(?:- +)*)([A-Za-z_][A-Za-z0-9_]*):([^\s:/].*)$`)
	keyWithout    = regexp.MustCompile(`^(\s*(?:- +)*)([a-z_][A-Za-z0-9_]*) +(["'A-Z0-9].*)$`)
	blockOpener   = regexp.MustCompile(`^\s*(?:- +)*(?:[A-Za-z_][A-Za-z0-9_]*: *)?[|>][-+0-9]*\s*(?:#.*)?$`)
)

// lintLines mends what is wrong for certain without parsing: tabs before the first letter.
func lintLines(lines []string, name string, firstLine int, problems *Problems) bool {
	block := -1
	for i, line := range lines {
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		if strings.TrimSpace(line) == "" {
			continue
		}
		if block >= 0 && indent > block && !strings.Contains(line[:indent], "\t") {
			continue
		}
		if at := strings.IndexByte(line[:indent], '\t'); at >= 0 {
			problems.Add(Position{name, firstLine + i, at + 1}, "the line is moved in with a tab; YAML wants spaces (two for each step)")
			lines[i] = strings.ReplaceAll(line[:indent], "\t", "  ") + line[indent:]
			indent = len(lines[i]) - len(strings.TrimLeft(lines[i], " "))
		}
		block = -1
		if blockOpener.MatchString(line) {
			block = indent
		}
	}
	return true
}

// diagnose finds the line that the parser stumbled over (it names the line where it noticed, which may be later) and
// says in plain words what is wrong with it.
func diagnose(lines []string, parserSays string) fault {
	at, what := 1, parserSays
	if m := errorLine.FindStringSubmatch(parserSays); m != nil {
		at, _ = strconv.Atoi(m[1])
		what = m[2]
	}
	at = min(max(at, 1), len(lines))
	// The parser counts from the end of what it had read; the cause is on that line, the next one, or shortly before.
	for _, line := range around(at, len(lines)) {
		if f, ok := knownFault(lines[line-1]); ok {
			f.line = line
			return f
		}
	}
	if line, ok := openQuote(lines); ok {
		return fault{line, 1 + strings.IndexAny(lines[line-1], `"'`), "the quotation mark that opens here is never closed; add it at the end of the text", closeQuote(lines[line-1])}
	}
	for _, line := range around(at, len(lines)) {
		if f, ok := indentFault(lines, line); ok {
			return f
		}
	}
	return fault{at, firstColumn(lines[at-1]), "this line cannot be understood (" + inWords(what) + "); compare it with the lines around it: spaces at the beginning, a colon and a space after the name, quotes that close", ""}
}

// around lists the lines nearest to at, nearest first.
func around(at, count int) []int {
	var list []int
	for _, d := range []int{0, 1, -1, -2, 2, -3} {
		if line := at + d; line >= 1 && line <= count {
			list = append(list, line)
		}
	}
	return list
}

func knownFault(line string) (fault, bool) {
	if m := keyWithoutGap.FindStringSubmatch(line); m != nil {
		column := 1 + len(m[1]) + len(m[2])
		return fault{0, column, "a space is missing after the colon; write \"" + m[2] + ": " + cut(m[3]) + "\"", m[1] + m[2] + ": " + m[3]}, true
	}
	if m := keyLine.FindStringSubmatch(line); m != nil {
		return valueFault(m[1]+m[2]+":"+m[3], m[4])
	}
	if m := keyWithout.FindStringSubmatch(line); m != nil {
		column := 1 + len(m[1]) + len(m[2])
		return fault{0, column, "the colon after \"" + m[2] + "\" is missing; write \"" + m[2] + ": " + cut(m[3]) + "\"", m[1] + m[2] + ": " + m[3]}, true
	}
	trimmed := strings.TrimLeft(line, " ")
	if rest, ok := strings.CutPrefix(trimmed, "- "); ok {
		return valueFault(line[:len(line)-len(rest)], rest)
	}
	if len(trimmed) > 1 && trimmed[0] == '-' && trimmed != "---" && trimmed[1] != '-' {
		return fault{0, len(line) - len(trimmed) + 2, "a space is missing after the hyphen of the list; write \"- " + cut(trimmed[1:]) + "\"", line[:len(line)-len(trimmed)] + "- " + trimmed[1:]}, true
	}
	return fault{}, false
}

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
		if end >= 0 && rest != "" && rest[0] != '#' && rest[0] != ':' && rest[0] != ',' {
			inner := strings.ReplaceAll(value[1:], `"`, "")
			return fault{0, column + end, "the quotation mark here ends the text too early; inside a quoted text write \\\" or use ' outside", before + `"` + strings.ReplaceAll(inner, `\`, "") + `"`}, true
		}
		if end >= 0 && first == '"' {
			if at := badEscape(value[:end+1]); at >= 0 {
				return fault{0, column + at, "a backslash inside \"double quotes\" is a special sign; write the text in 'single quotes'", before + "'" + strings.ReplaceAll(value[1:end], "'", "''") + "'"}, true
			}
		}
	case strings.ContainsRune("@`%", rune(first)):
		return fault{0, column, "a text may not begin with " + string(first) + " unless it stands in quotes; write " + quoteForEditor(value), quoted}, true
	case first == '*' || first == '&' || first == '!' || first == '{' || first == '[' || first == '|' || first == '>' || first == ',' || first == '}' || first == ']':
		if (first == '|' || first == '>') && blockOpener.MatchString(before+value) {
			return fault{}, false
		}
		return fault{0, column, "a text that begins with " + string(first) + " must stand in quotes; write " + quoteForEditor(value), quoted}, true
	case strings.Contains(value, ": ") || strings.HasSuffix(value, ":"):
		return fault{0, column, "a text with a colon in it must stand in quotes; write " + quoteForEditor(value), quoted}, true
	}
	return fault{}, false
}

func indentFault(lines []string, at int) (fault, bool) {
	line := lines[at-1]
	text := strings.TrimLeft(line, " ")
	if text == "" || text[0] == '#' {
		return fault{}, false
	}
	indent := len(line) - len(text)
	for i := at - 2; i >= 0; i-- {
		before := lines[i]
		body := strings.TrimLeft(before, " ")
		if body == "" || body[0] == '#' {
			continue
		}
		own := len(before) - len(body)
		if rest, ok := strings.CutPrefix(body, "- "); ok && text[0] != '-' {
			own += 2 + len(rest) - len(strings.TrimLeft(rest, " "))
		}
		if indent != own && indent != own-2 && keyLine.MatchString(line+" ") {
			return fault{at, indent + 1, "the line is moved in by " + strconv.Itoa(indent) + " spaces, the line before it by " + strconv.Itoa(own) + "; lines that belong together begin in the same column", strings.Repeat(" ", own) + text}, true
		}
		return fault{}, false
	}
	return fault{}, false
}

func openQuote(lines []string) (int, bool) {
	for i, line := range lines {
		var value string
		if m := keyLine.FindStringSubmatch(line); m != nil {
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

func badEscape(quoted string) int {
	for i := 1; i+1 < len(quoted); i++ {
		if quoted[i] == '\\' {
			if !strings.ContainsRune(`0abt nvfre"/\N_LPxuU`, rune(quoted[i+1])) {
				return i
			}
			i++
		}
	}
	return -1
}

func quoteForEditor(value string) string {
	if strings.ContainsAny(value, `"\`) {
		return "'" + cut(strings.ReplaceAll(value, "'", "''")) + "'"
	}
	return `"` + cut(value) + `"`
}

func firstColumn(line string) int { return 1 + len(line) - len(strings.TrimLeft(line, " ")) }

// cut shortens a text for a message.
func cut(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 60 {
		return string(r[:57]) + "…"
	}
	return s
}

// inWords turns the parser's own words into ours.
func inWords(what string) string {
	for parser, ours := range map[string]string{
		"could not find expected ':'":       "a colon after a name is missing",
		"did not find expected key":         "the spaces at the beginning do not fit the lines before",
		"did not find expected '-'":         "a list entry begins with a hyphen, and this line has none",
		"mapping values are not allowed":    "there is a colon where none can stand",
		"block sequence entries":            "a list cannot begin here",
		"unknown anchor":                    "it refers with * to a name that was never given with &",
		"found character that cannot start": "it begins with a sign that must stand in quotes",
		"unexpected end of stream":          "the file ends in the middle of something",
		"found unknown escape":              "there is a backslash in double quotes",
		"flow mapping":                      "a { bracket is not closed",
		"flow sequence":                     "a [ bracket is not closed",
	} {
		if strings.Contains(what, parser) {
			return ours
		}
	}
	return "it is not written as YAML wants it"
}
