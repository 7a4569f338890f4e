package server_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/store"
)

func voided(t *testing.T, s *apitest.Server, bookingID string) {
	t.Helper()
	err := s.Store.Write(context.Background(), func(tx *store.Tx) error {
		return tx.VoidTicket(context.Background(), bookingID, s.Clock.Now())
	})
	must(t, err)
}

// A ticket that was withdrawn after the entry is not shown, unless the time of the withdrawal is unknown.
func TestGateShowsAdmissionsOfWithdrawnTickets(t *testing.T) {
	s := start(t)
	tickets := s.PaidTickets(4)
	void, late, good, later := tickets[0], tickets[1], tickets[2], tickets[3]
	voided(t, s, void.BookingID)
	token, _ := enrolled(t, s, "North", false)
	s.Clock.Add(time.Minute)
	gateSync(s, token, gateScan(s, 1, void.ID), gateScan(s, 2, late.ID), gateScan(s, 3, good.ID), gateScan(s, 4, later.ID))
	wantCount(t, s, 4, `SELECT COALESCE(SUM(inside), 0) FROM gate_entries`)
	s.Clock.Add(time.Minute)
	voided(t, s, late.BookingID)
	voided(t, s, later.BookingID)
	newer := late
	newer.ID, newer.IssuedAt = domain.NewID(128), s.Clock.Now()
	must(t, s.Store.Write(context.Background(), func(tx *store.Tx) error {
		return tx.InsertTicket(context.Background(), newer)
	}))
	show, _ := s.DeskAs("organiser").Must("gate-live", map[string]any{"day": firstDay}).Body["to_show"].([]any)
	if len(show) != 1 || show[0].(map[string]any)["withdrawn"] != "void" ||
		show[0].(map[string]any)["code"] != void.ID[:8] {
		t.Errorf("to show: %v", show)
	}
	if show, _ := s.DeskAs("organiser").Must("gate-live",
		map[string]any{"day": secondDay}).Body["to_show"].([]any); len(show) != 0 {
		t.Errorf("another day shows %v", show)
	}
	s.Clock.Add(time.Minute)
	gateSync(s, token, gateScan(s, 5, late.ID))
	a := s.DeskAs("gate").Must("gate-live", map[string]any{"day": firstDay})
	if show, _ := a.Body["to_show"].([]any); len(show) != 2 || !strings.Contains(string(a.Raw), `"withdrawn":"replaced"`) {
		t.Errorf("to show: %v", show)
	}
	s.Exec(`UPDATE tickets SET voided_at = NULL WHERE id = ?`, later.ID)
	a = s.DeskAs("gate").Must("gate-live", map[string]any{"day": firstDay})
	if show, _ := a.Body["to_show"].([]any); len(show) != 3 || !strings.Contains(string(a.Raw), later.ID[:8]) {
		t.Errorf("to show of an unknown moment: %v", show)
	}
}

// A ticket has one conflict a day. Staff who may see registrations see the holder's name.
func TestGateConflictsOfADay(t *testing.T) {
	s := start(t)
	bought := s.PaidTickets(1)[0]
	token, _ := enrolled(t, s, "North", false)
	seq := 0
	send := func(day string, times int) apitest.Answer {
		var scans []map[string]any
		for range times {
			seq++
			scan := gateScan(s, seq, bought.ID)
			scan["day"] = day
			scans = append(scans, scan)
		}
		return gateSync(s, token, scans...)
	}
	keyOf := func(a apitest.Answer) string {
		all, _ := a.Body["conflicts"].([]any)
		if len(all) != 1 {
			t.Fatalf("%d conflicts: %s", len(all), a.Raw)
		}
		return all[0].(map[string]any)["key"].(string)
	}
	first := send(firstDay, 4)
	one := first.Body["conflicts"].([]any)[0].(map[string]any)
	if one["admitted"] != 4.0 || one["places"] != 1.0 || one["name"] != nil || one["ticket"] != nil {
		t.Errorf("a telephone is told %v", one)
	}
	if before := keyOf(first); before == keyOf(send(firstDay, 1)) {
		t.Error("one more is no news")
	}
	wantCount(t, s, 1, `SELECT COUNT(*) FROM tasks WHERE kind = 'gate_conflict'`)
	if text := s.Text(`SELECT text FROM tasks WHERE kind = 'gate_conflict'`); !strings.Contains(text,
		"All scans came from one device") || !strings.Contains(text, "4 times too many") {
		t.Errorf("the task: %s", text)
	}
	s.Exec(`UPDATE tasks SET done_at = 1 WHERE kind = 'gate_conflict'`)
	send(firstDay, 1)
	wantCount(t, s, 1, `SELECT COUNT(*) FROM tasks WHERE kind = 'gate_conflict' AND done_at IS NULL
			AND text LIKE '%5 times too many%'`)
	live := func(role, day string) apitest.Answer {
		return s.DeskAs(role).Must("gate-live", map[string]any{"day": day})
	}
	if a := live("organiser", firstDay); keyOf(a) == "" || !strings.Contains(string(a.Raw), bought.HolderName) {
		t.Errorf("the desk: %s", a.Raw)
	}
	if a := live("gate", firstDay); strings.Contains(string(a.Raw), bought.HolderName) {
		t.Errorf("the gate's role reads a name: %s", a.Raw)
	}
	send(secondDay, 1)
	a := live("organiser", secondDay)
	if inside, _ := a.Body["inside"].([]any); len(a.Body["conflicts"].([]any)) != 0 || len(inside) != 1 {
		t.Errorf("another day: %s", a.Raw)
	}
	s.DeskAs("organiser").Call("gate-live", map[string]any{"day": "2025-04-31"}).Want(422, "no day of the event")
}
