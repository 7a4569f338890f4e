package check

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"

	"transom/generator/source"
)

// outdated warns about two things that no program can update when a setting changes: the drawn programme, and the
// version of the notice that consents are stored with. Each has a code for the settings that it was made with.
func (c *Checker) outdated() {
	it := c.Itinerary
	if it.ScheduleMatches != "" && it.ScheduleImage == nil && c.Whole("itinerary") {
		c.needs(c.At(&it.ScheduleMatches), "\"schedule_matches\"", "\"schedule_image\"", "this line")
	} else if it.ScheduleMatches != "" && c.Whole("itinerary") {
		var shown []string
		for _, day := range it.Days {
			shown = append(shown, string(day.Date), day.Title)
			for _, s := range day.Sessions {
				shown = append(shown, fmt.Sprint(s.StartsAt, s.EndsAt, s.Title, s.Venue, s.Room))
			}
		}
		c.matches(&it.ScheduleMatches, shown, func(at source.Position, code string) {
			c.problems.Warn(at,
				"the programme has changed since \"%s\" was drawn; update the drawing, then write schedule_matches: %s",
				it.ScheduleImage.File, code)
		})
	}
	id := &c.Registration.IDDocument
	if id.NoticeMatches != "" && c.Whole("registration") {
		c.matches(&id.NoticeMatches, []string{id.NoticeVersion, id.Notice, id.ConsentLabel},
			func(at source.Position, code string) {
				c.problems.Warn(at,
					"the notice, or a fact in it, has changed since version \"%s\". Consents are stored with the version, so "+
						"set a new notice_version, then write notice_matches: %s", id.NoticeVersion, code)
			})
	}
}

// matches calls differs with the right code if the stored code does not match the texts, with their facts filled in.
func (c *Checker) matches(stored *string, texts []string, differs func(at source.Position, code string)) {
	sum := sha256.Sum256([]byte(c.known.Fill(strings.Join(texts, "\n"))))
	if code := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5])); code != *stored {
		differs(c.At(stored), code)
	}
}
