package website_test

import (
	"net/http"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/server"
)

// The pages that this program renders itself have the site's colours and their own rules.
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
