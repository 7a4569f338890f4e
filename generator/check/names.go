package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"transom/generator/facts"
	"transom/generator/lazy"
	"transom/generator/source"
	"transom/generator/spelling"
)

var (
	// looseFact matches a misspelt fact: with spaces, capital letters or another character for the colon.
	looseFact = lazy.Regexp(`(?i)^\{\{? *facts?(?: *[:;.,=] *| +)([a-z0-9][a-z0-9._ -]*?) *\}*$`)
	oneBrace  = lazy.Regexp(`(?i)(?:^|[^{])(\{ *facts? *[:;] *[a-z0-9.-]+ *\})`)
)

// inBraces returns where placeholders begin and end. An unclosed one ends at the next brace or at the end of the line.
func inBraces(text string) [][2]int {
	var list [][2]int
	for end := 0; ; {
		from := strings.Index(text[end:], "{{")
		if from < 0 {
			return list
		}
		from += end
		end = from + 2
		for end < len(text) && text[end] != '{' && text[end] != '}' && text[end] != '\n' {
			end++
		}
		for n := 0; n < 2 && end < len(text) && text[end] == '}'; n++ {
			end++
		}
		list = append(list, [2]int{from, end})
	}
}

func (c *Checker) factNames(text string, at func(snippet string) source.Position) {
	c.oneBrace(text, at)
	for _, between := range inBraces(text) {
		found := text[between[0]:between[1]]
		if !c.factName(found, func() source.Position { return at(found) }) {
			c.report(at(found), `"%s" is not available here%s Facts are written like {{fact:deadline}}; %s lists them all`,
				found, cmp.Or(c.suggestFact(found), "."), c.factsCommand())
		}
	}
}

// pairsOnly reports whether a string has no single opening brace; nearly all strings have none.
func pairsOnly(text string) bool { return strings.Count(text, "{") == 2*strings.Count(text, "{{") }

func (c *Checker) oneBrace(text string, at func(snippet string) source.Position) {
	if pairsOnly(text) || !strings.Contains(strings.ToLower(text), "fact") {
		return
	}
	for _, m := range oneBrace().FindAllStringSubmatch(text, -1) {
		name := strings.ToLower(bareName(m[1]))
		c.report(at(m[1]), `"%s" would be printed as it is; facts have two brackets on each side: "%s%s%s"`, m[1],
			facts.Before, name, facts.After)
	}
}

func (c *Checker) factsCommand() string {
	return `"` + strings.TrimSuffix("go run ./generator facts "+c.Name, " content") + `"`
}

func (c *Checker) factName(found string, at func() source.Position) bool {
	if strings.HasPrefix(found, facts.Literal) && strings.HasSuffix(found, facts.After) {
		return true
	}
	name, isFact := strings.CutPrefix(found, facts.Before)
	if closed, ok := strings.CutSuffix(name, facts.After); isFact && ok && c.isFact(closed) {
		return true
	}
	if !isFact && (!strings.Contains(strings.ToLower(found), "fact") || !looseFact().MatchString(found)) {
		return false
	}
	bare := bareName(found)
	meant := bare
	if !c.isFact(bare) {
		meant = strings.ToLower(strings.ReplaceAll(bare, "_", "-"))
	}
	switch {
	case isFact && !strings.HasSuffix(found, facts.After):
		c.report(at(), `"%s" is not closed; write "%s%s%s"`, found, facts.Before, bare, facts.After)
	case c.isFact(meant):
		c.report(at(), `a fact is written in lower case without spaces, after a colon; write "%s%s%s" instead of "%s"`,
			facts.Before, meant, facts.After, found)
	default:
		where := at()
		c.mu.Lock()
		c.noFacts = append(c.noFacts, noFact{bare, where})
		c.mu.Unlock()
	}
	return true
}

func (c *Checker) isFact(name string) bool {
	_, known := c.known.Value(name)
	return known
}

func bareName(found string) string {
	if m := looseFact().FindStringSubmatch(found); m != nil {
		return m[1]
	}
	return strings.Trim(found, "{} ")
}

func (c *Checker) suggestFact(found string) string {
	name := strings.ToLower(strings.ReplaceAll(bareName(found), "_", "-"))
	names := c.known.Names()
	if near := spelling.Nearest(name, names); near != "" {
		return `; did you mean "` + facts.Before + near + facts.After + `"?`
	}
	return c.kin(name)
}

func (c *Checker) kin(name string) string {
	first, _, found := strings.Cut(name, ".")
	var kin []string
	for _, known := range c.known.Names() {
		if strings.HasPrefix(known, first+".") && strings.Count(known, ".") == 1 {
			kin = append(kin, known)
		}
	}
	if !found || len(kin) == 0 {
		return ""
	}
	return "; the choices are " + strings.Join(kin, ", ") + "."
}

type noFact struct {
	name string
	at   source.Position
}

// unknownFacts reports each unknown name once, with the number of places. More than three get one message, because
// their entry is probably missing. While a file is incomplete, nothing is reported, because that file may define the
// fact.
func (c *Checker) unknownFacts() {
	if !c.allWhole() {
		return
	}
	slices.SortFunc(c.noFacts, func(a, b noFact) int { return a.at.Compare(b.at) })
	c.noFacts = slices.DeleteFunc(c.noFacts, func(f noFact) bool {
		switch {
		case c.WithoutGST() && slices.Contains(strings.Split(f.name, "."), "gst"):
			c.mentionsGST(facts.Before+f.name+facts.After, f.at)
			return true
		case c.AnyBad() && facts.IsKind(f.name): // a wrong setting is most likely the cause
			return true
		}
		part := facts.Lacks(c.Content, f.name)
		if part != "" {
			c.needs(f.at, `the fact "`+f.name+`"`, part, "the fact")
		}
		return part != ""
	})
	places := map[string]int{}
	for _, f := range c.noFacts {
		places[f.name]++
	}
	if len(places) > 3 {
		names := slices.Sorted(maps.Keys(places))
		c.report(c.noFacts[0].at, `these facts do not exist: %s. Correct the names, or restore the entry that they come `+
			`from; %s lists all facts`, strings.Join(names, ", "), c.factsCommand())
		return
	}
	for _, f := range c.noFacts {
		more := ""
		if n := places[f.name]; n > 1 {
			more = fmt.Sprintf(" (used in %d places; this is the first)", n)
		}
		if places[f.name] > 0 {
			c.report(f.at, `there is no fact "%s"%s%s %s lists all facts`, f.name, more,
				cmp.Or(c.suggestFact(f.name), "."), c.factsCommand())
		}
		places[f.name] = 0
	}
}
