package server_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/http"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/ticket"
	"transom/generator/schema"
)

func TestGateSetupFollowsTheContent(t *testing.T) {
	s := startOnce(t)
	token, _ := enrolled(t, s, "North", false)
	mine := func() string {
		setup, _ := gateSync(s, token).Body["setup"].(map[string]any)
		return fmt.Sprint(setup["my_days"], setup["my_lists"])
	}
	equal(t, mine(), "[2025-04-11 2025-04-12 2025-04-13] [entry lunch dinner]", "as assigned")
	lists := s.Content.Gate.Lists
	s.Content.Gate.Lists = []schema.GateList{lists[2], lists[0], {ID: "tea", Name: "Tea"}}
	s.Content.Event.Days = s.Content.Event.Days[1:]
	equal(t, mine(), "[2025-04-12 2025-04-13] [dinner entry]",
		"lunch and the first day should be missing, and tea added")
	s.Content.Gate.Lists = s.Content.Gate.Lists[2:]
	equal(t, mine(), "[2025-04-12 2025-04-13] []", "nothing that was assigned is left")
}

func TestGateDeviceStoresNoName(t *testing.T) {
	s := startOnce(t)
	const name = "Meera Volunteer"
	secret := invited(t, s, domain.GateInvitation{Name: "North", Volunteer: name})
	equal(t, s.Post("/gate/invitation", map[string]any{"secret": secret}).Text("volunteer"), name, "before")
	token := unknownKey()
	for _, a := range []apitest.Answer{s.Post("/gate/enrol", map[string]any{"secret": secret, "token": token}),
		gateSync(s, token)} {
		a.Want(200).Omits(name)
	}
}

// The number lets a device recognise a server that was restored from a backup.
func TestGateSaysItsLastChange(t *testing.T) {
	s := startOnce(t)
	token, _ := enrolled(t, s, "North", false)
	equal[any](t, gateSync(s, token).Body["last"], 0.0, "before all")
	var scans []map[string]any
	for i, bought := range s.PaidTickets(3) {
		scans = append(scans, gateScan(s, i+1, bought.ID))
	}
	if a := gateSync(s, token, scans...); a.Body["last"] != 3.0 || a.Body["cursor"] != 3.0 {
		t.Errorf("after three: %s", a.Raw)
	}
	restored := map[string]any{"wall": s.Clock.Now().UnixMilli(), "mono": 2000, "origin": 5, "since": 900}
	if a := s.Post("/gate/sync", restored, "Authorization", token); a.Body["last"] != 3.0 || a.Body["cursor"] != 900.0 {
		t.Errorf("a device that is ahead: %s", a.Raw)
	}
}

// Before the end of the event, a lost device may still have unsent scans.
func TestGateDeviceExpires(t *testing.T) {
	s := start(t)
	working, _ := enrolled(t, s, "North", false)
	lost, device := enrolled(t, s, "South", false)
	must(t, s.Gate.Revoke(context.Background(), device, "lost", domain.Actor{ID: "test"}))
	s.Clock.Add(time.Minute)
	if a := gateSync(s, lost); a.Status != 401 || a.Body["over"] != false {
		t.Errorf("revoked: %d %s", a.Status, a.Raw)
	}
	reported := func(want string) {
		t.Helper()
		var got []any
		for _, device := range objects(gateLive(s, "gate", firstDay), "devices") {
			got = append(got, device["name"], device["ended"], device["silent_seconds"])
		}
		equal(t, fmt.Sprint(got), want, "the desk reads")
	}
	reported("[North false 60 South true 0]")
	s.Clock.Set(time.Date(2025, 4, 15, 0, 0, 0, 0, time.UTC))
	for _, token := range []string{working, lost} {
		for _, path := range []string{"/gate/sync", "/gate/find"} {
			if a := s.Post(path, map[string]any{}, "Authorization", token); a.Status != 401 || a.Body["over"] != true {
				t.Errorf("%s after the event: %d %s", path, a.Status, a.Raw)
			}
		}
	}
	s.Clock.Add(time.Hour)
	reported("[North true 3600 South true 3600]")
}

func TestGateStoresClocks(t *testing.T) {
	s := startOnce(t)
	token, device := enrolled(t, s, "North", false)
	say := func(wrong time.Duration) {
		t.Helper()
		s.Clock.Add(time.Minute)
		body := map[string]any{"wall": s.Clock.Now().Add(wrong).UnixMilli(), "mono": 2000, "origin": 5, "battery": 80,
			"list_age": -1}
		s.Post("/gate/sync", body, "Authorization", token).Must(200)
	}
	for _, wrong := range []time.Duration{0, time.Second, -24 * time.Hour, -24*time.Hour - time.Second, time.Hour} {
		say(wrong)
	}
	for offset, want := range map[int64]int{86_400_000: 1, -3_600_000: 1} {
		s.WantCount(want, `SELECT COUNT(*) FROM gate_clocks WHERE device = ? AND offset_ms = ?`, device, offset)
	}
	s.WantCount(2, `SELECT COUNT(*) FROM gate_clocks`)
	gateLive(s, "gate", firstDay).Says(`"offset_seconds":-3600`)
}

func TestTheLaneIsOnTheTicket(t *testing.T) {
	once(t)
	lanes := []schema.GateLane{{Name: "A to M", From: "A", To: "M"}, {Name: "N to Z", From: "N", To: "Z"}}
	for _, c := range []struct {
		first, lane string
		lanes       []schema.GateLane
	}{{"Asha", "A to M", lanes}, {"Zoya", "N to Z", lanes}, {"Asha", "", nil}} {
		s := apitest.Start(t, apitest.Options{Content: func(content *domain.Content) { content.Gate.Lanes = c.lanes }})
		s.RegisterPaid(map[string]any{"email": "holder@example.org", "firstname": c.first})
		tickets := objects(s.Post("/tickets", "{}", "Authorization", s.SignInAs("holder@example.org")), "tickets")
		if got, _ := tickets[0]["lane"].(string); got != c.lane {
			t.Errorf("%s: lane %q, want %q", c.first, got, c.lane)
		}
	}
}

// The desk compares two devices with the same name, because a device that lost its storage cannot report the loss.
func TestTheDeskShowsLostStorage(t *testing.T) {
	s := startOnce(t)
	first, _ := enrolled(t, s, "North gate", false)
	other, _ := enrolled(t, s, "South gate", false)
	left, _ := enrolled(t, s, "East gate", false)
	_, ended := enrolled(t, s, "West gate", false)
	replaced := func() map[string]any {
		t.Helper()
		names := map[string]any{}
		for _, device := range objects(gateLive(s, "gate", firstDay), "devices") {
			if device["replaced_by"] != nil {
				names[device["name"].(string)] = device["replaced_by"]
			}
		}
		return names
	}
	s.Clock.Add(10 * time.Minute)
	gateSync(s, first)
	gateSync(s, other)
	s.Post("/gate/leave", map[string]any{}, "Authorization", left)
	must(t, s.Gate.Revoke(context.Background(), ended, "lost", domain.Actor{ID: "test"}))
	s.Clock.Add(time.Second)
	again := map[string]string{}
	for _, name := range []string{"North gate", "South gate", "East gate", "West gate"} {
		again[name], _ = enrolled(t, s, name, false)
	}
	equal(t, len(replaced()), 0, "at once")
	s.Clock.Add(2 * time.Minute)
	gateSync(s, other)
	for _, token := range again {
		gateSync(s, token)
	}
	if names := replaced(); len(names) != 1 || names["North gate"] != "North gate (2)" {
		t.Errorf("%v", names)
	}
	gateSync(s, first) // the device reports again: it had only lost its network
	equal(t, len(replaced()), 0, "it is heard again")
}

func TestGateWaitReportsAnAdmission(t *testing.T) {
	s := start(t)
	tickets := s.PaidTickets(2)
	north, _ := enrolled(t, s, "North", false)
	south, _ := enrolled(t, s, "South", false)
	wait := func(since float64) <-chan apitest.Answer {
		answer := make(chan apitest.Answer, 1)
		go func() {
			answer <- s.Post("/gate/wait", map[string]any{"since": since}, "Authorization", south)
		}()
		return answer
	}
	s.Post("/gate/wait", map[string]any{"since": 0}).Want(401, "without a key")
	for i, ticket := range tickets {
		since := gateSync(s, south).Body["cursor"].(float64)
		waiting := wait(since)
		gateSync(s, south) // a report without scans does not end the wait
		select {
		case a := <-waiting:
			t.Fatalf("answered before anything happened: %d %s", a.Status, a.Raw)
		default:
		}
		gateSync(s, north, gateScan(s, i+1, ticket.ID))
		if a := <-waiting; a.Status != 200 || a.Body["last"].(float64) <= since || len(a.Raw) > 100 {
			t.Errorf("%d %s", a.Status, a.Raw)
		}
		if a := <-wait(since); a.Status != 200 || a.Body["last"].(float64) <= since {
			t.Errorf("%d %s", a.Status, a.Raw)
		}
	}
	// Commands and other instances cannot notify this instance.
	since := gateSync(s, south).Body["cursor"].(float64)
	waiting := wait(since)
	s.Exec(`UPDATE gate_entries SET changed = changed + 10 WHERE changed = (SELECT MAX(changed) FROM gate_entries)`)
	if a := <-waiting; a.Body["last"].(float64) <= since {
		t.Errorf("%s", a.Raw)
	}
	waiting = wait(gateSync(s, south).Body["cursor"].(float64))
	s.Gate.EndWaits()
	(<-waiting).Want(200)
}

// A device that the desk had signed out keeps the time of its sign-out.
func TestGateDeviceReportsThatItWasWiped(t *testing.T) {
	s := start(t)
	bought := s.PaidTickets(1)[0]
	token, device := enrolled(t, s, "North", false)
	lost, lostID := enrolled(t, s, "South", false)
	s.Clock.Add(time.Minute)
	gateSync(s, token, gateScan(s, 1, bought.ID))
	s.DeskAs("organiser").Must("gate-revoke", map[string]any{"id": lostID, "why": "lost"})
	revoked := s.Count(`SELECT revoked_at FROM gate_devices WHERE id = ?`, lostID)
	s.Clock.Add(time.Minute)
	for _, who := range []string{token, token, lost} {
		s.Post("/gate/leave", map[string]any{}, "Authorization", who).Must(200)
	}
	s.Post("/gate/leave", map[string]any{}).Want(401, "without a key")
	s.WantCount(2, `SELECT COUNT(*) FROM gate_devices WHERE wiped_at = ?`, s.Clock.Now().UnixMilli())
	s.WantCount(revoked, `SELECT revoked_at FROM gate_devices WHERE id = ?`, lostID)
	s.WantCount(1, `SELECT COUNT(*) FROM audit_log WHERE action = 'gate_wipe' AND object = ? AND actor_id = 'telephone'`,
		device)
	s.Clock.Add(time.Minute)
	gateSync(s, token).Want(401, "afterwards").Says("signed itself out")
	for _, device := range objects(gateLive(s, "gate", firstDay), "devices") {
		if device["wiped_at"] == "" {
			t.Errorf("the desk is told %v", device)
		}
	}
	s.WantCount(1, `SELECT COALESCE(SUM(inside), 0) FROM gate_entries`)
}

func corrected(c *domain.Content) {
	c.Event.Name, c.Event.StartDate, c.Event.EndDate = "Transom NATCON, the national conference", "2025-11-21",
		"2025-11-23"
}

// asBefore signs a ticket as earlier versions did: their mark came from the event's name and first day.
func asBefore(t *testing.T, s *apitest.Server, made booking.Ticket) (old booking.Ticket) {
	t.Helper()
	sum := sha256.Sum256([]byte("transom event\x00" + s.Content.Event.Name + "\x00" + string(s.Content.Event.StartDate)))
	token, err := s.TicketKeys.Sign(ticket.Claims{
		TicketID: made.ID, Event: binary.BigEndian.Uint32(sum[:]), Category: 1, Days: 3, Seats: made.Seats,
		Holder: made.HolderName,
	})
	must(t, err)
	s.Exec(`UPDATE tickets SET signature = ? WHERE id = ?`, token, made.ID)
	made.Signature = token
	return made
}

func TestACorrectionLeavesTicketsValid(t *testing.T) {
	t.Parallel()
	for name, old := range map[string]bool{"issued now": false, "issued by an earlier program": true} {
		t.Run(name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{})
			_, _, _, made := s.RegisterPaid(nil)
			if old {
				made = asBefore(t, s, made)
				s = apitest.Start(t, apitest.Options{Dir: s.Dir, Now: s.Clock.Now()}) // the program was updated
			}
			salt := s.Gate.Salt()
			again := apitest.Start(t, apitest.Options{Dir: s.Dir, Now: s.Clock.Now(), Content: corrected})
			_, _, _, fresh := again.RegisterPaid(nil)
			if !bytes.Equal(salt, again.Gate.Salt()) {
				t.Error("scanners have lists with another salt")
			}
			ring, document := again.TicketKeys.Ring, again.Send("GET", "/.well-known/transom-ticket-key", nil).Body
			token, _ := enrolled(t, again, "North", false)
			setup, _ := gateSync(again, token).Body["setup"].(map[string]any)
			marks := setupMarks(setup)
			for _, one := range []booking.Ticket{made, fresh} {
				if _, err := ring.Verify(one.Signature, setupMarks(document)...); err != nil {
					t.Errorf("with the public document: %v", err)
				}
				if _, err := ring.Verify(one.Signature, marks...); err != nil {
					t.Errorf("on a scanner that knows the marks %v: %v", marks, err)
				}
				qr := ticket.QR(again.URL, one.ID, one.Signature)
				again.Post("/gate/photo", map[string]any{"qr": qr}, "Authorization", token).Want(http.StatusOK, "for the server")
			}
			if len(marks) > 2 {
				t.Errorf("marks %v", marks)
			}
		})
	}
}

func setupMarks(setup map[string]any) (marks []uint32) {
	first, _ := setup["event_mark"].(float64)
	marks = append(marks, uint32(first))
	earlier, _ := setup["earlier_marks"].([]any)
	for _, one := range earlier {
		marks = append(marks, uint32(one.(float64)))
	}
	return marks
}
