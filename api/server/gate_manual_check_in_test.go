package server_test

import (
	"bytes"
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/gate"
)

func unreadScans(t *testing.T, s *apitest.Server, many int) (refs []string, token string) {
	t.Helper()
	token, _ = enrolled(t, s, "North", false)
	s.Clock.Add(time.Minute)
	var scans []map[string]any
	for seq := range many {
		scans = append(scans, typedScan(s, seq+1, "meenakshi"))
	}
	gateSync(s, token, scans...)
	for _, one := range toShow(s) {
		refs = append(refs, one["scan"].(string))
	}
	if len(refs) != many {
		t.Fatalf("%d wait, not %d", len(refs), many)
	}
	return refs, token
}

func toShow(s *apitest.Server) []map[string]any {
	return objects(gateLive(s, "gate", firstDay), "to_show")
}

func TestDeskNamesTheTicketOfAManualCheckIn(t *testing.T) {
	s := start(t)
	bought := s.PaidTickets(1)[0]
	refs, token := unreadScans(t, s, 3)
	happened := s.Clock.Now()
	s.Clock.Add(time.Hour)
	desk := s.DeskAs("gate")
	registration := s.Text(`SELECT code FROM bookings WHERE id = ?`, bought.BookingID)
	name := func(ref, code, why string) apitest.Answer {
		return desk.Call("gate-name", map[string]any{"scan": ref, "code": code, "why": why})
	}
	for what, a := range map[string]apitest.Answer{
		"no reason":     name(refs[0], registration, " "),
		"no code":       name(refs[0], " ", "asked"),
		"no such code":  name(refs[0], "zzzzzzzz", "asked"),
		"a strange one": name(refs[0], "%", "asked"),
	} {
		a.Want(422, "%s", what)
	}
	for _, ref := range []string{"", "x", "x:1", refs[0] + "1"} {
		mustBe(t, "no such scan "+ref, name(ref, registration, "asked"), 404, domain.CodeNotFound)
	}
	if len(toShow(s)) != 3 || s.Count(`SELECT COALESCE(SUM(inside), 0) FROM gate_entries`) != 0 {
		t.Fatal("a refusal has changed something")
	}
	if a := name(refs[0], strings.ToLower(registration[:3])+" "+registration[3:], "asked at the door"); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	mustBe(t, "twice", name(refs[0], registration, "asked"), 404, domain.CodeNotFound)
	s.WantCount(1, `SELECT COUNT(*) FROM gate_entries WHERE ticket_id = ? AND inside = 1 AND last_at = ?`, bought.ID,
		happened.UnixMilli())
	s.WantCount(3, `SELECT COUNT(*) FROM gate_scans WHERE quarantine = 'unread' AND ticket_id = ''`)
	desk.Must("gate-name", map[string]any{"scan": refs[1], "code": bought.ID, "why": "asked"})
	s.WantCount(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'gate_conflict'`)
	// Without a ticket nothing is counted, and the reason is logged.
	before := s.Count(`SELECT COUNT(*) FROM gate_scans`)
	desk.Must("gate-name", map[string]any{"scan": refs[2], "nobody": true, "why": "a child of a speaker"})
	s.WantCount(before, `SELECT COUNT(*) FROM gate_scans`)
	equal(t, len(toShow(s)), 0, "still to look at")
	s.WantCount(0, `SELECT COUNT(*) FROM tasks WHERE kind = 'gate_unread' AND done_at IS NULL`)
	for action, want := range map[string]int{domain.ActionGateName: 2, domain.ActionGateDismiss: 1} {
		s.WantCount(want, `SELECT COUNT(*) FROM audit_log WHERE action = ?`, action)
	}
	s.DeskAs("organiser").Must("activity-log/list", nil).Says("asked at the door", "a child of a speaker")
	equal[any](t, gateSync(s, token).Body["have"], 3.0, "the device gets")
}

func TestTheTaskOfAManualCheckInNamesItsScan(t *testing.T) {
	s := startOnce(t)
	refs, _ := unreadScans(t, s, 1)
	registrar := s.DeskAs(domain.RoleRegistrar)
	task := registrar.Must("tasks", nil).Body["tasks"].([]any)[0].(map[string]any)
	equal[any](t, task["scan"], refs[0], "the scan of the task")
	registrar.Must("task-done", map[string]any{"key": task["key"], "why": "it was the caterer"})
	equal(t, len(toShow(s)), 0, "still to look at")
	registrar.Call("gate-name", map[string]any{"scan": refs[0], "nobody": true, "why": "late"}).Want(404, "closed before")
}

func TestGateSecondOfACoupleByTypedCodeIsNotAConflict(t *testing.T) {
	s := startOnce(t)
	_, _, _, bought := s.RegisterPaid(couple)
	token, _ := enrolled(t, s, "North", false)
	s.Clock.Add(time.Minute)
	overruled := func(seq int, code string) map[string]any {
		return gateScan(s, seq, code, "by", "typed", "verdict", "overruled", "reason", "unreadable", "why", "the spouse")
	}
	refused := gateScan(s, 2, "", "by", "typed", "verdict", "refused", "reason", "already_in")
	gateSync(s, token, typedScan(s, 1, bought.ID[:8]), refused, overruled(3, bought.ID[:8]), overruled(4, "22222222"))
	s.WantCount(2, `SELECT inside FROM gate_entries WHERE ticket_id = ?`, bought.ID)
	s.WantCount(0, `SELECT COUNT(*) FROM gate_conflicts`)
	s.WantCount(1, `SELECT COUNT(*) FROM gate_scans WHERE quarantine = 'unread' AND seq = 4 AND ticket_id = ''`)
}

func TestDeskNamesAVoidTicketOnlyWhenItSaysSo(t *testing.T) {
	s := startOnce(t)
	bought := s.PaidTickets(1)[0]
	refs, _ := unreadScans(t, s, 1)
	s.Exec(`UPDATE tickets SET status = 'void', voided_at = ? WHERE id = ?`, s.Clock.Now().UnixMilli(), bought.ID)
	in := map[string]any{"scan": refs[0], "code": bought.ID[:8], "why": "asked"}
	a := s.DeskAs("gate").Call("gate-name", in)
	mustBe(t, "void", a, 422, domain.CodeInvalid)
	a.Refuses("code", "the ticket is void").Refuses("override")
	if len(toShow(s)) != 1 || s.Count(`SELECT COALESCE(SUM(inside), 0) FROM gate_entries`) != 0 ||
		s.Count(`SELECT COUNT(*) FROM audit_log WHERE action = ?`, domain.ActionGateName) != 0 {
		t.Error("a refusal has changed something")
	}
	in["override"] = true
	s.DeskAs("gate").Must("gate-name", in)
	s.WantCount(1, `SELECT COALESCE(SUM(inside), 0) FROM gate_entries`)
}

// Text that is not a code becomes a task, stored where an erasure finds it.
func TestGateAdmitsByATypedCode(t *testing.T) {
	s := startOnce(t)
	tickets := s.PaidTickets(3)
	_, _, given, old := s.RegisterPaid(nil)
	former := s.Text(`SELECT code FROM bookings WHERE id = ?`, given.ID)
	transferToColleague(s, given)
	north, _ := enrolled(t, s, "North", false)
	south, _ := enrolled(t, s, "South", false)
	s.Clock.Add(time.Minute)
	typed := func(seq int, code string) map[string]any {
		return gateScan(s, seq, code, "by", "typed", "reason", "unreadable", "why", "torn", "offline", true)
	}
	registration := s.Text(`SELECT code FROM bookings WHERE id = ?`, tickets[1].BookingID)
	scans := []map[string]any{
		typed(1, strings.ToUpper(tickets[0].ID[:8])), typed(2, strings.ToLower(registration)), typed(3, "meenakshi"),
		typed(4, ""), typed(5, tickets[2].ID[:7]), typed(6, strings.ToLower(former)),
	}
	for range 2 {
		if a := gateSync(s, north, scans...); a.Status != 200 || a.Body["have"] != 6.0 || a.Body["duplicate_scans"] != 0.0 {
			t.Fatalf("%d %s", a.Status, a.Raw)
		}
	}
	for i, want := range []int{1, 1, 0} {
		s.WantCount(want, `SELECT COALESCE(SUM(inside), 0) FROM gate_entries WHERE ticket_id = ?`, tickets[i].ID)
	}
	s.WantCount(1, `SELECT COUNT(*) FROM gate_scans WHERE seq = 6 AND ticket_id = ?`, old.ID)
	s.WantCount(3, `SELECT COUNT(*) FROM gate_scans WHERE quarantine = 'unread' AND ticket_id = ''`)
	s.WantCount(3, `SELECT COUNT(*) FROM tasks WHERE kind = 'gate_unread' AND text NOT LIKE '%meenakshi%'`)
	equal(t, s.Text(`SELECT why FROM gate_scans WHERE seq = 3`), "torn. Code typed: meenakshi", "why")
	gateSync(s, south, gateScan(s, 1, tickets[0].ID))
	a := gateLive(s, "organiser", firstDay)
	if len(objects(a, "conflicts")) != 1 || len(objects(a, "to_show")) != 6 {
		t.Errorf("one conflict and six to look at: %s", a.Raw)
	}
}

func TestGateDevicesKnowEntriesByTheirCodes(t *testing.T) {
	s := startOnce(t)
	bought := s.PaidTickets(2)
	token, _ := enrolled(t, s, "North", false)
	s.Clock.Add(time.Minute)
	s.Exec(`UPDATE bookings SET code = '' WHERE id = ?`, bought[1].BookingID) // as an older version stored it
	var want [][]byte
	gateSync(s, token, gateScan(s, 1, bought[0].ID), gateScan(s, 2, bought[1].ID))
	registration := s.Text(`SELECT lower(code) FROM bookings WHERE id = ?`, bought[0].BookingID)
	for _, code := range []string{bought[0].ID, bought[0].ID[:8], registration, bought[1].ID, bought[1].ID[:8]} {
		want = append(want, gate.TicketHash(s.Gate.Salt(), code))
	}
	entries := func() (rows [][]byte) {
		raw, err := base64.StdEncoding.DecodeString(gateSync(s, token).Text("entries"))
		must(t, err)
		return slices.Collect(slices.Chunk(raw, 17))
	}
	rows := entries()
	equal(t, len(rows), len(want), "rows")
	for i, row := range rows {
		if !bytes.Equal(row[:8], want[i]) || i < 3 && !bytes.Equal(row[8:], rows[0][8:]) || row[10] != 1 {
			t.Errorf("row %d: %x, want %x", i, row, want[i])
		}
	}
	voided(t, s, bought[0].BookingID)
	desk := s.DeskAs(domain.RoleRegistrar)
	desk.Must("reissue", map[string]any{"id": bought[1].BookingID, "why": "lost",
		"version": registrationOf(desk, bought[1].BookingID)["version"]})
	withdrawn, err := s.Gate.Withdrawn(t.Context())
	must(t, err)
	for list, hashes := range map[string][][]byte{withdrawn.Void: want[:3], withdrawn.Replaced: want[3:]} {
		raw, err := base64.StdEncoding.DecodeString(list)
		must(t, err)
		for _, hash := range hashes {
			if !slices.ContainsFunc(slices.Collect(slices.Chunk(raw, 8)), func(b []byte) bool { return bytes.Equal(b, hash) }) {
				t.Errorf("%x is not among the withdrawn codes %x", hash, raw)
			}
		}
	}
}
