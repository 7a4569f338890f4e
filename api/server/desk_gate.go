package server

import (
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/staff"
	"transom/api/wire"
)

// deskGate is the room of the gate.
func (s *server) deskGate(r chi.Router) {
	r.Post("/gate-live", s.desk(staff.GateView, s.handleDeskGateLive))
	r.Post("/gate-invite", s.desk(staff.GateEnrol, s.handleDeskGateInvite))
	r.Post("/gate-revoke", s.desk(staff.GateRevoke, s.handleDeskGateRevoke))
	r.Post("/gate-name", s.desk(staff.GateName, s.handleDeskGateName))
}

// handleDeskGateInvite answers /desk/gate-invite: an address that makes a telephone a device of the gate, once.
func (s *server) handleDeskGateInvite(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskGateInviteRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	secret, i, err := s.Gate.Invite(r.Context(), domain.GateInvitation{
		Name: in.Name, Volunteer: in.Volunteer, Venue: in.Venue, Days: in.Days, Lists: in.Lists, MaySearch: in.MaySearch,
		Why: in.Why,
	}, who)
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.DeskGateInviteResponse{
		Status: ok(), URL: s.Settings.SiteURL + "/gate#enrol=" + secret, ExpiresAt: moment(i.ExpiresAt),
	})
	return nil
}

// handleDeskGateRevoke answers /desk/gate-revoke.
func (s *server) handleDeskGateRevoke(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskGateRevokeRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := s.Gate.Revoke(r.Context(), in.ID, in.Why, who); err != nil {
		return err
	}
	respond(w, http.StatusOK, ok())
	return nil
}

// handleDeskGateName answers /desk/gate-name: whose ticket an admission by hand was, or that it was nobody's.
func (s *server) handleDeskGateName(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskGateNameRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	found, err := s.Gate.NameUnread(r.Context(), gate.Named{Scan: in.Scan, Code: in.Code, Nobody: in.Nobody,
		Override: in.Override, Why: in.Why}, who, requestIDOf(w))
	if err != nil {
		return err
	}
	out := wire.DeskGateNameResponse{Status: ok()}
	if found.ID != "" {
		out.Ticket = booking.TicketCode(found.ID)
	}
	respond(w, http.StatusOK, out)
	return nil
}

// gatePage is how many conflicts, and how many scans to look at, are shown at once.
const gatePage = 50

// handleDeskGateLive answers /desk/gate-live: who is inside, the telephones, and what a person should look at.
func (s *server) handleDeskGateLive(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskGateLiveRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	l, err := s.Gate.Live(r.Context(), in.Day, gate.Part{Conflicts: max(in.ConflictsFrom, 0),
		ToShow: max(in.ToShowFrom, 0), Limit: gatePage})
	if err != nil {
		return err
	}
	out := wire.DeskGateLiveResponse{
		Status: ok(), Day: l.Day, Days: s.gateDays(), Lists: s.gateLists(), Venues: []wire.DeskCity{},
		Inside:  insideOf(l.Inside),
		Minutes: minutesOf(l.Counts), Devices: s.deskDevices(l), Conflicts: s.gateConflicts(l.Conflicts, l.Devices, &who),
		ConflictsTotal: l.AllConflicts, ToShow: s.gateMoments(l.ToShow.Lines, l.Devices), ToShowTotal: l.ToShow.Total,
		ToShowScans: l.ToShow.Scans,
	}
	for i, scan := range l.ToShow.Lines {
		out.ToShow[i].NoReason = gate.LacksReason(scan)
		if out.ToShow[i].Alike = scan.Alike; scan.Alike > 1 {
			out.ToShow[i].Code = "" // of many codes one would mislead
		}
		if scan.Quarantine == gate.QuarantineUnread {
			out.ToShow[i].Scan = gate.ScanRef(scan)
		}
	}
	for _, v := range s.Content.Event.Venues {
		out.Venues = append(out.Venues, wire.DeskCity{Venue: string(v.ID), City: v.City})
	}
	respond(w, http.StatusOK, out)
	return nil
}

func insideOf(counts []domain.GateCount) []wire.DeskGateInside {
	out := []wire.DeskGateInside{}
	at := map[[2]string]int{}
	for _, c := range counts {
		key := [2]string{c.List, c.Day}
		if _, known := at[key]; !known {
			at[key] = len(out)
			out = append(out, wire.DeskGateInside{List: c.List, Day: c.Day})
		}
		if one := &out[at[key]]; c.Verdict == "inside" {
			one.Inside = c.N
		} else {
			one.Used = c.N
		}
	}
	return out
}

// minutesOf sums up what counts, by ten minutes and list.
func minutesOf(counts []domain.GateCount) []wire.DeskGateMinutes {
	out := []wire.DeskGateMinutes{}
	at := map[string]int{}
	for _, c := range counts {
		if c.Reason != "" || c.Verdict == domain.ScanRefused {
			continue
		}
		begins := moment(time.UnixMilli(c.TenMinutes * 600_000))
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

func (s *server) deskDevices(l gate.Live) []wire.DeskGateDevice {
	out, now := []wire.DeskGateDevice{}, s.Clock.Now()
	for _, d := range l.Devices {
		one := wire.DeskGateDevice{
			ID: d.ID, Name: d.Name, Volunteer: d.Volunteer, City: s.cityOf(d.Venue), Days: d.Days, Lists: d.Lists,
			EnrolledAt: moment(d.EnrolledAt), ExpiresAt: moment(d.ExpiresAt), RevokedAt: moment(d.RevokedAt),
			WipedAt: moment(d.WipedAt), SeenAt: moment(d.SeenAt), ListsAt: moment(d.ListsAt),
			Have: d.Have, Unsent: d.Unsent, Battery: d.Battery, OffsetSeconds: int64(d.Offset / time.Second),
			Strays: l.Strays[d.ID],
			Ended:  d.Ended(now), SilentSeconds: int64(now.Sub(d.SeenAt) / time.Second),
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

// lostAfter is how long a telephone is silent before another one of its name is thought to have taken its place: an
// open page is heard every twenty seconds.
const lostAfter = time.Minute

var numbered = regexp.MustCompile(` \(\d+\)$`)

// replacedBy is the telephone that was enrolled under the name of another one, which was not heard since and never said
// that it forgets everything: its storage was lost, or it was wiped without a network. Nothing on the telephone knows
// that, so nobody else can tell. Of two telephones of one name that both go on neither is.
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
