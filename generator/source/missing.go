package source

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"gopkg.in/yaml.v3"

	"transom/generator/schema"
)

type lack struct {
	node   *yaml.Node
	owner  *field
	fields []field
	absent []int // missing fields
}

// reportMissing reports the missing keys in one message per entry.
func (d *decoder) reportMissing() {
	for _, l := range d.lacks {
		first := &l.fields[l.absent[0]]
		place := l.place()
		if len(l.absent) == 1 {
			d.problems.Add(d.at(place), `"%s" is missing %s; add the line "%s". %s`, first.key, inEntry(l.node, l.owner),
				first.example(), first.help())
		} else {
			d.problems.Add(d.at(place), `%s are missing %s; add a line for each, the first like "%s"`, l.names(),
				inEntry(l.node, l.owner), first.example())
		}
	}
}

func (l lack) names() string {
	var names []string
	for _, i := range l.absent {
		names = append(names, strconv.Quote(l.fields[i].key))
	}
	return joinAnd(names)
}

// place returns where the first missing line belongs: at the next key, or at the end of the entry.
func (l lack) place() *yaml.Node {
	if l.node.Style&yaml.FlowStyle != 0 || len(l.node.Content) == 0 {
		return l.node
	}
	for _, f := range l.fields[l.absent[0]:] {
		if i := indexOf(l.node.Content, f.key); i >= 0 {
			return l.node.Content[i]
		}
	}
	return &yaml.Node{Line: lastLine(l.node), Column: l.node.Content[0].Column}
}

// lastLine returns the line where the last value begins. A block of text counts to its end.
func lastLine(n *yaml.Node) int {
	line := n.Line
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
		line = max(line, n.Line)
	}
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		line += strings.Count(strings.TrimRight(n.Value, "\n"), "\n") + 1
	}
	return line
}

func missingKeys(node *yaml.Node, keys []string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return indexOf(node.Content, key) >= 0 })
}

func inEntry(node *yaml.Node, owner *field) string {
	if owner == nil {
		return "in this file"
	}
	for _, want := range []string{"id", "name", "title", "label", "hotelName", "question", "caption", "date", "kind",
		"file"} {
		if i := indexOf(node.Content, want); i >= 0 && node.Content[i+1].Kind == yaml.ScalarNode &&
			node.Content[i+1].Value != "" {
			return `in the entry "` + cut(node.Content[i+1].Value) + `"`
		}
	}
	return `in "` + owner.key + `"`
}

// defaults fills in omitted values that follow from other entries, before anything is checked.
func (c *Content) defaults() {
	place := func(venue *schema.Slug, city *string) {
		if *venue == "" && len(c.Event.Venues) == 1 {
			*venue = c.Event.Venues[0].ID
		}
		for _, v := range c.Event.Venues {
			if v.ID == *venue {
				*city = cmp.Or(*city, v.City)
			}
		}
	}
	for i := range c.Event.Days {
		place(&c.Event.Days[i].Venue, new(string))
	}
	for i := range c.Contacts.Cities {
		place(&c.Contacts.Cities[i].Venue, &c.Contacts.Cities[i].City)
	}
	for i := range c.Accommodation.Cities {
		place(&c.Accommodation.Cities[i].Venue, &c.Accommodation.Cities[i].City)
	}
	for i := range c.Tickets.Categories {
		if category := &c.Tickets.Categories[i]; category.Form == "" && !c.Bad(&category.Form) {
			category.Form = schema.MemberForm
		}
	}
	anchors := parser.NewContext().IDs()
	for _, faq := range c.FAQs.FAQs {
		anchors.Put([]byte(faq.ID))
	}
	for i := range c.FAQs.FAQs {
		if faq := &c.FAQs.FAQs[i]; faq.ID == "" && faq.Question != "" && !c.Bad(&faq.ID) {
			faq.ID = schema.Slug(anchors.Generate([]byte(faq.Question), ast.KindHeading))
		}
	}
	c.Invoice.Complete(c.Event)
	badge := c.Badge
	if !c.Has("badge") {
		badge = nil
	}
	c.Registration.Complete(badge, c.Gate)
}
