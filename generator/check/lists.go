package check

import (
	"slices"
	"strings"

	"transom/generator/schema"
	"transom/generator/source"
	"transom/generator/spelling"
)

// lists checks speakers, partners, sponsors, contacts and the gallery.
func (c *Checker) lists() {
	s := c.Speakers
	if n := len(s.Speakers); n > 0 && c.Whole("speakers") && s.Visible > n {
		c.wrong(&s.Visible, `"visible" is %d, but there are only %d speakers`, s.Visible, n)
	}
	c.wrongIf(s.AdvanceMS > 60_000, &s.AdvanceMS, "%d means %d seconds; the unit is milliseconds, so 2000 is two seconds",
		s.AdvanceMS, s.AdvanceMS/1000)
	p := c.Partners
	if n := len(p.Partners); n > 0 && c.Whole("partners") && p.SlidesPerView > float64(n) {
		c.wrong(&p.SlidesPerView, `"slides_per_view" is %g, but there are only %d partners`, p.SlidesPerView, n)
	}
	c.wrongIf(p.SpeedMS > 60_000, &p.SpeedMS, "%d means %d seconds; the unit is milliseconds, so 4000 is four seconds",
		p.SpeedMS, p.SpeedMS/1000)
	for i := range c.Contacts.Cities {
		city := &c.Contacts.Cities[i]
		c.venues.add(string(city.Venue), c.At(&city.Venue))
		c.cityMatches(city.City, city.Venue, c.At(&city.City))
		for j := range city.Contacts {
			desk := &city.Contacts[j]
			c.wrongIf(desk.Phone == "" && desk.Email == "" && !c.Bad(&desk.Phone) && !c.Bad(&desk.Email), &desk.Name,
				`"%s" has neither a phone nor an email; add one of the two`, desk.Name)
		}
	}
	c.sponsorsOnce()
	c.mailsExist()
}

// sponsorsOnce reports a sponsor that is in two tiers; the reader reports one that is in the same tier twice.
func (c *Checker) sponsorsOnce() {
	tierOf := map[string]*schema.Tier{}
	for i := range c.Sponsors.Tiers {
		tier := &c.Sponsors.Tiers[i]
		for j := range tier.Sponsors {
			mark := &tier.Sponsors[j]
			key := strings.ToLower(strings.Join(strings.Fields(mark.Name), " "))
			if first := tierOf[key]; first != nil && first != tier && key != "" {
				c.wrong(&mark.Name, `"%s" is also listed in "%s"; a sponsor belongs to one tier`, mark.Name, first.Title)
			}
			tierOf[key] = tier
		}
	}
}

// picturesOnce reports a picture that two people, two companies or two gallery entries share.
func (c *Checker) picturesOnce() {
	first := map[string]*string{}
	once := func(file *string) {
		if before, twice := first[*file]; twice && *file != "" {
			c.wrong(file, `"%s" is already used in line %d; each entry needs its own picture`, *file, c.At(before).Line)
			return
		}
		first[*file] = file
	}
	for i := range c.Speakers.Speakers {
		if image := c.Speakers.Speakers[i].Image; image != nil {
			once(&image.File)
		}
	}
	clear(first)
	for i := range c.OfficeBearers.Bearers {
		if image := c.OfficeBearers.Bearers[i].Image; image != nil {
			once(&image.File)
		}
	}
	clear(first)
	for i := range c.Gallery.Images {
		once(&c.Gallery.Images[i].Image.File)
	}
	clear(first)
	for i := range c.Partners.Partners {
		once(&c.Partners.Partners[i].Image.File)
	}
	clear(first)
	for i := range c.Sponsors.Tiers {
		for j := range c.Sponsors.Tiers[i].Sponsors {
			once(&c.Sponsors.Tiers[i].Sponsors[j].Image.File)
		}
	}
}

// mailsExist reports email templates that are missing.
func (c *Checker) mailsExist() {
	if c.Gone[schema.MailFolder] {
		return
	}
	for _, name := range mailNames() {
		if slices.Contains(c.Mails, name) || spelling.Nearest(name, c.Misnamed) != "" {
			continue
		}
		if near := spelling.Nearest(name, c.Mails); near == "" || slices.Contains(mailNames(), near) {
			c.report(source.Position{File: c.Name + "/mail/" + name + ".md"}, `this email is missing; write it, with `+
				`"subject" and "purpose" at the top of the file`)
		}
	}
}

// officesOnce reports an office that appears in the footer twice.
func (c *Checker) officesOnce() {
	offices := c.Event.Footer.Offices
	for i := range offices {
		for j := range offices[:i] {
			a, b := &offices[j], &offices[i]
			same := a.Name != "" && strings.EqualFold(strings.Join(strings.Fields(a.Name), " "),
				strings.Join(strings.Fields(b.Name), " "))
			if same || a.Email != "" && a.Email == b.Email && a.Phone == b.Phone && a.Address == b.Address {
				c.wrong(&b.Name, `the office "%s" is listed twice (first in line %d); delete one of them, or give each its own `+
					`name and email address`, a.Name, c.At(&a.Name).Line)
				break
			}
		}
	}
}

// sole are offices that only one person of a body can hold. A body can have several vice presidents and joint
// secretaries.
var sole = map[string]bool{"president": true, "chairman": true, "chairwoman": true, "chairperson": true, "chair": true,
	"treasurer": true, "convenor": true, "convener": true}

// soleOffices reports two people who hold the same such office of one body.
func (c *Checker) soleOffices() {
	first := map[string]int{}
	for i := range c.OfficeBearers.Bearers {
		b := &c.OfficeBearers.Bearers[i]
		if !sole[strings.ToLower(b.Role)] || c.Bad(&b.Role) || c.Bad(&b.Body) {
			continue
		}
		office := strings.ToLower(b.Role + " of " + b.Body)
		before, twice := first[office]
		if !twice {
			first[office] = i
			continue
		}
		other := &c.OfficeBearers.Bearers[before]
		c.wrong(&b.Role, `%s is already %s of "%s" (line %d); correct the role or the body of one of the two`, other.Name,
			other.Role, other.Body, c.At(&other.Role).Line)
	}
}

// home checks what the home page uses from other files: speakers and highlights of the programme.
func (c *Checker) home() {
	h := c.Home
	if h.Voices != nil && !c.Has("speakers") {
		c.needs(c.At(h.Voices), `"voices"`, "speakers.yaml", "this part")
	}
	if h.Moments != nil && !c.Has("itinerary") {
		c.needs(c.At(h.Moments), `"moments"`, "itinerary.yaml", "this part")
	}
	if h.After != nil && h.After.GalleryTitle != "" && !c.Has("gallery") {
		c.needs(c.At(&h.After.GalleryTitle), `"gallery_title"`, "gallery.yaml", "this line")
	}
	if h.BearersTitle != "" && !c.Has("office-bearers") {
		c.needs(c.At(&h.BearersTitle), `"bearers_title"`, "office-bearers.yaml", "this line")
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
			for _, day := range c.Itinerary.Days {
				days = append(days, string(day.Date))
				if day.Date == m.Date {
					oneOf(c, &m.Highlight, day.Highlights, `"%s" is not a highlight of `+string(m.Date)+" in itinerary.yaml", "")
				}
			}
			if c.eventDay(m.Date) == nil { // that another day has no programme is reported there
				oneOf(c, &m.Date, days, "itinerary.yaml has no programme for %s", "")
			}
		}
	}
}
