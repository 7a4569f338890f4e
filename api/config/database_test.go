package config

import (
	"strings"
	"testing"

	"transom/api/mail"
)

// Settings that do not work with several instances are reported, without the password.
func TestDatabaseSettings(t *testing.T) {
	const address = "postgres://u:s3cr3t@db.example.org/transom?sslmode=verify-full"
	for _, c := range []struct {
		about   string
		change  Config
		setting string // the setting with the error
		blobs   string
	}{
		{"sqlite", Config{}, "", BlobsInFiles},
		{"sqlite, pictures in it", Config{Blobs: BlobsInDatabase}, "", BlobsInDatabase},
		{"postgres", Config{Database: address, Provider: "razorpay", Mail: "smtp://mail.example.org"}, "", BlobsInDatabase},
		{"without encryption", Config{Database: "postgres://u:s3cr3t@db.example.org/transom", Provider: "razorpay",
			Mail: "smtp://m"}, "TRANSOM_DATABASE", ""},
		{"rehearsal", Config{Database: address, Provider: "razorpay", Mail: "smtp://m", Rehearsal: true}, "TRANSOM_DATABASE",
			""},
		{"sandbox", Config{Database: address, Provider: "sandbox", Mail: "smtp://m"}, "TRANSOM_DATABASE", ""},
		{"outbox", Config{Database: address, Provider: "razorpay", Mail: mail.OutboxSetting}, "TRANSOM_DATABASE", ""},
		{"files", Config{Database: address, Provider: "razorpay", Mail: "smtp://m", Blobs: BlobsInFiles}, "TRANSOM_BLOBS",
			""},
		{"bucket", Config{Blobs: "s3://k:s3cr3t@s3.example.org/b"}, "", "s3://k:s3cr3t@s3.example.org/b"},
		{"bucket of several", Config{Database: address, Provider: "razorpay", Mail: "smtp://m",
			Blobs: "s3://k:s3cr3t@s3.example.org/b"}, "", "s3://k:s3cr3t@s3.example.org/b"},
		{"no bucket", Config{Blobs: "s3://k:s3cr3t@s3.example.org"}, "TRANSOM_BLOBS", ""},
		{"no such place", Config{Blobs: "s3"}, "TRANSOM_BLOBS", ""},
	} {
		var wrong faults
		c.change.CheckDatabase(&wrong)
		switch {
		case c.setting == "" && (len(wrong) > 0 || c.change.Blobs != c.blobs):
			t.Errorf("%s: %v, pictures in %s", c.about, wrong, c.change.Blobs)
		case c.setting != "" && (len(wrong) != 1 || !strings.HasPrefix(wrong[0].Error(), c.setting+": ")):
			t.Errorf("%s: %v, want one fault of %s", c.about, wrong, c.setting)
		case c.setting != "" && strings.Contains(wrong[0].Error(), "s3cr3t"):
			t.Errorf("%s: the password is told: %v", c.about, wrong)
		}
	}
}

// An instance creates no keys of its own, because the other instances could not use them.
func TestAnInstanceNeedsKeys(t *testing.T) {
	c := Config{Var: t.TempDir(), Database: "postgres://x"}
	if err := c.NeedKeys(); err == nil || !strings.Contains(err.Error(), "make-keys") ||
		!strings.Contains(err.Error(), PepperFile) {
		t.Errorf("%v", err)
	}
}
