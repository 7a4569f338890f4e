package server_test

import (
	"fmt"
	"testing"

	"transom/api/apitest"
	"transom/api/domain"
)

func TestMembershipNumbersIgnoreSpelling(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	_, first := s.Buy(map[string]any{"membership_no": "A 344-030"})
	if first.MembershipNo != "A 344-030" {
		t.Errorf("it is kept as %q", first.MembershipNo)
	}
	_, other := s.Buy(map[string]any{"membership_no": "A344031"})
	for i, spelling := range []string{"A344030", "a 344030", "A-344030", "A/344030", "A344030.", "A\u2013344\u00a0030",
		"A３４４０３０"} {
		form := s.FullForm()
		form["membership_no"] = spelling
		s.Post("/registration", form).Want(409, "%q registers", spelling)
		d.Call("add", added(s, transferOf(fmt.Sprint("UTR ", i)),
			map[string]any{"membership_no": spelling})).Want(409, "%q is added", spelling)
		d.Call("correct", actionOn(s, other, map[string]any{"changes": map[string]any{"membership_no": spelling}})).
			Want(409, "%q is corrected to", spelling)
	}
	// Another institute has its own numbers, and the member may spell the number differently.
	more := map[string]any{"membership_no": "A344030", "ticketCategory": "NON_IIA_MEMBER",
		"institute_name": "Council of Architecture"}
	d.Must("add", added(s, transferOf("another institute"), more))
	d.Must("correct", actionOn(s, first, map[string]any{"changes": map[string]any{"membership_no": "A344030"}}))
	form := s.FullForm()
	form["membership_no"] = "A-344030"
	s.Post("/registration", form).Want(409, "after the correction")
}
