package gate

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"transom/api/domain"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// Live is the desk's view of a day.
type Live struct {
	Day            string
	Inside         []domain.GateCount  // people inside on the day, by list
	Arrivals       []wire.GateArrivals // seats on the day, by list
	Cities         []wire.GateArrived  // seats on all days, by venue
	Counts         []domain.GateCount  // scans on the day
	Devices        []domain.GateDevice
	DuplicateScans map[string]int // by device
	Conflicts      []domain.GateConflict
	AllConflicts   int
	ToShow         domain.GateToShow
}

// Part is one page of the conflicts and of the scans to review: the first index in each list, and the maximum length.
type Part struct{ Conflicts, ToShow, Limit int }

// All selects all conflicts and scans.
var All = Part{Limit: math.MaxInt32}

const maxConflicts = 200

// An empty day means today, or the first day if today is not an event day.
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
		for _, scan := range withoutUndone(slices.Clone(c.Scans)) {
			if scan.Verdict != domain.ScanOut {
				all[i].Admitted++
			}
		}
	}
	return all, total, err
}

// Each device and each open desk requests the numbers every few seconds, and counting 50,000 tickets takes 0.1 s. They
// are reused for arrivalsAge or, after a check-in, for arrivalsPause.
const (
	arrivalsAge   = 10 * time.Second
	arrivalsPause = 2 * time.Second
)

type arrivals struct {
	mu   sync.Mutex
	last map[string]counted
}

type counted struct {
	at     time.Time
	change int64
	lists  []wire.GateArrivals
}

// Arrivals counts the seats that are expected and those that have arrived on any of the days, by list. The numbers are
// at most ten seconds old; only check-ins in the last two seconds may be missing.
func (g *Service) Arrivals(ctx context.Context, days []string) ([]wire.GateArrivals, error) {
	change, err := g.Store.LastGateChange(ctx)
	if err != nil {
		return nil, err
	}
	g.arrivals.mu.Lock()
	defer g.arrivals.mu.Unlock()
	key, now := strings.Join(days, " "), g.Clock.Now()
	last, known := g.arrivals.last[key]
	if age := now.Sub(last.at); known && (age < arrivalsPause || age < arrivalsAge && change == last.change) {
		return last.lists, nil
	}
	expected, err := g.Store.ExpectedSeats(ctx, g.Rehearsal)
	if err != nil {
		return nil, err
	}
	arrived, err := g.Store.ArrivedSeats(ctx, g.Rehearsal, days)
	if err != nil {
		return nil, err
	}
	lists := []wire.GateArrivals{}
	for _, list := range g.Content.Gate.Lists {
		if one := g.arrivalsOf(list, days, expected, arrived); one.Total.Expected > 0 {
			lists = append(lists, one)
		}
	}
	if g.arrivals.last == nil {
		g.arrivals.last = map[string]counted{}
	}
	g.arrivals.last[key] = counted{now, change, lists}
	return lists, nil
}

func (g *Service) arrivalsOf(list schema.GateList, days []string, expected,
	arrived []domain.GateSeats) wire.GateArrivals {
	a := wire.GateArrivals{List: string(list.ID), Day: strings.Join(days, " "),
		Categories: domain.Each(g.Content.Tickets.Categories, func(c schema.Category) wire.GateArrived {
			return wire.GateArrived{Name: c.Name}
		}),
		Lanes: domain.Each(g.Content.Gate.Lanes, func(l schema.GateLane) wire.GateArrived {
			return wire.GateArrived{Name: l.Name}
		})}
	add := func(seats domain.GateSeats, field func(*wire.GateArrived) *int) {
		*field(&a.Total) += seats.Seats
		category := slices.IndexFunc(g.Content.Tickets.Categories, func(c schema.Category) bool {
			return c.Type == seats.Category
		})
		if category >= 0 {
			*field(&a.Categories[category]) += seats.Seats
		}
		lane := slices.IndexFunc(a.Lanes, func(one wire.GateArrived) bool {
			return one.Name == LaneOf(g.Content, seats.Letter)
		})
		if lane >= 0 {
			*field(&a.Lanes[lane]) += seats.Seats
		}
	}
	for _, seats := range expected {
		isExpected := slices.ContainsFunc(days, func(day string) bool {
			return MayEnter(list, schema.Date(day), seats.Category)
		})
		if isExpected {
			add(seats, func(one *wire.GateArrived) *int { return &one.Expected })
		}
	}
	for _, seats := range arrived {
		if seats.List == a.List {
			add(seats, func(one *wire.GateArrived) *int { return &one.Arrived })
		}
	}
	none := func(one wire.GateArrived) bool { return one.Expected == 0 && one.Arrived == 0 }
	a.Categories, a.Lanes = slices.DeleteFunc(a.Categories, none), slices.DeleteFunc(a.Lanes, none)
	return a
}

// CityArrivals counts the seats at the event itself on all days, by venue.
func (g *Service) CityArrivals(ctx context.Context) ([]wire.GateArrived, error) {
	cities := []wire.GateArrived{}
	for _, venue := range g.Content.Event.Venues {
		lists, err := g.Arrivals(ctx, g.Content.Days(string(venue.ID)))
		if err != nil {
			return nil, err
		}
		for _, list := range lists {
			if list.List == domain.EntryList {
				cities = append(cities, wire.GateArrived{Name: string(venue.ID), Expected: list.Total.Expected,
					Arrived: list.Total.Arrived})
			}
		}
	}
	return cities, nil
}
