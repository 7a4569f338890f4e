package server_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/server"
)

func invited(t testing.TB, s *apitest.Server, in domain.GateInvitation) string {
	t.Helper()
	in.Venue, in.Why = "bhopal", "a test"
	secret, _, err := s.Gate.Invite(t.Context(), in, domain.Actor{ID: "test", Name: "Test"})
	must(t, err)
	return secret
}

func unknownKey() string {
	return "tg1_" + base64.RawURLEncoding.EncodeToString([]byte(domain.NewID(160)[:32]))
}

func enrolled(t testing.TB, s *apitest.Server, name string, search bool) (token, device string) {
	t.Helper()
	token = unknownKey()
	secret := invited(t, s, domain.GateInvitation{Name: name, MaySearch: search})
	return token, s.Post("/gate/enrol", map[string]any{"secret": secret,
		"token": token}).Must(http.StatusOK).Text("device")
}

func gateLive(s *apitest.Server, role, day string) apitest.Answer {
	return s.DeskAs(role).Must("gate-live", map[string]any{"day": day})
}

func objects(a apitest.Answer, name string) (all []map[string]any) {
	list, _ := a.Body[name].([]any)
	for _, one := range list {
		all = append(all, one.(map[string]any))
	}
	return all
}

// gateScan returns a scan by the camera. Pairs of names and values change it.
func gateScan(s *apitest.Server, seq int, ticketID string, changes ...any) map[string]any {
	scan := map[string]any{
		"seq": seq, "ticket": ticketID, "list": "entry", "day": firstDay, "venue": "bhopal", "verdict": "in",
		"by": "camera", "wall": s.Clock.Now().UnixMilli(), "mono": 1000, "origin": 5,
	}
	for i := 0; i < len(changes); i += 2 {
		scan[changes[i].(string)] = changes[i+1]
	}
	return scan
}

func typedScan(s *apitest.Server, seq int, code string) map[string]any {
	return gateScan(s, seq, code, "by", "typed", "reason", "unreadable", "why", "torn")
}

func gateSync(s *apitest.Server, token string, scans ...map[string]any) apitest.Answer {
	return s.Post("/gate/sync", map[string]any{
		"wall": s.Clock.Now().UnixMilli(), "mono": 2000, "origin": 5, "scans": scans, "battery": 80, "list_age": -1,
	}, "Authorization", token)
}

func TestGateInvitation(t *testing.T) {
	s := start(t)
	a, b := unknownKey(), unknownKey()
	secret := invited(t, s, domain.GateInvitation{Name: "North"})
	if len(secret) != 22 {
		t.Fatalf("%q", secret)
	}
	s.WantCount(0, `SELECT COUNT(*) FROM gate_invitations WHERE hash = ?`, secret)
	if a := s.Post("/gate/invitation", map[string]any{"secret": secret}); a.Status != 200 || a.Text("name") != "North" ||
		a.Text("city") != "Bhopal" {
		t.Errorf("look: %d %s", a.Status, a.Raw)
	}
	for _, c := range []struct {
		secret, token string
		want          int
	}{{secret, "short", 422}, {"wrong", a, 404}, {secret, a, 200}, {secret, a, 200}, {secret, b, 404}} {
		s.Post("/gate/enrol", map[string]any{"secret": c.secret, "token": c.token}).Want(c.want, "%+v", c)
	}
	s.WantCount(1, `SELECT COUNT(*) FROM gate_devices`)
	late := invited(t, s, domain.GateInvitation{Name: "Late"})
	s.Clock.Add(10 * time.Minute)
	for _, path := range []string{"/gate/invitation", "/gate/enrol"} {
		s.Post(path, map[string]any{"secret": late, "token": b}).Want(404, "%s after ten minutes", path)
	}
	s.WantCount(2, `SELECT COUNT(*) FROM audit_log WHERE action = 'gate_invite'`)
	if _, _, err := s.Gate.Invite(t.Context(), domain.GateInvitation{Venue: "moon", Lists: []string{"x"}},
		domain.Actor{}); !domain.IsCode(err, domain.CodeInvalid) {
		t.Errorf("a wrong invitation: %v", err)
	}
}

func TestGateRights(t *testing.T) {
	s := start(t)
	_, _, _, bought := s.RegisterPaid(nil)
	token, device := enrolled(t, s, "North", false)
	gateSync(s, "").Want(401, "without a token")
	for _, path := range []string{"/profile", "/tickets", "/desk/gate-live"} {
		if a := s.Post(path, map[string]any{}, "Authorization", token); a.Status == 200 {
			t.Errorf("%s answers a device", path)
		}
	}
	a := gateSync(s, token, gateScan(s, 1, bought.ID))
	if a.Status != 200 || a.Body["have"] != 1.0 {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	a.Omits(bought.HolderName, bought.ID, "example.org", token)
	searcher, _ := enrolled(t, s, "Desk", true)
	for text, want := range map[string]int{bought.HolderName: 1, bought.ID[:8]: 1, "zzzzzz": 0, "%%%": 0,
		"\x00\x00\x00": 0, "ver\x00ma": 0, bought.ID[:8] + "\x00": 0} {
		a := s.Post("/gate/find", map[string]any{"text": text}, "Authorization", searcher)
		if people := objects(a, "people"); a.Status != 200 || len(people) != want {
			t.Errorf("%q: %d %s", text, a.Status, a.Raw)
		}
	}
	must(t, s.Gate.Revoke(context.Background(), device, "lost", domain.Actor{ID: "test"}))
	s.Clock.Add(time.Minute)
	if a := gateSync(s, token); a.Status != 401 || a.Body["have"] != 1.0 {
		t.Errorf("after revoking: %d %s", a.Status, a.Raw)
	}
	s.Clock.Set(time.Date(2025, 4, 15, 0, 0, 0, 0, time.UTC))
	gateSync(s, searcher).Want(401, "a day after the event")
	if strings.Contains(s.Log.String(), token) || strings.Contains(s.Log.String(), bought.ID) {
		t.Error("the log holds a token or a ticket")
	}
}

func TestGateHasItsOwnLimits(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rateLimited})
	one, _ := enrolled(t, s, "One", false)
	two, _ := enrolled(t, s, "Two", false)
	if triesUntil(http.StatusTooManyRequests, 260, func() apitest.Answer { return gateSync(s, one) }) == 260 {
		t.Error("a device may call as often as it likes")
	}
	gateSync(s, two).Want(200, "another device is limited because of it")
}

func TestGateLooksUpAFullCode(t *testing.T) {
	s := start(t)
	_, _, booking, bought := s.RegisterPaid(map[string]any{"lastname": "Kulkarni"})
	void := s.PaidTickets(1)[0]
	s.Exec(`UPDATE tickets SET status = 'void' WHERE id = ?`, void.ID)
	codes, _ := enrolled(t, s, "North", false)
	names, id := enrolled(t, s, "Desk", true)
	registration := s.Text(`SELECT code FROM bookings WHERE id = ?`, booking.ID)
	_, _, given, _ := s.RegisterPaid(nil)
	former := s.Text(`SELECT code FROM bookings WHERE id = ?`, given.ID)
	transferToColleague(s, given)
	code := bought.ID[:8]
	for _, c := range []struct {
		text              string
		state             string // the state of the only ticket found, or "" for none
		withCode, withAll int
	}{
		{code, "valid", 200, 200}, {strings.ToUpper(code[:4]) + " " + code[4:], "valid", 200, 200},
		{bought.ID, "valid", 200, 200},
		{registration, "valid", 200, 200}, {registration[:3] + "-" + registration[3:], "valid", 200, 200},
		{void.ID[:8], "void", 200, 200}, {"22222222", "", 200, 200}, {former, "replaced", 200, 200},
		{code[:7], "valid", 403, 200}, {bought.HolderName, "valid", 403, 200}, {bought.ID[:20], "valid", 403, 200},
	} {
		for token, want := range map[string]int{codes: c.withCode, names: c.withAll} {
			a := s.Post("/gate/find", map[string]any{"text": c.text}, "Authorization", token)
			state := ""
			if people := objects(a, "people"); len(people) == 1 {
				state, _ = people[0]["state"].(string)
			}
			if a.Status != want || want == 200 && state != c.state {
				t.Errorf("%q: %d %s, want %d %q", c.text, a.Status, a.Raw, want, c.state)
			}
		}
	}
	must(t, s.Gate.Revoke(t.Context(), id, "lost", domain.Actor{ID: "test"}))
	s.Clock.Add(time.Minute)
	s.Post("/gate/find", map[string]any{"text": code}, "Authorization", names).Want(401, "a device that was signed out")
}

func TestTheGateShowsACompanyOnlyIfTheContentSaysSo(t *testing.T) {
	testdb.Once(t)
	for _, shown := range []bool{true, false} {
		s := apitest.Start(t, apitest.Options{Content: func(c *domain.Content) { c.Gate.ShowCompany = shown }})
		_, _, _, firm := s.RegisterPaid(map[string]any{"ticketCategory": "INDUSTRY_ASSOCIATES", "amount": 88500,
			"gst_no": "", "membership_no": "", "institute_name": "", "company_name": "Žižka & Söhne",
			"designation": "Partner"})
		token, _ := enrolled(t, s, "Desk", true)
		want := map[bool]string{true: "Žižka & Söhne"}[shown]
		found := objects(s.Post("/gate/find", map[string]any{"text": firm.ID}, "Authorization", token), "people")
		if got, _ := found[0]["company"].(string); got != want {
			t.Errorf("found with %q, want %q", got, want)
		}
		a := s.Post("/gate/photo", map[string]any{"qr": "/event-ticket/" + firm.ID + "#" + firm.Signature,
			"may_be_none": true}, "Authorization", token)
		if got, err := url.PathUnescape(a.Header.Get("X-Company")); got != want || err != nil {
			t.Errorf("with the photo: %q, want %q (%v)", got, want, err)
		}
	}
}

// Older pages do not send may_be_none.
func TestGateAnswersWithoutAPhoto(t *testing.T) {
	s := startOnce(t)
	_, _, _, shown := s.RegisterPaid(nil)
	plain := s.PaidTickets(1)[0]
	token, _ := enrolled(t, s, "North", false)
	qr := func(d booking.Ticket) string { return "https://example.org/event-ticket/" + d.ID + "#" + d.Signature }
	for _, c := range []struct {
		qr   string
		may  bool
		want int
	}{{qr(shown), true, 200}, {qr(plain), true, 204}, {qr(plain), false, 404}, {"forged", true, 404}} {
		a := s.Post("/gate/photo", map[string]any{"qr": c.qr, "may_be_none": c.may}, "Authorization", token)
		if a.Status != c.want || c.want == 204 && len(a.Raw) > 0 {
			t.Errorf("%+v: %d %.60s", c, a.Status, a.Raw)
		}
	}
}

func TestGateFindsNamesAsTheDeskDoes(t *testing.T) {
	s := start(t)
	_, _, _, asha := s.RegisterPaid(map[string]any{"firstname": "Asha", "lastname": "Musterfrau"})
	_, _, _, jurgen := s.RegisterPaid(map[string]any{
		"firstname": "Jürgen", "lastname": "Dvořák", "spouse": true,
		"spouseName": "लक्ष्मी Dvořák", "amount": 7080,
	})
	desk, _ := enrolled(t, s, "Desk", true)
	for text, want := range map[string]string{
		"musterfrau asha": asha.ID, "Asha M": asha.ID, "Jurgen": jurgen.ID, "dvorak": jurgen.ID, "laxmi": jurgen.ID,
		"musterfrau jurgen": "",
	} {
		a := s.Post("/gate/find", map[string]any{"text": text}, "Authorization", desk)
		got := ""
		for _, one := range objects(a, "people") {
			got += one["ticket"].(string)
		}
		if a.Status != 200 || got != want {
			t.Errorf("%q: %d %s", text, a.Status, a.Raw)
		}
	}
}

// An undo is a separate scan; the admission stays stored.
func TestGateUndoesAnAdmission(t *testing.T) {
	s := startOnce(t)
	bought := s.PaidTickets(3)
	north, _ := enrolled(t, s, "North", false)
	south, _ := enrolled(t, s, "South", false)
	s.Clock.Add(time.Minute)
	// An undo always applies to the device's previous scan, even if the undo names a different list.
	undo := func(seq int, of string) map[string]any {
		return gateScan(s, seq, of, "verdict", "undo", "list", "lunch")
	}
	inside := func() [2]int {
		return [2]int{s.Count(`SELECT COALESCE(SUM(inside), 0) FROM gate_entries`),
			s.Count(`SELECT COALESCE(SUM(used), 0) FROM gate_entries`)}
	}
	left := s.Ticket(bought[0].BookingID).EntriesRemaining
	cursor := gateSync(s, north, gateScan(s, 1, bought[0].ID)).Body["cursor"]
	equal(t, inside(), [2]int{1, 1}, "inside and used")
	for range 2 {
		equal[any](t, gateSync(s, north, undo(2, bought[0].ID)).Body["have"], 2.0, "stored")
	}
	equal(t, inside(), [2]int{}, "inside and used after the undo")
	equal(t, s.Ticket(bought[0].BookingID).EntriesRemaining, left, "remaining entries")
	if s.Count(`SELECT MAX(changed) FROM gate_entries`) <= int(cursor.(float64)) {
		t.Error("other devices do not learn of the undo")
	}
	live := gateLive(s, "gate", firstDay)
	equal(t, len(objects(live, "minutes")), 0, "admissions by time")
	equal[any](t, objects(live, "devices")[0]["in"], 0.0, "admissions of the device")
	equal(t, len(objects(live, "to_show")), 1, "scans to check")
	gateSync(s, south, gateScan(s, 1, bought[0].ID))
	equal(t, inside(), [2]int{1, 1}, "inside and used after the second admission")
	s.WantCount(0, `SELECT COUNT(*) FROM gate_conflicts`)
	// An undo of one of two admissions explains the conflict.
	gateSync(s, north, gateScan(s, 3, bought[0].ID))
	s.WantCount(1, `SELECT COUNT(*) FROM gate_conflicts WHERE explained_at IS NULL`)
	gateSync(s, north, undo(4, bought[0].ID))
	s.WantCount(1, `SELECT COUNT(*) FROM gate_conflicts WHERE explained_at IS NOT NULL`)
	equal[any](t, objects(gateLive(s, "gate", firstDay), "conflicts")[0]["admitted"], 1.0, "admitted")
	gateSync(s, north, undo(5, bought[0].ID), gateScan(s, 6, bought[1].ID))
	s.WantCount(1, `SELECT COUNT(*) FROM gate_scans WHERE seq = 5 AND quarantine = 'other_undo'`)
	equal(t, inside(), [2]int{2, 2}, "inside and used after an undo of nothing")
	// After an exit by mistake, the person is inside again.
	gateSync(s, north, gateScan(s, 7, bought[1].ID, "verdict", "out"))
	equal(t, inside(), [2]int{1, 2}, "inside and used after an exit")
	gateSync(s, north, undo(8, bought[1].ID))
	equal(t, inside(), [2]int{2, 2}, "inside and used after the exit was undone")
	// If the volunteer undoes a manual check-in, the desk need not find out whose ticket it was.
	gateSync(s, north, typedScan(s, 9, "meenakshi"), undo(10, "meenakshi"))
	s.WantCount(0, `SELECT COUNT(*) FROM tasks WHERE kind = 'gate_unread' AND done_at IS NULL`)
	equal(t, inside(), [2]int{2, 2}, "inside and used after a manual check-in was undone")
	s.Clock.Add(time.Minute)
	gateSync(s, south, gateScan(s, 2, bought[2].ID))
	id := s.Text(`SELECT id FROM gate_devices WHERE name = 'South'`)
	s.Clock.Add(time.Minute)
	s.DeskAs("gate").Must("gate-revoke", map[string]any{"id": id, "why": "lost"})
	s.Clock.Add(time.Minute)
	gateSync(s, south, undo(3, bought[2].ID))
	equal(t, inside(), [2]int{3, 3}, "inside and used after an undo of a device that was signed out")
	history := s.DeskAs("organiser").Must("registration", map[string]any{"id": bought[2].BookingID}).Raw
	apitest.Omits(t, string(history), "undone")
}

func TestGateUndoOfAnotherTicket(t *testing.T) {
	s := startOnce(t)
	bought := s.PaidTickets(2)
	north, _ := enrolled(t, s, "North", false)
	s.Clock.Add(time.Minute)
	undo := gateScan(s, 3, bought[0].ID, "verdict", "undo")
	gateSync(s, north, gateScan(s, 1, bought[0].ID), gateScan(s, 2, bought[1].ID), undo)
	s.WantCount(2, `SELECT SUM(inside) FROM gate_entries`)
	shown := objects(gateLive(s, "gate", firstDay), "to_show")[0]
	equal(t, fmt.Sprint(shown["quarantine"], " ", shown["code"]), "other_undo "+booking.TicketCode(bought[0].ID), "shown")
}

// What counts is when the undo was made, not when it arrived.
func TestGateUndoHasATimeLimit(t *testing.T) {
	s := startOnce(t)
	ticket := s.PaidTickets(1)[0]
	north, _ := enrolled(t, s, "North", false)
	undo := func(seq int) map[string]any { return gateScan(s, seq, ticket.ID, "verdict", "undo") }
	shown := func() (all []string) {
		for _, one := range objects(gateLive(s, "gate", firstDay), "to_show") {
			all = append(all, fmt.Sprint(one["verdict"], " ", one["quarantine"], " ", one["code"]))
		}
		return all
	}
	inside := `SELECT COALESCE(SUM(inside), 0) FROM gate_entries`
	s.Clock.Add(time.Minute)
	in := gateScan(s, 1, ticket.ID)
	gateSync(s, north, in)
	s.Clock.Add(2*time.Minute + 59*time.Second) // the tolerance for clocks is a minute
	inTime := undo(2)
	s.Clock.Add(5 * time.Hour)
	gateSync(s, north, inTime)
	s.WantCount(0, inside)
	equal(t, len(shown()), 1, "an undo in time, without a network")
	in = gateScan(s, 3, ticket.ID)
	s.Clock.Add(3*time.Minute + time.Second)
	gateSync(s, north, in, undo(4))
	s.WantCount(1, inside)
	equal(t, shown()[0], "undo late_undo "+booking.TicketCode(ticket.ID), "a late undo")
	equal[any](t, objects(gateLive(s, "gate", firstDay), "devices")[0]["in"], 1.0, "admissions of the device")
	// After a late undo of a manual check-in, the desk still has to find out whose ticket it was.
	typed := typedScan(s, 5, "meenakshi")
	s.Clock.Add(time.Hour)
	gateSync(s, north, typed, undo(6))
	s.WantCount(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'gate_unread' AND done_at IS NULL`)
	equal(t, shown()[0], "undo late_undo <nil>", "a late undo of a manual check-in")
}

const firstDay, secondDay = "2025-04-11", "2025-04-12"

// A sandbox ticket costs no real money.
func TestSandboxTicketIsNotAdmittedInPublic(t *testing.T) {
	t.Parallel()
	for rehearsal, want := range map[bool]string{true: domain.GateValid, false: domain.GateUnpaid} {
		s := apitest.Start(t, apitest.Options{Settings: func(s *server.Settings) { s.Rehearsal = rehearsal }})
		payNow(t, s)
		tickets, err := s.Store.GateTickets(t.Context(), s.Gate.Rehearsal)
		if err != nil || len(tickets) != 1 || tickets[0].State != want {
			t.Errorf("rehearsal %v: %+v, %v", rehearsal, tickets, err)
		}
	}
}
