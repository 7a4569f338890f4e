package server

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"transom/api/blob"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/staff"
	"transom/api/ticket"
	"transom/api/upload"
	"transom/api/wire"
)

// gatePath is where they call.
const gatePath = "/api/gate"

// maxSyncBytes is the largest report of a telephone: 500 scans.
const maxSyncBytes = 512 << 10

// gateRoutes are the calls of telephones at the gate. All of a hall share one address, so what they may is counted for each
// telephone, and none of it together with visitors.
func (s *server) gateRoutes(r chi.Router) {
	r.Route(gatePath, func(r chi.Router) {
		r.Use(s.apiHeaders, s.cors, s.sameOrigin, s.requireJSON)
		r.Group(func(r chi.Router) {
			r.Use(s.limit(600, time.Minute), body(maxFormBytes)) // sixty helpers enrol at once, behind one address
			r.Post("/look", s.handle(s.handleGateLook))
			r.Post("/enrol", s.handle(s.handleGateEnrol))
		})
		r.With(s.limitBy(gateKey, 240, time.Minute), body(maxSyncBytes)).Post("/sync", s.handle(s.handleGateSync))
		r.With(s.limitBy(gateKey, 240, time.Minute), body(maxFormBytes)).Post("/wait", s.handle(s.handleGateWait))
		r.With(s.limitBy(gateKey, 30, time.Minute), body(maxFormBytes)).Post("/leave", s.handle(s.handleGateLeave))
		r.With(s.limitBy(gateKey, 30, time.Minute), body(maxFormBytes)).Post("/find", s.handle(s.handleGateFind))
		r.With(s.limitBy(gateKey, 120, time.Minute), body(maxFormBytes)).Post("/photo", s.handle(s.handleGatePhoto))
	})
}

// gateKey is a telephone in the counts of requests; one without a key is its network.
func gateKey(r *http.Request) string {
	if token := r.Header.Get("Authorization"); len(token) > 40 && len(token) < 100 {
		return domain.Hash(token)
	}
	return addressKey(r)
}

func (s *server) handleGateLook(w http.ResponseWriter, r *http.Request) error {
	var in wire.GateLookRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	i, err := s.Gate.Look(r.Context(), in.Secret)
	if err != nil {
		return err
	}
	out := wire.GateLookResponse{Status: ok(), Name: i.Name, Volunteer: i.Volunteer, City: s.cityOf(i.Venue)}
	for _, day := range s.gateDays() {
		if contains(i.Days, day.Date) {
			out.Days = append(out.Days, day.Display)
		}
	}
	for _, list := range s.Content.Gate.Lists {
		if contains(i.Lists, string(list.ID)) {
			out.Lists = append(out.Lists, list.Name)
		}
	}
	respond(w, http.StatusOK, out)
	return nil
}

func (s *server) handleGateEnrol(w http.ResponseWriter, r *http.Request) error {
	var in wire.GateEnrolRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	d, err := s.Gate.Enrol(r.Context(), in.Secret, in.Token)
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.GateEnrolResponse{Status: ok(), Device: d.ID, Now: s.Clock.Now().UnixMilli(), Setup: s.gateSetup(d)})
	return nil
}

func (s *server) handleGateSync(w http.ResponseWriter, r *http.Request) error {
	var in wire.GateSyncRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	ctx := r.Context()
	device, err := s.Gate.Device(ctx, r.Header.Get("Authorization"))
	if err != nil {
		return err
	}
	taken, err := s.Gate.Take(ctx, device, reportOf(in))
	if err != nil {
		return err
	}
	out := wire.GateSyncResponse{Status: ok(), Device: device.ID, Have: taken.Have, Strays: taken.Strays, Now: s.Clock.Now().UnixMilli()}
	if err := s.addLists(ctx, &out, in, taken.Device); err != nil {
		return err
	}
	respond(w, http.StatusOK, out)
	return nil
}

// addLists adds what the telephone does not know yet.
func (s *server) addLists(ctx context.Context, out *wire.GateSyncResponse, in wire.GateSyncRequest, d domain.GateDevice) error {
	changes, err := s.Gate.Changes(ctx, in.Since)
	if err != nil {
		return err
	}
	out.Cursor, out.Last, out.More, out.Entries = changes.Cursor, &changes.Last, changes.More, changes.Entries
	withdrawn, err := s.Gate.Withdrawn(ctx)
	if err != nil {
		return err
	}
	if withdrawn.Version != in.Withdrawn {
		l := withdrawn.Lists
		out.Withdrawn = &wire.GateWithdrawn{Version: withdrawn.Version, Void: l[domain.GateVoid], Replaced: l[domain.GateReplaced], Unpaid: l[domain.GateUnpaid]}
	}
	if setup := s.gateSetup(d); setup.Version != in.Setup {
		out.Setup = &setup
	}
	devices, err := s.Gate.Store.GateDevices(ctx)
	if err != nil {
		return err
	}
	out.Devices = map[int]string{}
	for _, other := range devices {
		out.Devices[other.Number] = other.Name
	}
	conflicts, err := s.Gate.ConflictsOf(ctx, d.ID)
	out.Conflicts = s.gateConflicts(conflicts, devices, nil)
	return err
}

func reportOf(in wire.GateSyncRequest) gate.Report {
	r := gate.Report{Wall: in.Wall, Mono: in.Mono, Origin: in.Origin, Unsent: in.Unsent, Battery: in.Battery, ListAge: in.ListAge}
	for _, one := range in.Scans {
		r.Scans = append(r.Scans, domain.GateScan{
			Seq: one.Seq, TicketID: one.Ticket, List: one.List, Day: one.Day, Venue: one.Venue, Verdict: one.Verdict, Reason: one.Reason, Why: one.Why,
			By: one.By, Offline: one.Offline, Wall: one.Wall, Mono: one.Mono, Origin: one.Origin, Offset: one.Offset, ListAge: one.ListAge,
		})
	}
	return r
}

// handleGateWait answers as soon as there is news for a telephone, at the latest after a while.
func (s *server) handleGateWait(w http.ResponseWriter, r *http.Request) error {
	var in wire.GateWaitRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if _, err := s.Gate.Working(r.Context(), r.Header.Get("Authorization")); err != nil {
		return err
	}
	last, err := s.Gate.Wait(r.Context(), in.Since)
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.GateWaitResponse{Status: ok(), Last: last})
	return nil
}

// handleGateLeave signs a telephone out that forgets everything; one that was signed out before too, so that the desk knows it is empty.
func (s *server) handleGateLeave(w http.ResponseWriter, r *http.Request) error {
	var in wire.GateLeaveRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	device, err := s.Gate.Device(r.Context(), r.Header.Get("Authorization"))
	if err != nil {
		return err
	}
	if err := s.Gate.Leave(r.Context(), device); err != nil {
		return err
	}
	respond(w, http.StatusOK, ok())
	return nil
}

func (s *server) handleGateFind(w http.ResponseWriter, r *http.Request) error {
	var in wire.GateFindRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	device, err := s.Gate.Working(r.Context(), r.Header.Get("Authorization"))
	if err != nil {
		return err
	}
	found, err := s.Gate.Find(r.Context(), device, in.Text)
	if err != nil {
		return err
	}
	out := wire.GateFindResponse{Status: ok(), People: []wire.GatePerson{}}
	for _, t := range found {
		category, _ := s.Content.CategoryByType(t.CategoryType)
		out.People = append(out.People, wire.GatePerson{Ticket: t.ID, Code: t.Code, Name: t.Holder, Category: category.ID, Seats: t.Seats, State: t.State})
	}
	respond(w, http.StatusOK, out)
	return nil
}

// handleGatePhoto answers the photo of somebody whose ticket was just scanned. The signature is the right to see it.
func (s *server) handleGatePhoto(w http.ResponseWriter, r *http.Request) error {
	var in wire.GatePhotoRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if _, err := s.Gate.Working(r.Context(), r.Header.Get("Authorization")); err != nil {
		return err
	}
	none := &domain.Error{Code: domain.CodeNotFound, Message: "There is no photo."}
	_, token, err := ticket.ParseQR(in.QR)
	if err != nil {
		return none
	}
	claims, err := s.TicketKeys.Ring.Verify(token, ticket.EventMarkOf(s.Content))
	if err != nil {
		return none
	}
	asset, err := s.Store.PhotoOfTicket(r.Context(), claims.TicketID)
	if err != nil || asset == "" {
		return cmp.Or(err, error(none))
	}
	photo, err := s.Photos.Get(r.Context(), upload.BlobName(upload.Photo, asset))
	if errors.Is(err, blob.ErrNotFound) {
		return none
	}
	if err != nil {
		return err
	}
	writePhoto(w, photo)
	return nil
}

// gateSetup is what a telephone needs besides its lists.
func (s *server) gateSetup(d domain.GateDevice) wire.GateSetup {
	published := s.TicketKeys.Publish(s.Content.Event.Name, s.Gate.Mark)
	setup := wire.GateSetup{
		Event: s.Content.Event.Name, EventMark: int64(published.EventMark), Zone: s.Content.Event.TimeZone, Rehearsal: s.Settings.Rehearsal,
		Salt: base64Text(s.Gate.Salt()), Days: s.gateDays(), Lists: s.gateLists(),
		Name: d.Name, Venue: d.Venue, City: s.cityOf(d.Venue), MyDays: []string{}, MyLists: []string{}, MaySearch: d.MaySearch,
		ExpiresAt: moment(d.ExpiresAt), Lanes: []wire.GateLane{},
	}
	// What was assigned and the content no longer has is nothing that a telephone could count.
	for _, day := range setup.Days {
		if contains(d.Days, day.Date) {
			setup.MyDays = append(setup.MyDays, day.Date)
		}
	}
	for _, list := range setup.Lists {
		if contains(d.Lists, list.ID) {
			setup.MyLists = append(setup.MyLists, list.ID)
		}
	}
	for _, key := range published.Keys {
		setup.Keys = append(setup.Keys, wire.GateKey{ID: key.ID, PublicKey: key.PublicKey})
	}
	for _, c := range s.Content.Tickets.Categories {
		setup.Categories = append(setup.Categories, wire.GateCategory{ID: c.ID, Type: c.Type, Name: c.Name})
	}
	for _, lane := range s.Content.Gate.Lanes {
		setup.Lanes = append(setup.Lanes, wire.GateLane{Name: lane.Name, From: lane.From, To: lane.To})
	}
	setup.Version = versionOf(setup)
	return setup
}

func (s *server) gateDays() (days []wire.GateDay) {
	for _, d := range s.Content.Event.Days {
		days = append(days, wire.GateDay{Date: string(d.Date), Venue: string(d.Venue), City: s.cityOf(string(d.Venue)), Display: d.Display})
	}
	return days
}

func (s *server) gateLists() []wire.GateList {
	lists := []wire.GateList{}
	for _, l := range s.Content.Gate.Lists {
		list := wire.GateList{ID: string(l.ID), Name: l.Name, Days: texts(l.Days), From: string(l.From), Times: max(l.Times, 1), InAndOut: l.InAndOut, Who: []wire.GateWho{}}
		for _, who := range l.Who {
			list.Who = append(list.Who, wire.GateWho{Categories: who.Categories, Days: texts(who.Days)})
		}
		lists = append(lists, list)
	}
	return lists
}

func (s *server) cityOf(venue string) string {
	for _, v := range s.Content.Event.Venues {
		if string(v.ID) == venue {
			return v.City
		}
	}
	return ""
}

// gateConflicts are conflicts as people are told of them: a member of the desk, or nil for a telephone, which is not told the ticket's id.
func (s *server) gateConflicts(all []domain.GateConflict, devices []domain.GateDevice, who *domain.Actor) []wire.GateConflict {
	out := []wire.GateConflict{}
	for _, c := range all {
		one := wire.GateConflict{
			Key: strings.Join([]string{domain.TicketCode(c.TicketID), c.List, c.Day, strconv.Itoa(c.N)}, ":"), Code: domain.TicketCode(c.TicketID),
			List: c.List, Day: c.Day, Admitted: c.Admitted, Places: c.Places, FoundAt: moment(c.FoundAt), ExplainedAt: moment(c.ExplainedAt), Scans: s.gateMoments(c.Scans, devices),
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

func (s *server) gateMoments(scans []domain.GateScan, devices []domain.GateDevice) []wire.GateMoment {
	names := map[string]string{}
	for _, d := range devices {
		names[d.ID] = d.Name
	}
	out := []wire.GateMoment{}
	for _, scan := range scans {
		out = append(out, wire.GateMoment{
			Device: cmp.Or(names[scan.Device], scan.Device), Place: s.cityOf(scan.Venue), At: moment(scan.At), Verdict: scan.Verdict, Reason: scan.Reason,
			Why: scan.Why, Offline: scan.Offline, ListAge: scan.ListAge, Quarantine: scan.Quarantine, Withdrawn: scan.Withdrawn, Code: domain.TicketCode(scan.TicketID),
		})
	}
	return out
}
