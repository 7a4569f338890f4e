package gate

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/staff"
	"transom/api/ticket"
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
	return domain.Each(scans, func(scan domain.GateScan) wire.GateMoment {
		return wire.GateMoment{
			Device: cmp.Or(names[scan.Device], scan.Device), Place: c.PlaceOf(scan.Venue), At: wire.Instant(scan.At),
			Verdict: scan.Verdict, Reason: scan.Reason, Why: scan.Why, Offline: scan.Offline, ListAge: scan.ListAge,
			Quarantine: scan.Quarantine, Withdrawn: scan.Withdrawn, Code: booking.TicketCode(scan.TicketID),
		}
	})
}

func plain[T ~string](all []T) []string {
	return domain.Each(all, func(one T) string { return string(one) })
}

// HandleInvitation answers /gate/invitation with what an invitation is for.
func (h Handlers) HandleInvitation(c common.Call, in wire.GateInvitationRequest) (any, error) {
	i, err := h.Gate.FindInvitation(c.Context(), in.Secret)
	if err != nil {
		return nil, err
	}
	out := wire.GateInvitationResponse{Name: i.Name, Volunteer: i.Volunteer, City: h.Content.PlaceOf(i.Venue)}
	for _, day := range Days(h.Content) {
		if slices.Contains(i.Days, day.Date) {
			out.Days = append(out.Days, day.Display)
		}
	}
	for _, list := range h.Content.Gate.Lists {
		if slices.Contains(i.Lists, string(list.ID)) {
			out.Lists = append(out.Lists, list.Name)
		}
	}
	return out, nil
}

func (h Handlers) HandleEnrol(c common.Call, in wire.GateEnrolRequest) (any, error) {
	d, err := h.Gate.Enrol(c.Context(), in.Secret, in.Token)
	return wire.GateEnrolResponse{Device: d.ID, Now: h.Clock.Now().UnixMilli(), Setup: h.setup(d)}, err
}

func (h Handlers) setup(d domain.GateDevice) wire.GateSetup {
	published := h.TicketKeys.Publish(h.Content.Event.Name)
	out := wire.GateSetup{
		Event: h.Content.Event.Name, EventMark: int64(published.EventMark), Zone: h.Content.Event.TimeZone,
		Rehearsal: h.Settings.Rehearsal,
		Salt:      base64.StdEncoding.EncodeToString(h.Gate.Salt()), Days: Days(h.Content), Lists: Lists(h.Content),
		Name: d.Name, Venue: d.Venue, City: h.Content.PlaceOf(d.Venue), MyDays: []string{}, MyLists: []string{},
		MaySearch: d.MaySearch, ExpiresAt: wire.Instant(d.ExpiresAt), Lanes: []wire.GateLane{},
	}
	// The content may no longer have a day or list of the device.
	for _, day := range out.Days {
		if slices.Contains(d.Days, day.Date) {
			out.MyDays = append(out.MyDays, day.Date)
		}
	}
	for _, list := range out.Lists {
		if slices.Contains(d.Lists, list.ID) {
			out.MyLists = append(out.MyLists, list.ID)
		}
	}
	out.Keys = domain.Each(published.Keys, func(k ticket.PublicKey) wire.GateKey {
		return wire.GateKey{ID: k.ID, PublicKey: k.PublicKey}
	})
	for _, c := range h.Content.Tickets.Categories {
		out.Categories = append(out.Categories, wire.GateCategory{ID: c.ID, Type: c.Type, Name: c.Name})
	}
	for _, lane := range h.Content.Gate.Lanes {
		out.Lanes = append(out.Lanes, wire.GateLane{Name: lane.Name, From: lane.From, To: lane.To})
	}
	out.EarlierMarks = domain.Each(published.Earlier, func(mark uint32) int64 { return int64(mark) })
	out.Version = versionOf(out)
	return out
}

func versionOf(value any) string {
	raw, _ := json.Marshal(value) // plain structs can always be encoded
	sum := sha256.Sum256(raw)
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}
