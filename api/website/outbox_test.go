package website_test

import (
	"net/http"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/server"
)

func TestRehearsalShowsTheMail(t *testing.T) {
	s := apitest.Start(t, apitest.Options{Settings: func(o *server.Settings) { o.Rehearsal = true }})
	if a := s.Send("GET", "/rehearsal", nil); a.Status != http.StatusOK ||
		!strings.Contains(string(a.Raw), "No emails yet.") {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	form, _, _, _ := s.RegisterPaid(nil)
	if a := s.Post("/send-otp", map[string]any{"email": form["email"]}); a.Status != http.StatusOK {
		t.Fatalf("send-otp: %d %s", a.Status, a.Raw)
	}
	code := s.CodeFor(form["email"].(string))
	for _, path := range []string{"/rehearsal", "/rehearsal/"} {
		a := s.Send("GET", path, nil)
		page := string(a.Raw)
		if a.Status != http.StatusOK || !strings.Contains(page, code) || !strings.Contains(page, form["email"].(string)) {
			t.Errorf("%s: %d %s", path, a.Status, page)
		}
		if at := "11 March 2025, 12:00</time>"; !strings.Contains(page, at) {
			t.Errorf("%s: no %q, which is 06:30 UTC at the event, in %s", path, at, page)
		}
		policy := a.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; style-src 'self'") || strings.Contains(policy, "unsafe") ||
			strings.Contains(page, "style=") || strings.Contains(page, "<script") {
			t.Errorf("%s: policy %q", path, policy)
		}
	}
	if a := s.Send("GET", "/rehearsal/style.css", nil); a.Status != http.StatusOK ||
		!strings.HasPrefix(a.Header.Get("Content-Type"), "text/css") {
		t.Errorf("style: %d", a.Status)
	}
}

func TestMailIsShownInARehearsalOnly(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	for _, path := range []string{"/rehearsal", "/rehearsal/", "/rehearsal/style.css"} {
		if a := s.Send("GET", path, nil); a.Status != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.Status)
		}
	}
}
