package website_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/server"
)

func TestStaticFiles(t *testing.T) {
	s := apitest.StartSite(t, nil)
	for _, c := range []struct {
		path   string
		status int
		holds  string
		header map[string]string
	}{
		{"/", 200, "<title>Home", map[string]string{"Content-Type": "text/html; charset=utf-8",
			"Strict-Transport-Security": "max-age=1"}},
		{"/faqs", 200, "<title>FAQs",
			map[string]string{"Content-Security-Policy": "default-src 'self'; upgrade-insecure-requests"}},
		{"/faqs/", 200, "<title>FAQs", nil},
		{"/faqs.html", 200, "<title>FAQs", nil},
		{"/verify/abc", 200, "<title>Verify", map[string]string{"Referrer-Policy": "no-referrer"}},
		{"/assets/a-123.js", 200, "export", map[string]string{"Content-Type": "text/javascript; charset=utf-8",
			"Cache-Control": "public, max-age=31536000, immutable"}},
		{"/assets/gone.js", 404, "There is nothing at this address.", map[string]string{
			"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-cache"}},
		{"/nothing", 404, "<title>Not found", map[string]string{"Content-Type": "text/html; charset=utf-8"}},
		{"/nothing/deep/", 404, "<title>Not found", nil},
		{"/.well-known/security.txt", 200, "Contact: x", map[string]string{"Content-Type": "text/plain; charset=utf-8"}},
		{"/.env", 404, "", nil},
		{"/../outside.txt", 404, "", nil},
		{"/%2e%2e/outside.txt", 404, "", nil},
		{"/..%2foutside.txt", 404, "", nil},
		{"/assets", 404, "<title>Not found", nil},
		{"//faqs", 404, "<title>Not found", nil},
		{"/nothing/../faqs", 404, "<title>Not found", nil},
		{"//other.example/..%2ffaqs", 404, "<title>Not found", nil},
		{"//other.example/%2e%2e/faqs", 404, "<title>Not found", nil},
		{"/verify/..%2ffaqs", 404, "<title>Not found", nil},
		{"/verify//other", 404, "<title>Not found", nil},
		{"/api/nothing", 404, `"status":"error"`, nil},
	} {
		a := s.Send("GET", c.path, nil, "Accept-Encoding", "identity")
		a.Want(c.status, "%s", c.path).Says(c.holds).Omits("secret", "outside")
		for name, want := range c.header {
			check.Equal(t, a.Header.Get(name), want, "%s: %s", c.path, name)
		}
	}
}

func TestStaticNegotiation(t *testing.T) {
	s := apitest.StartSite(t, nil)
	for accept, want := range map[string]string{"br, gzip": "br", "gzip": "gzip", "gzip, br;q=0": "gzip", "identity": "",
		"deflate": ""} {
		a := s.Send("GET", "/faqs", nil, "Accept-Encoding", accept)
		if got := a.Header.Get("Content-Encoding"); got != want ||
			!strings.Contains(a.Header.Get("Vary"), "Accept-Encoding") {
			t.Errorf("%q: %q, %v", accept, got, a.Header["Vary"])
		}
	}
	first := s.Send("GET", "/faqs", nil, "Accept-Encoding", "br")
	tag := first.Header.Get("ETag")
	if a := s.Send("GET", "/faqs", nil, "Accept-Encoding", "br", "If-None-Match", tag); tag == "" ||
		a.Status != http.StatusNotModified || len(a.Raw) != 0 {
		t.Errorf("%d with tag %q", a.Status, tag)
	}
	s.Send("GET", "/faqs", nil, "Accept-Encoding", "gzip", "If-None-Match", tag).
		Want(http.StatusOK, "the tag of another encoding matches")
	if a := s.Send("GET", "/assets/film.mp4", nil, "Range", "bytes=2-4"); a.Status != http.StatusPartialContent ||
		string(a.Raw) != "234" {
		t.Errorf("%d %q", a.Status, a.Raw)
	}
	if a := s.Send("HEAD", "/faqs", nil, "Accept-Encoding", "identity"); a.Status != http.StatusOK || len(a.Raw) != 0 {
		t.Errorf("HEAD: %d %q", a.Status, a.Raw)
	}
	if a := s.Send("GET", "/old/faqs", nil, "Accept-Encoding", "identity"); a.Status != http.StatusOK ||
		!strings.Contains(string(a.Raw), "FAQs") {
		t.Errorf("a moved page: %d %q", a.Status, a.Raw)
	}
}

func TestRehearsalMarksPages(t *testing.T) {
	s := apitest.StartSite(t, func(s *server.Settings) { s.Rehearsal, s.SiteURL = true, "http://localhost:8080" })
	ribbon := `<body class="x"><aside class="rehearsal-ribbon" aria-label="Rehearsal">Rehearsal: no real payments. ` +
		`Emails are at <a href="/rehearsal">/rehearsal</a>.</aside><p>text`
	for path, status := range map[string]int{"/": 200, "/faqs/": 200, "/verify/x": 200, "/nothing": 404} {
		a := s.Send("GET", path, nil, "Accept-Encoding", "identity")
		a.Want(status, "%s", path).Says(ribbon, `<html data-rehearsal="2025-03-11T06:30:00Z" lang="en">`)
		if a.Header.Get("Strict-Transport-Security") != "" ||
			a.Header.Get("Content-Security-Policy") != "default-src 'self'" {
			t.Errorf("%s insists on https: %v", path, a.Header)
		}
	}
	a := s.Send("GET", "/faqs", nil, "Accept-Encoding", "gzip, br")
	if a.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("encoding %q", a.Header.Get("Content-Encoding"))
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(a.Raw))
	if err != nil {
		t.Fatal(err)
	}
	if page, err := io.ReadAll(unpacked); err != nil || !bytes.Contains(page, []byte(ribbon)) {
		t.Errorf("%v %s", err, page)
	}
	check.Equal(t, string(s.Send("GET", "/assets/a-123.js", nil).Raw), "export {}", "a script was changed")
}

// When the gate's page is updated, its new cache must not contain the old page.
func TestARebuiltPageIsSentAtOnce(t *testing.T) {
	var folder string
	s := apitest.StartSite(t, func(s *server.Settings) { s.Rehearsal, folder = true, s.Static })
	page := func() string { return string(s.Send("GET", "/faqs", nil, "Accept-Encoding", "identity").Raw) }
	page()
	if err := os.WriteFile(filepath.Join(folder, "faqs.html"), []byte("<html><body>rebuilt</body></html>"),
		0o600); err != nil {
		t.Fatal(err)
	}
	apitest.Says(t, page(), "rebuilt")
}

// A page for one visitor is never cached, not even with a rehearsal's ribbon.
func TestPagesOfOneVisitorAreNeverStored(t *testing.T) {
	for _, rehearsal := range []bool{false, true} {
		s := apitest.StartSite(t, func(s *server.Settings) {
			s.Rehearsal = rehearsal
			useRealHosting(t, s)
			if err := os.WriteFile(filepath.Join(s.Static, "event-ticket.html"), []byte("<html><body>ticket</body></html>"),
				0o600); err != nil {
				t.Fatal(err)
			}
		})
		for _, path := range []string{"/verify/abc", "/event-ticket/abc", "/verify/a/b"} {
			check.Equal(t, s.Send("GET", path, nil).Header.Get("Cache-Control"), "no-store", "rehearsal %v, %s", rehearsal,
				path)
		}
		if got := s.Send("GET", "/", nil).Header.Get("Cache-Control"); got == "no-store" || got == "" {
			t.Errorf("rehearsal %v, /: %q", rehearsal, got)
		}
	}
}

func useRealHosting(t *testing.T, s *server.Settings) {
	t.Helper()
	s.Hosting = filepath.Join("..", "..", "netlify.toml")
	if _, err := os.Stat(s.Hosting); err != nil {
		t.Fatal(err)
	}
}

func TestOwnPagesUseTheBrandColours(t *testing.T) {
	s := apitest.Start(t, apitest.Options{Settings: func(o *server.Settings) { o.Rehearsal = true }})
	for path, own := range map[string]string{"/sandbox/style.css": "fieldset {", "/rehearsal/style.css": "article {"} {
		a := s.Send("GET", path, nil)
		if a.Status != http.StatusOK || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/css") {
			t.Errorf("%s: %d %s", path, a.Status, a.Header.Get("Content-Type"))
		}
		for _, rule := range []string{"--surface:", ".ribbon {", own} {
			if !strings.Contains(string(a.Raw), rule) {
				t.Errorf("%s has no %q", path, rule)
			}
		}
	}
}

func TestRehearsalShowsTheMail(t *testing.T) {
	s := apitest.Start(t, apitest.Options{Settings: func(o *server.Settings) { o.Rehearsal = true }})
	s.Send("GET", "/rehearsal", nil).Must(http.StatusOK).Says("No emails yet.")
	form, _, _, _ := s.RegisterPaid(nil)
	s.Post("/send-otp", map[string]any{"email": form["email"]}).Must(http.StatusOK, "send-otp")
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
		s.Send("GET", path, nil).Want(http.StatusNotFound, "%s", path)
	}
}
