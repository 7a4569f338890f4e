package upload_test

import (
	"os"
	"path/filepath"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/domain"
	"transom/api/store/pictures"
	"transom/api/upload"
)

var must = check.Must

func TestCleanerDeletesTheFileFirst(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	handle := s.Picture("photo")
	s.Clock.Add(domain.UnclaimedAssetLifetime)
	files, err := filepath.Glob(filepath.Join(s.Dir, "uploads", "photo", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	// Replace the file with a non-empty folder, which even root cannot delete as a file.
	must(t, os.Remove(files[0]))
	must(t, os.MkdirAll(filepath.Join(files[0], "held"), 0o700))
	if err := s.Retention().Clean(t.Context()); err == nil {
		t.Fatal("the failure was not reported")
	}
	check.Equal(t, s.Count(`SELECT COUNT(*) FROM assets WHERE deleted_at IS NOT NULL`), 0,
		"marked as deleted while the file exists")
	s.Clock.Add(-domain.UnclaimedAssetLifetime)
	form := s.Form()
	form["profile_url"] = handle
	if a := s.Post("/registration", form); a.Status == 200 {
		t.Error("a picture that is being deleted was claimed")
	}
	s.Clock.Add(domain.UnclaimedAssetLifetime)
	must(t, os.Remove(filepath.Join(files[0], "held")))
	must(t, s.Retention().Clean(t.Context()))
	if _, err := os.Stat(files[0]); !os.IsNotExist(err) || s.Count(`SELECT COUNT(*) FROM assets
			WHERE deleted_at IS NOT NULL`) != 1 {
		t.Errorf("the work was not finished: %v", err)
	}
}

// Pictures in the database are stored in the same transaction as their rows.
var _ upload.InDatabase = pictures.Blobs{}
