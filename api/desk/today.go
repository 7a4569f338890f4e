package desk

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"

	"transom/api/booking"
	"transom/api/wire"
)

// onToday are the flags that Today shows: what may need a hand. Tasks are counted once, as tasks: registrations that
// have one are another number.
var onToday = []string{"no-mail", "mail-failed", "refund-due"}

// Today is how it stands. Every figure has the query of the list behind it, and is what that list adds up to.
func (r *Reads) Today(ctx context.Context, sight Sight) (out wire.DeskTodayResponse, err error) {
	out, f, err := r.added(ctx, sight)
	if err != nil {
		return out, err
	}
	if out.Flags, err = r.flags(ctx, sight, f); err != nil {
		return out, err
	}
	if out.Inside, err = r.inside(ctx, sight); err != nil {
		return out, err
	}
	tasks, err := r.Store.WaitingTasks(ctx, "")
	if err != nil {
		return out, err
	}
	out.Tasks, out.Alarms = len(tasks), []wire.DeskAlarm{}
	if r.Alarms != nil {
		out.Alarms, err = r.Alarms(ctx)
	}
	return out, err
}

// added are the figures that add up all registrations, each in another way.
func (r *Reads) added(ctx context.Context, sight Sight) (out wire.DeskTodayResponse, f figures, err error) {
	parts, err := r.partsOfToday(ctx)
	if err != nil {
		return out, f, err
	}
	f = figures{parts.groups, sight}
	out = wire.DeskTodayResponse{
		At: instant(r.Clock.Now()), All: f.group("all", "All registrations", Query{}, everybody),
		States: f.states("", everybody),
	}
	for _, way := range paidByNames {
		if g := f.group(way.Key, way.Name, Query{PaidBy: []string{way.Key}},
			func(g booking.PeopleGroup) bool { return g.PaidBy == way.Key }); g.Count > 0 {
			out.PaidBy = append(out.PaidBy, g)
		}
	}
	for _, category := range r.Content.Tickets.Categories {
		in := func(g booking.PeopleGroup) bool { return g.Category == category.Type }
		query := Query{Categories: []string{category.Type}}
		seats := query
		seats.Flags = []string{"seat"}
		out.Categories = append(out.Categories, wire.DeskCategory{
			Type: category.Type, Name: category.Name, Capacity: category.Capacity,
			All:    f.group(category.Type, category.Name, query, in),
			Held:   f.group("seat", "Seats", seats, func(g booking.PeopleGroup) bool { return in(g) && g.HoldsSeat }),
			States: f.states(category.Type, in),
		})
	}
	out.Days = days(parts.registered, parts.paid, sight)
	return out, f, nil
}

// partsOfToday are the figures for which every registration is read.
type partsOfToday struct {
	groups           []booking.PeopleGroup
	registered, paid map[string]booking.PeopleSums
}

// partsOfToday reads them at the same time, on several connections of the desk.
func (r *Reads) partsOfToday(ctx context.Context) (parts partsOfToday, err error) {
	all, ctx := errgroup.WithContext(ctx)
	all.Go(func() (err error) { parts.groups, err = r.Store.PeopleGroups(ctx); return err })
	all.Go(func() (err error) {
		parts.registered, parts.paid, err = r.Store.PeopleByDay(ctx, r.Content.Zone)
		return err
	})
	err = all.Wait()
	return parts, err
}

// figures adds groups up as somebody may see them.
type figures struct {
	groups []booking.PeopleGroup
	sight  Sight
}

func everybody(booking.PeopleGroup) bool { return true }

func (f figures) group(key, name string, q Query, in func(booking.PeopleGroup) bool) wire.DeskGroup {
	var sums booking.PeopleSums
	for _, g := range f.groups {
		if in(g) {
			sums.Add(g.PeopleSums, 1)
		}
	}
	return wire.DeskGroup{Key: key, Name: name, DeskSums: sumsOf(sums, f.sight), Query: q.String()}
}

// states are the figures by state of a category, of all with "".
func (f figures) states(category string, in func(booking.PeopleGroup) bool) []wire.DeskGroup {
	all := []wire.DeskGroup{}
	for _, state := range stateNames() {
		q := Query{States: []string{state.Key}}
		if category != "" {
			q.Categories = []string{category}
		}
		g := f.group(state.Key, state.Name, q, func(g booking.PeopleGroup) bool {
			return in(g) &&
				string(g.State) == state.Key
		})
		if g.Count > 0 {
			all = append(all, g)
		}
	}
	return all
}

// days are those on which somebody registered or paid.
func days(registered, paid map[string]booking.PeopleSums, sight Sight) []wire.DeskDay {
	names := slices.Collect(maps.Keys(registered))
	for day := range paid {
		if _, known := registered[day]; !known {
			names = append(names, day)
		}
	}
	slices.Sort(names)
	days := make([]wire.DeskDay, 0, len(names))
	for _, day := range names {
		days = append(days, wire.DeskDay{
			Day: day,
			Registered: wire.DeskGroup{Key: day, Name: day, DeskSums: sumsOf(registered[day], sight),
				Query: Query{From: day, To: day}.String()},
			Paid: wire.DeskGroup{Key: day, Name: day, DeskSums: sumsOf(paid[day], sight),
				Query: Query{PaidFrom: day, PaidTo: day}.String()},
		})
	}
	return days
}

// flags are what may need a hand, unfinished payments first.
func (r *Reads) flags(ctx context.Context, sight Sight, f figures) ([]wire.DeskGroup, error) {
	waiting := string(booking.Waiting)
	all := []wire.DeskGroup{
		f.group(waiting, "Unfinished payments", Query{States: []string{waiting}},
			func(g booking.PeopleGroup) bool { return string(g.State) == waiting }),
	}
	for _, name := range flagNames {
		if !slices.Contains(onToday, name.Key) {
			continue
		}
		g, err := r.counted(ctx, name.Key, name.Name, Query{Flags: []string{name.Key}}, sight)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

// counted is a figure that is counted as its list is.
func (r *Reads) counted(ctx context.Context, key, name string, q Query, sight Sight) (wire.DeskGroup, error) {
	f, err := r.filter(q)
	if err != nil {
		return wire.DeskGroup{}, err
	}
	sums, err := r.Store.SumPeople(ctx, f)
	return wire.DeskGroup{Key: key, Name: name, DeskSums: sumsOf(sums, sight), Query: q.String()}, err
}

// inside are those who have come, by day.
func (r *Reads) inside(ctx context.Context, sight Sight) ([]wire.DeskGroup, error) {
	days, err := r.Store.DaysOfEntry(ctx, r.Content.Zone)
	if err != nil {
		return nil, err
	}
	all := []wire.DeskGroup{}
	for _, day := range days {
		g, err := r.counted(ctx, day, r.dayName(day), Query{Came: day}, sight)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

// dayName is what people call a day of the event, else the day itself.
func (r *Reads) dayName(day string) string {
	for i, one := range r.Content.Event.Days {
		if string(one.Date) == day {
			return "Day " + strconv.Itoa(i+1)
		}
	}
	return day
}
