package gate

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"

	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/wire"
)

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
	return wire.GateEnrolResponse{Device: d.ID, Now: h.Clock.Now().UnixMilli(),
		Setup: h.setup(d)}, err
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
	for _, key := range published.Keys {
		out.Keys = append(out.Keys, wire.GateKey{ID: key.ID, PublicKey: key.PublicKey})
	}
	for _, c := range h.Content.Tickets.Categories {
		out.Categories = append(out.Categories, wire.GateCategory{ID: c.ID, Type: c.Type, Name: c.Name})
	}
	for _, lane := range h.Content.Gate.Lanes {
		out.Lanes = append(out.Lanes, wire.GateLane{Name: lane.Name, From: lane.From, To: lane.To})
	}
	for _, mark := range published.Earlier {
		out.EarlierMarks = append(out.EarlierMarks, int64(mark))
	}
	out.Version = versionOf(out)
	return out
}

func versionOf(value any) string {
	raw, _ := json.Marshal(value) // plain structs can always be encoded
	sum := sha256.Sum256(raw)
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}
