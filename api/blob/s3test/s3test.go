// Package s3test starts a real object store for tests, on loopback and in memory.
package s3test

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Start returns the address of an empty bucket for TRANSOM_BLOBS, and its server.
func Start(t testing.TB) (address string, server *httptest.Server) {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("pictures"); err != nil {
		t.Fatal(err)
	}
	store := gofakes3.New(backend).Server()
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// the server requires the header, which empty bodies lack
		if r.Method == http.MethodPut && r.Header.Get("Content-Length") == "" {
			r.Header.Set("Content-Length", strconv.FormatInt(max(r.ContentLength, 0), 10))
		}
		store.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return "s3://key:s3cr3t@" + strings.TrimPrefix(server.URL, "http://") + "/pictures?region=eu-1", server
}
