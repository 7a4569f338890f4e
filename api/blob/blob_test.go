package blob

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"transom/api/apitest/check"
)

var must = check.Must

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	f, err := OpenFiles(dir, "photo")
	must(t, err)
	defer f.Close()
	must(t, f.Put(t.Context(), "photo/a.jpg", []byte("bytes")))
	if data, err := f.Get(t.Context(), "photo/a.jpg"); err != nil || string(data) != "bytes" {
		t.Errorf("%q, %v", data, err)
	}
	if info, err := os.Stat(filepath.Join(dir, "photo", "a.jpg")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if names, err := f.List(t.Context(), "photo", time.Now().Add(time.Hour)); err != nil || len(names) != 1 ||
		names[0] != "photo/a.jpg" {
		t.Errorf("%v, %v", names, err)
	}
	if names, err := f.List(t.Context(), "photo", time.Now().Add(-time.Hour)); err != nil || len(names) != 0 {
		t.Errorf("older than an hour: %v, %v", names, err)
	}
	for range 2 {
		if err := f.Delete(t.Context(), "photo/a.jpg"); err != nil {
			t.Error(err)
		}
	}
	if _, err := f.Get(t.Context(), "photo/a.jpg"); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v", err)
	}
	if err := f.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestFilesStayInTheirFolder(t *testing.T) {
	outside := t.TempDir()
	dir := filepath.Join(outside, "blobs")
	f, err := OpenFiles(dir, "photo")
	must(t, err)
	defer f.Close()
	secret := filepath.Join(outside, "secret")
	must(t, os.WriteFile(secret, []byte("secret"), 0o600))
	must(t, os.Symlink(outside, filepath.Join(dir, "photo", "link")))
	for _, name := range []string{"../secret", "photo/../../secret", "/etc/passwd", secret, "photo/link/secret", "", ".",
		"a\x00b"} {
		if data, err := f.Get(t.Context(), name); err == nil {
			t.Errorf("read %q: %q", name, data)
		}
		if err := f.Put(t.Context(), name+"x", []byte("x")); err == nil && strings.ContainsAny(name, "/\x00") {
			t.Errorf("wrote %q", name+"x")
		}
		_ = f.Delete(t.Context(), name)
	}
	if data, err := os.ReadFile(secret); err != nil || string(data) != "secret" {
		t.Errorf("the file outside: %q, %v", data, err)
	}
}

func TestOwnSealer(t *testing.T) {
	dir := t.TempDir()
	_, created, err := OwnSealer(dir)
	if err != nil || created == "" {
		t.Fatalf("%q, %v", created, err)
	}
	if info, err := os.Stat(created); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	key, err := os.Open(created)
	must(t, err)
	defer key.Close()
	identities, err := age.ParseIdentities(key)
	must(t, err)
	// The documentation asks administrators to move the identity away; the program then needs only the recipient.
	must(t, os.Remove(created))
	s, again, err := OwnSealer(dir)
	if err != nil || again != "" {
		t.Fatalf("a second start made %q, %v", again, err)
	}
	sealed, err := s.Seal([]byte("a document"))
	if err != nil || bytes.Contains(sealed, []byte("a document")) {
		t.Fatalf("%q, %v", sealed, err)
	}
	opened, err := age.Decrypt(bytes.NewReader(sealed), identities...)
	must(t, err)
	if text, err := io.ReadAll(opened); err != nil || string(text) != "a document" {
		t.Errorf("%q, %v", text, err)
	}
	sealed[len(sealed)-1] ^= 1
	if opened, err := age.Decrypt(bytes.NewReader(sealed), identities...); err == nil {
		if _, err := io.ReadAll(opened); err == nil {
			t.Error("a changed document opens")
		}
	}
}

// Recipients that cannot be combined are refused when the program starts, not when the first document arrives.
func TestRecipientsThatCannotSealTogether(t *testing.T) {
	strong, err := age.GenerateHybridIdentity()
	must(t, err)
	second, err := age.GenerateHybridIdentity()
	must(t, err)
	plain, err := age.GenerateX25519Identity()
	must(t, err)
	path := filepath.Join(t.TempDir(), "recipients")
	for _, c := range []struct {
		lines string
		good  bool
	}{
		{strong.Recipient().String() + "\n# sealed in an envelope\n" + second.Recipient().String() + "\n", true},
		{strong.Recipient().String() + "\n" + plain.Recipient().String() + "\n", false},
		{"", false},
	} {
		must(t, os.WriteFile(path, []byte(c.lines), 0o600))
		if _, err := ReadSealer(path); (err == nil) != c.good {
			t.Errorf("%q: %v", c.lines, err)
		}
	}
}
