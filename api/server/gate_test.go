package server_test

import (
	"context"
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/server"
)

// enrolled enrols a device and returns its token.
func enrolled(t *testing.T, s *apitest.Server, name string, search bool) (token, device string) {
	t.Helper()
	secret, _, err := s.Gate.Invite(context.Background(), domain.GateInvitation{Name: name, Venue: "bhopal",
		MaySearch: search, Why: "a test"}, domain.Actor{ID: "test"})
	must(t, err)
	token = "tg1_" + base64.RawURLEncoding.EncodeToString([]byte(strings.Repeat(name[:1], 16)+domain.NewID(128)[:16]))
	a := s.Post("/gate/enrol", map[string]any{"secret": secret, "token": token}).Must(http.StatusOK)
	return token, a.Text("device")
}

func gateScan(s *apitest.Server, seq int, ticketID string) map[string]any {
	return map[string]any{
		"seq": seq, "ticket": ticketID, "list": "entry", "day": firstDay, "venue": "bhopal", "verdict": "in",
		"by": "camera", "wall": s.Clock.Now().UnixMilli(), "mono": 1000, "origin": 5,
	}
}

func gateSync(s *apitest.Server, token string, scans ...map[string]any) apitest.Answer {
	return s.Post("/gate/sync", map[string]any{
		"wall": s.Clock.Now().UnixMilli(), "mono": 2000, "origin": 5, "scans": scans, "battery": 80, "list_age": -1,
	}, "Authorization", token)
}

func TestGateInvitation(t *testing.T) {
	s := start(t)
	ctx, who := context.Background(), domain.Actor{ID: "test", Name: "Test"}
	token := func(letter string) string {
		return "tg1_" + base64.RawURLEncoding.EncodeToString([]byte(strings.Repeat(letter, 32)))
	}
	secret, _, err := s.Gate.Invite(ctx, domain.GateInvitation{Name: "North", Venue: "bhopal", Why: "a test"}, who)
	if err != nil || len(secret) != 22 {
		t.Fatalf("%q, %v", secret, err)
	}
	s.WantCount(0, `SELECT COUNT(*) FROM gate_invitations WHERE hash = ?`, secret)
	if a := s.Post("/gate/invitation", map[string]any{"secret": secret}); a.Status != 200 || a.Text("name") != "North" ||
		a.Text("city") != "Bhopal" {
		t.Errorf("look: %d %s", a.Status, a.Raw)
	}
	for _, c := range []struct {
		secret, token string
		want          int
	}{{secret, "short", 422}, {"wrong", token("a"), 404}, {secret, token("a"), 200}, {secret, token("a"), 200},
		{secret, token("b"), 404}} {
		s.Post("/gate/enrol", map[string]any{"secret": c.secret, "token": c.token}).Want(c.want, "%+v", c)
	}
	s.WantCount(1, `SELECT COUNT(*) FROM gate_devices`)
	late, _, err := s.Gate.Invite(ctx, domain.GateInvitation{Name: "Late", Venue: "bhopal", Why: "a test"}, who)
	must(t, err)
	s.Clock.Add(10 * time.Minute)
	for _, path := range []string{"/gate/invitation", "/gate/enrol"} {
		s.Post(path, map[string]any{"secret": late, "token": token("c")}).Want(404, "%s after ten minutes", path)
	}
	s.WantCount(2, `SELECT COUNT(*) FROM audit_log WHERE action = 'gate_invite'`)
	if _, _, err := s.Gate.Invite(ctx, domain.GateInvitation{Venue: "moon", Lists: []string{"x"}},
		who); !domain.IsCode(err, domain.CodeInvalid) {
		t.Errorf("a wrong invitation: %v", err)
	}
}

func TestGateRights(t *testing.T) {
	s := start(t)
	_, _, _, bought := s.RegisterPaid(nil)
	token, device := enrolled(t, s, "North", false)
	gateSync(s, "").Want(401, "without a token")
	for _, path := range []string{"/profile", "/tickets", "/desk/gate-live"} {
		if a := s.Post(path, map[string]any{}, "Authorization", token); a.Status == 200 {
			t.Errorf("%s answers a device", path)
		}
	}
	a := gateSync(s, token, gateScan(s, 1, bought.ID))
	if a.Status != 200 || a.Body["have"] != 1.0 {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	for _, secret := range []string{bought.HolderName, bought.ID, "example.org", token} {
		if strings.Contains(string(a.Raw), secret) {
			t.Errorf("the answer holds %q", secret)
		}
	}
	searcher, _ := enrolled(t, s, "Desk", true)
	for text, want := range map[string]int{bought.HolderName: 1, bought.ID[:8]: 1, "zzzzzz": 0, "%%%": 0,
		"\x00\x00\x00": 0, "ver\x00ma": 0, bought.ID[:8] + "\x00": 0} {
		a := s.Post("/gate/find", map[string]any{"text": text}, "Authorization", searcher)
		if people, _ := a.Body["people"].([]any); a.Status != 200 || len(people) != want {
			t.Errorf("%q: %d %s", text, a.Status, a.Raw)
		}
	}
	must(t, s.Gate.Revoke(context.Background(), device, "lost", domain.Actor{ID: "test"}))
	s.Clock.Add(time.Minute)
	if a := gateSync(s, token); a.Status != 401 || a.Body["have"] != 1.0 {
		t.Errorf("after revoking: %d %s", a.Status, a.Raw)
	}
	s.Clock.Set(time.Date(2025, 4, 15, 0, 0, 0, 0, time.UTC))
	gateSync(s, searcher).Want(401, "a day after the event")
	if strings.Contains(s.Log.String(), token) || strings.Contains(s.Log.String(), bought.ID) {
		t.Error("the log holds a token or a ticket")
	}
}

func TestGateHasItsOwnLimits(t *testing.T) {
	s := start(t, apitest.Options{Settings: func(s *server.Settings) { s.RateLimits = true }})
	one, _ := enrolled(t, s, "One", false)
	two, _ := enrolled(t, s, "Two", false)
	refused := 0
	for range 260 {
		if a := gateSync(s, one); a.Status == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused == 0 {
		t.Error("a device may call as often as it likes")
	}
	gateSync(s, two).Want(200, "another device is limited because of it")
}
