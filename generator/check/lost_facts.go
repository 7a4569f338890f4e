package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"transom/generator/facts"
	"transom/generator/schema"
	"transom/generator/source"
	"transom/generator/spelling"
)

// Names of facts that do not exist, put in order at the end: where many are gone at once, what they are made of is gone, and
// that is told, once.

// noFact is a place that names a fact that does not exist.
type noFact struct {
	name string
	at   source.Position
}

// kind and entry are the first two parts of a name: what is said, and of which ticket or venue.
func (f noFact) kind() string { return partOf(f.name, 0) }

func (f noFact) entry() string { return partOf(f.name, 1) }

func partOf(name string, i int) string {
	if parts := strings.Split(name, "."); i < len(parts) {
		return parts[i]
	}
	return ""
}

// ofTicket are the kinds of facts that every ticket has; their second part is its type.
var ofTicket = []string{"price", "age", "deadline", "opening"}

// unknownFacts tells those places. It stays silent while a file is not whole, because what is lost may be the fact, and
// about facts whose setting was told to be wrong.
func (c *Checker) unknownFacts() {
	for _, f := range schema.Files {
		if !c.Whole(f.Name) {
			return
		}
	}
	list := slices.DeleteFunc(c.noFacts, func(f noFact) bool { return c.inDoubt(f) })
	slices.SortFunc(list, func(a, b noFact) int {
		return cmp.Or(cmp.Compare(a.at.File, b.at.File), cmp.Compare(a.at.Line, b.at.Line), cmp.Compare(a.at.Column, b.at.Column))
	})
	for len(list) > 0 {
		first := list[0]
		same := func(f noFact) bool { return f.kind() == first.kind() }
		if slices.Contains(ofTicket, first.kind()) && first.entry() != "" {
			same = func(f noFact) bool { return slices.Contains(ofTicket, f.kind()) && f.entry() == first.entry() }
		}
		var group []noFact
		list = slices.DeleteFunc(list, func(f noFact) bool {
			if same(f) {
				group = append(group, f)
			}
			return same(f)
		})
		if !c.ticketLost(group) {
			c.factsLost(group)
		}
	}
}

// inDoubt tells whether the setting of which a fact would be made was told to be wrong.
func (c *Checker) inDoubt(f noFact) bool {
	e, t, r := c.Event, c.Tickets, c.Registration
	made := map[string][]any{
		"event-days": {&e.StartDate, &e.EndDate}, "year": {&e.StartDate}, "first-day": {&e.StartDate}, "last-day": {&e.EndDate},
		"age-day": {&e.AgeReferenceDate}, "cities": {&e.Venues}, "city": {&e.Venues}, "venue": {&e.Venues},
		"price": {&t.Categories}, "age": {&t.Categories}, "deadline": {&t.Categories}, "opening": {&t.Categories},
		"hotels": {&e.Venues, &c.Accommodation.Cities}, "rooms": {&e.Venues, &c.Accommodation.Cities},
		"check-in": {&e.Venues, &c.Accommodation.Cities}, "check-out": {&e.Venues, &c.Accommodation.Cities},
		"upload": {&r.Uploads}, "identity": {&r.IDDocument.Retention},
	}[f.kind()]
	if strings.HasPrefix(f.name, "day-") {
		made = []any{&e.Days}
	}
	return slices.ContainsFunc(made, c.Bad) || slices.ContainsFunc(c.doubted, func(name string) bool { return strings.HasPrefix(f.name, name) })
}

// ticketLost tells places that name facts of one ticket, where the ticket has another type now, has lost its limits of age, or
// is gone.
func (c *Checker) ticketLost(group []noFact) bool {
	first, n := group[0], len(group)
	if !slices.Contains(ofTicket, first.kind()) || first.entry() == "" {
		return false
	}
	var unnamed []string
	types := map[string]*string{}
	for i := range c.Tickets.Categories {
		category := &c.Tickets.Categories[i]
		key := facts.Key(category)
		if key == first.entry() {
			return c.ageLost(category, group)
		}
		if types[key] = &category.Type; !c.named[key] {
			unnamed = append(unnamed, key)
		}
	}
	meant := spelling.Nearest(first.entry(), unnamed)
	if meant == "" && len(unnamed) == 1 {
		meant = unnamed[0]
	}
	if meant != "" && notInType(*types[meant]) >= 0 {
		return true // its form was told
	}
	was := strings.ToUpper(strings.ReplaceAll(first.entry(), "-", "_"))
	c.lostTypes[first.entry()] = n > 1
	switch {
	case meant != "" && n > 1:
		c.tell(c.At(types[meant]), "no text names this type \"%s\", but %d places name \"%s\" (the first is %s, line %d); did you mean \"%s\"? A type stays the same for ever",
			*types[meant], n, first.name, first.at.File, first.at.Line, was)
	case meant != "":
		c.tell(first.at, "there is no fact \"%s\"%s Or has the type of the ticket been changed (%s, line %d)? It stays the same for ever",
			first.name, ifNone(c.suggestFact(first.name), "."), c.At(types[meant]).File, c.At(types[meant]).Line)
	case n > 1:
		c.tell(first.at, "there is no fact \"%s\", because no ticket has the type \"%s\" (%d places name it; this is the first); has its entry in tickets.yaml been lost?", first.name, was, n)
	default:
		return false
	}
	return true
}

// ageLost tells a ticket without the limit of age that texts name.
func (c *Checker) ageLost(category *schema.Category, group []noFact) bool {
	a := &category.Age
	for _, limit := range []struct {
		key   string
		value int
		forms []string
	}{{"min", a.Min, []string{"min", "above"}}, {"max", a.Max, []string{"max", "below"}}} {
		i := slices.IndexFunc(group, func(f noFact) bool { return f.kind() == "age" && slices.Contains(limit.forms, partOf(f.name, 2)) })
		if limit.value != 0 || i < 0 || len(group) < 2 {
			continue
		}
		lost := "\"" + limit.key + "\" below \"age\""
		if !c.Written(a, category) {
			lost = "\"age\""
		}
		c.tell(c.At(a), "the ticket \"%s\" has no %s, but %d places name facts that are made of it (the first is %s, line %d); has it been lost?",
			category.Type, lost, len(group), group[i].at.File, group[i].at.Line)
		return true
	}
	return false
}

// factsLost tells names of one kind: each once, and all of them once where none is nearly right.
func (c *Checker) factsLost(group []noFact) {
	told := map[string]bool{}
	for _, f := range group {
		if told[f.name] {
			continue
		}
		told[f.name] = true
		hint, more := c.suggestFact(f.name), ""
		if len(group) > 2 && !strings.HasPrefix(hint, "; did") {
			c.tell(f.at, "there is no fact \"%s\", and %d more places name such facts that do not exist; has the entry that they are taken from been lost?", f.name, len(group)-1)
			return
		}
		if n := len(slices.DeleteFunc(slices.Clone(group), func(other noFact) bool { return other.name != f.name })); n > 1 {
			more = fmt.Sprintf(" (%d places name it; this is the first)", n)
		}
		c.tell(f.at, "there is no fact \"%s\"%s%s \"go run ./generator facts\" lists them all", f.name, more, ifNone(hint, "."))
	}
}
