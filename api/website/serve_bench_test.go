package website_test

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"transom/api/website"
)

type still struct{}

func (still) Now() time.Time { return time.Unix(0, 0) }

// What a page of the site costs without the network.
func BenchmarkPage(b *testing.B) {
	dir := b.TempDir()
	for _, name := range []string{"faqs.html", "faqs.html.br", "faqs.html.gz"} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, 5000), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	site, err := website.New(website.Place{Folder: dir, Hosting: "../../netlify.toml", URL: "http://localhost"}, still{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest("GET", "/faqs", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		site.ServeHTTP(httptest.NewRecorder(), r)
	}
}
