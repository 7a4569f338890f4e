package check

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"transom/generator/display"
	"transom/generator/facts"
	"transom/generator/lazy"
	"transom/generator/schema"
	"transom/generator/spelling"
	"transom/generator/texts"
)

// namedZone returns the time zone in event.yaml, or nil if its name is unknown. It is cached, because loading is slow.
func (c *Checker) namedZone() *time.Location {
	if c.zoneRead {
		return c.zoneNamed
	}
	c.zoneRead = true
	if zone, err := time.LoadLocation(c.Event.TimeZone); err == nil && c.Event.TimeZone != "" &&
		c.Event.TimeZone != "Local" {
		c.zoneNamed = zone
	}
	return c.zoneNamed
}

// zone returns the event's time zone or, if its name is wrong, the offset of a time in the content.
func (c *Checker) zone() *time.Location {
	if zone := c.namedZone(); zone != nil {
		return zone
	}
	for _, category := range c.Tickets.Categories {
		if !category.Sales.ClosesAt.IsZero() {
			return category.Sales.ClosesAt.Location()
		}
	}
	return time.UTC
}

func (c *Checker) event() {
	e := c.Event
	c.zoneAndLanguage()
	c.dates()
	c.offset(&e.RehearsalAt)
	c.organiser()
	c.sheets()
}

// The gate, the menus and the programme are designed for at most these numbers.
const (
	maxDays   = 14
	maxVenues = 5
)

func (c *Checker) dates() {
	e := c.Event
	c.wrongIf(before(e.EndDate, e.StartDate), &e.EndDate, "the event ends on %s, before it begins on %s; swap the dates "+
		"or correct one of them", e.EndDate, e.StartDate)
	c.wrongIf(e.StartDate != "" && date(e.EndDate).Sub(date(e.StartDate)) > (maxDays-1)*24*time.Hour, &e.EndDate,
		"the event would last from %s to %s, which is %d days, but at most %d are possible; check the month and the year",
		e.StartDate, e.EndDate, 1+int(date(e.EndDate).Sub(date(e.StartDate)).Hours()/24), maxDays)
	c.wrongIf(len(e.Venues) > maxVenues, &e.Venues, "there are %d venues, but at most %d are possible; name only "+
		"those where an event day takes place", len(e.Venues), maxVenues)
	if before(e.EndDate, e.AgeReferenceDate) && !before(e.EndDate, e.StartDate) {
		c.wrong(&e.AgeReferenceDate, "ages would be calculated on %s, after the last day of the event (%s); choose an "+
			"earlier day", e.AgeReferenceDate, e.EndDate)
	} else if e.AgeReferenceDate != "" && e.StartDate != "" &&
		date(e.StartDate).Sub(date(e.AgeReferenceDate)) > 366*24*time.Hour {
		c.wrong(&e.AgeReferenceDate, "ages would be calculated on %s, more than a year before the event (%s); check the year",
			e.AgeReferenceDate, e.StartDate)
	}
	c.days()
}

var languageTag = lazy.Regexp(`^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$`)

func (c *Checker) zoneAndLanguage() {
	e := c.Event
	if e.TimeZone != "" && c.namedZone() == nil {
		c.wrong(&e.TimeZone, `"%s" is not the name of a time zone%s`, e.TimeZone, SuggestZone(e.TimeZone))
	}
	language, _, _ := strings.Cut(e.Language, "-")
	switch {
	case e.Language == "":
	case !languageTag().MatchString(e.Language):
		c.wrong(&e.Language, `"%s" is not a language code; examples are "en" and "en-IN"`, e.Language)
	case !slices.Contains(texts.Languages, language):
		c.wrong(&e.Language, `the program has no texts in "%s"; the languages that it has are: %s`, e.Language,
			strings.Join(texts.Languages, ", "))
	case language != texts.Language:
		c.wrong(&e.Language, `this program was built with the texts in "%s"; use make, which builds it with those in "%s"`,
			texts.Language, language)
	}
}

var commonZones = []string{"Asia/Kolkata", "Asia/Colombo", "Asia/Dhaka", "Asia/Dubai", "Asia/Kathmandu",
	"Asia/Singapore", "Asia/Tokyo", "Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Kyiv", "Africa/Lagos",
	"Africa/Nairobi", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
	"America/Sao_Paulo", "Australia/Sydney", "UTC", "Europe/Amsterdam", "Europe/Brussels", "Europe/Bucharest",
	"Europe/Budapest", "Europe/Copenhagen", "Europe/Dublin", "Europe/Helsinki", "Europe/Istanbul", "Europe/Lisbon",
	"Europe/Madrid", "Europe/Oslo", "Europe/Paris", "Europe/Prague", "Europe/Rome", "Europe/Stockholm", "Europe/Vienna",
	"Europe/Warsaw", "Europe/Zurich", "Africa/Cairo", "Africa/Johannesburg", "America/Toronto", "Asia/Bangkok",
	"Asia/Hong_Kong", "Asia/Jakarta", "Asia/Karachi", "Asia/Kuala_Lumpur", "Asia/Manila", "Asia/Riyadh", "Asia/Seoul",
	"Asia/Shanghai", "Australia/Melbourne", "Pacific/Auckland"}

var zoneOffset = lazy.Regexp(`^(?:UTC|GMT)?([+-])0?(\d{1,2})(?::?(\d\d))?$`)

// SuggestZone suggests a time zone for an offset (+01:00 or UTC+1), a city without its continent, or a misspelt name.
func SuggestZone(text string) string {
	if parts := zoneOffset().FindStringSubmatch(text); parts != nil {
		text = parts[1] + ("0" + parts[2])[len(parts[2])-1:] + ":" + cmp.Or(parts[3], "00")
	}
	winter := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, name := range commonZones {
		zone, err := time.LoadLocation(name)
		if offset := winter.In(zone).Format("-07:00"); err == nil && strings.HasSuffix(text, offset) {
			return `, but an offset, which summer time changes; write the name of the zone, for example "` + name + `"`
		}
	}
	city := strings.ReplaceAll(text[strings.LastIndex(text, "/")+1:], " ", "_")
	for _, area := range []string{"Africa", "America", "Asia", "Australia", "Europe", "Indian", "Pacific", "Atlantic"} {
		if _, err := time.LoadLocation(area + "/" + city); err == nil && city != "" {
			return `; did you mean "` + area + "/" + city + `"?`
		}
	}
	for _, name := range commonZones { // a shared continent does not make a name similar
		if spelling.Nearest(city, []string{path.Base(name)}) != "" {
			return `; did you mean "` + name + `"?`
		}
	}
	return `; examples are "Asia/Kolkata" and "Europe/Berlin"`
}

func (c *Checker) days() {
	e := c.Event
	var last schema.Date
	listed := map[schema.Date]bool{}
	for i := range e.Days {
		d := &e.Days[i]
		c.venue(&d.Venue, d)
		c.clockOrder(d.StartsAt, &d.EndsAt, "the day")
		c.wrongIf(d.EndsAt != "" && d.StartsAt == "" && !c.Bad(&d.StartsAt), &d.EndsAt,
			`the day has an end, but no beginning; add "starts_at", or delete "ends_at"`)
		if d.Date == "" {
			continue
		}
		switch {
		case listed[d.Date]:
			c.wrong(&d.Date, "the day %s is listed twice; each day has one entry", d.Date)
		case before(e.EndDate, e.StartDate): // already reported
		case before(d.Date, e.StartDate) || before(e.EndDate, d.Date):
			c.wrong(&d.Date, "%s is not a day of the event, which lasts from %s to %s", d.Date, e.StartDate, e.EndDate)
		case before(d.Date, last):
			c.wrong(&d.Date, "%s comes after %s; list the days in order", d.Date, last)
		}
		listed[d.Date] = true
		if !before(d.Date, e.StartDate) && !before(e.EndDate, d.Date) {
			last = d.Date
		}
	}
	if e.StartDate == "" || e.EndDate == "" || !c.Whole("event") || len(e.Days) == 0 ||
		date(e.EndDate).Sub(date(e.StartDate)) > (maxDays-1)*24*time.Hour {
		return
	}
	unclear := slices.ContainsFunc(e.Days, func(d schema.Day) bool {
		return d.Date == "" || before(d.Date, e.StartDate) || before(e.EndDate, d.Date)
	})
	for day := date(e.StartDate); !day.After(date(e.EndDate)) && !unclear; day = day.AddDate(0, 0, 1) {
		if name := schema.Date(day.Format(time.DateOnly)); !listed[name] {
			c.wrong(&e.Days, `the event lasts from %s to %s, but %s has no entry in "days"; add it`, e.StartDate, e.EndDate,
				name)
		}
	}
}

// venue checks an entry's venue, which is optional if there is only one.
func (c *Checker) venue(id *schema.Slug, entry any) {
	c.venues.add(string(*id), id)
	if *id != "" || len(c.Event.Venues) < 2 || !c.Whole("event") || c.Written(id, entry) {
		return
	}
	var ids []string
	for _, v := range c.Event.Venues {
		ids = append(ids, string(v.ID))
	}
	c.wrong(entry, `there is more than one venue, so this entry needs a line like "venue: %s"; the venues are %s`, ids[0],
		display.List(ids, "and"))
}

// cityMatches reports a heading that is neither the venue's city nor its name.
func (c *Checker) cityMatches(city *string, id schema.Slug) {
	for _, v := range c.Event.Venues {
		c.wrongIf(v.ID == id && *city != "" && v.City != "" && !strings.Contains(v.City, facts.Before) &&
			!strings.EqualFold(c.known.Fill(*city), v.City) && !strings.EqualFold(*city, v.Name), city,
			`the venue "%s" is in %s (event.yaml), but this says "%s"; correct one of them`, id, v.City, *city)
	}
}

func (c *Checker) organiser() {
	o := &c.Event.Organiser
	c.wrongIf((o.JoinURL == "") != (o.JoinLabel == "") && !c.Bad(&o.JoinURL) && !c.Bad(&o.JoinLabel), o,
		`"join_url" and "join_label" belong together; write both, or delete the one that is here`)
	c.wrongIf(o.GSTIN != "" && schema.CheckGSTIN(o.GSTIN) == schema.GSTINShape, &o.GSTIN,
		`"%s" is not a GST number; it has 15 characters, like 23AAAAA0000A1Z5`, o.GSTIN)
}

func (c *Checker) sheets() {
	needed := slices.AppendSeq(slices.Clone(c.sheetOnly), maps.Keys(c.routes))
	known := slices.Concat(needed, prefixed(c.Pages), prefixed(c.Misnamed), prefixed(RequiredPages))
	slices.Sort(known)
	known = slices.Compact(known)
	have := map[string]bool{}
	for i := range c.Event.Sheets {
		sheet := &c.Event.Sheets[i]
		c.pictureFile(&sheet.Drawing, c.At, "wide")
		route := string(sheet.Route)
		c.wrongIf(c.Brand.DrawingSet && sheet.Number == "" && !c.Bad(&sheet.Number), sheet, `"number" is missing in the `+
			`sheet of %s; add it, for example "number: A-01", or remove "drawing_set: true" from brand.yaml`, route)
		have[c.sheetRoute(&sheet.Route, known)] = true
	}
	if !c.Brand.DrawingSet || !c.Whole("event") || !c.Whole("tickets") || len(have) < len(c.Event.Sheets) {
		return // package source reports a repeated route; one of its entries most likely means the missing page
	}
	without := slices.DeleteFunc(needed, func(route string) bool { return have[route] })
	slices.Sort(without)
	c.wrongIf(len(without) > 0, &c.Event.Sheets, `in a drawing set every page has a number, but these have none: %s; add `+
		`an entry for each, like "- { route: %s, number: A-01 }"`, strings.Join(without, ", "), slices.Concat(without,
		[]string{"/"})[0])
}

// sheetRoute checks a sheet's route, and returns the route that was probably meant.
func (c *Checker) sheetRoute(value *schema.Link, known []string) string {
	route := string(*value)
	clean := strings.TrimSuffix(strings.SplitN(route, "#", 2)[0], "/")
	switch {
	case route == "" || slices.Contains(known, route):
	case !strings.HasPrefix(route, "/"):
		c.wrong(value, `a sheet describes a page of this site, and its address begins with /; found "%s"`, route)
	case slices.Contains(known, clean):
		c.wrong(value, `a sheet describes a whole page; write "%s" instead of "%s"`, clean, route)
		return clean
	case c.lacks(route) != "":
		c.needs(c.At(value), "the page "+route, c.lacks(route), "this sheet")
	case !c.Gone[schema.PageFolder]: // if the folder is missing, its pages are unknown
		oneOf(c, value, known, `there is no page "%s"`, "; delete this sheet, or write one of "+strings.Join(known, ", "))
		return cmp.Or(spelling.Nearest(route, known), route)
	}
	return route
}

func prefixed(pages []string) []string {
	list := make([]string, len(pages))
	for i, name := range pages {
		list[i] = "/" + name
	}
	return list
}

func date(d schema.Date) time.Time {
	t, _ := time.Parse(time.DateOnly, string(d))
	return t
}

func before(a, b schema.Date) bool { return a != "" && b != "" && a < b }

func (c *Checker) clockOrder(from schema.Clock, to *schema.Clock, what string) bool {
	if from == "" || *to == "" || from < *to {
		return true
	}
	if from == *to {
		c.wrong(to, "%s begins and ends at %s; correct one of the two", what, from)
	} else {
		c.wrong(to, "%s ends at %s, before it begins at %s; correct one of the two", what, *to, from)
	}
	return false
}
