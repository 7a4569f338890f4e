package website_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/server"
)

func gateSite(t *testing.T, rehearsal bool) *apitest.Server {
	return apitest.StartSite(t, func(s *server.Settings) {
		s.Rehearsal, s.Desk = rehearsal, "https://site.example"
		s.Hosting = "../../netlify.toml"
		for _, name := range []string{"gate.html", "desk.html"} {
			if err := os.WriteFile(filepath.Join(s.Static, name), []byte("<!doctype html><html><body></body></html>"),
				0o600); err != nil {
				t.Fatal(err)
			}
		}
	})
}

var gateAddresses = []string{"/rehearsal/gate", "/rehearsal/gate/", "/rehearsal/gate.js", "/rehearsal/gate.css",
	"/rehearsal/gate.html"}

// A public server has no page with tickets to scan, and no site may frame the gate or the desk.
func TestNoRehearsalOfTheGateInPublic(t *testing.T) {
	s := gateSite(t, false)
	_, _, _, bought := s.RegisterPaid(nil)
	for _, path := range append(gateAddresses, "/rehearsal//gate", "/rehearsal/../rehearsal/gate", "/REHEARSAL/gate",
		"/rehearsal/gate?rehearsal=1") {
		for _, headers := range [][]string{{}, {"X-Rehearsal", "1"}, {"Cookie", "rehearsal=1"},
			{"X-Original-URL", "/rehearsal/gate"}} {
			a := s.Send("GET", path, nil, headers...)
			a.Want(http.StatusNotFound, "%s %v", path, headers).Omits(bought.ID)
		}
	}
	if a := s.Post("/desk/sign-in/rehearsal", map[string]any{"role": "organiser"}); a.Status == http.StatusOK {
		t.Error("anybody is the organiser")
	}
	for _, path := range []string{"/gate", "/desk", "/desk/gate"} {
		a := s.Send("GET", path, nil)
		if a.Status != http.StatusOK || a.Header.Get("X-Frame-Options") != "DENY" ||
			!strings.Contains(a.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			t.Errorf("%s: %d %v", path, a.Status, a.Header)
		}
	}
}

// Each registration has a code that the gate accepts.
func TestRehearsalOfTheGate(t *testing.T) {
	s := gateSite(t, true)
	_, _, _, bought := s.RegisterPaid(nil)
	a := s.Send("GET", "/rehearsal/gate", nil)
	page := string(a.Raw)
	if a.Status != http.StatusOK || !strings.Contains(page, "/event-ticket/"+bought.ID+"#"+bought.Signature+`"`) {
		t.Errorf("%d: %s is not held up in %s", a.Status, bought.ID, page)
	}
	apitest.Says(t, page, "not a ticket", "forged", "another event", "data:image/png;base64,")
	if policy := a.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-src 'self'") ||
		strings.Contains(policy, "unsafe") {
		t.Errorf("policy %q", policy)
	}
	for _, path := range []string{"/rehearsal/gate.js", "/rehearsal/gate.css"} {
		s.Send("GET", path, nil).Want(http.StatusOK, "%s", path)
	}
	for path, want := range map[string]string{"/gate": "SAMEORIGIN", "/desk": "SAMEORIGIN", "/desk/gate": "SAMEORIGIN",
		"/faqs": "DENY", "/verify/x": "DENY"} {
		a := s.Send("GET", path, nil)
		check.Equal(t, a.Header.Get("X-Frame-Options"), want, "%s: X-Frame-Options", path)
		check.Equal(t, strings.Contains(a.Header.Get("Content-Security-Policy"), "frame-ancestors 'self'"),
			want == "SAMEORIGIN", "%s: %q", path, a.Header.Get("Content-Security-Policy"))
	}
}
