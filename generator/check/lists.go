package check

import (
	"slices"

	"transom/generator/schema"
	"transom/generator/source"
	"transom/generator/spelling"
)

func (c *Checker) lists() {
	s := c.Speakers
	if n := len(s.Speakers); n > 0 && c.Whole("speakers") && s.Visible > n {
		c.wrong(&s.Visible, `"visible" is %d, but there are only %d speakers`, s.Visible, n)
	}
	p := c.Partners
	if n := len(p.Partners); n > 0 && c.Whole("partners") && p.SlidesPerView > float64(n) {
		c.wrong(&p.SlidesPerView, `"slides_per_view" is %g, but there are only %d partners`, p.SlidesPerView, n)
	}
	for i := range c.Contacts.Cities {
		city := &c.Contacts.Cities[i]
		c.venue(&city.Venue, city)
		c.cityMatches(&city.City, city.Venue)
		for j := range city.Contacts {
			desk := &city.Contacts[j]
			c.wrongIf(desk.Phone == "" && desk.Email == "" && !c.Bad(&desk.Phone) && !c.Bad(&desk.Email), &desk.Name,
				`"%s" has neither a phone nor an email; add one of the two`, desk.Name)
		}
	}
	c.mailsExist()
}

func (c *Checker) mailsExist() {
	if c.Gone[schema.MailFolder] {
		return
	}
	for _, name := range mailNames() {
		if name == "document-rejected" && !c.asksFor("aadharUrl") {
			continue
		}
		if slices.Contains(c.Mails, name) || spelling.Nearest(name, c.Misnamed) != "" {
			continue
		}
		if near := spelling.Nearest(name, c.Mails); near == "" || slices.Contains(mailNames(), near) {
			c.report(source.Position{File: c.Name + "/mail/" + name + ".md"}, `this email is missing; copy it from another `+
				`content folder, or write it, with "subject" and "purpose" at the top of the file`)
		}
	}
}

func (c *Checker) home() {
	h := c.Home
	need := func(is bool, value any, key, file, remove string) {
		if is && !c.Has(file) {
			c.needs(c.At(value), `"`+key+`"`, file+".yaml", remove)
		}
	}
	need(h.Voices != nil, h.Voices, "voices", "speakers", "this part")
	need(h.Moments != nil, h.Moments, "moments", "itinerary", "this part")
	need(h.BearersTitle != "", &h.BearersTitle, "bearers_title", "office-bearers", "this line")
	if h.After != nil {
		need(h.After.GalleryTitle != "", &h.After.GalleryTitle, "gallery_title", "gallery", "this line")
	}
	if h.Voices != nil && c.Has("speakers") && c.Whole("speakers") && len(c.Speakers.Speakers) > 0 {
		var known []string
		for _, s := range c.Speakers.Speakers {
			known = append(known, s.Name)
		}
		for i := range h.Voices.Names {
			oneOf(c, &h.Voices.Names[i], known, `"%s" is not a speaker of speakers.yaml`, "")
		}
	}
	if h.Moments != nil && c.Has("itinerary") && c.Whole("itinerary") {
		for i := range h.Moments.Entries {
			m := &h.Moments.Entries[i]
			var days []string
			for j := range c.Itinerary.Days {
				day := &c.Itinerary.Days[j]
				days = append(days, string(day.Date))
				if day.Date == m.Date && !c.Bad(&day.Highlights) {
					oneOf(c, &m.Highlight, day.Highlights, `"%s" is not a highlight of `+string(m.Date)+" in itinerary.yaml", "")
				}
			}
			if c.eventDay(m.Date) == nil { // the check of itinerary.yaml reports event days that are missing there
				oneOf(c, &m.Date, days, "itinerary.yaml has no programme for %s", "")
			}
		}
	}
}
