package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/blob"
	"transom/api/blob/s3test"
	"transom/api/store"
	"transom/api/upload"
)

// Wherever pictures are stored, they can be uploaded and claimed by a registration, and unclaimed ones are cleaned up.
func TestPicturesElsewhere(t *testing.T) {
	t.Parallel()
	address, _ := s3test.Start(t)
	bucket, err := blob.OpenS3(address)
	must(t, err)
	for name, place := range map[string]func(*store.Store) apitest.Pictures{
		"database": func(s *store.Store) apitest.Pictures { return s.Blobs() },
		"bucket":   func(*store.Store) apitest.Pictures { return bucket },
	} {
		t.Run(name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{Blobs: place})
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
			must(t, s.Cleaner().Clean(t.Context()))
			if photos, documents := count("photo"), count("aadhar"); photos != 1 || documents != 1 {
				t.Errorf("%d photos and %d documents", photos, documents)
			}
			if err := s.Blobs.Check(t.Context()); err != nil {
				t.Errorf("not ready: %v", err)
			}
		})
	}
}

// If the object store is unavailable, visitors are asked to try again later, and no row refers to a missing picture.
func TestBucketIsUnavailable(t *testing.T) {
	t.Parallel()
	address, away := s3test.Start(t)
	bucket, err := blob.OpenS3(address)
	must(t, err)
	s := apitest.Start(t, apitest.Options{Blobs: func(*store.Store) apitest.Pictures { return bucket }})
	away.Close()
	a := s.Upload("photo", apitest.SmallJPEG())
	if a.Status != http.StatusServiceUnavailable || a.Header.Get("Retry-After") == "" {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
	s.WantCount(0, `SELECT COUNT(*) FROM assets`)
	if strings.Contains(s.Log.String(), "s3cr3t") {
		t.Error("the secret is in the log")
	}
}
