package main

import (
	"strings"
	"testing"

	"transom/api/mail"
)

// What does not go together with several copies is said, without the password.
func TestDatabaseSettings(t *testing.T) {
	const address = "postgres://u:s3cr3t@db.example.org/transom?sslmode=verify-full"
	for _, c := range []struct {
		about   string
		change  config
		setting string // at fault
		blobs   string
	}{
		{"sqlite", config{}, "", blobsInFiles},
		{"sqlite, pictures in it", config{Blobs: blobsInDatabase}, "", blobsInDatabase},
		{"postgres", config{Database: address, Provider: "razorpay", Mail: "smtp://mail.example.org"}, "", blobsInDatabase},
		{"without encryption", config{Database: "postgres://u:s3cr3t@db.example.org/transom", Provider: "razorpay", Mail: "smtp://m"}, "TRANSOM_DATABASE", ""},
		{"pooler", config{Database: address, Direct: address + "&port=5433", Provider: "razorpay", Mail: "smtp://m"}, "", blobsInDatabase},
		{"pooler at the direct address", config{Database: address, Direct: address, Provider: "razorpay", Mail: "smtp://m"}, "TRANSOM_DATABASE_DIRECT", ""},
		{"no direct address", config{Database: address, Direct: "db.example.org:s3cr3t", Provider: "razorpay", Mail: "smtp://m"}, "TRANSOM_DATABASE_DIRECT", ""},
		{"direct without pooler", config{Direct: address}, "TRANSOM_DATABASE_DIRECT", ""},
		{"rehearsal", config{Database: address, Provider: "razorpay", Mail: "smtp://m", Rehearsal: true}, "TRANSOM_DATABASE", ""},
		{"sandbox", config{Database: address, Provider: "sandbox", Mail: "smtp://m"}, "TRANSOM_DATABASE", ""},
		{"outbox", config{Database: address, Provider: "razorpay", Mail: mail.OutboxSetting}, "TRANSOM_DATABASE", ""},
		{"files", config{Database: address, Provider: "razorpay", Mail: "smtp://m", Blobs: blobsInFiles}, "TRANSOM_BLOBS", ""},
		{"bucket", config{Blobs: "s3://k:s3cr3t@s3.example.org/b"}, "", "s3://k:s3cr3t@s3.example.org/b"},
		{"bucket of several", config{Database: address, Provider: "razorpay", Mail: "smtp://m", Blobs: "s3://k:s3cr3t@s3.example.org/b"}, "", "s3://k:s3cr3t@s3.example.org/b"},
		{"no bucket", config{Blobs: "s3://k:s3cr3t@s3.example.org"}, "TRANSOM_BLOBS", ""},
		{"no such place", config{Blobs: "s3"}, "TRANSOM_BLOBS", ""},
	} {
		var wrong faults
		c.change.checkDatabase(&wrong)
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

// A copy makes no keys of its own: those of the others would be worth nothing to it.
func TestACopyNeedsKeys(t *testing.T) {
	c := config{Var: t.TempDir(), Database: "postgres://x"}
	if err := c.needKeys(); err == nil || !strings.Contains(err.Error(), "make-keys") || !strings.Contains(err.Error(), pepperFile) {
		t.Errorf("%v", err)
	}
}
