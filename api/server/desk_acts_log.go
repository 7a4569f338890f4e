package server

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/staff"
	"transom/api/store"
	"transom/api/wire"
)

// actsOnPage is how many acts are listed at once.
const actsOnPage = 100

// handleActs answers /desk/acts/list: everybody's acts for who may see them, else one's own.
func (s *server) handleActs(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskActsRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	f, err := s.actFilter(r.Context(), in)
	if err != nil {
		return err
	}
	out := wire.DeskActsResponse{Status: ok(), Acts: []wire.DeskLoggedAct{}, Actors: []wire.DeskMember{},
		Everybody: staff.May(who.Role, staff.ActsView)}
	if !out.Everybody {
		f.ActorID, f.ActorName = who.ID, ""
	}
	f.Before, f.Limit = in.Before, actsOnPage+1
	db := s.Store.Desk()
	acts, err := db.Acts(r.Context(), f)
	if err != nil {
		return err
	}
	if len(acts) > actsOnPage {
		acts = acts[:actsOnPage]
		out.Next = acts[actsOnPage-1].N
	}
	about, err := s.about(r.Context(), acts)
	if err != nil {
		return err
	}
	for _, a := range acts {
		out.Acts = append(out.Acts, about.act(a, staff.May(who.Role, staff.RegistrationView)))
	}
	if out.Everybody {
		actors, err := db.ActActors(r.Context())
		if err != nil {
			return err
		}
		out.Actors = actorChoices(actors)
	}
	of := "" // what the list can have, whoever is chosen
	if !out.Everybody {
		of = who.ID
	}
	actions, err := db.ActActions(r.Context(), of)
	if err != nil {
		return err
	}
	out.Actions = actionChoices(actions)
	respond(w, http.StatusOK, out)
	return nil
}

// actorChoices are whom the log can be filtered by: members by their ids, whoever works under an id of many by the name
// behind it; and all of these at once.
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
		{ID: domain.ActorCommand, Name: "everybody on the command line"},
		{ID: domain.ActorTelephone, Name: "every telephone of the gate"},
	} {
		if all[many.ID] {
			choices = append(choices, many)
		}
	}
	return choices
}

// actionChoices are what the log can be filtered by, by the names that people read.
func actionChoices(words []string) []wire.DeskChoice {
	choices := []wire.DeskChoice{}
	for _, word := range words {
		action, object, _ := strings.Cut(word, ":")
		choices = append(choices, wire.DeskChoice{Key: word, Name: desk.ActionName(action, object)})
	}
	slices.SortFunc(choices, func(a, b wire.DeskChoice) int { return strings.Compare(a.Name, b.Name) })
	return choices
}

// about is what people call the things that acts are about.
type about struct {
	bookings map[string]booking.DeskBooking
	objects  map[string]string
}

func (s *server) about(ctx context.Context, acts []domain.LoggedAct) (a about, err error) {
	a.bookings = map[string]booking.DeskBooking{}
	var bookings, objects []string
	for _, act := range acts {
		bookings, objects = append(bookings, act.BookingID), append(objects, act.Object)
	}
	db := s.Store.Desk()
	if a.objects, err = db.ActObjects(ctx, objects); err != nil {
		return a, err
	}
	for _, c := range s.Content.Tickets.Categories {
		a.objects[c.Type] = c.Name
	}
	slices.Sort(bookings)
	found, err := db.DeskBookings(ctx, slices.Compact(bookings))
	for _, b := range found {
		a.bookings[b.ID] = b
	}
	return a, err
}

// act is a line of the log; of a booking whoever may not see registrations reads nothing.
func (o about) act(a domain.LoggedAct, bookings bool) wire.DeskLoggedAct {
	line := wire.DeskLoggedAct{
		N: a.N, At: instant(a.At), ActorID: a.Actor.ID, Actor: a.Actor.Name, Role: a.Actor.Role,
		Action: desk.ActionName(a.Action, a.Object),
		Object: cmp.Or(o.objects[a.Object], a.Object), Why: a.Why, Before: a.Before, After: a.After, Erased: a.Erased,
	}
	switch {
	// its name; a request or a note of the booking; one's own session
	case a.Action == domain.ActCommand || a.BookingID != "" || a.Object == a.Actor.ID:
		line.Object = ""
	case a.Action == domain.ActTaskDone: // whose key may be a reference of money
		line.Object = "a task"
	}
	if b, known := o.bookings[a.BookingID]; known && bookings {
		line.Booking, line.Code, line.Name = a.BookingID, b.Code, b.Name()
	}
	return line
}

// actFilter reads the days in the event's zone, both included.
func (s *server) actFilter(ctx context.Context, in wire.DeskActsRequest) (f store.ActFilter, err error) {
	f.Action, f.Object, _ = strings.Cut(in.Action, ":")
	f.ActorID, f.ActorName, _ = strings.Cut(in.Actor, ":")
	if f.BookingID, err = s.Reads.BookingID(ctx, in.Booking); err != nil {
		return f, err
	}
	for name, day := range map[string]string{"from": in.From, "until": in.Until} {
		if day == "" {
			continue
		}
		at, err := time.ParseInLocation(time.DateOnly, day, s.Content.Zone)
		if err != nil {
			return f, domain.Invalid(map[string]string{name: "Write a day like 2025-03-31."})
		}
		if name == "from" {
			f.From = at.UnixMilli()
		} else {
			f.Until = at.AddDate(0, 0, 1).UnixMilli()
		}
	}
	return f, nil
}

// handleActsExport answers /desk/acts/export with a file of what is filtered. The export is an act itself, written
// before anything leaves.
func (s *server) handleActsExport(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskActsRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if in.Why = domain.Typed(in.Why); in.Why == "" {
		return domain.Invalid(map[string]string{"why": "Write what the export is for; it stands in the log of acts."})
	}
	f, err := s.actFilter(r.Context(), in)
	if err != nil {
		return err
	}
	acts, err := s.Store.Desk().Acts(r.Context(), f)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	err = s.Store.Write(r.Context(), func(tx *store.Tx) error {
		return tx.AddAct(r.Context(), domain.Act{
			At: now, Actor: who, Action: domain.ActExportActs, Why: in.Why, RequestID: requestIDOf(w),
			After: map[string]string{"acts": strconv.Itoa(len(acts))},
		})
	})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="acts-%s.csv"`,
		now.In(s.Content.Zone).Format(time.DateOnly)))
	return writeActs(csv.NewWriter(w), acts, s.Content.Zone)
}

func writeActs(out *csv.Writer, acts []domain.LoggedAct, zone *time.Location) error {
	// Flush tells
	_ = out.Write([]string{"number", "time", "who", "role", "id", "act", "booking", "object", "why", "before", "after",
		"request", "hash"})
	for _, a := range acts {
		row := []string{
			strconv.FormatInt(a.N, 10), a.At.In(zone).Format(time.RFC3339), a.Actor.Name, a.Actor.Role, a.Actor.ID, a.Action,
			a.BookingID, a.Object,
			a.Why, pairs(a.Before), pairs(a.After), a.RequestID, a.Hash,
		}
		for i := range row {
			row[i] = harmless(row[i])
		}
		_ = out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// harmless keeps a spreadsheet from taking what somebody typed for a formula.
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}

func pairs(values map[string]string) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		out = append(out, name+": "+values[name])
	}
	return strings.Join(out, "; ")
}
