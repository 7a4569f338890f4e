package desk

import (
	"context"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"transom/api/booking"
	"transom/api/texts"
	"transom/api/wire"
)

var overviewFlags = []string{"no-mail", "mail-failed", "part-paid", "refund-due"}

// Overview returns the event's numbers, each with the query that lists the counted registrations.
func (r *Reads) Overview(ctx context.Context, sight Sight) (out wire.DeskOverviewResponse, err error) {
	out, f, err := r.added(ctx, sight)
	if err != nil {
		return out, err
	}
	var sums booking.DocumentSums
	both, of := errgroup.WithContext(ctx)
	both.Go(func() (err error) { out.Flags, err = r.flags(of, sight, f); return err })
	both.Go(func() (err error) { sums, err = r.Store.DocumentTotals(of); return err })
	if err := both.Wait(); err != nil {
		return out, err
	}
	if out.Inside, err = r.inside(ctx, sight); err != nil {
		return out, err
	}
	tasks, err := r.tasks(ctx, "", sight)
	if err != nil {
		return out, err
	}
	out.Disputes = slices.DeleteFunc(slices.Clone(tasks),
		func(t wire.DeskTask) bool { return t.Kind != booking.TaskDispute })
	if sight.Money {
		out.Documents = &wire.DeskDocuments{InvoicesPaise: sums.InvoicesPaise, CreditsPaise: sums.CreditsPaise,
			DifferencePaise: sums.DifferencePaise(), ReceivedPaise: sums.ReceivedPaise, TDSPaise: sums.TDSPaise,
			RefundedPaise: sums.AllRefundsPaise, OutsidePaise: sums.OutsidePaise()}
	}
	out.Tasks, out.Alarms = len(tasks), []wire.DeskAlarm{}
	if r.Alarms != nil {
		out.Alarms, err = r.Alarms(ctx)
	}
	return out, err
}

func (r *Reads) added(ctx context.Context, sight Sight) (out wire.DeskOverviewResponse, f figures, err error) {
	f.sight = sight
	var registered, paid map[string]booking.RegistrationSums
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() (err error) { f.groups, err = r.Store.RegistrationGroups(ctx); return err })
	both.Go(func() (err error) {
		registered, paid, err = r.Store.RegistrationsByDay(ctx, r.Content.Zone)
		return err
	})
	if err := both.Wait(); err != nil {
		return out, f, err
	}
	out = wire.DeskOverviewResponse{
		At: wire.Instant(r.Clock.Now()), All: f.group("all", texts.OverviewAll, Query{},
			func(booking.RegistrationGroup) bool { return true }),
		States: f.states(), Days: days(registered, paid, sight),
	}
	for _, way := range paidBy {
		g := f.group(way.Key, way.Name, Query{PaidBy: []string{way.Key}},
			func(g booking.RegistrationGroup) bool { return g.PaidBy == way.Key })
		if g.Count > 0 {
			out.PaidBy = append(out.PaidBy, g)
		}
	}
	for _, c := range r.Content.Tickets.Categories {
		in := func(g booking.RegistrationGroup) bool { return g.Category == c.Type }
		query := Query{Categories: []string{c.Type}}
		seats := query
		seats.Flags = []string{"seat"}
		out.Categories = append(out.Categories, wire.DeskCategory{
			Type: c.Type, Name: c.Name, Capacity: c.Capacity, All: f.group(c.Type, c.Name, query, in),
			Held: f.group("seat", texts.OverviewSeats, seats,
				func(g booking.RegistrationGroup) bool { return in(g) && g.HoldsSeat }),
		})
	}
	return out, f, nil
}

// figures adds up groups of registrations, without the amounts that the caller's role may not see.
type figures struct {
	groups []booking.RegistrationGroup
	sight  Sight
}

func (f figures) group(key, name string, q Query, in func(booking.RegistrationGroup) bool) wire.DeskGroup {
	var sums booking.RegistrationSums
	for _, g := range f.groups {
		if in(g) {
			sums.Add(g.RegistrationSums, 1)
		}
	}
	return wire.DeskGroup{Key: key, Name: name, DeskSums: sumsOf(sums, f.sight), Query: q.String()}
}

func (f figures) states() []wire.DeskGroup {
	all := []wire.DeskGroup{}
	for _, state := range stateNames {
		if g := f.state(state.Key, state.Name); g.Count > 0 {
			all = append(all, g)
		}
	}
	return all
}

func (f figures) state(state, name string) wire.DeskGroup {
	return f.group(state, name, Query{States: []string{state}},
		func(g booking.RegistrationGroup) bool { return string(g.State) == state })
}

func days(registered, paid map[string]booking.RegistrationSums, sight Sight) []wire.DeskDay {
	names := slices.AppendSeq(slices.Collect(maps.Keys(registered)), maps.Keys(paid))
	slices.Sort(names)
	group := func(day string, sums map[string]booking.RegistrationSums, q Query) wire.DeskGroup {
		return wire.DeskGroup{Key: day, Name: day, DeskSums: sumsOf(sums[day], sight), Query: q.String()}
	}
	days := []wire.DeskDay{}
	for _, day := range slices.Compact(names) {
		days = append(days, wire.DeskDay{
			Day: day, Registered: group(day, registered, Query{From: day, To: day}),
			Paid: group(day, paid, Query{PaidFrom: day, PaidTo: day}),
		})
	}
	return days
}

func (r *Reads) flags(ctx context.Context, sight Sight, f figures) ([]wire.DeskGroup, error) {
	all := []wire.DeskGroup{f.state(string(booking.PendingPayment), texts.OverviewUnfinished)}
	for _, flag := range overviewFlags {
		g, err := r.counted(ctx, flag, texts.Flags[flag], Query{Flags: []string{flag}}, sight)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

func (r *Reads) counted(ctx context.Context, key, name string, q Query, sight Sight) (wire.DeskGroup, error) {
	f, err := r.filter(q, sight)
	if err != nil {
		return wire.DeskGroup{}, err
	}
	sums, err := r.Store.SumRegistrations(ctx, f)
	return wire.DeskGroup{Key: key, Name: name, DeskSums: sumsOf(sums, sight), Query: q.String()}, err
}

func (r *Reads) inside(ctx context.Context, sight Sight) ([]wire.DeskGroup, error) {
	days, err := r.Store.DaysOfEntry(ctx, r.Content.Zone)
	if err != nil {
		return nil, err
	}
	all := []wire.DeskGroup{}
	for _, day := range days {
		g, err := r.counted(ctx, day, r.dayName(day), Query{CheckedIn: day}, sight)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

func (r *Reads) dayName(day string) string {
	for i, one := range r.Content.Event.Days {
		if string(one.Date) == day {
			return texts.OverviewDay(i + 1)
		}
	}
	return day
}
