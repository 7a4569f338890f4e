package check

import (
	"fmt"
	"slices"
	"strings"

	"transom/generator/source"
	"transom/generator/spelling"
)

// references holds the places that refer to entries by id.
type references struct {
	names []string
	at    map[string][]source.Position
}

func (r *references) add(name string, at source.Position) {
	if name == "" {
		return
	}
	if r.at == nil {
		r.at = map[string][]source.Position{}
	}
	if r.at[name] == nil {
		r.names = append(r.names, name)
	}
	r.at[name] = append(r.at[name], at)
}

// resolve reports ids that do not exist. If several places use the same unknown id and a similar id is used nowhere,
// the mistake is in the definition, and it is reported there once.
func (c *Checker) resolve(r references, what string, ids []string, idAt func(string) source.Position) {
	for _, name := range r.names {
		if len(ids) == 0 || slices.Contains(ids, name) {
			continue
		}
		var orphans []string
		for _, id := range ids {
			if r.at[id] == nil {
				orphans = append(orphans, id)
			}
		}
		if near := spelling.Nearest(name, orphans); near != "" && len(r.at[name]) > 1 {
			first := r.at[name][0]
			c.report(idAt(near),
				"nothing uses this %s \"%s\", but %d places use \"%s\" (the first is %s, line %d); did you mean \"%s\"?",
				what, near, len(r.at[name]), name, first.File, first.Line, name)
			continue
		}
		if lower := strings.ToLower(name); lower != name && slices.Contains(ids, lower) {
			continue // the reader has reported the capital letters
		}
		if near := spelling.Suggest(name, ids); near != "" {
			for _, at := range r.at[name] {
				c.report(at, "there is no %s \"%s\"%s", what, name, near)
			}
			continue
		}
		more := ""
		if n := len(r.at[name]); n > 1 {
			more = fmt.Sprintf(" (used in %d places; this is the first)", n)
		}
		c.report(r.at[name][0], "there is no %s \"%s\"%s; there are %s", what, name, more, strings.Join(ids, ", "))
	}
}

func (c *Checker) venueReferences() {
	if !c.Whole("event") {
		return // the missing one may have been deleted
	}
	at := map[string]source.Position{}
	var ids []string
	for i := range c.Event.Venues {
		v := &c.Event.Venues[i]
		if v.ID != "" {
			ids = append(ids, string(v.ID))
			at[string(v.ID)] = c.At(&v.ID)
		}
	}
	c.resolve(c.venues, "venue", ids, func(id string) source.Position { return at[id] })
}

func (c *Checker) groupReferences() {
	if !c.Whole("registration") {
		return
	}
	at := map[string]source.Position{}
	var ids []string
	for i := range c.Registration.Groups {
		g := &c.Registration.Groups[i]
		if g.ID != "" {
			ids = append(ids, string(g.ID))
			at[string(g.ID)] = c.At(&g.ID)
		}
	}
	c.resolve(c.groups, "group", ids, func(id string) source.Position { return at[id] })
	for _, id := range ids {
		near := spelling.Nearest(id, slices.DeleteFunc(slices.Clone(c.groups.names),
			func(n string) bool { return slices.Contains(ids, n) }))
		if c.groups.at[id] == nil && near == "" && len(c.groups.names) > 0 {
			c.report(at[id], "the group \"%s\" has no fields; delete it, or use it in a field", id)
		}
	}
}
