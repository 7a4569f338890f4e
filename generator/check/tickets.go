package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"transom/generator/display"
	"transom/generator/facts"
	"transom/generator/lazy"
	"transom/generator/schema"
	"transom/generator/source"
)

var usualRates = []float64{0, 5, 12, 18, 28}

func (c *Checker) tickets() {
	t := c.Tickets
	if rate := t.GSTPercent; c.Good(&t.GSTPercent, t) && rate*2 != math.Trunc(rate*2) {
		c.wrong(&t.GSTPercent, "a GST rate is a whole or half number of per cent, like 18 or 2.5; found %g", rate)
	} else if c.Good(&t.GSTPercent, t) && !slices.Contains(usualRates, rate) {
		c.problems.Warn(c.At(&t.GSTPercent), "%g per cent is not a usual GST rate; usual rates are 5, 12, 18 and "+
			"28 (18 for conferences). Check it", rate)
	}
	c.wrongIf(t.GSTLabel != "" && t.GSTPercent == 0 && !c.Bad(&t.GSTPercent) && c.Whole("tickets"), &t.GSTLabel,
		`there is a label for GST, but no rate; write "gst_percent: 18", or delete this line if no GST is charged`)
	onPage := false
	for i := range t.Categories {
		category := &t.Categories[i]
		onPage = onPage || category.OnRegisterPage
		if meant := meantType(category.Type); meant != category.Type && source.ConsistsOf(meant, capitals+digits+"_") {
			c.wrong(&category.Type, `a type consists of capital letters, digits and _; write "%s"`, meant)
		}
		c.spouse(category)
		c.age(category)
		c.sales(category)
		c.priceChanges(category)
		c.wrongIf(category.ChooseInstitute && category.Form == "associate", &category.ChooseInstitute,
			`the form "associate" does not ask for an institute; delete this line or write form: member`)
	}
	c.wrongIf(len(t.Categories) > 0 && !onPage && c.Whole("tickets"), &t.Categories, `no category has `+
		`"on_register_page: true", so the page /register-now would be empty`)
	c.ageWindows()
}

func meantType(text string) string { return strings.ToUpper(strings.Join(strings.Fields(text), "_")) }

const (
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits   = "0123456789"
)

func (c *Checker) spouse(category *schema.Category) {
	s := &category.Spouse
	written := c.Written(&s.Price, s)
	switch {
	case s.Rule == "fixed" && !written:
		c.wrong(&s.Rule, `the rule "fixed" needs a price for the spouse; add "price: 50000", or write rule: same`)
	case s.Rule == "fixed" && s.Price == 0:
		c.wrong(&s.Price, "with a price of 0, the spouse would pay nothing; write the price in whole rupees, or "+
			"write rule: same")
	case s.Rule == "same" && written:
		c.wrong(&s.Price, `with the rule "same", the spouse pays the category's price; delete this price, or write `+
			`rule: fixed`)
	}
}

func (c *Checker) age(category *schema.Category) {
	a := &category.Age
	c.wrongIf(a.Max != 0 && a.Min > a.Max && !c.Bad(&a.Min), &a.Min, `the minimum age (%d) is above the maximum (%d), so `+
		`nobody could buy "%s"; swap them`, a.Min, a.Max, category.Name)
	c.wrongIf((a.Min != 0 || a.Max != 0) && c.Event.AgeReferenceDate == "" && !c.Bad(&c.Event.AgeReferenceDate) &&
		c.Whole("event"), a, `there is an age limit, but event.yaml does not say for which day ages are calculated; `+
		`add there: age_reference_date: "%s"`, c.Event.StartDate)
	c.wrongIf((a.Min != 0 || a.Max != 0) && a.Message == "" && !c.Written(&a.Message, a) && c.Whole("tickets"), a,
		`there is an age limit, but no "message" for visitors who are outside it; add one`)
}

// ageWindows checks the age limits for the organiser's own members: each age should match exactly one limit, which
// several categories may share. If a category has no limit, nothing is compared.
func (c *Checker) ageWindows() {
	var list []*schema.Category
	for i := range c.Tickets.Categories {
		category := &c.Tickets.Categories[i]
		if category.Form != "member" || category.ChooseInstitute {
			continue
		}
		if category.Age.Max != 0 && category.Age.Min > category.Age.Max {
			return // already reported
		}
		if c.Bad(&category.Age.Min) || c.Bad(&category.Age.Max) {
			return
		}
		if !c.Written(&category.Age, category) {
			return
		}
		list = append(list, category)
	}
	if !c.Whole("tickets") {
		return
	}
	slices.SortStableFunc(list, func(a, b *schema.Category) int { return cmp.Compare(a.Age.Min, b.Age.Min) })
	for i := 1; i < len(list); i++ {
		below, above := list[i-1], list[i]
		switch {
		case below.Age.Min == above.Age.Min && below.Age.Max == above.Age.Max:
		case below.Age.Max == 0 || above.Age.Min <= below.Age.Max:
			shared := max(above.Age.Min, below.Age.Min)
			c.wrong(&above.Age, `a member aged %d could buy both "%s" and "%s" (line %d); the "max" of one must be below the `+
				`"min" of the other`, shared, c.title(below), c.title(above), c.At(&below.Age).Line)
		case above.Age.Min > below.Age.Max+1:
			c.wrong(&above.Age.Min, `a member aged %d could not buy any ticket: "%s" ends at %d and "%s" begins at %d; close `+
				`the gap`, below.Age.Max+1, c.title(below), below.Age.Max, c.title(above), above.Age.Min)
		}
	}
}

func (c *Checker) sales(category *schema.Category) {
	s := &category.Sales
	for _, moment := range []*schema.Instant{&s.OpensAt, &s.ClosesAt} {
		c.offset(moment)
	}
	if s.OpensAt.IsZero() || s.ClosesAt.IsZero() {
		return
	}
	if !s.OpensAt.Before(s.ClosesAt.Time) {
		c.wrong(&s.ClosesAt, `"%s" closes (%s) before it opens (%s); correct one of the two`, category.Name,
			c.moment(s.ClosesAt), c.moment(s.OpensAt))
		return
	}
	e := c.Event
	if begin := c.begin(); !begin.IsZero() {
		c.wrongIf(s.ClosesAt.After(begin), &s.ClosesAt, `"%s" would be on sale until %s, after the event begins on %s; `+
			`close it earlier`, category.Name, c.moment(s.ClosesAt), e.StartDate)
		c.wrongIf(begin.Sub(s.OpensAt.Time) > 2*366*24*time.Hour, &s.OpensAt, `"%s" opens on %s, more than two years `+
			`before the event; check the year`, category.Name, c.moment(s.OpensAt))
	}
	if e.RehearsalAt.IsZero() || c.rehearsalReported {
		return
	}
	c.rehearsalReported = true
	switch {
	case !e.RehearsalAt.Before(s.ClosesAt.Time):
		c.wrong(&e.RehearsalAt, `the rehearsal begins at %s, when "%s" has already closed (%s), so nobody could try it; `+
			`choose an earlier time`, c.moment(e.RehearsalAt), category.Name, c.moment(s.ClosesAt))
	case e.RehearsalAt.Before(s.OpensAt.Time):
		c.wrong(&e.RehearsalAt, `the rehearsal begins at %s, when "%s" is not open yet (%s); choose a later time`,
			c.moment(e.RehearsalAt), category.Name, c.moment(s.OpensAt))
	default:
		c.rehearsalReported = false
	}
}

// begin returns when the event begins or, if the first day has no hours, when that day ends.
func (c *Checker) begin() time.Time {
	if c.Event.StartDate == "" {
		return time.Time{}
	}
	first := schema.Day{Date: c.Event.StartDate}
	if day := c.eventDay(first.Date); day != nil {
		first = *day
	}
	begins, ends := first.Hours(c.zone())
	if first.StartsAt == "" {
		return ends
	}
	return begins
}

func (c *Checker) moment(t schema.Instant) string {
	return display.Moment(t.Time, c.zone())
}

// offset reports a time whose offset differs from that of the event's time zone, because this is nearly always a typing
// mistake.
func (c *Checker) offset(t *schema.Instant) {
	zone := c.namedZone()
	if t.IsZero() || zone == nil {
		return
	}
	_, written := t.Zone()
	_, ours := t.In(zone).Zone()
	c.wrongIf(written != ours, t, "this time has the offset %s, but the event's time zone (%s) has %s; write it in the "+
		"event's time zone", t.Format("-07:00"), c.Event.TimeZone, t.In(zone).Format("-07:00"))
}

// title returns a name that distinguishes a category from the others.
func (c *Checker) title(category *schema.Category) string {
	return c.known.Fill(strings.TrimSuffix(category.Name+" · "+category.SubTitle, " · "))
}

func (c *Checker) priceChanges(category *schema.Category) {
	price, last := category.Price, schema.Date("")
	opens, closes := category.Sales.OpensAt, category.Sales.ClosesAt
	for i := range category.PriceChanges {
		change := &category.PriceChanges[i]
		at := change.From.Midnight(c.zone())
		switch {
		case at.IsZero(): // package source has reported the wrong date
		case last != "" && change.From <= last:
			c.wrong(&change.From, "%s is not after %s, the day of the price before; write the price changes in the order of "+
				"their days, each day once", display.Day(change.From), display.Day(last))
		case !opens.IsZero() && !at.After(opens.Time):
			c.wrong(&change.From, `"%s" opens at %s, so the price before %s would never be charged; write a later day, or `+
				`write this price as "price"`, c.title(category), c.moment(opens), display.Day(change.From))
		case !closes.IsZero() && !at.Before(closes.Time):
			c.wrong(&change.From, `"%s" closes at %s, so the price from %s would never be charged; write an earlier day`,
				c.title(category), c.moment(closes), display.Day(change.From))
		}
		c.wrongIf(change.Price != 0 && change.Price == price, &change.Price, "the price is %s already; write the new "+
			"price, or delete this price change", schema.FormatPaise(int64(price)*100))
		if change.Price != 0 && change.Price < price {
			c.problems.Warn(c.At(&change.Price), "the price falls from %s to %s; a later price is usually higher",
				schema.FormatPaise(int64(price)*100), schema.FormatPaise(int64(change.Price)*100))
		}
		price, last = change.Price, change.From
	}
}

// WithoutGST reports whether no GST is charged.
func (c *Checker) WithoutGST() bool {
	t := c.Tickets
	return t.GSTPercent == 0 && t.GSTLabel == "" && !c.Bad(&t.GSTPercent) && c.Whole("tickets")
}

var gstWord = lazy.Regexp(`\bGST(?:IN)?\b`)

func (c *Checker) gstNamed(text string, at place) {
	if !strings.Contains(text, "GST") || !c.WithoutGST() {
		return
	}
	for _, found := range gstWord().FindAllStringIndex(text, -1) {
		said, isLiteral := text[found[0]:found[1]], false
		for _, between := range inBraces(text) {
			isLiteral = isLiteral || between[0] < found[0] && found[1] < between[1]
		}
		if !isLiteral {
			c.mentionsGST(said, at(found[0], said))
			return
		}
	}
}

func (c *Checker) mentionsGST(said string, at source.Position) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.untaxed = append(c.untaxed, noFact{said, at})
}

// reportUntaxed reports all mentions of GST in one message, because they have one cause.
func (c *Checker) reportUntaxed() {
	slices.SortFunc(c.untaxed, func(a, b noFact) int { return a.at.Compare(b.at) })
	var lines []string
	for _, f := range c.untaxed {
		lines = append(lines, fmt.Sprint(f.at.File, ":", f.at.Line))
	}
	if lines = slices.Compact(lines); len(lines) == 0 {
		return
	}
	also := ""
	if len(lines) > 1 {
		also = ", and the texts in " + display.List(lines[1:], "and")
	}
	c.report(c.untaxed[0].at, `no GST is charged (tickets.yaml has no "gst_percent"), but this text says "%s"; delete or `+
		`rewrite it%s. If a text must say GST anyway, write %sGST%s`, c.untaxed[0].name, also, facts.Literal, facts.After)
}
