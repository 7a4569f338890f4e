package server_test

import (
	"net/http"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/domain"
	"transom/api/server"
	"transom/generator/schema"
)

func TestReportOfAPageError(t *testing.T) {
	testdb.Once(t)
	s := start(t, apitest.Options{
		Content:  func(c *domain.Content) { c.Event.Sheets = []schema.Sheet{{Route: "/verify"}} },
		Settings: func(s *server.Settings) { s.RateLimits = true },
	})
	report := func(route, release, name string) apitest.Answer {
		return s.Post("/report-error", map[string]any{"route": route, "release": release, "error": name,
			"message": "asha@example.org"}, "Authorization", "secret-token")
	}
	report("/verify", "Ab_3-9", "TypeError").Must(http.StatusOK)
	for _, c := range [][3]string{
		{"/verify/AAAAAAAA", "x", "Error"}, {"asha@example.org", "x", "Error"}, {"", "x", "Error"},
		{"/verify", "a b", "Error"}, {"/verify", "", "Error"}, {"/verify", "x", "asha@example.org"},
		{"/verify", "x", strings.Repeat("E", 41)},
	} {
		report(c[0], c[1], c[2]).Want(http.StatusUnprocessableEntity, "%q", c)
	}
	log := s.Log.String()
	if strings.Count(log, "an error on a page") != 1 || !strings.Contains(log,
		"route=/verify release=Ab_3-9 error=TypeError") {
		t.Errorf("the log has not one line of it:\n%s", log)
	}
	if strings.Contains(log, "asha") || strings.Contains(log, "secret") {
		t.Errorf("the log knows too much:\n%s", log)
	}
	if a := s.Send("GET", "/metrics", nil); !strings.Contains(string(a.Raw), "transom_page_errors_total 1\n") {
		t.Errorf("not counted: %s", a.Raw)
	}
	for range 2 {
		report("/verify", "x", "Error")
	}
	if a := report("/verify", "x", "Error"); a.Status != http.StatusTooManyRequests || a.Header.Get("Retry-After") == "" {
		t.Errorf("the eleventh report: %d", a.Status)
	}
}
