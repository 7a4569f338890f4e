package gate

import (
	"slices"
	"time"

	"transom/api/domain"
	"transom/generator/schema"
)

// The reasons for which a person is refused. The page knows them as GateRefusal (site/src/types/wire.gen.ts) and has
// a text for each; a table of cases that both read says when each applies (testdata/decisions.json).
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

// Refusals lists all reasons.
var Refusals = []string{
	ReasonAlreadyIn, ReasonNotInside, ReasonWrongDay, ReasonWrongCity, ReasonNotForThis, ReasonTooEarly,
	ReasonVoid, ReasonReplaced, ReasonUnpaid, ReasonForged, ReasonOtherEvent, ReasonUnreadable,
}

// question holds what the decision depends on, apart from the ticket's own state.
type question struct {
	List     schema.GateList
	Day      string // the day on which it counts
	Category string // the ticket's type
	Seats    int
	Inside   int
	Out      bool   // the person is leaving
	Clock    string // the time of day, "" if it does not matter
}

// decide returns why a person may not enter, or leave; "" if they may.
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

// mayEnter checks who may use the list.
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

// otherDay says whether a person has come to the wrong city, or to the right one on the wrong day.
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
	d, _ := g.Content.Day(day)
	return string(d.Venue)
}

// placesOf returns how many of a ticket's seats may be inside at once; for a list without exit scans, how often the
// ticket is admitted.
func (g *Service) placesOf(list schema.GateList, seats int) int {
	if list.InAndOut {
		return seats
	}
	return seats * max(list.Times, 1)
}

// Places returns how often a ticket with this many seats is admitted to a list on one day, or how many may be inside
// at once.
func (g *Service) Places(list string, seats int) int {
	found, _ := g.Content.GateList(list)
	return g.placesOf(found, seats)
}

// day returns the event day of a time, "" if there is none.
func (g *Service) day(now time.Time) string {
	today := now.In(g.Content.Zone).Format(time.DateOnly)
	d, _ := g.Content.Day(today)
	return string(d.Date)
}

// refusalOf returns the reason for a ticket's state.
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
