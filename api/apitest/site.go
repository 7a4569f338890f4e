package apitest

import (
	"os"
	"path/filepath"
	"testing"

	"transom/api/server"
)

const hostingFile = `
[build]
  publish = "site/dist"
[[headers]]
  for = "/*"
  [headers.values]
  Content-Security-Policy = "default-src 'self'; upgrade-insecure-requests"
  Strict-Transport-Security = "max-age=1"
[[headers]]
  for = "/assets/*"
  [headers.values]
  Cache-Control = "public, max-age=31536000, immutable"
[[headers]]
  for = "/verify/*"
  [headers.values]
  Referrer-Policy = "no-referrer"
[[redirects]]
  from = "/api/*"
  to = "https://api.example/api/:splat"
  status = 200
[[redirects]]
  from = "/verify/*"
  to = "/verify"
  status = 200
[[redirects]]
  from = "/old/*"
  to = "/:splat"
`

// StartSite runs the API with a small site. `change` may be nil.
func StartSite(t *testing.T, change func(*server.Settings)) *Server {
	t.Helper()
	dir := t.TempDir()
	page := func(title string) string {
		return `<!doctype html><html lang="en"><head><title>` + title +
			`</title></head><body class="x"><p>text</p></body></html>`
	}
	for name, text := range map[string]string{
		"site/index.html": page("Home"), "site/faqs.html": page("FAQs"), "site/404.html": page("Not found"),
		"site/verify.html":  page("Verify"),
		"site/faqs.html.gz": "pretend gzip", "site/faqs.html.br": "pretend brotli", "site/assets/a-123.js": "export {}",
		"site/assets/film.mp4": "0123456789", "site/.well-known/security.txt": "Contact: x", "site/.env": "secret",
		"outside.txt": "outside", "netlify.toml": hostingFile,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return Start(t, Options{Settings: func(s *server.Settings) {
		s.SiteURL, s.Static, s.Hosting = "https://site.example", filepath.Join(dir, "site"),
			filepath.Join(dir, "netlify.toml")
		if change != nil {
			change(s)
		}
	}})
}
