package keys

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestLoadOrCreate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "keys")
	first, err := LoadOrCreate(dir, "a.key", 32)
	if err != nil || len(first) != 32 || bytes.Equal(first, make([]byte, 32)) {
		t.Fatalf("%x, %v", first, err)
	}
	if again, err := LoadOrCreate(dir, "a.key", 32); err != nil || !bytes.Equal(first, again) {
		t.Errorf("%x, %v", again, err)
	}
	path := filepath.Join(dir, "a.key")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := os.WriteFile(path, first[:31], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadOrCreate(dir, "a.key", 32); err == nil {
		t.Error("a damaged key was accepted")
	}
}
