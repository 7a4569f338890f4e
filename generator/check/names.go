package check

import (
	"cmp"
	"slices"
	"strings"

	"transom/generator/facts"
	"transom/generator/lazy"
	"transom/generator/schema"
	"transom/generator/source"
	"transom/generator/spelling"
)

// braces finds what was meant to be filled in, also when it is not closed.
var braces = lazy.Regexp(`\{\{[^{}\n]*\}?\}?`)

// factNames tells what cannot be filled in in a text of the lists: only facts can.
func (c *Checker) factNames(text string, at func(snippet string) source.Position) {
	if !strings.Contains(text, "{{") {
		return
	}
	for _, found := range braces().FindAllString(text, -1) {
		if !c.factName(found, at(found)) {
			c.tell(at(found), "\"%s\" cannot be filled in here%s A fact is named like {{fact:deadline}}; \"go run ./generator facts\" lists them all", found, ifNone(c.suggestFact(found), "."))
		}
	}
}

// factName tells what is wrong with the name of a fact, and whether one was meant at all.
func (c *Checker) factName(found string, at source.Position) bool {
	name, isFact := strings.CutPrefix(found, facts.Before)
	if !isFact {
		return false
	}
	switch bare := bareName(found); {
	case !strings.HasSuffix(found, facts.After):
		c.tell(at, "\"%s\" is not closed; write \"%s%s%s\"", found, facts.Before, bare, facts.After)
	case c.isFact(strings.TrimSuffix(name, facts.After)):
	case c.isFact(bare):
		c.tell(at, "the name of a fact stands without spaces; write \"%s%s%s\" instead of \"%s\"", facts.Before, bare, facts.After, found)
	default:
		c.mu.Lock()
		c.noFacts = append(c.noFacts, noFact{bare, at})
		c.mu.Unlock()
	}
	return true
}

// noFact is a place that names a fact that does not exist.
type noFact struct {
	name string
	at   source.Position
}

// unknownFacts tells those places, at most one for each kind of fact and each nearly right name: where many are gone at
// once, an entry is. It stays silent while a file is not whole, because what is lost may be the fact.
func (c *Checker) unknownFacts() {
	for _, f := range schema.Files {
		if !c.Whole(f.Name) {
			return
		}
	}
	slices.SortFunc(c.noFacts, func(a, b noFact) int {
		return cmp.Or(cmp.Compare(a.at.File, b.at.File), cmp.Compare(a.at.Line, b.at.Line), cmp.Compare(a.at.Column, b.at.Column))
	})
	kinds, named := map[string]int{}, map[string]int{}
	for _, f := range c.noFacts {
		kind, _, _ := strings.Cut(f.name, ".")
		kinds[kind]++
		named[f.name]++
	}
	for _, f := range c.noFacts {
		kind, _, _ := strings.Cut(f.name, ".")
		hint := c.suggestFact(f.name)
		switch n := kinds[kind]; {
		case n == 0 || named[f.name] == 0:
			continue
		case named[f.name] > 2:
			c.tell(f.at, "there is no fact \"%s\" (%d places name it; this is the first)%s \"go run ./generator facts\" lists them all", f.name, named[f.name], ifNone(hint, "."))
			kinds[kind], named[f.name] = n-named[f.name], 0
		case n > 2 && !strings.HasPrefix(hint, "; did"):
			c.tell(f.at, "there is no fact \"%s\", and %d more places name such facts that do not exist; has the entry that they are taken from been lost?", f.name, n-1)
			kinds[kind] = 0
		default:
			c.tell(f.at, "there is no fact \"%s\"%s \"go run ./generator facts\" lists them all", f.name, ifNone(hint, "."))
		}
	}
}

func (c *Checker) isFact(name string) bool {
	_, known := c.known.Value(name)
	return known
}

// bareName is the name that stands between the brackets.
func bareName(found string) string {
	name := strings.Trim(found, "{} ")
	for _, before := range []string{"facts:", "fact:", "facts.", "fact.", "fact "} {
		if rest, cut := strings.CutPrefix(name, before); cut {
			return strings.TrimSpace(rest)
		}
	}
	return name
}

func (c *Checker) suggestFact(found string) string {
	name := strings.ToLower(strings.ReplaceAll(bareName(found), "_", "-"))
	for _, known := range c.known.Names() {
		if strings.EqualFold(known, name) {
			return "; did you mean \"" + facts.Before + known + facts.After + "\"?"
		}
	}
	if near := spelling.Nearest(name, c.known.Names()); near != "" {
		return "; did you mean \"" + facts.Before + near + facts.After + "\"?"
	}
	return c.kin(name)
}

// kin lists the facts that begin like a name of which only the first part is right.
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
	return "; possible are " + strings.Join(kin, ", ") + "."
}

// factsAreNoSources tells names of facts in the texts of which facts are made.
func (c *Checker) factsAreNoSources() {
	for i := range c.Event.Venues {
		v := &c.Event.Venues[i]
		for _, text := range []*string{&v.Name, &v.City} {
			if strings.Contains(*text, facts.Before) {
				c.tell(c.At(text), "this text is a fact itself, so it cannot name another one; write the words")
			}
		}
	}
}
