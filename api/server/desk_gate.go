package server

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

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
}

// handleDeskGateInvite answers /desk/gate-invite: an address that makes a telephone a device of the gate, once.
func (s *server) handleDeskGateInvite(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskGateInviteRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	secret, i, err := s.Gate.Invite(r.Context(), domain.GateInvitation{
		Name: in.Name, Volunteer: in.Volunteer, Venue: in.Venue, Days: in.Days, Lists: in.Lists, MaySearch: in.MaySearch, Why: in.Why,
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

// handleDeskGateLive answers /desk/gate-live: who is inside, the telephones, and what a person should look at.
func (s *server) handleDeskGateLive(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskGateLiveRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	l, err := s.Gate.Live(r.Context(), in.Day)
	if err != nil {
		return err
	}
	out := wire.DeskGateLiveResponse{
		Status: ok(), Day: l.Day, Days: s.gateDays(), Lists: s.gateLists(), Venues: []wire.DeskCity{}, Inside: insideOf(l.Inside),
		Minutes: minutesOf(l.Counts), Devices: s.deskDevices(l), Conflicts: s.gateConflicts(l.Conflicts, l.Devices, &who),
		ToShow: s.gateMoments(l.ToShow, l.Devices),
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
			EnrolledAt: moment(d.EnrolledAt), ExpiresAt: moment(d.ExpiresAt), RevokedAt: moment(d.RevokedAt), WipedAt: moment(d.WipedAt), SeenAt: moment(d.SeenAt), ListsAt: moment(d.ListsAt),
			Have: d.Have, Unsent: d.Unsent, Battery: d.Battery, OffsetSeconds: int64(d.Offset / time.Second), Strays: l.Strays[d.ID],
			Ended: d.Ended(now), SilentSeconds: int64(now.Sub(d.SeenAt) / time.Second),
		}
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
