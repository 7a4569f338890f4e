package engine_test

import (
	"os"
	"path/filepath"
	"testing"

	"transom/api/store"
)

// The database is in the folder that was named, with its settings, whatever characters the name has.
func TestFoldersOfAnyName(t *testing.T) {
	for _, name := range []string{"plain", "with space", "a#b", "a?b", "a?_synchronous=OFF", "100%", "%23", "a&b", "ünï",
		"file:x", "a;b"} {
		dir := filepath.Join(t.TempDir(), name)
		must(t, os.Mkdir(dir, 0o700))
		s, err := store.Open(t.Context(), dir)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if info, err := os.Stat(filepath.Join(dir, "transom.db")); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
		var synchronous, mode string
		if err := s.WritePool().QueryRow(`PRAGMA synchronous`).Scan(&synchronous); err != nil || synchronous != "2" {
			t.Errorf("%s: synchronous is %q, %v", name, synchronous, err)
		}
		if err := s.ReadPool().QueryRow(`PRAGMA query_only`).Scan(&mode); err != nil || mode != "1" {
			t.Errorf("%s: query_only is %q, %v", name, mode, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
