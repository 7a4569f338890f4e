package blob_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"transom/api/blob"
	"transom/api/blob/blobtest"
	"transom/api/blob/s3test"
)

func TestS3FollowsTheContract(t *testing.T) {
	address, _ := s3test.Start(t)
	s, err := blob.OpenS3(address)
	must(t, err)
	must(t, s.Check(t.Context()))
	blobtest.Promises(t, s)
	blobtest.Once(t, s)
}

// The errors of an unreachable store and of a missing bucket contain no secret.
func TestS3IsUnavailable(t *testing.T) {
	address, server := s3test.Start(t)
	wrong, err := blob.OpenS3(strings.Replace(address, "/pictures", "/nothing", 1))
	must(t, err)
	away, err := blob.OpenS3(address)
	must(t, err)
	check := func(what string, s *blob.S3) {
		t.Helper()
		_, getErr := s.Get(t.Context(), "photo/a.jpg")
		_, listErr := s.List(t.Context(), "photo", time.Now())
		for _, err := range []error{s.Put(t.Context(), "photo/a.jpg", []byte("x")), getErr, listErr, s.Check(t.Context())} {
			if err == nil || strings.Contains(err.Error(), "s3cr3t") {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	check("no such bucket", wrong)
	server.Close()
	check("away", away)
	if err := away.Put(t.Context(), "photo/a.jpg", []byte("x")); !errors.Is(err, blob.ErrAway) {
		t.Errorf("not said to be away: %v", err)
	}
}

func TestS3Addresses(t *testing.T) {
	for address, want := range map[string]string{
		"s3://key:s3cr3t@s3.example.org/pictures?region=eu-1": "",
		"s3://key:s3cr3t@127.0.0.1:9000/pictures":             "",
		"s3://s3.example.org/pictures":                        "has no key",
		"s3://key@s3.example.org/pictures":                    "has no key",
		"s3://key:s3cr3t@s3.example.org/":                     "exactly one bucket",
		"s3://key:s3cr3t@s3.example.org/a/b":                  "exactly one bucket",
		"s3://key:s3cr3t@/pictures":                           "needs a host",
		"s3://key:s3cr3t@s3.example.org/pictures?zone=eu":     "only region",
		"s3://key:s3cr3t%@s3.example.org/pictures":            "is not an address",
		"https://key:s3cr3t@s3.example.org/pictures":          "is not an address",
	} {
		_, err := blob.OpenS3(address)
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", address, err, want)
		case err != nil && strings.Contains(err.Error(), "s3cr3t"):
			t.Errorf("the error contains the secret: %v", err)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestFilesFollowTheContract(t *testing.T) {
	f, err := blob.OpenFiles(t.TempDir(), "photo", "aadhar")
	must(t, err)
	defer f.Close()
	blobtest.Promises(t, f)
}
