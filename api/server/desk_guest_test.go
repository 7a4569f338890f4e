package server_test

import (
	"maps"
	"testing"

	"transom/api/domain"
)

// A guest with a free ticket needs no membership, but the age limit applies. Two such guests are two people.
func TestDeskAddGuestWithoutMembership(t *testing.T) {
	s := start(t)
	d := s.DeskAs(domain.RoleOrganiser)
	free := map[string]any{"kind": "free", "reason": "press"}
	nobody := map[string]any{"membership_no": "", "institute_name": ""}
	for _, category := range s.Content.Tickets.Categories[1:3] {
		for range 2 {
			more := maps.Clone(nobody)
			more["ticketCategory"] = category.Type
			b := s.Booking(d.Must("add", added(s, free, more)).Text("booking_id"))
			if b.MembershipNo != "" || b.InstituteName != "" || !admits(s, s.Ticket(b.ID).ID) {
				t.Errorf("%s: %q of %q", category.Type, b.MembershipNo, b.InstituteName)
			}
		}
	}
	for what, body := range map[string]map[string]any{
		"who pays":             added(s, transferOf("1"), nobody),
		"without a reason":     added(s, map[string]any{"kind": "free"}, nobody),
		"an unknown institute": added(s, free, map[string]any{"membership_no": "", "institute_name": "Nowhere"}),
		"too young": added(s, free, map[string]any{"membership_no": "", "institute_name": "",
			"dob": "2010-01-01"}),
		"without a birth date": added(s, free, map[string]any{"membership_no": "", "institute_name": "", "dob": ""}),
	} {
		d.Call("add", body).Want(422, "%s", what)
	}
}
