package server_test

import (
	"net/http"
	"testing"
	"time"

	"transom/api/apitest/testdb"
	"transom/api/domain"
)

func TestDeskSession(t *testing.T) {
	s := start(t)
	d := s.DeskAs(domain.RoleViewer)
	if a := d.Must("me", nil); a.Text("role") != "viewer" {
		t.Errorf("%s", a.Raw)
	}
	for i := range 15 { // half an hour of use, and again, for seven and a half hours
		s.Clock.Add(29 * time.Minute)
		d.Call("me", nil).Must(http.StatusOK, "use %d", i)
	}
	s.Clock.Add(29 * time.Minute)
	d.Must("me", nil)
	s.Clock.Add(17 * time.Minute) // eight hours are over
	d.Call("me", nil).Want(http.StatusUnauthorized, "after eight hours")
	rested := s.DeskAs(domain.RoleViewer)
	s.Clock.Add(20 * time.Minute)
	rested.Call("me", nil, "X-Desk-Background", "1") // a request by the page, not by the person
	s.Clock.Add(10 * time.Minute)
	rested.Call("me", nil).Want(http.StatusUnauthorized, "after half an hour of rest")
}

func TestDeskIsForItsOwnPages(t *testing.T) {
	testdb.Once(t)
	s := start(t)
	d := s.DeskAs(domain.RoleOrganiser)
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
