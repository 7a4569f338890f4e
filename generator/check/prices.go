package check

import (
	"strings"

	"transom/generator/display"
	"transom/generator/facts"
	"transom/generator/lazy"
	"transom/generator/schema"
)

// priceChanges checks that the later prices of a category come one after the other while it is on sale.
func (c *Checker) priceChanges(category *schema.Category) {
	price, last := category.Price, schema.Date("")
	opens, closes := category.Sales.OpensAt, category.Sales.ClosesAt
	for i := range category.PriceChanges {
		change := &category.PriceChanges[i]
		at := change.From.Midnight(c.zone())
		switch {
		case at.IsZero(): // reported by the reader
		case last != "" && change.From <= last:
			c.report(c.At(&change.From), "%s is not after %s, the day of the price before; write the price changes in the "+
				"order of their days, each day once", display.Day(change.From), display.Day(last))
		case !opens.IsZero() && !at.After(opens.Time):
			c.report(c.At(&change.From), "\"%s\" opens at %s, so the price before %s would never be charged; write a later "+
				"day, or write this price as \"price\"", c.title(category), c.moment(opens), display.Day(change.From))
		case !closes.IsZero() && !at.Before(closes.Time):
			c.report(c.At(&change.From), "\"%s\" closes at %s, so the price from %s would never be charged; write an "+
				"earlier day", c.title(category), c.moment(closes), display.Day(change.From))
		}
		if change.Price != 0 && change.Price == price {
			c.report(c.At(&change.Price), "the price is %s already; write the new price, or delete this price change",
				schema.FormatPaise(int64(price)*100))
		}
		price, last = change.Price, change.From
	}
}

// withoutGST reports whether no GST is charged.
func (c *Checker) withoutGST() bool {
	t := c.Tickets
	return t.GSTPercent == 0 && t.GSTLabel == "" && !c.Bad(&t.GSTPercent) && c.Whole("tickets")
}

// gstNumber reports a form that asks for a GST number where no GST is charged, unless its label says so on purpose.
func (c *Checker) gstNumber() {
	if !c.withoutGST() {
		return
	}
	for i := range c.Registration.Fields {
		f := &c.Registration.Fields[i]
		if f.Name == "gst_no" && !strings.Contains(f.Label, facts.Literal) {
			c.report(c.At(&f.Name), "no GST is charged, so the form need not ask for a GST number; delete this field with all "+
				"its lines, or write %sGST%s in its texts to ask for it", facts.Literal, facts.After)
		}
	}
}

var gstWord = lazy.Regexp(`\bGST(?:IN)?\b`)

// gstNamed reports a text about GST where none is charged.
func (c *Checker) gstNamed(text string, at place) {
	if !strings.Contains(text, "GST") || !c.withoutGST() {
		return
	}
	for _, found := range gstWord().FindAllStringIndex(text, -1) {
		said, isLiteral := text[found[0]:found[1]], false
		for _, between := range inBraces(text) {
			isLiteral = isLiteral || between[0] < found[0] && found[1] < between[1]
		}
		if !isLiteral {
			c.report(at(found[0], said), "no GST is charged (tickets.yaml has no \"gst_percent\"), but this text says \"%s\"; "+
				"delete or rewrite it. If it is about another GST, write %s%s%s", said, facts.Literal, said, facts.After)
			return
		}
	}
}
