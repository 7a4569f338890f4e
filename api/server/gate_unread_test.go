package server_test

import (
	"strings"
	"testing"
	"time"
)

// A typed code of the ticket or registration counts like a scan; any other text is a task, stored where an erasure
// finds it.
func TestGateAdmitsByATypedCode(t *testing.T) {
	s := start(t)
	tickets := s.PaidTickets(3)
	north, _ := enrolled(t, s, "North", false)
	south, _ := enrolled(t, s, "South", false)
	s.Clock.Add(time.Minute)
	typed := func(seq int, code string) map[string]any {
		scan := gateScan(s, seq, code)
		scan["by"], scan["reason"], scan["why"], scan["offline"] = "typed", "unreadable", "torn", true
		return scan
	}
	registration := s.Text(`SELECT code FROM bookings WHERE id = ?`, tickets[1].BookingID)
	scans := []map[string]any{
		typed(1, strings.ToUpper(tickets[0].ID[:8])), typed(2, strings.ToLower(registration)), typed(3, "meenakshi"),
		typed(4, ""), typed(5, tickets[2].ID[:7]),
	}
	for range 2 {
		if a := gateSync(s, north, scans...); a.Status != 200 || a.Body["have"] != 5.0 || a.Body["duplicate_scans"] != 0.0 {
			t.Fatalf("%d %s", a.Status, a.Raw)
		}
	}
	for i, want := range []int{1, 1, 0} {
		if n := s.Count(`SELECT COALESCE(SUM(inside), 0) FROM gate_entries WHERE ticket_id = ?`, tickets[i].ID); n != want {
			t.Errorf("ticket %d: %d are inside, not %d", i, n, want)
		}
	}
	wantCount(t, s, 3, `SELECT COUNT(*) FROM gate_scans WHERE quarantine = 'unread' AND ticket_id = ''`)
	wantCount(t, s, 3, `SELECT COUNT(*) FROM tasks WHERE kind = 'gate_unread' AND text NOT LIKE '%meenakshi%'`)
	if why := s.Text(`SELECT why FROM gate_scans WHERE seq = 3`); why != "torn (typed: meenakshi)" {
		t.Errorf("why: %q", why)
	}
	gateSync(s, south, gateScan(s, 1, tickets[0].ID))
	a := s.DeskAs("organiser").Must("gate-live", map[string]any{"day": firstDay})
	if conflicts, _ := a.Body["conflicts"].([]any); len(conflicts) != 1 {
		t.Errorf("the same ticket at another door: %v", conflicts)
	}
	if show, _ := a.Body["to_show"].([]any); len(show) != 5 {
		t.Errorf("to look at: %v", show)
	}
}
