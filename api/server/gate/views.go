package gate

import (
	"cmp"
	"strconv"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/staff"
	"transom/api/wire"
)

// Days returns the event's days.
func Days(c *domain.Content) (days []wire.GateDay) {
	for _, d := range c.Event.Days {
		days = append(days, wire.GateDay{Date: string(d.Date), Venue: string(d.Venue), City: c.PlaceOf(string(d.Venue)),
			Display: d.Display})
	}
	return days
}

// Lists returns the lists that tickets are scanned for.
func Lists(c *domain.Content) []wire.GateList {
	lists := []wire.GateList{}
	for _, l := range c.Gate.Lists {
		list := wire.GateList{ID: string(l.ID), Name: l.Name, Days: plain(l.Days), From: string(l.From),
			Times: max(l.Times, 1), InAndOut: l.InAndOut, Who: []wire.GateWho{}}
		for _, who := range l.Who {
			list.Who = append(list.Who, wire.GateWho{Categories: who.Categories, Days: plain(who.Days)})
		}
		lists = append(lists, list)
	}
	return lists
}

// If `who` is nil, the reader is a device, which does not get the ticket's id.
func Conflicts(content *domain.Content, all []domain.GateConflict, devices []domain.GateDevice,
	who *domain.Actor) []wire.GateConflict {
	out := []wire.GateConflict{}
	for _, c := range all {
		one := wire.GateConflict{
			Key:  strings.Join([]string{booking.TicketCode(c.TicketID), c.List, c.Day, strconv.Itoa(c.N)}, ":"),
			Code: booking.TicketCode(c.TicketID),
			List: c.List, Day: c.Day, Admitted: c.Admitted, Places: c.Places,
			ExplainedAt: wire.Instant(c.ExplainedAt), Scans: Scans(content, c.Scans, devices),
		}
		if who != nil {
			one.Ticket = c.TicketID
		}
		if who != nil && staff.May(who.Role, staff.RegistrationView) {
			one.Name = c.Holder
		}
		out = append(out, one)
	}
	return out
}

// Scans describes scans.
func Scans(c *domain.Content, scans []domain.GateScan, devices []domain.GateDevice) []wire.GateMoment {
	names := map[string]string{}
	for _, d := range devices {
		names[d.ID] = d.Name
	}
	out := []wire.GateMoment{}
	for _, scan := range scans {
		out = append(out, wire.GateMoment{
			Device: cmp.Or(names[scan.Device], scan.Device), Place: c.PlaceOf(scan.Venue), At: wire.Instant(scan.At),
			Verdict: scan.Verdict, Reason: scan.Reason,
			Why: scan.Why, Offline: scan.Offline, ListAge: scan.ListAge, Quarantine: scan.Quarantine,
			Withdrawn: scan.Withdrawn,
			Code:      booking.TicketCode(scan.TicketID),
		})
	}
	return out
}

// plain never returns nil, so that the JSON contains a list.
func plain[T ~string](all []T) []string {
	out := make([]string, 0, len(all))
	for _, one := range all {
		out = append(out, string(one))
	}
	return out
}
