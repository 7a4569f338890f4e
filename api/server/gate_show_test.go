package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/store"
	"transom/generator/schema"
)

func voided(t *testing.T, s *apitest.Server, bookingID string) {
	t.Helper()
	write(t, s, func(tx *store.Tx) error { return tx.VoidTicket(t.Context(), bookingID, s.Clock.Now()) })
}

// Tickets that were withdrawn after the entry are not shown, unless the time is unknown.
func TestGateShowsAdmissionsOfWithdrawnTickets(t *testing.T) {
	s := startOnce(t)
	tickets := s.PaidTickets(4)
	void, late, good, later := tickets[0], tickets[1], tickets[2], tickets[3]
	voided(t, s, void.BookingID)
	token, _ := enrolled(t, s, "North", false)
	s.Clock.Add(time.Minute)
	gateSync(s, token, gateScan(s, 1, void.ID), gateScan(s, 2, late.ID), gateScan(s, 3, good.ID), gateScan(s, 4, later.ID))
	s.WantCount(4, `SELECT COALESCE(SUM(inside), 0) FROM gate_entries`)
	s.Clock.Add(time.Minute)
	voided(t, s, late.BookingID)
	voided(t, s, later.BookingID)
	newer := late
	newer.ID, newer.IssuedAt = domain.NewID(128), s.Clock.Now()
	write(t, s, func(tx *store.Tx) error { return tx.InsertTicket(t.Context(), newer) })
	show := toShow(s)
	if len(show) != 1 || show[0]["withdrawn"] != "void" || show[0]["code"] != void.ID[:8] {
		t.Errorf("to show: %v", show)
	}
	equal(t, len(objects(gateLive(s, "organiser", secondDay), "to_show")), 0, "another day shows")
	s.Clock.Add(time.Minute)
	gateSync(s, token, gateScan(s, 5, late.ID))
	equal(t, len(objects(gateLive(s, "gate", firstDay).Says(`"withdrawn":"replaced"`), "to_show")), 2)
	s.Exec(`UPDATE tickets SET voided_at = NULL WHERE id = ?`, later.ID)
	equal(t, len(objects(gateLive(s, "gate", firstDay).Says(later.ID[:8]), "to_show")), 3, "with an unknown time")
}

func TestGateConflictsOfADay(t *testing.T) {
	s := startOnce(t)
	bought := s.PaidTickets(1)[0]
	token, _ := enrolled(t, s, "North", false)
	seq := 0
	send := func(day string, times int) apitest.Answer {
		var scans []map[string]any
		for range times {
			seq++
			scans = append(scans, gateScan(s, seq, bought.ID, "day", day))
		}
		return gateSync(s, token, scans...)
	}
	keyOf := func(a apitest.Answer) string {
		all := objects(a, "conflicts")
		if len(all) != 1 {
			t.Fatalf("%d conflicts: %s", len(all), a.Raw)
		}
		return all[0]["key"].(string)
	}
	first := send(firstDay, 4)
	one := objects(first, "conflicts")[0]
	if one["admitted"] != 4.0 || one["places"] != 1.0 || one["name"] != nil || one["ticket"] != nil {
		t.Errorf("a device gets %v", one)
	}
	if before := keyOf(first); before == keyOf(send(firstDay, 1)) {
		t.Error("one more is no news")
	}
	s.WantCount(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'gate_conflict'`)
	if text := s.Text(`SELECT text FROM tasks WHERE kind = 'gate_conflict'`); !strings.Contains(text,
		"All scans came from one device") || !strings.Contains(text, "4 times more than allowed") {
		t.Errorf("the task: %s", text)
	}
	s.Exec(`UPDATE tasks SET done_at = 1 WHERE kind = 'gate_conflict'`)
	send(firstDay, 1)
	s.WantCount(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'gate_conflict' AND done_at IS NULL
			AND text LIKE '%5 times more than allowed%'`)
	if a := gateLive(s, "organiser", firstDay).Says(bought.HolderName); keyOf(a) == "" {
		t.Errorf("the desk: %s", a.Raw)
	}
	gateLive(s, "gate", firstDay).Omits(bought.HolderName)
	send(secondDay, 1)
	a := gateLive(s, "organiser", secondDay)
	if len(objects(a, "conflicts")) != 0 || len(objects(a, "inside")) != 1 {
		t.Errorf("another day: %s", a.Raw)
	}
	s.DeskAs("organiser").Call("gate-live", map[string]any{"day": "2025-04-31"}).Want(422, "no day of the event")
}

func TestGateArrivals(t *testing.T) {
	s := startOnce(t)
	s.Content.Gate.Lanes = []schema.GateLane{{Name: "A to M", From: "A", To: "M"}, {Name: "N to Z", From: "N", To: "Z"}}
	s.Content.Event.Venues = append(s.Content.Event.Venues, schema.Venue{ID: "indore", City: "Indore"})
	s.Content.Event.Days[1].Venue = "indore"
	token, _ := enrolled(t, s, "North", false)
	tickets := s.PaidTickets(3) // tickets for 1, 1 and 2 seats
	_, _, _, own := s.RegisterPaid(map[string]any{"firstname": "Zoë"})
	s.Exec(`UPDATE tickets SET status = 'void' WHERE id = ?`, tickets[1].ID)
	gateSync(s, token, gateScan(s, 1, tickets[2].ID), gateScan(s, 2, tickets[2].ID), gateScan(s, 3, own.ID),
		gateScan(s, 4, tickets[1].ID)).Must(200)
	s.Clock.Add(time.Minute)
	const total, category = "map[arrived:3 expected:5 name:]", "[map[arrived:3 expected:5 name:Member]]"
	const lanes = "[map[arrived:2 expected:4 name:A to M] map[arrived:1 expected:1 name:N to Z]]"
	for who, body := range map[string]map[string]any{
		"the device": gateSync(s, token).Body,
		"the desk":   gateLive(s, "gate", firstDay).Body,
	} {
		entry := body["arrivals"].([]any)[0].(map[string]any) // arrivals at the event itself on the first day
		got := fmt.Sprint(entry["total"], entry["categories"], entry["lanes"])
		if want := total + " " + category + " " + lanes; got != want {
			t.Errorf("%s sees\n%s\nwant\n%s", who, got, want)
		}
	}
	s.Clock.Add(3 * time.Second) // a device sees its own check-in at once
	next := gateSync(s, token, gateScan(s, 5, tickets[0].ID)).Body["arrivals"].([]any)[0].(map[string]any)
	equal(t, fmt.Sprint(next["total"]), "map[arrived:4 expected:5 name:]")
	equal(t, fmt.Sprint(gateLive(s, "gate", secondDay).Body["cities"]), "[map[arrived:4 expected:5 name:Bhopal] "+
		"map[arrived:0 expected:5 name:Indore]]", "cities")
	order := map[string]any{"format": "csv", "columns": []string{"ticket", "attended.entry." + firstDay},
		"purpose": "test"}
	sheet := string(s.DeskAs("registrar").Must("export", order).Raw)
	if !strings.Contains(sheet, tickets[2].ID+",2") || !strings.Contains(sheet, tickets[0].ID+",1") {
		t.Errorf("export:\n%s", sheet)
	}
}

// Unknown codes from one device share one line, so that they do not hide anything else.
func TestGateShowsEverythingToCheck(t *testing.T) {
	s := startOnce(t)
	tickets := s.PaidTickets(120)
	honest, _ := enrolled(t, s, "North", false)
	broken, _ := enrolled(t, s, "South", false)
	s.Clock.Add(time.Minute)
	var manual, junk []map[string]any
	for i, ticket := range tickets {
		manual = append(manual, gateScan(s, i+1, ticket.ID, "verdict", "overruled", "reason", "wrong_day",
			"why", fmt.Sprint("reason ", i)))
	}
	for i := range 500 {
		junk = append(junk, gateScan(s, i+1, booking.NewTicketID()))
	}
	gateSync(s, honest, manual...)
	gateSync(s, broken, junk...)
	desk := s.DeskAs("organiser")
	seen, alike := map[string]bool{}, 0.0
	for from := 0; from < 150; from += 50 {
		a := desk.Must("gate-live", map[string]any{"day": firstDay, "to_show_from": from}).
			Says(`"to_show_total":121`, `"to_show_scans":620`)
		for _, line := range objects(a, "to_show") {
			if line["quarantine"] == "unknown_ticket" {
				alike += line["alike"].(float64)
				continue
			}
			seen[line["why"].(string)] = true
		}
	}
	if len(seen) != 120 || alike != 500 {
		t.Errorf("%d manual check-ins and %v codes without a ticket are shown", len(seen), alike)
	}
	l, err := s.Gate.Live(t.Context(), firstDay, gate.All)
	if err != nil || len(l.ToShow.Lines) != 121 || l.ToShow.Scans != 620 {
		t.Errorf("the report has %d lines of %d scans, %v", len(l.ToShow.Lines), l.ToShow.Scans, err)
	}
}

func TestGatePagesConflicts(t *testing.T) {
	s := startOnce(t)
	north, _ := enrolled(t, s, "North", false)
	south, _ := enrolled(t, s, "South", false)
	s.Clock.Add(time.Minute)
	var scans []map[string]any
	for i, ticket := range s.PaidTickets(60) {
		scans = append(scans, gateScan(s, 2*i+1, ticket.ID), gateScan(s, 2*i+2, ticket.ID))
	}
	gateSync(s, north, scans...)
	gateSync(s, south, scans...)
	desk, seen := s.DeskAs("organiser"), map[string]bool{}
	for from := 0; from < 100; from += 50 {
		a := desk.Must("gate-live", map[string]any{"day": firstDay, "conflicts_from": from}).Says(`"conflicts_total":60`)
		for _, one := range objects(a, "conflicts") {
			seen[one["key"].(string)] = true
		}
	}
	equal(t, len(seen), 60, "conflicts shown")
}

// Implausible scans are stored and shown, but do not count.
func TestGateRefusesImpossibleValues(t *testing.T) {
	s := start(t)
	zone, bought := s.Content.Zone, s.PaidTickets(1)[0]
	s.Clock.Set(time.Date(2025, 4, 11, 9, 0, 0, 0, zone))
	token, _ := enrolled(t, s, "North", false)
	s.Clock.Set(time.Date(2025, 4, 11, 10, 0, 0, 0, zone))
	with := func(seq int, changes ...any) map[string]any { return gateScan(s, seq, bought.ID, changes...) }
	scans := []map[string]any{
		with(1, "verdict", "maybe"), with(2, "reason", "zzz"), with(3, "by", "root"),
		with(4, "verdict", "refused", "reason", "forged", "why", strings.Repeat("ह", 5000), "list_age", -99,
			"ticket", "a\x00b"),
		with(5, "list", "lunch"), with(6, "list", strings.Repeat("x", 5000), "day", "\x00"), with(7),
	}
	body := map[string]any{"wall": s.Clock.Now().UnixMilli(), "mono": 2000, "origin": 5, "scans": scans, "unsent": -5,
		"battery": 900, "list_age": int64(1) << 60}
	if a := s.Post("/gate/sync", body, "Authorization", token); a.Status != 200 || a.Body["have"] != 7.0 {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	equal(t, s.Post("/gate/sync", body, "Authorization", token).Body["duplicate_scans"], 0.0, "sent again")
	for why, want := range map[string]int{"not_understood": 3, "too_early": 1, "out_of_scope": 1, "": 2} {
		s.WantCount(want, `SELECT COUNT(*) FROM gate_scans WHERE quarantine = ?`, why)
	}
	s.WantCount(0, `SELECT COUNT(*) FROM gate_scans WHERE list_age < -1 OR length(why) > 200 OR length(list) > 64`)
	s.WantCount(1, `SELECT COUNT(*) FROM gate_devices WHERE unsent = 0 AND battery = -1`)
	equal(t, len(objects(gateLive(s, "organiser", secondDay), "to_show")), 1,
		"a scan without a day is shown on each day")
	s.Clock.Set(time.Date(2025, 4, 11, 23, 0, 0, 0, zone))
	gateSync(s, token, with(8, "list", "lunch"))
	s.WantCount(1, `SELECT COALESCE(SUM(inside), 0) FROM gate_entries WHERE list = 'lunch'`)
}

func TestGateDevicesWithOneName(t *testing.T) {
	s := startOnce(t)
	token, first := enrolled(t, s, "North gate", false)
	secret := invited(t, s, domain.GateInvitation{Name: "north gate"})
	s.Post("/gate/enrol", map[string]any{"secret": secret, "token": token}).Want(422, "a key that is used")
	other := unknownKey()
	for range 2 { // the response was lost
		s.Post("/gate/enrol", map[string]any{"secret": secret, "token": other}).Want(200, "a second of the name").
			Says("north gate (2)")
	}
	desk := s.DeskAs("gate")
	desk.Call("gate-revoke", map[string]any{"device": first}).Want(422, "no id")
	desk.Must("gate-revoke", map[string]any{"id": first, "why": "lost"})
	enrolled(t, s, "North gate", false)
	s.WantCount(1, `SELECT COUNT(*) FROM gate_devices WHERE name = 'North gate (3)'`)
}

// The admission counts, because it has happened.
func TestGateShowsAnAdmissionWithoutAReason(t *testing.T) {
	s := start(t)
	tickets := s.PaidTickets(4)
	token, _ := enrolled(t, s, "North", false)
	s.Clock.Add(time.Minute)
	scans := []map[string]any{
		gateScan(s, 1, tickets[0].ID, "verdict", "overruled", "reason", "void"),
		gateScan(s, 2, tickets[1].ID, "verdict", "overruled", "reason", "wrong_day", "why", " \u200b\n"),
		gateScan(s, 3, tickets[2].ID[:8], "reason", "unreadable", "why", "\x00"),
		gateScan(s, 4, tickets[3].ID, "reason", "already_in"),
	}
	for range 2 { // the response was lost
		if a := gateSync(s, token, scans...); a.Status != 200 || a.Body["have"] != 4.0 || a.Body["duplicate_scans"] != 0.0 {
			t.Fatalf("%d %s", a.Status, a.Raw)
		}
	}
	s.WantCount(4, `SELECT COALESCE(SUM(inside), 0) FROM gate_entries`)
	show := toShow(s)
	if len(show) != 4 {
		t.Fatalf("to look at: %v", show)
	}
	for _, one := range show {
		if one["no_reason"] != true || one["quarantine"] != nil {
			t.Errorf("the desk is shown %v", one)
		}
	}
}

func TestGateNamesThePeopleOfScansToCheck(t *testing.T) {
	s := startOnce(t)
	bought := s.PaidTickets(1)[0]
	token, _ := enrolled(t, s, "North", false)
	s.Clock.Add(time.Minute)
	manual := gateScan(s, 1, bought.ID, "verdict", "overruled", "reason", "wrong_day", "why", "the desk agreed")
	gateSync(s, token, manual, gateScan(s, 2, booking.NewTicketID()))
	for role, want := range map[string]any{"organiser": bought.HolderName, "gate": nil} {
		shown := objects(gateLive(s, role, firstDay), "to_show")
		equal(t, shown[1]["name"], want, "the name that "+role+" sees")
		equal[any](t, shown[0]["name"], nil, "the name of an unknown ticket")
	}
}
