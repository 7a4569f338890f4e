package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"transom/api/blob"
	"transom/api/booking"
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

// gateRoutes are the calls of devices at the gate. All devices of a hall share one address, so requests are counted for
// each device and apart from those of visitors. A device's key is checked before its body is read. Wrong keys and wrong
// invitations are counted by network; a right one is served however many wrong ones came from the same network.
func (s *server) gateRoutes(r chi.Router) {
	guess := s.limitBy(wideKey, guessesOfNetwork, time.Minute)
	r.Route(gatePath, func(r chi.Router) {
		r.Use(s.apiHeaders, s.cors, s.sameOrigin, s.requireJSON)
		r.With(body(maxFormBytes)).Post("/look", s.orGuess(guess, s.handleGateLook))
		r.With(body(maxFormBytes)).Post("/enrol", s.orGuess(guess, s.handleGateEnrol))
		call := func(path string, perMinute int, most int64, h deviceHandler) {
			limited := s.limitBy(deviceKey, perMinute, time.Minute)(body(most)(s.handle(withDevice(h))))
			r.Post(path, s.orGuess(guess, func(w http.ResponseWriter, r *http.Request) error {
				if err := callerOf(r).err; err != nil {
					return err
				}
				limited.ServeHTTP(w, r)
				return nil
			}))
		}
		call("/sync", 240, maxSyncBytes, s.handleGateSync)
		call("/wait", 240, maxFormBytes, s.handleGateWait)
		call("/leave", 30, maxFormBytes, s.handleGateLeave)
		call("/find", 30, maxFormBytes, s.handleGateFind)
		call("/photo", 120, maxFormBytes, s.handleGatePhoto)
	})
}

// guessesOfNetwork is how many wrong keys and invitations a network may send in a minute: a hall of thirty devices that
// a restored server does not know sends as many.
const guessesOfNetwork = 600

// orGuess counts a request whose key or invitation is unknown as a guess of its network, which is refused after too
// many.
func (s *server) orGuess(guess func(http.Handler) http.Handler, h handlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := h(w, r)
		if err == nil {
			return
		}
		refuse := s.handle(func(http.ResponseWriter, *http.Request) error { return err })
		if errors.Is(err, gate.ErrUnknownDevice) || errors.Is(err, gate.ErrInvitation) {
			guess(refuse).ServeHTTP(w, r)
			return
		}
		refuse(w, r)
	}
}

// gateCaller is the device that calls, or why none is known.
type gateCaller struct {
	device domain.GateDevice
	err    error
}

type gateCallerKey struct{}

// knowDevice finds the device of a call at the gate by its key, before anything else is done with the request.
func (s *server) knowDevice(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isGate(r) {
			var caller gateCaller
			caller.device, caller.err = s.Gate.Device(r.Context(), r.Header.Get("Authorization"))
			r = r.WithContext(context.WithValue(r.Context(), gateCallerKey{}, caller))
		}
		next.ServeHTTP(w, r)
	})
}

func isGate(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, gatePath+"/") }

func callerOf(r *http.Request) gateCaller {
	caller, isKnown := r.Context().Value(gateCallerKey{}).(gateCaller)
	if !isKnown {
		caller.err = gate.ErrUnknownDevice
	}
	return caller
}

func deviceKey(r *http.Request) string { return callerOf(r).device.ID }

// deviceHandler answers a device that is known.
type deviceHandler func(w http.ResponseWriter, r *http.Request, d domain.GateDevice) error

func withDevice(h deviceHandler) handlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error { return h(w, r, callerOf(r).device) }
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
	respond(w, http.StatusOK, wire.GateEnrolResponse{Status: ok(), Device: d.ID, Now: s.Clock.Now().UnixMilli(),
		Setup: s.gateSetup(d)})
	return nil
}

func (s *server) handleGateSync(w http.ResponseWriter, r *http.Request, device domain.GateDevice) error {
	in, err := wire.ReadGateSync(r.Body)
	if errors.Is(err, wire.ErrTooManyScans) {
		w.Header().Set("Connection", "close")
		return &domain.Error{Code: domain.CodeTooLarge, Message: fmt.Sprintf("A report has at most %d scans.",
			wire.MaxGateScans)}
	}
	if err != nil {
		return undecoded(err, "The request is not valid JSON.")
	}
	ctx := r.Context()
	taken, err := s.Gate.Take(ctx, device, reportOf(in))
	if err != nil {
		return err
	}
	out := wire.GateSyncResponse{Status: ok(), Device: device.ID, Have: taken.Have, Strays: taken.Strays,
		Now: s.Clock.Now().UnixMilli()}
	if err := s.addLists(ctx, &out, in, taken.Device); err != nil {
		return err
	}
	respond(w, http.StatusOK, out)
	return nil
}

// addLists adds what the telephone does not know yet.
func (s *server) addLists(ctx context.Context, out *wire.GateSyncResponse, in wire.GateSyncRequest,
	d domain.GateDevice) error {
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
		out.Withdrawn = &wire.GateWithdrawn{Version: withdrawn.Version, Void: l[domain.GateVoid],
			Replaced: l[domain.GateReplaced], Unpaid: l[domain.GateUnpaid]}
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
	r := gate.Report{Wall: in.Wall, Mono: in.Mono, Origin: in.Origin, Unsent: in.Unsent, Battery: in.Battery,
		ListAge: in.ListAge}
	for _, one := range in.Scans {
		r.Scans = append(r.Scans, domain.GateScan{
			Seq: one.Seq, TicketID: one.Ticket, List: one.List, Day: one.Day, Venue: one.Venue, Verdict: one.Verdict,
			Reason: one.Reason, Why: one.Why,
			By: one.By, Offline: one.Offline, Wall: one.Wall, Mono: one.Mono, Origin: one.Origin, Offset: one.Offset,
			ListAge: one.ListAge,
		})
	}
	return r
}

// handleGateWait answers as soon as there is news for a telephone, at the latest after a while.
func (s *server) handleGateWait(w http.ResponseWriter, r *http.Request, device domain.GateDevice) error {
	var in wire.GateWaitRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := s.Gate.CheckWorking(device); err != nil {
		return err
	}
	last, err := s.Gate.Wait(r.Context(), in.Since)
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.GateWaitResponse{Status: ok(), Last: last})
	return nil
}

// handleGateLeave signs a telephone out that forgets everything; one that was signed out before too, so that the desk
// knows it is empty.
func (s *server) handleGateLeave(w http.ResponseWriter, r *http.Request, device domain.GateDevice) error {
	var in wire.GateLeaveRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := s.Gate.Leave(r.Context(), device); err != nil {
		return err
	}
	respond(w, http.StatusOK, ok())
	return nil
}

func (s *server) handleGateFind(w http.ResponseWriter, r *http.Request, device domain.GateDevice) error {
	var in wire.GateFindRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := s.Gate.CheckWorking(device); err != nil {
		return err
	}
	found, err := s.Gate.Find(r.Context(), device, in.Text)
	if err != nil {
		return err
	}
	out := wire.GateFindResponse{Status: ok(), People: []wire.GatePerson{}}
	for _, t := range found {
		category, _ := s.Content.CategoryByType(t.CategoryType)
		out.People = append(out.People, wire.GatePerson{Ticket: t.ID, Code: t.Code, Name: t.Holder, Category: category.ID,
			Seats: t.Seats, State: t.State})
	}
	respond(w, http.StatusOK, out)
	return nil
}

// handleGatePhoto answers the photo of somebody whose ticket was just scanned. The signature is the right to see it.
func (s *server) handleGatePhoto(w http.ResponseWriter, r *http.Request, device domain.GateDevice) error {
	var in wire.GatePhotoRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := s.Gate.CheckWorking(device); err != nil {
		return err
	}
	none := &domain.Error{Code: domain.CodeNotFound, Message: "There is no photo."}
	_, token, err := ticket.ParseQR(in.QR)
	if err != nil {
		return none
	}
	claims, err := s.TicketKeys.Ring.Verify(token, s.TicketKeys.Marks...)
	if err != nil {
		return none
	}
	photo, err := s.photoOfTicket(r.Context(), claims.TicketID)
	switch {
	case err != nil:
		return err
	case photo != nil:
		writePhoto(w, photo)
	case in.MayBeNone:
		w.WriteHeader(http.StatusNoContent)
	default:
		return none
	}
	return nil
}

// photoOfTicket is nil when the ticket's holder has none.
func (s *server) photoOfTicket(ctx context.Context, ticketID string) ([]byte, error) {
	asset, err := s.Store.PhotoOfTicket(ctx, ticketID)
	if err != nil || asset == "" {
		return nil, err
	}
	photo, err := s.Photos.Get(ctx, upload.BlobName(upload.Photo, asset))
	if errors.Is(err, blob.ErrNotFound) {
		return nil, nil
	}
	return photo, err
}

// gateSetup is what a telephone needs besides its lists.
func (s *server) gateSetup(d domain.GateDevice) wire.GateSetup {
	published := s.TicketKeys.Publish(s.Content.Event.Name)
	setup := wire.GateSetup{
		Event: s.Content.Event.Name, EventMark: int64(published.EventMark), Zone: s.Content.Event.TimeZone,
		Rehearsal: s.Settings.Rehearsal,
		Salt:      base64Text(s.Gate.Salt()), Days: s.gateDays(), Lists: s.gateLists(),
		Name: d.Name, Venue: d.Venue, City: s.cityOf(d.Venue), MyDays: []string{}, MyLists: []string{},
		MaySearch: d.MaySearch,
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
	for _, mark := range published.Earlier {
		setup.EarlierMarks = append(setup.EarlierMarks, int64(mark))
	}
	setup.Version = versionOf(setup)
	return setup
}

func (s *server) gateDays() (days []wire.GateDay) {
	for _, d := range s.Content.Event.Days {
		days = append(days, wire.GateDay{Date: string(d.Date), Venue: string(d.Venue), City: s.cityOf(string(d.Venue)),
			Display: d.Display})
	}
	return days
}

func (s *server) gateLists() []wire.GateList {
	lists := []wire.GateList{}
	for _, l := range s.Content.Gate.Lists {
		list := wire.GateList{ID: string(l.ID), Name: l.Name, Days: texts(l.Days), From: string(l.From),
			Times: max(l.Times, 1), InAndOut: l.InAndOut, Who: []wire.GateWho{}}
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

// gateConflicts are conflicts as people are told of them: a member of the desk, or nil for a telephone, which is not
// told the ticket's id.
func (s *server) gateConflicts(all []domain.GateConflict, devices []domain.GateDevice,
	who *domain.Actor) []wire.GateConflict {
	out := []wire.GateConflict{}
	for _, c := range all {
		one := wire.GateConflict{
			Key:  strings.Join([]string{booking.TicketCode(c.TicketID), c.List, c.Day, strconv.Itoa(c.N)}, ":"),
			Code: booking.TicketCode(c.TicketID),
			List: c.List, Day: c.Day, Admitted: c.Admitted, Places: c.Places, FoundAt: moment(c.FoundAt),
			ExplainedAt: moment(c.ExplainedAt), Scans: s.gateMoments(c.Scans, devices),
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
			Device: cmp.Or(names[scan.Device], scan.Device), Place: s.cityOf(scan.Venue), At: moment(scan.At),
			Verdict: scan.Verdict, Reason: scan.Reason,
			Why: scan.Why, Offline: scan.Offline, ListAge: scan.ListAge, Quarantine: scan.Quarantine, Withdrawn: scan.Withdrawn,
			Code: booking.TicketCode(scan.TicketID),
		})
	}
	return out
}
