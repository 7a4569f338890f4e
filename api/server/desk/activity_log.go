package desk

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/staff"
	"transom/api/store"
	"transom/api/texts"
	"transom/api/wire"
)

const logPage = 100

// Staff who may not see all actions see their own.
func (h Handlers) HandleActivityLog(c Call, in wire.DeskActivityLogRequest) (any, error) {
	f, err := h.logFilter(c.Context(), in)
	if err != nil {
		return nil, err
	}
	out := wire.DeskActivityLogResponse{Actors: []wire.DeskMember{},
		Everybody: staff.May(c.Member.Role, staff.ActivityView)}
	ownID := ""
	if !out.Everybody {
		ownID = c.Member.ID
		f.ActorID, f.ActorName = ownID, ""
	}
	f.Before, f.Limit = in.Before, logPage+1
	db := h.Store.Desk()
	entries, err := db.AuditLog(c.Context(), f)
	if err != nil {
		return nil, err
	}
	if len(entries) > logPage {
		entries = entries[:logPage]
		out.Next = entries[logPage-1].N
	}
	about, err := h.about(c.Context(), entries)
	if err != nil {
		return nil, err
	}
	out.Entries = domain.Each(entries, func(a domain.LoggedAction) wire.DeskLoggedAction {
		return about.line(a, staff.May(c.Member.Role, staff.RegistrationView))
	})
	if out.Everybody {
		actors, err := db.AuditActors(c.Context())
		if err != nil {
			return nil, err
		}
		out.Actors = actorChoices(actors)
	}
	actions, err := db.AuditActions(c.Context(), ownID)
	if err != nil {
		return nil, err
	}
	out.Actions = actionChoices(actions)
	return out, nil
}

// actorChoices lists members by id, people who share an id (command line, devices) by name, and each shared id.
func actorChoices(actors []domain.Actor) []wire.DeskMember {
	choices, all := []wire.DeskMember{}, map[string]bool{}
	for _, a := range actors {
		one := wire.DeskMember{ID: a.ID, Name: a.Name, Role: a.Role}
		if a.Unnamed() {
			one.ID += ":" + a.Name
			all[a.ID] = true
		}
		choices = append(choices, one)
	}
	for _, many := range []wire.DeskMember{
		{ID: domain.ActorCommand, Name: texts.EveryCommand},
		{ID: domain.ActorDevice, Name: texts.EveryDevice},
	} {
		if all[many.ID] {
			choices = append(choices, many)
		}
	}
	return choices
}

func actionChoices(words []string) []wire.DeskChoice {
	choices := domain.Each(words, func(word string) wire.DeskChoice {
		action, object, _ := strings.Cut(word, ":")
		return wire.DeskChoice{Key: word, Name: desk.ActionName(action, object)}
	})
	slices.SortFunc(choices, func(a, b wire.DeskChoice) int { return strings.Compare(a.Name, b.Name) })
	return choices
}

type about struct {
	bookings map[string]booking.DeskBooking
	objects  map[string]string
}

func (h Handlers) about(ctx context.Context, entries []domain.LoggedAction) (a about, err error) {
	a.bookings = map[string]booking.DeskBooking{}
	var bookings, objects []string
	for _, action := range entries {
		bookings, objects = append(bookings, action.BookingID), append(objects, action.Object)
	}
	db := h.Store.Desk()
	if a.objects, err = db.AuditObjects(ctx, objects); err != nil {
		return a, err
	}
	for _, c := range h.Content.Tickets.Categories {
		a.objects[c.Type] = c.Name
	}
	slices.Sort(bookings)
	found, err := db.DeskBookings(ctx, slices.Compact(bookings))
	for _, b := range found {
		a.bookings[b.ID] = b
	}
	return a, err
}

func (o about) line(a domain.LoggedAction, bookings bool) wire.DeskLoggedAction {
	line := wire.DeskLoggedAction{
		N: a.N, At: wire.Instant(a.At), Actor: a.Actor.Name, Role: a.Actor.Role,
		Action: desk.ActionName(a.Name, a.Object),
		Object: cmp.Or(o.objects[a.Object], a.Object), Why: a.Why, Before: a.Before, After: a.After, Erased: a.Erased,
	}
	switch {
	// here the object (a command, a request, a note or the member's own session) would repeat other columns
	case a.Name == domain.ActionCommand || a.BookingID != "" || a.Object == a.Actor.ID:
		line.Object = ""
	case a.Name == domain.ActionTaskDone: // the task's key may contain a payment reference
		line.Object = texts.SomeTask
	}
	if b, known := o.bookings[a.BookingID]; known && bookings {
		line.Booking, line.Code, line.Name = a.BookingID, b.Code, b.Name()
	}
	return line
}

// The filter's days are in the event's time zone; the last day is included.
func (h Handlers) logFilter(ctx context.Context, in wire.DeskActivityLogRequest) (f store.AuditFilter, err error) {
	f.Action, f.Object, _ = strings.Cut(in.Action, ":")
	f.ActorID, f.ActorName, _ = strings.Cut(in.Actor, ":")
	if f.BookingID, err = h.Reads.BookingID(ctx, in.Booking); err != nil {
		return f, err
	}
	for name, day := range map[string]string{"from": in.From, "until": in.Until} {
		if day == "" {
			continue
		}
		at, err := time.ParseInLocation(time.DateOnly, day, h.Content.Zone)
		if err != nil {
			return f, domain.Invalid(map[string]string{name: texts.DayFormat})
		}
		if name == "from" {
			f.From = at.UnixMilli()
		} else {
			f.Until = at.AddDate(0, 0, 1).UnixMilli()
		}
	}
	return f, nil
}

// The export is logged before anything is sent.
func (h Handlers) HandleActivityLogExport(c Call, in wire.DeskActivityLogRequest) (any, error) {
	if in.Why = domain.Typed(in.Why); in.Why == "" {
		return nil, domain.Invalid(map[string]string{"why": texts.ExportWhy})
	}
	f, err := h.logFilter(c.Context(), in)
	if err != nil {
		return nil, err
	}
	entries, err := h.Store.Desk().AuditLog(c.Context(), f)
	if err != nil {
		return nil, err
	}
	now := h.Clock.Now()
	err = h.Store.Write(c.Context(), func(tx *store.Tx) error {
		return tx.AddAction(c.Context(), domain.Action{
			At: now, Actor: c.Actor(), Name: domain.ActionExportLog, Why: in.Why, RequestID: c.RequestID(),
			After: map[string]string{"entries": strconv.Itoa(len(entries))},
		})
	})
	if err != nil {
		return nil, err
	}
	c.W.Header().Set("Content-Type", "text/csv; charset=utf-8")
	c.W.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="activity-log-%s.csv"`,
		now.In(h.Content.Zone).Format(time.DateOnly)))
	rows := [][]any{{"number", "time", "who", "role", "id", "action", "booking", "object", "reason", "before", "after",
		"request", "hash"}}
	for _, a := range entries {
		rows = append(rows, []any{
			a.N, a.At.In(h.Content.Zone).Format(time.RFC3339), a.Actor.Name, a.Actor.Role, a.Actor.ID, a.Name,
			a.BookingID, a.Object, a.Why, pairs(a.Before), pairs(a.After), a.RequestID, a.Hash,
		})
	}
	return nil, desk.WriteCSV(c.W, "", desk.Rows(rows))
}

func pairs(values map[string]string) string {
	names := slices.Sorted(maps.Keys(values))
	return strings.Join(domain.Each(names, func(name string) string { return name + ": " + values[name] }), "; ")
}
