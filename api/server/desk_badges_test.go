package server_test

import (
	"fmt"
	"testing"

	"transom/api/texts"
	"transom/generator/schema"
)

func TestBadges(t *testing.T) {
	s := start(t)
	desk, gate := s.DeskAs("registrar"), s.DeskAs("gate")
	desk.Call("badges", map[string]any{"query": ""}).Want(409, "without badge.yaml")
	s.Content.Badge = &schema.Badge{WidthMM: 90, HeightMM: 130, Sheet: "a4", Photo: true,
		Fields:  []string{"city", "gender"},
		Colours: []schema.BadgeColour{{Category: "IIA_MEMBER_25_ABOVE", Colour: "#1f5f5b"}}}
	_, _, booked, ticket := s.RegisterPaid(map[string]any{"firstname": "Asha", "spouse": true, "spouseName": "Ravi Verma",
		"amount": 7080})
	badges := func(query, code string) []any {
		t.Helper()
		return desk.Must("badges", map[string]any{"query": query, "code": code}).Body["badges"].([]any)
	}
	found := badges("flag=no-badge", "")
	if len(found) != 2 {
		t.Fatalf("%d badges for a couple", len(found))
	}
	one, spouse := found[0].(map[string]any), found[1].(map[string]any)
	got := fmt.Sprint(one["name"], spouse["name"], one["lines"], one["category"], one["colour"], one["has_photo"],
		spouse["has_photo"], one["qr"] == s.URL+"/event-ticket/"+ticket.ID+"#"+ticket.Signature, spouse["qr"] == one["qr"])
	equal(t, got, "Asha VermaRavi Verma[Bhopal Female]Member#1f5f5btrue false true true", "the badges")
	seats := func(all ...int) map[string]any {
		printed := []map[string]any{}
		for _, seat := range all {
			printed = append(printed, map[string]any{"id": booked.ID, "seat": seat})
		}
		return map[string]any{"badges": printed}
	}
	desk.Must("badges-printed", seats(1, 2))
	equal(t, len(badges("flag=no-badge", "")), 0, "badges still to print")
	gate.Must("badges-printed", seats(1)) // at the door
	gate.Call("badges", map[string]any{"query": ""}).Want(422, "the whole list, at the door")
	unknown := gate.Call("badges", map[string]any{"query": "", "code": "ZZZZZZ"}).Want(404, "an unknown code")
	equal[any](t, unknown.Body["message"], texts.DeskNoSuchBadge, "the message for an unknown code")
	desk.Call("badges-printed", seats(3)).Want(409, "a third seat")
	one = badges("", booked.Code)[0].(map[string]any)
	equal[any](t, fmt.Sprint(one["prints"], one["current"]), "2 true", "printed twice")
	s.WantCount(2, `SELECT COUNT(*) FROM audit_log WHERE action = 'badges' AND booking_id = ?`, booked.ID)
	desk.Must("reissue", map[string]any{"id": booked.ID, "version": registrationOf(desk, booked.ID)["version"],
		"why": "lost"})
	if found := badges("flag=no-badge", ""); len(found) != 2 || found[0].(map[string]any)["current"] != false {
		t.Errorf("after a new ticket: %v", found)
	}
	s.Exec(`UPDATE tickets SET entries_remaining = 0, status = 'used' WHERE booking_id = ? AND status = 'valid'`,
		booked.ID)
	equal(t, len(badges("flag=no-badge", "")), 2, "badges after the last check-in")
	desk.Must("badges-printed", seats(1))
	desk.Call("badge-photo", map[string]any{"id": booked.ID}).Want(200, "the photo then")
	s.Exec(`UPDATE tickets SET status = 'void' WHERE booking_id = ?`, booked.ID)
	equal(t, len(badges("", booked.Code)), 0, "badges without a valid ticket")
	s.PaidTickets(501) // and one like them
	next := func(want int, more any) {
		t.Helper()
		a := desk.Must("badges", map[string]any{"query": "flag=no-badge"})
		var printed []any
		ids := map[any]bool{}
		for _, one := range objects(a, "badges") {
			printed, ids[one["id"]] = append(printed, map[string]any{"id": one["id"], "seat": one["seat"]}), true
		}
		equal(t, len(ids), want, "registrations at once")
		equal(t, a.Body["more"], more, "whether there are more")
		desk.Must("badges-printed", map[string]any{"badges": printed})
	}
	next(500, true)
	next(2, nil)
}
