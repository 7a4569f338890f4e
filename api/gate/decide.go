package gate

import (
	"slices"
	"time"

	"transom/api/domain"
	"transom/generator/schema"
)

// The reasons why somebody is not admitted. The page knows them as GateRefusal (site/src/types/wire.gen.ts) and has a
// text for each; a table of cases that both read says when each is given (testdata/decisions.json).
const (
	ReasonAlreadyIn  = "already_in"
	ReasonNotInside  = "not_inside"
	ReasonWrongDay   = "wrong_day"
	ReasonWrongCity  = "wrong_city"
	ReasonNotForThis = "not_for_this"
	ReasonTooEarly   = "too_early"
	ReasonVoid       = "void"
	ReasonReplaced   = "replaced"
	ReasonUnpaid     = "unpaid"
	ReasonForged     = "forged"
	ReasonOtherEvent = "other_event"
	ReasonUnreadable = "unreadable"
)

// Refusals are all of them.
var Refusals = []string{
	ReasonAlreadyIn, ReasonNotInside, ReasonWrongDay, ReasonWrongCity, ReasonNotForThis, ReasonTooEarly,
	ReasonVoid, ReasonReplaced, ReasonUnpaid,
	ReasonForged, ReasonOtherEvent, ReasonUnreadable,
}

// question is what decides besides the ticket's own state.
type question struct {
	List     schema.GateList
	Day      string // the day that is counted
	Category string // the ticket's type
	Seats    int
	Inside   int
	Out      bool   // on the way out
	Clock    string // the time of day, "" when it does not matter
}

// decide returns why somebody may not enter, or leave; "" when they may.
func (g *Service) decide(q question) (reason string) {
	if q.Out {
		if q.Inside == 0 {
			return ReasonNotInside
		}
		return ""
	}
	if reason := g.mayEnter(q); reason != "" {
		return reason
	}
	if q.List.From != "" && q.Clock != "" && q.Clock < string(q.List.From) {
		return ReasonTooEarly
	}
	if q.Inside >= g.placesOf(q.List, q.Seats) {
		return ReasonAlreadyIn
	}
	return ""
}

// mayEnter looks at whom the list is for.
func (g *Service) mayEnter(q question) string {
	if len(q.List.Days) > 0 && !slices.Contains(q.List.Days, schema.Date(q.Day)) {
		return g.otherDay(q.Day, q.List.Days)
	}
	if len(q.List.Who) == 0 {
		return ""
	}
	var days []schema.Date
	for _, who := range q.List.Who {
		if !slices.Contains(who.Categories, q.Category) {
			continue
		}
		if len(who.Days) == 0 || slices.Contains(who.Days, schema.Date(q.Day)) {
			return ""
		}
		days = append(days, who.Days...)
	}
	if len(days) == 0 {
		return ReasonNotForThis
	}
	return g.otherDay(q.Day, days)
}

// otherDay says whether somebody has come to the wrong city, or to the right one on a wrong day.
func (g *Service) otherDay(day string, right []schema.Date) string {
	here := g.venueOf(day)
	for _, other := range right {
		if g.venueOf(string(other)) == here {
			return ReasonWrongDay
		}
	}
	return ReasonWrongCity
}

func (g *Service) venueOf(day string) string {
	for _, d := range g.Content.Event.Days {
		if string(d.Date) == day {
			return string(d.Venue)
		}
	}
	return ""
}

// placesOf is how many of a ticket's seats may be inside at once; on a list that nobody leaves, how often they are
// admitted.
func (g *Service) placesOf(list schema.GateList, seats int) int {
	if list.InAndOut {
		return seats
	}
	return seats * max(list.Times, 1)
}

// Places are how often a ticket of so many seats is admitted to a list on one day, or may be inside at once.
func (g *Service) Places(list string, seats int) int {
	found, _ := g.list(list)
	return g.placesOf(found, seats)
}

// list finds a list of the content.
func (g *Service) list(id string) (schema.GateList, bool) {
	for _, list := range g.Content.Gate.Lists {
		if string(list.ID) == id {
			return list, true
		}
	}
	return schema.GateList{}, false
}

// day is the event day of an instant, "" when it is none.
func (g *Service) day(now time.Time) string {
	today := now.In(g.Content.Zone).Format(time.DateOnly)
	for _, d := range g.Content.Event.Days {
		if string(d.Date) == today {
			return today
		}
	}
	return ""
}

// refusalOf is the reason of a ticket's state.
func refusalOf(state string) string {
	switch state {
	case domain.GateVoid:
		return ReasonVoid
	case domain.GateReplaced:
		return ReasonReplaced
	case domain.GateUnpaid:
		return ReasonUnpaid
	}
	return ""
}
