package check

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"

	"transom/generator/display"
	"transom/generator/source"
	"transom/generator/spelling"
)

type references struct {
	names []string
	at    map[string][]any // pointers to the values
}

func (r *references) add(name string, value any) {
	if name == "" {
		return
	}
	if r.at == nil {
		r.at = map[string][]any{}
	}
	if r.at[name] == nil {
		r.names = append(r.names, name)
	}
	r.at[name] = append(r.at[name], value)
}

// hasTwice reports whether two entries have the same id. A reference may then mean the entry with the wrong id.
func hasTwice(ids []string) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(ids)))) < len(ids)
}

func (c *Checker) resolve(r references, what string, ids []string) {
	if hasTwice(ids) {
		return
	}
	for _, name := range r.names {
		if len(ids) == 0 || slices.Contains(ids, name) {
			continue
		}
		if lower := strings.ToLower(name); lower != name && slices.Contains(ids, lower) {
			continue // package source has reported the capital letters
		}
		if near := spelling.Suggest(name, ids); near != "" {
			for _, at := range r.at[name] {
				c.wrong(at, `there is no %s "%s"%s`, what, name, near)
			}
			continue
		}
		more := ""
		if n := len(r.at[name]); n > 1 {
			more = fmt.Sprintf(" (used in %d places; this is the first)", n)
		}
		c.wrong(r.at[name][0], `there is no %s "%s"%s; write %s. If you removed it, delete what refers to it`, what, name,
			more, display.List(ids, "or"))
	}
}

// idReferences checks the ids of venues and groups of fields. If the file that defines them is incomplete, nothing is
// checked.
func (c *Checker) idReferences() {
	var venues, groups []string
	for _, venue := range c.Event.Venues {
		venues = append(venues, string(venue.ID))
	}
	for _, group := range c.Registration.Groups {
		groups = append(groups, string(group.ID))
	}
	if c.Whole("event") && !hasTwice(venues) {
		c.resolve(c.venues, "venue", venues)
		c.unusedVenues(venues)
	}
	if !c.allWhole() {
		return
	}
	c.resolve(c.groups, "group", groups)
	unknown := slices.DeleteFunc(slices.Clone(c.groups.names), func(n string) bool {
		return slices.Contains(groups, n)
	})
	for i, id := range groups {
		c.wrongIf(id != "" && c.groups.at[id] == nil && spelling.Nearest(id, unknown) == "" && len(c.groups.names) > 0,
			&c.Registration.Groups[i].ID, `the group "%s" has no fields; delete it, or use it in a field`, id)
	}
}

func (c *Checker) unusedVenues(venues []string) {
	used := map[string]bool{}
	for _, day := range c.Event.Days {
		if used[string(day.Venue)] = true; day.Venue == "" {
			return
		}
	}
	for _, day := range c.Itinerary.Days {
		for _, session := range day.Sessions {
			used[string(session.Venue)] = true
		}
	}
	for name := range used {
		if !slices.Contains(venues, name) && name != "" {
			return // a misspelt name, which has been reported, may mean the unused venue
		}
	}
	for i, id := range venues {
		if id != "" && !used[id] {
			c.problems.Warn(c.At(&c.Event.Venues[i].ID), `no day of the event is at the venue "%s"; name it in "days", or `+
				`delete it`, id)
		}
	}
}

func (c *Checker) typeReferences() {
	var types []string
	for _, category := range c.Tickets.Categories {
		types = append(types, meantType(category.Type)) // a misspelt type has already been reported
	}
	if c.Whole("tickets") {
		c.resolve(c.types, "ticket category of the type", types)
	}
}

// outdated warns if the programme has changed since it was drawn, or the notice since its version was set. content/
// contains a code for each.
func (c *Checker) outdated() {
	it := c.Itinerary
	if it.ScheduleMatches != "" && it.ScheduleImage == nil && c.Whole("itinerary") {
		c.needs(c.At(&it.ScheduleMatches), `"schedule_matches"`, `"schedule_image"`, "this line")
	} else if it.ScheduleMatches != "" && c.allWhole() {
		var shown []string
		for _, day := range it.Days {
			shown = append(shown, string(day.Date), day.Title)
			if day.Date == "" {
				return // package source has reported the missing date
			}
			for _, s := range day.Sessions {
				shown = append(shown, fmt.Sprint(s.StartsAt, s.EndsAt, s.Title, s.Venue, s.Room))
			}
		}
		c.matches(&it.ScheduleMatches, shown, func(at source.Position, code string) {
			c.problems.Warn(at, `the programme has changed since "%s" was drawn; update the drawing, then write `+
				`schedule_matches: %s`, it.ScheduleImage.File, code)
		})
	}
	id := &c.Registration.IDDocument
	if id.NoticeMatches != "" && c.allWhole() {
		c.matches(&id.NoticeMatches, []string{id.NoticeVersion, id.Notice, id.ConsentLabel},
			func(at source.Position, code string) {
				c.problems.Warn(at, `the notice, or a fact in it, has changed since version "%s". Consents are stored with the `+
					`version, so set a new notice_version, then write notice_matches: %s`, id.NoticeVersion, code)
			})
	}
}

// matches calls `differs` with the code of the texts if the stored code is a different one.
func (c *Checker) matches(stored *string, texts []string, differs func(at source.Position, code string)) {
	sum := sha256.Sum256([]byte(c.known.Fill(strings.Join(texts, "\n"))))
	if code := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5])); code != *stored {
		differs(c.At(stored), code)
	}
}
