package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"transom/generator/schema"
)

// The desk and each device see how many seats are expected and have arrived, by category, lane and city; the export has
// the attendance of each person.
func TestGateArrivals(t *testing.T) {
	s := start(t)
	s.Content.Gate.Lanes = []schema.GateLane{{Name: "A to M", From: "A", To: "M"}, {Name: "N to Z", From: "N", To: "Z"}}
	s.Content.Event.Venues = append(s.Content.Event.Venues, schema.Venue{ID: "indore", City: "Indore"})
	s.Content.Event.Days[1].Venue = "indore"
	token, _ := enrolled(t, s, "North", false)
	tickets := s.PaidTickets(3) // 1, 1 and 2 seats
	_, _, _, own := s.RegisterPaid(map[string]any{"firstname": "Zoë"})
	s.Exec(`UPDATE tickets SET status = 'void' WHERE id = ?`, tickets[1].ID)
	gateSync(s, token, gateScan(s, 1, tickets[2].ID), gateScan(s, 2, tickets[2].ID), gateScan(s, 3, own.ID),
		gateScan(s, 4, tickets[1].ID)).Must(200)
	s.Clock.Add(time.Minute)
	const total, category = "map[arrived:3 expected:5 name:]", "[map[arrived:3 expected:5 name:Member]]"
	const lanes = "[map[arrived:2 expected:4 name:A to M] map[arrived:1 expected:1 name:N to Z]]"
	for who, body := range map[string]map[string]any{
		"the device": gateSync(s, token).Body,
		"the desk":   s.DeskAs("gate").Must("gate-live", map[string]any{"day": firstDay}).Body,
	} {
		entry := body["arrivals"].([]any)[0].(map[string]any) // the event itself, on the first day
		got := fmt.Sprint(entry["total"], entry["categories"], entry["lanes"])
		if want := total + " " + category + " " + lanes; got != want {
			t.Errorf("%s sees\n%s\nwant\n%s", who, got, want)
		}
	}
	cities := s.DeskAs("gate").Must("gate-live", map[string]any{"day": secondDay}).Body["cities"]
	if got := fmt.Sprint(cities); got != "[map[arrived:3 expected:5 name:Bhopal] map[arrived:0 expected:5 name:Indore]]" {
		t.Errorf("cities: %s", got)
	}
	order := map[string]any{"format": "csv", "columns": []string{"ticket", "attended.entry." + firstDay},
		"purpose": "test"}
	sheet := string(s.DeskAs("registrar").Must("export", order).Raw)
	if !strings.Contains(sheet, tickets[2].ID+",2") || !strings.Contains(sheet, tickets[0].ID+",0") {
		t.Errorf("export:\n%s", sheet)
	}
}
