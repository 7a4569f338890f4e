package server_test

import (
	"strings"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// A full code proves that somebody holds the ticket. Names and parts of codes need the search permission.
func TestGateLooksUpAFullCode(t *testing.T) {
	s := start(t)
	_, _, booking, bought := s.RegisterPaid(map[string]any{"lastname": "Kulkarni"})
	void := s.PaidTickets(1)[0]
	s.Exec(`UPDATE tickets SET status = 'void' WHERE id = ?`, void.ID)
	codes, _ := enrolled(t, s, "North", false)
	names, id := enrolled(t, s, "Desk", true)
	registration := s.Text(`SELECT code FROM bookings WHERE id = ?`, booking.ID)
	code := bought.ID[:8]
	for _, c := range []struct {
		text              string
		state             string // of the only ticket found, "" for none
		withCode, withAll int
	}{
		{code, "valid", 200, 200}, {strings.ToUpper(code[:4]) + " " + code[4:], "valid", 200, 200},
		{bought.ID, "valid", 200, 200},
		{registration, "valid", 200, 200}, {registration[:3] + "-" + registration[3:], "valid", 200, 200},
		{void.ID[:8], "void", 200, 200}, {"22222222", "", 200, 200},
		{code[:7], "valid", 403, 200}, {bought.HolderName, "valid", 403, 200}, {bought.ID[:20], "valid", 403, 200},
	} {
		for token, want := range map[string]int{codes: c.withCode, names: c.withAll} {
			a := s.Post("/gate/find", map[string]any{"text": c.text}, "Authorization", token)
			people, _ := a.Body["people"].([]any)
			state := ""
			if len(people) == 1 {
				state, _ = people[0].(map[string]any)["state"].(string)
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

// Older pages do not send may_be_none and expect 404.
func TestGateAnswersWithoutAPhoto(t *testing.T) {
	s := start(t)
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
		"firstname": "Jürgen", "lastname": "Dvořák", "spouse": true, "spouseName": "Lakshmi Dvořák", "amount": 7080,
	})
	desk, _ := enrolled(t, s, "Desk", true)
	for text, want := range map[string]string{
		"musterfrau asha": asha.ID, "Asha M": asha.ID, "Jurgen": jurgen.ID, "dvorak": jurgen.ID, "laxmi": jurgen.ID,
		"musterfrau jurgen": "",
	} {
		a := s.Post("/gate/find", map[string]any{"text": text}, "Authorization", desk)
		people, _ := a.Body["people"].([]any)
		got := ""
		for _, one := range people {
			got += one.(map[string]any)["ticket"].(string)
		}
		if a.Status != 200 || got != want {
			t.Errorf("%q: %d %s", text, a.Status, a.Raw)
		}
	}
}
