package check

import (
	"slices"
	"strings"

	"transom/generator/schema"
)

func (c *Checker) gate() {
	g := c.Gate
	if !c.Read("gate") {
		return
	}
	for i := range g.Lists {
		list := &g.Lists[i]
		c.gateDays(list.Days)
		for j := range list.Who {
			c.gateDays(list.Who[j].Days)
			for k := range list.Who[j].Categories {
				c.types.add(list.Who[j].Categories[k], &list.Who[j].Categories[k])
			}
		}
		c.wrongIf(list.InAndOut && list.Times > 1, &list.Times, `"times" has no effect when people may leave and come `+
			`back; delete this line, or "in_and_out: true"`)
	}
	first := slices.IndexFunc(g.Lists, func(l schema.GateList) bool { return l.ID == entryList })
	c.wrongIf(first < 0 && len(g.Lists) > 0 && c.Whole("gate") && !slices.ContainsFunc(g.Lists,
		func(l schema.GateList) bool { return l.ID == "" }), &g.Lists, `no list has the id "entry"; tickets need it to `+
		`count their entries to the event`)
	c.wrongIf(g.ShowCompany && c.Whole("registration") && !c.misnamed() && !c.asksFor("company_name"), &g.ShowCompany,
		`the form does not ask for a company; delete this line, or add the field "company_name" to registration.yaml`)
	c.lanes()
}

// entryList is the list for the event itself (domain.EntryList).
const entryList = "entry"

func (c *Checker) gateDays(days []schema.Date) {
	for i := range days {
		c.wrongIf(before(days[i], c.Event.StartDate) || before(c.Event.EndDate, days[i]), &days[i], "%s is not a day of "+
			"the event, which lasts from %s to %s", days[i], c.Event.StartDate, c.Event.EndDate)
	}
}

func (c *Checker) lanes() {
	lanes, of := c.Gate.Lanes, map[rune]string{}
	whole := len(lanes) > 0
	wrong := func(value any, format string, args ...any) {
		c.wrong(value, format, args...)
		whole = false
	}
	for i := range lanes {
		lane := &lanes[i]
		for _, letter := range []*string{&lane.From, &lane.To} {
			if *letter == "" {
				whole = false // package source has reported the missing letter
			} else if len(*letter) != 1 || (*letter)[0] < 'A' || (*letter)[0] > 'Z' {
				wrong(letter, `"%s" is not one capital letter from A to Z`, *letter)
			}
		}
		if !whole {
			continue
		}
		if lane.From > lane.To {
			wrong(&lane.From, "the lane begins with %s and ends with %s; swap the two letters", lane.From, lane.To)
		}
		for letter := rune(lane.From[0]); letter <= rune(lane.To[0]); letter++ {
			if other := of[letter]; other != "" {
				wrong(&lane.From, `the letter %c belongs to two lanes, "%s" and "%s"`, letter, other, lane.Name)
				break
			}
			of[letter] = lane.Name
		}
	}
	for letter := 'A'; letter <= 'Z' && whole; letter++ {
		if of[letter] == "" {
			wrong(&c.Gate.Lanes, "the letter %c has no lane; every letter needs one", letter)
		}
	}
}

func (c *Checker) desk() {
	d := c.Desk
	if d == nil || !c.Read("desk") {
		return
	}
	if len(c.Pages) > 0 && !slices.Contains(RequiredPages, d.CancelPolicy) {
		oneOf(c, &d.CancelPolicy, c.Pages, `there is no page "%s"`, "; the pages are "+strings.Join(c.Pages, ", "))
	}
	ends := c.Event.EndDate
	for until, what := range map[*schema.Instant]string{&d.TransferUntil: "transfers", &d.DocumentUntil: "documents"} {
		c.wrongIf(!until.IsZero() && ends >= c.Event.StartDate &&
			before(ends, schema.Date(until.In(c.zone()).Format("2006-01-02"))), until,
			"this is after the event, which ends on %s; choose an earlier time for "+what, ends)
	}
}

func (c *Checker) badge() {
	if !c.Has("badge") || !c.Read("badge") {
		return
	}
	b := c.Badge
	asked := []string{}
	for _, field := range c.Registration.Fields {
		if field.Kind != "upload" {
			asked = append(asked, field.Name)
		}
	}
	for n := range b.Fields {
		if c.Whole("registration") {
			oneOf(c, &b.Fields[n], asked, `registration.yaml has no field "%s"`, "; its fields are "+strings.Join(asked, ", "))
		}
	}
	c.wrongIf(b.Photo && c.Whole("registration") && !c.asksFor("profile_url"), &b.Photo,
		`the form does not ask for a photo; delete this line, or add the field "profile_url" to registration.yaml`)
	if tall := badgeHeight(*b); b.WidthMM > 0 && b.HeightMM > 0 {
		c.wrongIf(b.HeightMM < tall, &b.HeightMM, `the badge needs %d mm for its code and what else it shows; write `+
			`"height_mm: %d", or delete a field`, tall, tall)
		c.wrongIf(wideBadge(*b) && b.WidthMM < 80, &b.WidthMM, `a badge that is wider than high shows the code beside the `+
			`name, and needs 80 mm; write "width_mm: 80", or make it higher than wide`)
	}
	for n := range b.Colours {
		category := &b.Colours[n].Category
		c.types.add(*category, category)
	}
}

func wideBadge(b schema.Badge) bool { return b.WidthMM > b.HeightMM }

// badgeHeight returns how many millimetres the parts of a badge need (site/src/desk/pages/badges.module.css): a name of
// two lines, fields of one line, and a code that the gate's phones read. On a wide badge the code is beside the text.
func badgeHeight(b schema.Badge) int {
	const event, band, name, field, photo, code = 10, 12, 18, 8, 17, 43
	head, text := band, name+field*len(b.Fields)
	if b.Event {
		head += event
	}
	if b.Photo {
		text += photo
	}
	if wideBadge(b) {
		return head + max(text, code)
	}
	return head + text + code
}
