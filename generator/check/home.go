package check

import (
	"slices"

	"transom/generator/spelling"
)

// home checks what the home page takes from other files: speakers and highlights of the programme.
func (c *Checker) home() {
	h := c.Home
	if h.Voices != nil && c.Whole("speakers") && len(c.Speakers.Speakers) > 0 {
		var known []string
		for _, s := range c.Speakers.Speakers {
			known = append(known, s.Name)
		}
		for i := range h.Voices.Names {
			c.oneOf(&h.Voices.Names[i], known, "a speaker of speakers.yaml")
		}
	}
	if h.Moments != nil && c.Whole("itinerary") {
		for i := range h.Moments.Entries {
			m := &h.Moments.Entries[i]
			var days []string
			for _, day := range c.Itinerary.Days {
				days = append(days, string(day.Date))
				if day.Date == m.Date {
					c.oneOf(&m.Highlight, day.Highlights, "a highlight of "+string(m.Date)+" in itinerary.yaml")
				}
			}
			if m.Date != "" && !slices.Contains(days, string(m.Date)) {
				c.tell(c.At(&m.Date), "itinerary.yaml has no programme for %s%s", m.Date, spelling.Suggest(string(m.Date), days))
			}
		}
	}
}

// oneOf tells a name that is none of the known ones.
func (c *Checker) oneOf(name *string, known []string, what string) {
	if *name != "" && !slices.Contains(known, *name) {
		c.tell(c.At(name), "\"%s\" is not %s%s", *name, what, spelling.Suggest(*name, known))
	}
}
