package server_test

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"transom/api/domain"
)

// A report is stored as it is. Implausible scans do not count and are shown; correct scans after them count.
func TestGateRefusesImpossibleValues(t *testing.T) {
	s := start(t)
	zone, bought := s.Content.Zone, s.PaidTickets(1)[0]
	s.Clock.Set(time.Date(2025, 4, 11, 9, 0, 0, 0, zone))
	token, _ := enrolled(t, s, "North", false)
	s.Clock.Set(time.Date(2025, 4, 11, 10, 0, 0, 0, zone))
	with := func(seq int, change map[string]any) map[string]any {
		scan := gateScan(s, seq, bought.ID)
		for name, value := range change {
			scan[name] = value
		}
		return scan
	}
	scans := []map[string]any{
		with(1, map[string]any{"verdict": "maybe"}), with(2, map[string]any{"reason": "zzz"}),
		with(3, map[string]any{"by": "root"}),
		with(4, map[string]any{"verdict": "refused", "reason": "forged", "why": strings.Repeat("ह", 5000), "list_age": -99,
			"ticket": "a\x00b"}),
		with(5, map[string]any{"list": "lunch"}), with(6, map[string]any{"list": strings.Repeat("x", 5000), "day": "\x00"}),
		with(7, nil),
	}
	body := map[string]any{"wall": s.Clock.Now().UnixMilli(), "mono": 2000, "origin": 5, "scans": scans, "unsent": -5,
		"battery": 900, "list_age": int64(1) << 60}
	if a := s.Post("/gate/sync", body, "Authorization", token); a.Status != 200 || a.Body["have"] != 7.0 {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	if a := s.Post("/gate/sync", body, "Authorization", token); a.Body["duplicate_scans"] != 0.0 {
		t.Errorf("sent again: %s", a.Raw)
	}
	for why, want := range map[string]int{"not_understood": 3, "too_early": 1, "out_of_scope": 1, "": 2} {
		if n := s.Count(`SELECT COUNT(*) FROM gate_scans WHERE quarantine = ?`, why); n != want {
			t.Errorf("%q: %d scans, want %d", why, n, want)
		}
	}
	wantCount(t, s, 0, `SELECT COUNT(*) FROM gate_scans WHERE list_age < -1 OR length(why) > 200 OR length(list) > 64`)
	wantCount(t, s, 1, `SELECT COUNT(*) FROM gate_devices WHERE unsent = 0 AND battery = -1`)
	show, _ := s.DeskAs("organiser").Must("gate-live", map[string]any{"day": secondDay}).Body["to_show"].([]any)
	if len(show) != 1 {
		t.Errorf("a scan of no day stands on each day: %v", show)
	}
	s.Clock.Set(time.Date(2025, 4, 11, 23, 0, 0, 0, zone))
	gateSync(s, token, with(8, map[string]any{"list": "lunch"}))
	wantCount(t, s, 1, `SELECT COALESCE(SUM(inside), 0) FROM gate_entries WHERE list = 'lunch'`)
}

func TestGateDevicesWithOneName(t *testing.T) {
	s := start(t)
	token, first := enrolled(t, s, "North gate", false)
	secret, _, err := s.Gate.Invite(context.Background(), domain.GateInvitation{Name: "north gate", Venue: "bhopal",
		Why: "a test"}, domain.Actor{ID: "test"})
	must(t, err)
	s.Post("/gate/enrol", map[string]any{"secret": secret, "token": token}).Want(422, "a key that is used")
	other := "tg1_" + base64.RawURLEncoding.EncodeToString([]byte(strings.Repeat("o", 32)))
	for range 2 { // the answer was lost
		if a := s.Post("/gate/enrol", map[string]any{"secret": secret, "token": other}); a.Status != 200 ||
			!strings.Contains(string(a.Raw), "north gate (2)") {
			t.Errorf("a second of the name: %d %s", a.Status, a.Raw)
		}
	}
	desk := s.DeskAs("gate")
	desk.Call("gate-revoke", map[string]any{"device": first}).Want(422, "no id")
	desk.Must("gate-revoke", map[string]any{"id": first, "why": "lost"})
	enrolled(t, s, "North gate", false)
	wantCount(t, s, 1, `SELECT COUNT(*) FROM gate_devices WHERE name = 'North gate (3)'`)
}

// The admission counts, because it has happened; the desk sees that it has no reason.
func TestGateShowsAnAdmissionWithoutAReason(t *testing.T) {
	s := start(t)
	tickets := s.PaidTickets(4)
	token, _ := enrolled(t, s, "North", false)
	s.Clock.Add(time.Minute)
	manual := func(seq int, verdict, ticket, reason, why string) map[string]any {
		scan := gateScan(s, seq, ticket)
		scan["verdict"], scan["reason"], scan["why"] = verdict, reason, why
		return scan
	}
	scans := []map[string]any{
		manual(1, "overruled", tickets[0].ID, "void", ""), manual(2, "overruled", tickets[1].ID, "wrong_day", " \u200b\n"),
		manual(3, "in", tickets[2].ID[:8], "unreadable", "\x00"), manual(4, "in", tickets[3].ID, "already_in", ""),
	}
	for range 2 { // the answer was lost
		if a := gateSync(s, token, scans...); a.Status != 200 || a.Body["have"] != 4.0 || a.Body["duplicate_scans"] != 0.0 {
			t.Fatalf("%d %s", a.Status, a.Raw)
		}
	}
	wantCount(t, s, 4, `SELECT COALESCE(SUM(inside), 0) FROM gate_entries`)
	show, _ := s.DeskAs("gate").Must("gate-live", map[string]any{"day": firstDay}).Body["to_show"].([]any)
	if len(show) != 4 {
		t.Fatalf("to look at: %v", show)
	}
	for _, one := range show {
		if moment := one.(map[string]any); moment["no_reason"] != true || moment["quarantine"] != nil {
			t.Errorf("the desk is shown %v", moment)
		}
	}
}
