package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// overlay returns the build's flags for the same program with one place of one file changed: for controls, which show
// that a test notices what it is there to notice.
func overlay(t *testing.T, file, old, changed string) []string {
	t.Helper()
	file = filepath.Join("..", file) // of api/
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(source), old); n != 1 {
		t.Fatalf("%s says %q %d times: the control must be told anew what to change", file, old, n)
	}
	original, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	other, list := filepath.Join(dir, filepath.Base(file)), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(other, []byte(strings.Replace(string(source), old, changed, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(map[string]any{"Replace": map[string]string{original: other}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(list, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"-overlay", list}
}
