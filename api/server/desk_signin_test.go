package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/domain"
	"transom/api/server"
)

func mustBe(t *testing.T, what string, a apitest.Answer, status int, code string) {
	t.Helper()
	if a.Status != status || code != "" && a.Text("error") != code {
		t.Errorf("%s: %d %s, want %d %s", what, a.Status, a.Raw, status, code)
	}
}

func TestDeskSignIn(t *testing.T) {
	s := start(t)
	organiser := s.DeskAs(domain.RoleOrganiser)
	logged := func(action string) int { return s.Count(`SELECT COUNT(*) FROM audit_log WHERE action = ?`, action) }
	organiser.Invite("ravi@example.org", domain.RoleRegistrar)
	equal(t, logged(domain.ActionStaffInvite), 1, "invited")
	equal(t, logged(domain.ActionStaffAdd), 0, "joined before the first sign-in")
	d, key := s.Join(organiser, "ravi@example.org", domain.RoleRegistrar)
	me := d.Must("me", nil)
	if me.Text("name") != "Ravi Rao" || me.Text("role") != "registrar" || len(me.Body["passkeys"].([]any)) != 1 {
		t.Errorf("%s", me.Raw)
	}
	old := *d
	d.Must("sign-out", nil)
	mustBe(t, "after signing out", old.Call("me", nil), 401, "unauthorized")
	if a := old.Must("sign-in/me", nil); a.Body["signed_out"] != true || a.Text("name") != "" {
		t.Errorf("the page gets %s", a.Raw)
	}

	s.Clock.Add(2 * time.Minute)
	asked := d.Prove("Ravi@Example.org", "")
	if asked.Text("purpose") != "sign_in" {
		t.Fatalf("%s", asked.Raw)
	}
	mustBe(t, "with a code alone", d.Call("me", nil), 401, "unauthorized")
	mustBe(t, "signing in", d.Finish("sign-in/passkey", asked, key.Sign(asked.Body["options"])), 200, "")
	d.Must("me", nil)

	d.ForgetConfirmation()
	mustBe(t, "another passkey without a confirmation", d.Call("passkey/begin", nil), 403, domain.CodePasskeyRequired)
	asked = d.Must("confirm/begin", nil)
	mustBe(t, "confirmation", d.Finish("confirm/finish", asked, key.Sign(asked.Body["options"])), 200, "")
	second := s.NewPasskey()
	asked = d.Must("passkey/begin", nil)
	equal(t, len(d.Finish("passkey/finish", asked, second.Make(asked.Body["options"])).Body["passkeys"].([]any)), 2)
	for _, action := range []string{domain.ActionStaffAdd, domain.ActionSignIn, domain.ActionSignOut,
		domain.ActionPasskeyAdd} {
		if logged(action) == 0 {
			t.Errorf("the log has no %s", action)
		}
	}
}

func TestDeskSignInAttacked(t *testing.T) {
	s := startOnce(t)
	organiser := s.DeskAs(domain.RoleOrganiser)
	_, key := s.Join(organiser, "ravi@example.org", domain.RoleRegistrar)
	_, otherKey := s.Join(organiser, "mira@example.org", domain.RoleOrganiser)
	fresh := func() (*apitest.Desk, apitest.Answer) {
		s.Clock.Add(3 * time.Hour)
		thief := s.Stranger()
		return thief, thief.Prove("ravi@example.org", "")
	}

	t.Run("a passkey of somebody else", func(t *testing.T) {
		thief, asked := fresh()
		mustBe(t, "sign-in", thief.Finish("sign-in/passkey", asked, otherKey.Sign(asked.Body["options"])), 422, "")
	})
	t.Run("an answer twice", func(t *testing.T) {
		thief, asked := fresh()
		answer := key.Sign(asked.Body["options"])
		again := *thief
		mustBe(t, "first", thief.Finish("sign-in/passkey", asked, answer), 200, "")
		mustBe(t, "replayed in the ended session", again.Finish("sign-in/passkey", asked, answer), 401, "")
		mustBe(t, "replayed as a confirmation", thief.Finish("confirm/finish", asked, answer), 422, "")
	})
	t.Run("a wrong answer spends the question", func(t *testing.T) {
		thief, asked := fresh()
		mustBe(t, "wrong", thief.Finish("sign-in/passkey", asked, otherKey.Sign(asked.Body["options"])), 422, "")
		mustBe(t, "right, too late", thief.Finish("sign-in/passkey", asked, key.Sign(asked.Body["options"])), 422, "")
	})
	t.Run("a question of another session", func(t *testing.T) {
		_, asked := fresh()
		thief, _ := fresh()
		mustBe(t, "sign-in", thief.Finish("sign-in/passkey", asked, key.Sign(asked.Body["options"])), 422, "")
	})
	t.Run("a confirmation used to sign in, and the reverse", func(t *testing.T) {
		thief, asked := fresh()
		mustBe(t, "sign-in as confirmation", thief.Finish("confirm/finish", asked, key.Sign(asked.Body["options"])), 401, "")
	})
	t.Run("a question that has expired", func(t *testing.T) {
		thief, asked := fresh()
		s.Clock.Add(6 * time.Minute)
		mustBe(t, "late", thief.Finish("sign-in/passkey", asked, key.Sign(asked.Body["options"])), 422, "")
	})
	t.Run("nobody unlocked the passkey", func(t *testing.T) {
		thief, asked := fresh()
		key.Flags = apitest.UserPresent
		mustBe(t, "sign-in", thief.Finish("sign-in/passkey", asked, key.Sign(asked.Body["options"])), 422, "")
		key.Flags |= apitest.UserVerified
	})
	t.Run("a page of another site", func(t *testing.T) {
		thief, asked := fresh()
		key.Origin = "https://desk.example.com"
		mustBe(t, "sign-in", thief.Finish("sign-in/passkey", asked, key.Sign(asked.Body["options"])), 422, "")
		key.Origin = s.DeskOrigin()
	})
	t.Run("a copied passkey", func(t *testing.T) {
		thief, asked := fresh()
		key.Counter = 0 // an older copy of the passkey has a lower counter
		mustBe(t, "sign-in", thief.Finish("sign-in/passkey", asked, key.Sign(asked.Body["options"])), 422, "")
		s.WantCount(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'passkey_copied'`)
		key.Counter = 100
	})
	t.Run("a mailbox without an invitation", func(t *testing.T) {
		organiser := s.DeskAs(domain.RoleOrganiser)
		secret := organiser.Invite("new@example.org", domain.RoleTreasurer)
		thief := s.Stranger()
		mustBe(t, "none", thief.Prove("new@example.org", ""), 403, "")
		s.Clock.Add(2 * time.Minute)
		mustBe(t, "somebody else's", thief.Prove("new@example.org", organiser.Invite("third@example.org",
			domain.RoleViewer)),
			403, "")
		s.Clock.Add(2 * time.Minute)
		next := organiser.Invite("new@example.org", domain.RoleTreasurer)
		mustBe(t, "replaced", thief.Prove("new@example.org", secret), 403, "")
		s.Clock.Add(73 * time.Hour)
		mustBe(t, "expired", thief.Prove("new@example.org", next), 403, "")
	})
	t.Run("an invitation twice", func(t *testing.T) {
		organiser := s.DeskAs(domain.RoleOrganiser)
		secret := organiser.Invite("twice@example.org", domain.RoleTreasurer)
		first, second := s.Stranger(), s.Stranger()
		one := first.Prove("twice@example.org", secret)
		s.Clock.Add(2 * time.Minute)
		two := second.Prove("twice@example.org", secret)
		mustBe(t, "first", first.Finish("sign-in/passkey", one, s.NewPasskey().Make(one.Body["options"])), 200, "")
		mustBe(t, "second", second.Finish("sign-in/passkey", two, s.NewPasskey().Make(two.Body["options"])), 403, "")
	})
	t.Run("an invitation for a member with a passkey", func(t *testing.T) {
		mustBe(t, "invite", s.DeskAs(domain.RoleOrganiser).Call("staff/invite",
			map[string]any{"name": "Ravi", "email": "ravi@example.org", "role": "organiser", "why": "helps"}), 409,
			domain.CodeNotPossible)
	})
}

func TestStolenDeskSession(t *testing.T) {
	s := startOnce(t)
	d, key := s.Join(s.DeskAs(domain.RoleOrganiser), "mira@example.org", domain.RoleOrganiser)
	d.ForgetConfirmation()
	thief := s.Stranger()
	thief.Token = d.Token
	thief.Must("staff/list", nil)
	for _, call := range []string{"staff/invite", "staff/role", "staff/end", "staff/reset", "passkey/begin",
		"passkey/finish", "passkey/remove"} {
		mustBe(t, call, thief.Call(call, nil), 403, domain.CodePasskeyRequired)
	}
	asked := thief.Must("confirm/begin", nil)
	mustBe(t, "own passkey", thief.Finish("confirm/finish", asked, s.NewPasskey().Sign(asked.Body["options"])), 422, "")
	mustBe(t, "no answer", thief.Call("confirm/finish", nil), 422, "")
	asked = d.Must("confirm/begin", nil)
	mustBe(t, "the owner", d.Finish("confirm/finish", asked, key.Sign(asked.Body["options"])), 200, "")
	d.Invite("more@example.org", domain.RoleGate)
	s.Clock.Add(5 * time.Minute)
	mustBe(t, "five minutes later", d.Call("staff/invite", nil), 403, domain.CodePasskeyRequired)
}

func TestStaffChangesTakeEffectAtOnce(t *testing.T) {
	s := startOnce(t)
	organiser := s.DeskAs(domain.RoleOrganiser)
	d, _ := s.Join(organiser, "ravi@example.org", domain.RoleOrganiser)
	id := d.Must("me", nil).Text("id")
	mustBe(t, "without a reason", organiser.Call("staff/role", map[string]any{"id": id, "role": "viewer"}), 422, "")
	organiser.Must("staff/role", map[string]any{"id": id, "role": "viewer", "why": "only looks now"})
	mustBe(t, "as a viewer", d.Call("staff/list", nil), 403, domain.CodeForbidden)
	d.Must("me", nil)

	reset := organiser.Must("staff/reset", map[string]any{"id": id,
		"why": "lost the phone, called back on the known number"})
	mustBe(t, "after the reset", d.Call("me", nil), 401, "")
	_, secret, _ := strings.Cut(reset.Text("link"), "#invitation=")
	s.Clock.Add(2 * time.Minute)
	s.WantCount(1, `SELECT COUNT(*) FROM outbox WHERE template = 'staff-reset'`)
	mustBe(t, "the lost passkey", d.Prove("ravi@example.org", ""), 403, "")
	s.Clock.Add(2 * time.Minute)
	asked := d.Prove("ravi@example.org", secret)
	mustBe(t, "a new one", d.Finish("sign-in/passkey", asked, s.NewPasskey().Make(asked.Body["options"])), 200, "")
	s.WantCount(1, `SELECT COUNT(*) FROM audit_log WHERE action = 'staff_add'`)

	self := map[string]any{"id": organiser.Who.ID, "role": "viewer", "why": "a rest"}
	mustBe(t, "the last organiser's role", organiser.Call("staff/role", self), 422, "")
	mustBe(t, "the last organiser's end", organiser.Call("staff/end", self), 422, "")
	mustBe(t, "somebody unknown", organiser.Call("staff/end", map[string]any{"id": "nobody", "why": "x"}), 404, "")

	organiser.Must("staff/end", map[string]any{"id": id, "why": "left the team"})
	mustBe(t, "after the end", d.Call("me", nil), 401, "")
	s.Clock.Add(12 * time.Minute)
	sent := d.Must("sign-in/code", map[string]any{"email": "ravi@example.org"})
	before := s.CodeFor("ravi@example.org")
	mustBe(t, "who has left", d.Call("sign-in/verify", map[string]any{"email": "ravi@example.org",
		"challenge_id": sent.Text("challenge_id"), "code": before}), 422, "")

}

func TestDeskCodeLimits(t *testing.T) {
	s := startOnce(t)
	d, key := s.Join(s.DeskAs(domain.RoleOrganiser), "ravi@example.org", domain.RoleRegistrar)
	stranger := s.Stranger()
	s.Clock.Add(time.Hour)
	for i := range 5 {
		mustBe(t, "code", stranger.Call("sign-in/code", map[string]any{"email": "ravi@example.org"}), 200, "")
		if i == 0 {
			mustBe(t, "at once again", stranger.Call("sign-in/code", map[string]any{"email": "ravi@example.org"}), 429, "")
		}
		s.Clock.Add(11 * time.Minute)
		s.Uptime.Add(11 * time.Minute)
	}
	s.Clock.Add(-2 * time.Minute)
	if a := stranger.Call("sign-in/code", map[string]any{"email": "ravi@example.org"}); a.Status != 429 ||
		a.Header.Get("Retry-After") == "" {
		t.Errorf("the sixth in an hour: %d %s", a.Status, a.Raw)
	}
	asked := d.Prove("ravi@example.org", "")
	mustBe(t, "known device", d.Finish("sign-in/passkey", asked, key.Sign(asked.Body["options"])), 200, "")

	s.Clock.Add(2 * time.Hour)
	sent := stranger.Must("sign-in/code", map[string]any{"email": "ravi@example.org"})
	for i := range 10 {
		a := stranger.Call("sign-in/verify", map[string]any{"email": "ravi@example.org",
			"challenge_id": sent.Text("challenge_id"), "code": "000000"})
		mustBe(t, "guess", a, 422, "")
		if i == 4 { // the code has no attempts left
			a := stranger.Call("sign-in/verify", map[string]any{"email": "ravi@example.org",
				"challenge_id": sent.Text("challenge_id"), "code": s.CodeFor("ravi@example.org")})
			mustBe(t, "right, after five wrong ones", a, 422, "")
		}
		if i == 8 {
			break
		}
	}
	mustBe(t, "more guesses", stranger.Call("sign-in/verify",
		map[string]any{"email": "ravi@example.org", "challenge_id": sent.Text("challenge_id"), "code": "000000"}), 429, "")
	known, unknown := stranger.Call("sign-in/code", map[string]any{"email": "nobody@example.org"}),
		s.Count(`SELECT COUNT(*) FROM outbox WHERE to_address = 'nobody@example.org' AND discard = 0`)
	if known.Status != http.StatusOK || unknown != 0 {
		t.Errorf("an unknown address: %d, %d emails", known.Status, unknown)
	}
}

func TestDeskCodeExpiresByTwoClocks(t *testing.T) {
	s := startOnce(t)
	s.Join(s.DeskAs(domain.RoleOrganiser), "ravi@example.org", domain.RoleRegistrar)
	d := s.Stranger()
	s.Clock.Add(2 * time.Minute)
	sent := d.Must("sign-in/code", map[string]any{"email": "ravi@example.org"})
	s.Uptime.Add(10 * time.Minute)
	mustBe(t, "ten minutes later", d.Call("sign-in/verify",
		map[string]any{"email": "ravi@example.org", "challenge_id": sent.Text("challenge_id"),
			"code": s.CodeFor("ravi@example.org")}), 422, "")
}

func TestOneClickIsForRehearsals(t *testing.T) {
	testdb.Once(t)
	s := start(t, apitest.Options{Settings: func(o *server.Settings) { o.Rehearsal = true }})
	var tokens []string
	for _, role := range domain.Roles {
		d := s.Stranger()
		if a := d.Keep(d.Call("sign-in/rehearsal", map[string]any{"role": role})); a.Text("role") != role {
			t.Fatalf("%s", a.Raw)
		}
		d.ForgetConfirmation()
		asked := d.Must("confirm/begin", nil)
		equal(t, asked.Text("purpose"), "rehearsal")
		d.Must("confirm/finish", nil)
		mustBe(t, "a passkey", d.Call("passkey/begin", nil), 403, domain.CodeForbidden)
		tokens = append(tokens, d.Token)
	}
	mustBe(t, "no role", s.Stranger().Call("sign-in/rehearsal", map[string]any{"role": "god"}), 422, "")

	public := apitest.Start(t, apitest.Options{Dir: s.Dir, Now: s.Clock.Now()}) // the same data on a public server
	thief := public.Stranger()
	mustBe(t, "the call", thief.Call("sign-in/rehearsal", map[string]any{"role": "organiser"}), 404, "")
	for _, token := range tokens {
		thief.Token = token
		mustBe(t, "the session", thief.Call("me", nil), 401, "")
		mustBe(t, "the confirmation", thief.Call("confirm/finish", nil), 401, "")
	}
	if _, err := public.Staff.SignInRehearsal(t.Context(), "organiser", ""); !domain.IsCode(err, domain.CodeNotFound) {
		t.Errorf("the normal sign-in: %v", err)
	}
	sent := thief.Call("sign-in/code", map[string]any{"email": "organiser@rehearsal.invalid"})
	public.Clock.Add(time.Minute)
	mustBe(t, "the invented mailbox", thief.Call("sign-in/verify", map[string]any{
		"email": "organiser@rehearsal.invalid", "challenge_id": sent.Text("challenge_id"),
		"code": public.CodeFor("organiser@rehearsal.invalid"),
	}), 403, "")
}

func TestDeskSession(t *testing.T) {
	s, d := startDesk(t, domain.RoleViewer)
	equal(t, d.Must("me", nil).Text("role"), "viewer")
	for i := range 15 { // a request every 29 minutes, for seven and a quarter hours
		s.Clock.Add(29 * time.Minute)
		d.Call("me", nil).Must(http.StatusOK, "use %d", i)
	}
	s.Clock.Add(29 * time.Minute)
	d.Must("me", nil)
	s.Clock.Add(17 * time.Minute) // the session is now more than eight hours old
	d.Call("me", nil).Want(http.StatusUnauthorized, "after eight hours")
	rested := s.DeskAs(domain.RoleViewer)
	s.Clock.Add(20 * time.Minute)
	rested.Call("me", nil, "X-Desk-Background", "1") // the page makes this request on its own
	s.Clock.Add(10 * time.Minute)
	rested.Call("me", nil).Want(http.StatusUnauthorized, "after half an hour of rest")
}

func TestDeskIsForItsOwnPages(t *testing.T) {
	_, d := startDesk(t, domain.RoleOrganiser)
	for name, headers := range map[string][]string{
		"no origin":            {"Origin", ""},
		"another origin":       {"Origin", "https://example.com"},
		"an opaque origin":     {"Origin", "null"},
		"a page of the domain": {"Sec-Fetch-Site", "same-site"},
		"no page":              {"Sec-Fetch-Site", "none"},
	} {
		d.Call("me", nil, headers...).Want(http.StatusForbidden, "%s", name).Says(domain.CodeForbidden)
	}
	d.Call("me", nil, "Content-Type", "text/plain").Want(http.StatusUnsupportedMediaType, "a form")
	d.Call("me", nil, "Cookie", "desk="+d.Token+"; desk=other").Want(http.StatusUnauthorized, "two cookies")
}

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
		a.Says("is already a member of staff")
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

// The control is the same request after the invited organiser has signed in.
func TestAnInvitedOrganiserHasNoRightsYet(t *testing.T) {
	once(t)
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
	s := startOnce(t)
	last := s.DeskAs(domain.RoleOrganiser)
	last.Invite("wrong@example.org", domain.RoleOrganiser)
	id := s.Text(`SELECT id FROM staff WHERE email = 'wrong@example.org'`)
	last.Must("staff/end", map[string]any{"id": id, "why": "the wrong address"})
}

func TestInvitingSaysWhy(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser)
	_, phone := enrolled(t, s, "North", false)
	for call, in := range map[string]map[string]any{
		"staff/invite": {"name": "Ravi Rao", "email": "ravi@example.org", "role": "viewer"},
		"gate-invite":  {"name": "South", "venue": "bhopal"},
		"gate-revoke":  {"id": phone},
	} {
		in["why"] = " "
		d.Call(call, in).Want(422, "%s without a reason", call).Says(`"why":"Please say why`)
	}
	d.Must("staff/invite", map[string]any{"name": "Ravi Rao", "email": "ravi@example.org", "role": "viewer",
		"why": "helps with the list"})
	d.Must("gate-invite", map[string]any{"name": "South", "venue": "bhopal", "why": "a second door"})
	d.Must("gate-revoke", map[string]any{"id": phone, "why": "left in a taxi"})
	for _, why := range []string{"helps with the list", "a second door", "left in a taxi"} {
		d.Must("activity-log/list", nil).Says(why)
	}
}
