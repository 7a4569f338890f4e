package check

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"transom/generator/display"
	"transom/generator/schema"
	"transom/generator/texts"
)

func (c *Checker) programme() {
	it := c.Itinerary
	if it.Video != nil {
		c.film(&it.Video.WebM, ".webm")
		c.film(&it.Video.MP4, ".mp4")
	}
	listed := map[schema.Date]bool{}
	var last schema.Date
	for i := range it.Days {
		d := &it.Days[i]
		day := c.eventDay(d.Date)
		switch {
		case d.Date == "":
		case day == nil && len(c.Event.Days) > 0 && c.Whole("event") && !c.isDayReported(d.Date):
			c.wrong(&d.Date, "%s is not a day of the event%s", d.Date, c.eventDays())
		case before(d.Date, last):
			c.wrong(&d.Date, "%s comes after %s; list the days in order", d.Date, last)
		}
		is := date(d.Date).Weekday().String()
		if said := weekday().FindStringSubmatch(d.Title + " "); said != nil && said[1] != is && d.Date != "" {
			c.problems.Warn(c.At(&d.Title), "%s is a %s, not a %s; correct one of the two", d.Date, is, said[1])
		}
		listed[d.Date] = true
		if day != nil {
			last = d.Date
		}
		c.sessions(d, day)
	}
	if len(it.Days) == 0 || listed[""] || !c.Whole("itinerary") || !c.Whole("event") {
		return
	}
	if slices.ContainsFunc(it.Days, func(d schema.ProgrammeDay) bool { return c.eventDay(d.Date) == nil }) {
		return // this is most likely the missing day, with a wrong date
	}
	var missing []string
	for _, day := range c.Event.Days {
		if day.Date != "" && !listed[day.Date] {
			missing = append(missing, string(day.Date))
		}
	}
	if len(missing) > 0 {
		c.problems.Warn(c.End("itinerary"), "the programme has no entry for %s yet, so the page shows no sessions there",
			display.List(missing, "and"))
	}
}

func (c *Checker) eventDay(d schema.Date) *schema.Day {
	if i := slices.IndexFunc(c.Event.Days, func(day schema.Day) bool { return day.Date == d }); i >= 0 {
		return &c.Event.Days[i]
	}
	return nil
}

// isDayReported reports whether the date is probably the event day whose absence from event.yaml has been reported.
func (c *Checker) isDayReported(d schema.Date) bool {
	e := c.Event
	if slices.ContainsFunc(e.Days, func(d schema.Day) bool { return d.Date == "" }) {
		return true // d is most likely the day without a date
	}
	return e.StartDate != "" && e.EndDate != "" && e.StartDate <= d && d <= e.EndDate
}

func (c *Checker) eventDays() string {
	var days []string
	for _, d := range c.Event.Days {
		days = append(days, string(d.Date))
	}
	return "; its days are " + strings.Join(days, ", ")
}

// sessions checks that a day's sessions are in order and within its hours. Sessions in different rooms can overlap.
func (c *Checker) sessions(d *schema.ProgrammeDay, day *schema.Day) {
	latest := map[string]*schema.Session{}
	var last *schema.Session
	for i := range d.Sessions {
		s := &d.Sessions[i]
		c.venues.add(string(s.Venue), &s.Venue)
		ordered := c.clockOrder(s.StartsAt, &s.EndsAt, "\""+s.Title+"\"")
		if s.StartsAt == "" || !ordered || c.Bad(&s.EndsAt) {
			c.wrongIf(s.EndsAt != "" && !c.Bad(&s.StartsAt) && ordered, &s.EndsAt, `"%s" ends at %s, but "starts_at" is `+
				`missing; add it, or delete this time`, s.Title, s.EndsAt)
			continue
		}
		if day != nil && day.StartsAt != "" && day.EndsAt != "" && day.StartsAt < day.EndsAt {
			if s.StartsAt < day.StartsAt {
				c.wrong(&s.StartsAt, `"%s" begins at %s, but the day %s begins at %s (event.yaml); correct one of the two`, s.Title,
					s.StartsAt, d.Date, day.StartsAt)
			} else if s.EndsAt > day.EndsAt {
				c.wrong(&s.EndsAt, `"%s" ends at %s, but the day %s ends at %s (event.yaml); correct one of the two. If the `+
					`day ends with it, write there: ends_at: "%s"`, s.Title, s.EndsAt, d.Date, day.EndsAt, s.EndsAt)
			}
		}
		venue := s.Venue
		if venue == "" && day != nil {
			venue = day.Venue
		}
		place := string(venue) + "\n" + s.Room
		switch before := latest[place]; {
		case last != nil && s.StartsAt < last.StartsAt:
			c.wrong(&s.StartsAt, `"%s" begins at %s, but comes after "%s" (%s); list the items in order, or correct the time`,
				s.Title, s.StartsAt, last.Title, last.StartsAt)
		case before != nil && (s.StartsAt < before.EndsAt || s.StartsAt == before.StartsAt):
			is, where, also := "begins at "+before.StartsAt, "at the same venue", `give each a "room"`
			if before.EndsAt != "" {
				is = "lasts until " + before.EndsAt
			}
			if s.Room != "" {
				where, also = "in the same room", "give them different rooms"
			}
			c.wrong(&s.StartsAt, `"%s" begins at %s, but "%s" %s %s; correct one of them or, if both run at the same time, %s`,
				s.Title, s.StartsAt, before.Title, is, where, also)
		}
		if before := latest[place]; before == nil || before.EndsAt <= cmp.Or(s.EndsAt, s.StartsAt) {
			latest[place] = s
		}
		last = s
	}
}

const maxFilmBytes = 2 << 20

func (c *Checker) film(name *string, ending string) {
	if *name == "" || !c.fileExists(name, c.At, []string{ending}) {
		return
	}
	info, err := os.Stat(filepath.Join(c.Dir, "images", filepath.FromSlash(*name)))
	c.wrongIf(err == nil && info.Size() > maxFilmBytes, name, `the film "%s" is larger than 2 MB, which is slow on `+
		`phones; make it smaller`, *name)
}

func (c *Checker) accommodation() {
	unsaid := false
	for i := range c.Accommodation.Cities {
		city := &c.Accommodation.Cities[i]
		c.venue(&city.Venue, city)
		c.cityMatches(&city.City, city.Venue)
		c.stay(city)
		for j := range city.Hotels {
			h := &city.Hotels[j]
			unsaid = unsaid || h.TotalRooms == "" || h.TentativeTariff == "" || h.TravelTimeToVenue == "" ||
				h.DistanceToVenue == ""
			c.wrongIf(strings.ContainsAny(h.TentativeTariff, "0123456789") && !c.WithoutGST() &&
				!strings.Contains(strings.ToUpper(h.TentativeTariff), "GST"), &h.TentativeTariff,
				`the tariff "%s" does not say `+
					`whether GST is included; write "%s %s" or "… including GST"`, h.TentativeTariff, h.TentativeTariff,
				cmp.Or(c.Tickets.GSTLabel, texts.GSTLabel))
		}
	}
	c.wrongIf(unsaid && c.Accommodation.NotAnnounced == "" && c.Whole("accommodation"), &c.Accommodation.Cities,
		`some hotels have no tariff, rooms, travel time or distance yet; add a sentence to show instead: "not_announced: `+
			`…"`)
}

func (c *Checker) stay(city *schema.CityHotels) {
	e := c.Event
	if before(city.CheckOut, city.CheckIn) || city.CheckIn != "" && city.CheckIn == city.CheckOut {
		c.wrong(&city.CheckOut, "check-out (%s) must be after check-in (%s); correct one of the two", city.CheckOut,
			city.CheckIn)
		return
	}
	if e.StartDate == "" || e.EndDate == "" || before(e.EndDate, e.StartDate) {
		return // the mismatch is reported elsewhere
	}
	const week = 7 * 24 * time.Hour
	for _, d := range []*schema.Date{&city.CheckIn, &city.CheckOut} {
		c.wrongIf(*d != "" && (date(*d).Before(date(e.StartDate).Add(-week)) || date(*d).After(date(e.EndDate).Add(week))), d,
			"%s is more than a week away from the event (%s to %s); check the month and the year", *d, e.StartDate, e.EndDate)
	}
}
