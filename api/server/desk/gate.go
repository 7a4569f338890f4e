package desk

import (
	"regexp"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/gate"
	gateserver "transom/api/server/gate"
	"transom/api/staff"
	"transom/api/wire"
)

// HandleGateInvite answers /desk/gate-invite with an address at which one device can be enrolled.
func (h Handlers) HandleGateInvite(c Call, in wire.DeskGateInviteRequest) (any, error) {
	secret, i, err := h.Gate.Invite(c.Context(), domain.GateInvitation{
		Name: in.Name, Volunteer: in.Volunteer, Venue: in.Venue, Days: in.Days, Lists: in.Lists, MaySearch: in.MaySearch,
		Why: in.Why,
	}, c.Actor())
	return wire.DeskGateInviteResponse{
		URL: h.Settings.SiteURL + "/gate#enrol=" + secret, ExpiresAt: wire.Instant(i.ExpiresAt),
	}, err
}

func (h Handlers) HandleGateRevoke(c Call, in wire.DeskGateRevokeRequest) (any, error) {
	return wire.Status{}, h.Gate.Revoke(c.Context(), in.ID, in.Why, c.Actor())
}

// HandleGateName records the ticket that staff name for a manual check-in, or closes it without a ticket.
func (h Handlers) HandleGateName(c Call, in wire.DeskGateNameRequest) (any, error) {
	return wire.Status{}, h.Gate.NameUnread(c.Context(), in, c.Actor(), c.RequestID())
}

const gatePage = 50

// HandleGateLive answers /desk/gate-live with who is inside, the devices, and what a person should check.
func (h Handlers) HandleGateLive(c Call, in wire.DeskGateLiveRequest) (any, error) {
	l, err := h.Gate.Live(c.Context(), in.Day, gate.Part{Conflicts: max(in.ConflictsFrom, 0),
		ToShow: max(in.ToShowFrom, 0), Limit: gatePage})
	if err != nil {
		return nil, err
	}
	who := c.Actor()
	maySeeNames := staff.May(who.Role, staff.RegistrationView)
	out := wire.DeskGateLiveResponse{
		Day: l.Day, Days: gateserver.Days(h.Content), Lists: gateserver.Lists(h.Content),
		Venues: []wire.DeskCity{}, Inside: domain.Each(l.Inside, insideOf),
		Arrivals: l.Arrivals, Cities: l.Cities, Minutes: minutesOf(l.Counts), Devices: h.devices(l),
		Conflicts: gateserver.Conflicts(h.Content, l.Conflicts, l.Devices, &who), ConflictsTotal: l.AllConflicts,
		ToShow: gateserver.Scans(h.Content, l.ToShow.Lines, l.Devices), ToShowTotal: l.ToShow.Total,
		ToShowScans: l.ToShow.Scans,
	}
	for i, scan := range l.ToShow.Lines {
		out.ToShow[i].NoReason = gate.LacksReason(scan)
		if out.ToShow[i].Alike = scan.Alike; scan.Alike > 1 {
			out.ToShow[i].Code = "" // the line represents scans of several codes
		}
		if maySeeNames {
			out.ToShow[i].Name = scan.Holder
		}
		if scan.Quarantine == gate.QuarantineUnread {
			out.ToShow[i].Scan = gate.ScanRef(scan)
		}
	}
	for i := range out.Cities {
		out.Cities[i].Name = h.Content.PlaceOf(out.Cities[i].Name)
	}
	for _, v := range h.Content.Event.Venues {
		out.Venues = append(out.Venues, wire.DeskCity{Venue: string(v.ID), City: h.Content.PlaceOf(string(v.ID))})
	}
	return out, nil
}

func insideOf(c domain.GateCount) wire.DeskGateInside {
	return wire.DeskGateInside{List: c.List, Day: c.Day, Inside: c.N}
}

func minutesOf(counts []domain.GateCount) []wire.DeskGateMinutes {
	out := []wire.DeskGateMinutes{}
	at := map[string]int{}
	for _, c := range counts {
		if c.Reason != "" || c.Verdict == domain.ScanRefused {
			continue
		}
		begins := wire.Instant(time.UnixMilli(c.TenMinutes * 600_000))
		i, known := at[begins+c.List]
		if !known {
			i = len(out)
			at[begins+c.List] = i
			out = append(out, wire.DeskGateMinutes{At: begins, List: c.List})
		}
		if c.Verdict == domain.ScanOut {
			out[i].Out += c.N
		} else {
			out[i].In += c.N
		}
	}
	return out
}

func (h Handlers) devices(l gate.Live) []wire.DeskGateDevice {
	out, now := []wire.DeskGateDevice{}, h.Clock.Now()
	for _, d := range l.Devices {
		one := wire.DeskGateDevice{
			ID: d.ID, Name: d.Name, Volunteer: d.Volunteer, City: h.Content.PlaceOf(d.Venue),
			EnrolledAt: wire.Instant(d.EnrolledAt), ExpiresAt: wire.Instant(d.ExpiresAt),
			RevokedAt: wire.Instant(d.RevokedAt), WipedAt: wire.Instant(d.WipedAt), SeenAt: wire.Instant(d.SeenAt),
			ListsAt: wire.Instant(d.ListsAt), Have: d.Have, Unsent: d.Unsent, Battery: d.Battery,
			OffsetSeconds: int64(d.Offset / time.Second), DuplicateScans: l.DuplicateScans[d.ID], Ended: d.Ended(now),
			SilentSeconds: int64(now.Sub(d.SeenAt) / time.Second),
		}
		one.ReplacedBy = replacedBy(d, l.Devices, now)
		for _, c := range l.Counts {
			switch {
			case c.Device != d.ID || c.Reason != "":
			case c.Verdict == domain.ScanOut:
				one.Out += c.N
			case c.Verdict == domain.ScanRefused:
				one.Refused += c.N
			default:
				one.In += c.N
			}
		}
		out = append(out, one)
	}
	return out
}

// lostAfter is how long a device is silent before it may count as replaced; an open page reports every twenty seconds.
const lostAfter = time.Minute

var numbered = regexp.MustCompile(` \(\d+\)$`)

// replacedBy returns the name of the device that was enrolled in d's place after d's last report, or "". If two devices
// with the same name both report, neither was replaced.
func replacedBy(d domain.GateDevice, all []domain.GateDevice, now time.Time) string {
	isOver := !d.WipedAt.IsZero() || d.Ended(now) || d.ExpiresAt.Equal(d.EnrolledAt)
	if isOver || now.Sub(d.SeenAt) < lostAfter {
		return ""
	}
	name := numbered.ReplaceAllString(d.Name, "")
	for _, other := range all {
		isSame := other.Number > d.Number && strings.EqualFold(numbered.ReplaceAllString(other.Name, ""), name)
		if isSame && other.EnrolledAt.After(d.SeenAt) {
			return other.Name
		}
	}
	return ""
}
