package server_test

import (
	"fmt"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/gate"
)

// 500 unknown codes of one device are one line, so that they hide nothing else.
func TestGateShowsEverythingToCheck(t *testing.T) {
	s := start(t)
	tickets := s.PaidTickets(120)
	honest, _ := enrolled(t, s, "North", false)
	broken, _ := enrolled(t, s, "South", false)
	s.Clock.Add(time.Minute)
	var manual, junk []map[string]any
	for i, ticket := range tickets {
		scan := gateScan(s, i+1, ticket.ID)
		scan["verdict"], scan["reason"], scan["why"] = "overruled", "wrong_day", fmt.Sprint("reason ", i)
		manual = append(manual, scan)
	}
	for i := range 500 {
		junk = append(junk, gateScan(s, i+1, booking.NewTicketID()))
	}
	gateSync(s, honest, manual...)
	gateSync(s, broken, junk...)
	desk := s.DeskAs("organiser")
	seen, alike := map[string]bool{}, 0.0
	for from := 0; from < 150; from += 50 {
		body := desk.Must("gate-live", map[string]any{"day": firstDay, "to_show_from": from}).Body
		if body["to_show_total"] != 121.0 || body["to_show_scans"] != 620.0 {
			t.Fatalf("from %d: %v lines of %v scans", from, body["to_show_total"], body["to_show_scans"])
		}
		for _, one := range body["to_show"].([]any) {
			line := one.(map[string]any)
			if line["quarantine"] == "unknown_ticket" {
				alike += line["alike"].(float64)
				continue
			}
			seen[line["why"].(string)] = true
		}
	}
	if len(seen) != 120 || alike != 500 {
		t.Errorf("%d admissions by hand and %v codes of no ticket are shown", len(seen), alike)
	}
	l, err := s.Gate.Live(t.Context(), firstDay, gate.All)
	if err != nil || len(l.ToShow.Lines) != 121 || l.ToShow.Scans != 620 {
		t.Errorf("the report has %d lines of %d scans, %v", len(l.ToShow.Lines), l.ToShow.Scans, err)
	}
}

func TestGatePagesConflicts(t *testing.T) {
	s := start(t)
	north, _ := enrolled(t, s, "North", false)
	south, _ := enrolled(t, s, "South", false)
	s.Clock.Add(time.Minute)
	var scans []map[string]any
	for i, ticket := range s.PaidTickets(60) {
		scan := gateScan(s, 2*i+1, ticket.ID)
		again := gateScan(s, 2*i+2, ticket.ID)
		scans = append(scans, scan, again)
	}
	gateSync(s, north, scans...)
	gateSync(s, south, scans...)
	desk, seen := s.DeskAs("organiser"), map[string]bool{}
	for from := 0; from < 100; from += 50 {
		body := desk.Must("gate-live", map[string]any{"day": firstDay, "conflicts_from": from}).Body
		if body["conflicts_total"] != 60.0 {
			t.Fatalf("%v conflicts", body["conflicts_total"])
		}
		for _, one := range body["conflicts"].([]any) {
			seen[one.(map[string]any)["key"].(string)] = true
		}
	}
	if len(seen) != 60 {
		t.Errorf("%d conflicts are shown", len(seen))
	}
}
