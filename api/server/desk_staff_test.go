package server_test

import (
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/server"
)

func TestAnInvitationDoesNotChangeActiveStaff(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	clicked := func(role string) *apitest.Desk {
		d := s.Stranger()
		d.Keep(d.Call("sign-in/rehearsal", map[string]any{"role": role}))
		return d
	}
	organiser, registrar := clicked(domain.RoleOrganiser), clicked(domain.RoleRegistrar)
	invite := func(email, role string) apitest.Answer {
		return organiser.Call("staff/invite", map[string]any{"name": "Another Name", "email": email, "role": role,
			"why": "x"})
	}
	for _, email := range []string{"Registrar@rehearsal.invalid", "organiser@rehearsal.invalid"} {
		a := invite(email, domain.RoleViewer)
		mustBe(t, email, a, 409, domain.CodeNotPossible)
		if !strings.Contains(a.Text("message"), "is already a member of staff") {
			t.Errorf("%s", a.Raw)
		}
	}
	for d, want := range map[*apitest.Desk]string{organiser: domain.RoleOrganiser, registrar: domain.RoleRegistrar} {
		if me := d.Must("me", nil); me.Text("role") != want || me.Text("name") == "Another Name" {
			t.Errorf("the invitation has changed %s", me.Raw)
		}
	}
	organiser.Must("staff/end", map[string]any{"id": registrar.Must("me", nil).Text("id"), "why": "left"})
	mustBe(t, "who has left", invite("registrar@rehearsal.invalid", domain.RoleViewer), 200, "")
	mustBe(t, "somebody new", invite("mira@example.org", domain.RoleViewer), 200, "")
	mustBe(t, "who never came, once more", invite("mira@example.org", domain.RoleGate), 200, "")
}

// The control repeats this after the invited organiser has signed in.
func TestAnInvitedOrganiserHasNoRightsYet(t *testing.T) {
	t.Parallel()
	for _, rehearsal := range []bool{false, true} {
		s := apitest.Start(t, apitest.Options{Settings: func(o *server.Settings) { o.Rehearsal = rehearsal }})
		last := s.DeskAs(domain.RoleOrganiser)
		invited := last.Invite("mira@example.org", domain.RoleOrganiser)
		self := map[string]any{"id": last.Who.ID, "role": "viewer", "why": "a rest"}
		for _, call := range []string{"staff/role", "staff/end", "staff/reset"} {
			mustBe(t, call, last.Call(call, self), 422, "")
		}
		last.Must("me", nil)
		d, key := s.Stranger(), s.NewPasskey()
		asked := d.Prove("mira@example.org", invited)
		mustBe(t, "she comes", d.Finish("sign-in/passkey", asked, key.Make(asked.Body["options"])), 200, "")
		mustBe(t, "and now", last.Call("staff/role", self), 200, "")
	}
}

func TestAnInvitedOrganiserCanBeEnded(t *testing.T) {
	s := start(t)
	last := s.DeskAs(domain.RoleOrganiser)
	last.Invite("wrong@example.org", domain.RoleOrganiser)
	id := s.Text(`SELECT id FROM staff WHERE email = 'wrong@example.org'`)
	last.Must("staff/end", map[string]any{"id": id, "why": "the wrong address"})
}

func TestInvitingSaysWhy(t *testing.T) {
	s := start(t)
	d := s.DeskAs(domain.RoleOrganiser)
	_, phone := enrolled(t, s, "North", false)
	for call, in := range map[string]map[string]any{
		"staff/invite": {"name": "Ravi Rao", "email": "ravi@example.org", "role": "viewer"},
		"gate-invite":  {"name": "South", "venue": "bhopal"},
		"gate-revoke":  {"id": phone},
	} {
		in["why"] = " "
		if a := d.Call(call, in); a.Status != 422 || !strings.Contains(string(a.Raw), `"why":"Please say why`) {
			t.Errorf("%s without a reason: %d %s", call, a.Status, a.Raw)
		}
	}
	d.Must("staff/invite", map[string]any{"name": "Ravi Rao", "email": "ravi@example.org", "role": "viewer",
		"why": "helps with the list"})
	d.Must("gate-invite", map[string]any{"name": "South", "venue": "bhopal", "why": "a second door"})
	d.Must("gate-revoke", map[string]any{"id": phone, "why": "left in a taxi"})
	for _, why := range []string{"helps with the list", "a second door", "left in a taxi"} {
		if log := d.Must("activity-log/list", nil); !strings.Contains(string(log.Raw), why) {
			t.Errorf("%q is not in the log", why)
		}
	}
}
