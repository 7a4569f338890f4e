package server_test

import (
	"slices"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/wire"
)

func mayNow(t *testing.T, d *apitest.Desk, id string) []string {
	t.Helper()
	var out []string
	for _, one := range d.Must("registration", map[string]any{"id": id}).Body["registration"].(map[string]any)["may"].([]any) {
		out = append(out, one.(string))
	}
	return out
}

// An act that would be refused is not offered: nobody is let in with a void ticket, so there is nothing to send, to seat or to void.
func TestDeskOffersWhatIsPossible(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	d := s.DeskAs(domain.RoleOrganiser)
	_, _, b, _ := s.RegisterPaid(nil)
	asked := []string{"resend", "void", "seat", "transfer", "reissue"}
	for _, name := range asked {
		if !slices.Contains(mayNow(t, d, b.ID), name) {
			t.Errorf("%s is not offered", name)
		}
	}
	d.Must("void", act(s, b, nil))
	for _, name := range asked {
		if offered := slices.Contains(mayNow(t, d, b.ID), name); offered != (name == "reissue") {
			t.Errorf("with a void ticket %s: %v", name, offered)
		}
	}
	_, waits := s.Unpaid(map[string]any{"email": "waits@example.org", "membership_no": "A99999"})
	if may := mayNow(t, d, waits.ID); !slices.Contains(may, "resend") || slices.Contains(may, "void") {
		t.Errorf("of one that waits: %v", may)
	}
}

// Company and designation stand on everybody's badge, so they can be corrected of everybody; the ticket stays the same.
func TestDeskCorrectsTheBadge(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	d := s.DeskAs(domain.RoleRegistrar)
	_, _, b, ticket := s.RegisterPaid(nil)
	d.Must("correct", act(s, b, map[string]any{"changes": map[string]any{"company_name": "Rao & Rao", "designation": " Partner "}}))
	now := s.Booking(b.ID)
	if now.CompanyName != "Rao & Rao" || now.Designation != "Partner" || s.Ticket(b.ID).ID != ticket.ID || now.FirstName != b.FirstName {
		t.Errorf("%q %q, ticket %s", now.CompanyName, now.Designation, s.Ticket(b.ID).ID)
	}
	if n := s.Count(`SELECT COUNT(*) FROM acts WHERE action = 'correct' AND booking_id = ?`, b.ID); n != 1 {
		t.Errorf("%d acts", n)
	}
	if a := d.Call("correct", act(s, now, map[string]any{"changes": map[string]any{"designation": strings.Repeat("x", 81)}})); a.Status != 422 {
		t.Errorf("a long one: %d", a.Status)
	}
	d.Must("correct", act(s, now, map[string]any{"changes": map[string]any{"designation": ""}}))
	if s.Booking(b.ID).Designation != "" {
		t.Error("it cannot be taken away")
	}
}

// The filter of the acts offers what can be found: of who reads only their own acts, those.
func TestDeskActsOfferWhatCanBeFound(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	_, _, b, _ := s.RegisterPaid(nil)
	s.DeskAs(domain.RoleOrganiser).Must("void", act(s, b, nil))
	registrar := s.DeskAs(domain.RoleRegistrar)
	registrar.Must("correct", act(s, s.Booking(b.ID), map[string]any{"changes": map[string]any{"city": "Pune"}}))
	offered := func(d *apitest.Desk) []string {
		var out []string
		for _, one := range d.Must("acts/list", wire.DeskActsRequest{}).Body["actions"].([]any) {
			out = append(out, one.(string))
		}
		return out
	}
	if all := offered(s.DeskAs(domain.RoleTreasurer)); !slices.Contains(all, "void") || !slices.Contains(all, "correct") {
		t.Errorf("everybody's: %v", all)
	}
	if own := offered(registrar); slices.Contains(own, "void") || !slices.Contains(own, "correct") {
		t.Errorf("one's own: %v", own)
	}
}
