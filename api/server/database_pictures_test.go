package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/store"
	"transom/api/upload"
)

// Pictures in the database can be uploaded and claimed by a registration, and unclaimed ones are cleaned up.
func TestPicturesInTheDatabase(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.Options{Blobs: func(s *store.Store) apitest.Pictures { return s.Blobs() }})
	count := func(kind string) int {
		t.Helper()
		names, err := s.Blobs.List(t.Context(), kind, time.Now().Add(time.Hour))
		must(t, err)
		return len(names)
	}
	form, _, b, _ := s.RegisterPaid(nil)
	token := s.SignInAs(form["email"].(string))
	if a := s.Post("/photo", map[string]any{}, "Authorization", "Bearer "+token); a.Status != http.StatusOK ||
		!strings.HasPrefix(string(a.Raw), "\xFF\xD8") {
		t.Errorf("photo: %d, %d bytes", a.Status, len(a.Raw))
	}
	document, err := s.Blobs.Get(t.Context(), upload.BlobName(upload.IDDocument, b.IDAsset))
	if err != nil || !strings.HasPrefix(string(document), "age-encryption.org/") {
		t.Errorf("the document is not sealed: %v", err)
	}
	s.Picture("photo") // nobody claims it
	if n := count("photo"); n != 2 {
		t.Errorf("%d photos", n)
	}
	s.Clock.Add(25 * time.Hour)
	must(t, s.Retention().Clean(t.Context()))
	if photos, documents := count("photo"), count("aadhar"); photos != 1 || documents != 1 {
		t.Errorf("%d photos and %d documents", photos, documents)
	}
	if err := s.Blobs.Check(t.Context()); err != nil {
		t.Errorf("not ready: %v", err)
	}
}
