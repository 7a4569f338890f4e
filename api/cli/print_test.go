package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestProgressInAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	out := Progress(file)
	fmt.Fprintf(out, "\rbackup: %d of %d", 1, 2)
	fmt.Fprintf(out, "\rbackup: %d of %d", 2, 2)
	fmt.Fprintln(out)
	text, err := os.ReadFile(path)
	if want := "backup: 1 of 2\nbackup: 2 of 2\n"; err != nil || string(text) != want {
		t.Errorf("%q, %v", text, err)
	}
}

func TestMissingFilesAreNamedInPlainWords(t *testing.T) {
	_, err := os.Open("/nope")
	var out strings.Builder
	if Exit(fmt.Errorf("restore: %w", err), &out); out.String() != "restore: /nope: there is no such file or folder\n" {
		t.Error(out.String())
	}
}
