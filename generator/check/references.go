package check

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"

	"transom/generator/source"
	"transom/generator/spelling"
)

// references holds the places that refer to entries by id.
type references struct {
	names []string
	at    map[string][]source.Position
}

func (r *references) add(name string, at source.Position) {
	if name == "" {
		return
	}
	if r.at == nil {
		r.at = map[string][]source.Position{}
	}
	if r.at[name] == nil {
		r.names = append(r.names, name)
	}
	r.at[name] = append(r.at[name], at)
}

// resolve reports ids that do not exist. If several places use the same unknown id and a similar id is used nowhere,
// the mistake is in the definition, and it is reported there once.
func (c *Checker) resolve(r references, what string, ids []string, idAt func(string) source.Position) {
	for _, name := range r.names {
		if len(ids) == 0 || slices.Contains(ids, name) {
			continue
		}
		var orphans []string
		for _, id := range ids {
			if r.at[id] == nil {
				orphans = append(orphans, id)
			}
		}
		if near := spelling.Nearest(name, orphans); near != "" && len(r.at[name]) > 1 {
			first := r.at[name][0]
			c.report(idAt(near), `nothing uses this %s "%s", but %d places use "%s" (the first is %s, line %d); did you mean `+
				`"%s"?`, what, near, len(r.at[name]), name, first.File, first.Line, name)
			continue
		}
		if lower := strings.ToLower(name); lower != name && slices.Contains(ids, lower) {
			continue // the reader has reported the capital letters
		}
		if near := spelling.Suggest(name, ids); near != "" {
			for _, at := range r.at[name] {
				c.report(at, `there is no %s "%s"%s`, what, name, near)
			}
			continue
		}
		more := ""
		if n := len(r.at[name]); n > 1 {
			more = fmt.Sprintf(" (used in %d places; this is the first)", n)
		}
		c.report(r.at[name][0], `there is no %s "%s"%s; there are %s`, what, name, more, strings.Join(ids, ", "))
	}
}

func (c *Checker) venueReferences() {
	if !c.Whole("event") {
		return // the missing one may have been deleted
	}
	at := map[string]source.Position{}
	var ids []string
	for i := range c.Event.Venues {
		v := &c.Event.Venues[i]
		if v.ID != "" {
			ids = append(ids, string(v.ID))
			at[string(v.ID)] = c.At(&v.ID)
		}
	}
	c.resolve(c.venues, "venue", ids, func(id string) source.Position { return at[id] })
}

func (c *Checker) groupReferences() {
	if !c.Whole("registration") {
		return
	}
	at := map[string]source.Position{}
	var ids []string
	for i := range c.Registration.Groups {
		g := &c.Registration.Groups[i]
		if g.ID != "" {
			ids = append(ids, string(g.ID))
			at[string(g.ID)] = c.At(&g.ID)
		}
	}
	c.resolve(c.groups, "group", ids, func(id string) source.Position { return at[id] })
	for _, id := range ids {
		near := spelling.Nearest(id, slices.DeleteFunc(slices.Clone(c.groups.names),
			func(n string) bool { return slices.Contains(ids, n) }))
		if c.groups.at[id] == nil && near == "" && len(c.groups.names) > 0 {
			c.report(at[id], `the group "%s" has no fields; delete it, or use it in a field`, id)
		}
	}
}

// outdated warns about two things that no program can update when a setting changes: the drawn programme, and the
// version of the notice that consents are stored with. Each has a code for the settings that it was made with.
func (c *Checker) outdated() {
	it := c.Itinerary
	if it.ScheduleMatches != "" && it.ScheduleImage == nil && c.Whole("itinerary") {
		c.needs(c.At(&it.ScheduleMatches), `"schedule_matches"`, `"schedule_image"`, "this line")
	} else if it.ScheduleMatches != "" && c.Whole("itinerary") {
		var shown []string
		for _, day := range it.Days {
			shown = append(shown, string(day.Date), day.Title)
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
	if id.NoticeMatches != "" && c.Whole("registration") {
		c.matches(&id.NoticeMatches, []string{id.NoticeVersion, id.Notice, id.ConsentLabel},
			func(at source.Position, code string) {
				c.problems.Warn(at, `the notice, or a fact in it, has changed since version "%s". Consents are stored with the `+
					`version, so set a new notice_version, then write notice_matches: %s`, id.NoticeVersion, code)
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
