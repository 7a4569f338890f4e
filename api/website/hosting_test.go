package website_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"transom/api/apitest"
	"transom/api/server"
)

// Every matching rule of the real netlify.toml applies. If two rules set a header, the later one wins, as on the CDN.
func TestServesAsTheRealHostingFileSays(t *testing.T) {
	const file = "../../netlify.toml"
	var rules struct {
		Build   struct{ Command, Publish string }
		Headers []struct {
			For    string
			Values map[string]string
		}
		Redirects []struct {
			From, To string
			Status   int
		}
	}
	if _, err := toml.DecodeFile(file, &rules); err != nil {
		t.Fatal(err)
	}
	if rules.Build.Publish != "site/dist" || len(rules.Headers) < 5 || len(rules.Redirects) < 2 {
		t.Fatalf("%+v", rules)
	}
	// A pattern matches one address or, if it ends in *, all addresses with that beginning.
	covers := func(pattern, address string) bool {
		prefix, isPrefix := strings.CutSuffix(pattern, "*")
		if strings.ContainsAny(prefix, "*:") {
			t.Fatalf("this test does not understand %q", pattern)
		}
		return address == pattern || isPrefix && strings.HasPrefix(address, prefix)
	}
	dir := t.TempDir()
	addresses := map[string]string{"/": "index.html", "/faqs": "faqs.html"}
	for _, r := range rules.Headers {
		name := strings.TrimPrefix(r.For, "/")
		if below, isPrefix := strings.CutSuffix(name, "*"); isPrefix {
			name = below + "sample.js"
		}
		addresses["/"+name] = name
	}
	for _, r := range rules.Redirects {
		name := strings.TrimSuffix(r.From, "*")
		delete(addresses, name+"sample.js")
		addresses[name+"abc"], addresses[name+"a/b"] = strings.TrimPrefix(r.To, "/"), strings.TrimPrefix(r.To, "/")
		if r.Status != http.StatusOK {
			t.Errorf("%s: this test knows rewrites only", r.From)
		}
	}
	for _, name := range addresses {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("this is "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := apitest.Start(t, apitest.Options{Settings: func(s *server.Settings) {
		s.SiteURL, s.Static, s.Hosting = "https://site.example", dir, file
	}})
	for address, name := range addresses {
		want := map[string]string{}
		for _, r := range rules.Headers {
			if covers(r.For, address) {
				for header, value := range r.Values {
					want[header] = value
				}
			}
		}
		a := s.Send("GET", address, nil, "Accept-Encoding", "identity")
		if a.Status != http.StatusOK || string(a.Raw) != "this is "+name {
			t.Errorf("%s: %d %s", address, a.Status, a.Raw)
		}
		for header, value := range want {
			if got := a.Header.Values(header); len(got) != 1 || got[0] != value {
				t.Errorf("%s: %s is %q, the file says %q", address, header, got, value)
			}
		}
	}
}
