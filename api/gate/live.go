package gate

import (
	"context"
	"math"
	"slices"
	"strings"

	"transom/api/domain"
	"transom/api/texts"
)

// Live is the desk's view of a day.
type Live struct {
	Day            string
	Inside         []domain.GateCount // of the day, by list: Verdict inside or used
	Arrivals       []Arrivals         // of the day, by list
	Cities         []Arrived          // of all days, by venue
	Counts         []domain.GateCount // scans of the day
	Devices        []domain.GateDevice
	DuplicateScans map[string]int // by device
	Conflicts      []domain.GateConflict
	// AllConflicts is the total number of conflicts.
	AllConflicts int
	// ToShow are the scans in quarantine, and the admissions despite a refusal or with a withdrawn ticket.
	ToShow domain.GateToShow
}

// Part selects a part of the conflicts and of the scans to review: the offsets and the maximum of each.
type Part struct{ Conflicts, ToShow, Limit int }

// All selects all of them.
var All = Part{Limit: math.MaxInt32}

// maxConflicts is the maximum number of conflicts that a device gets.
const maxConflicts = 200

// Live returns the state of a day; "" means today, or the first day if today is not a day of the event.
func (g *Service) Live(ctx context.Context, day string, part Part) (l Live, err error) {
	if day == "" {
		day = g.day(g.Clock.Now())
	}
	if days := g.Content.Event.Days; day == "" && len(days) > 0 {
		day = string(days[0].Date)
	}
	days := g.Content.Days("")
	if !slices.Contains(days, day) {
		return l, domain.InvalidField("day", texts.GateChooseDay(strings.Join(days, ", ")))
	}
	l.Day = day
	if l.Inside, err = g.Store.GateInside(ctx, day); err != nil {
		return l, err
	}
	if l.Arrivals, err = g.Arrivals(ctx, []string{day}); err != nil {
		return l, err
	}
	if l.Cities, err = g.CityArrivals(ctx); err != nil {
		return l, err
	}
	if l.Counts, err = g.Store.GateCounts(ctx, day); err != nil {
		return l, err
	}
	if l.Devices, err = g.Store.GateDevices(ctx); err != nil {
		return l, err
	}
	if l.DuplicateScans, err = g.Store.CountDuplicateScans(ctx); err != nil {
		return l, err
	}
	if l.Conflicts, l.AllConflicts, err = g.conflicts(ctx, "", day, part.Conflicts, part.Limit); err != nil {
		return l, err
	}
	l.ToShow, err = g.Store.GateScansToShow(ctx, g.Rehearsal, day, days, part.ToShow, part.Limit)
	return l, err
}

// ConflictsOf returns the conflicts to which a device has contributed.
func (g *Service) ConflictsOf(ctx context.Context, device string) ([]domain.GateConflict, error) {
	all, _, err := g.conflicts(ctx, device, "", 0, maxConflicts)
	return all, err
}

func (g *Service) conflicts(ctx context.Context, device, day string, offset, limit int) ([]domain.GateConflict, int,
	error) {
	all, total, err := g.Store.GateConflicts(ctx, device, day, offset, limit)
	for i, c := range all {
		all[i].Places = g.Places(c.List, c.Seats)
		for _, scan := range c.Scans {
			if scan.Verdict != domain.ScanOut {
				all[i].Admitted++
			}
		}
	}
	return all, total, err
}
