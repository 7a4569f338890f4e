package config

import (
	"cmp"
	"path/filepath"
	"strings"
	"testing"

	"transom/api/apitest/testdb"
	"transom/api/keys"
	"transom/api/mail"
)

func TestDatabaseSettings(t *testing.T) {
	const address = "postgres://u:s3cr3t@db.example.org/transom?sslmode=verify-full"
	for _, c := range []struct {
		about   string
		change  Config
		setting string
	}{
		{"sqlite", Config{}, ""},
		{"postgres", Config{Database: address, Provider: "razorpay", Mail: "smtp://mail.example.org"}, ""},
		{"without encryption", Config{Database: "postgres://u:s3cr3t@db.example.org/transom", Provider: "razorpay",
			Mail: "smtp://m"}, "TRANSOM_DATABASE"},
		{"rehearsal", Config{Database: address, Provider: "razorpay", Mail: "smtp://m", Rehearsal: true}, "TRANSOM_DATABASE"},
		{"sandbox", Config{Database: address, Provider: "sandbox", Mail: "smtp://m"}, "TRANSOM_DATABASE"},
		{"outbox", Config{Database: address, Provider: "razorpay", Mail: mail.OutboxSetting}, "TRANSOM_DATABASE"},
	} {
		var wrong faults
		c.change.CheckDatabase(&wrong)
		switch {
		case c.setting == "" && len(wrong) > 0:
			t.Errorf("%s: %v", c.about, wrong)
		case c.setting != "" && (len(wrong) != 1 || !strings.HasPrefix(wrong[0].Error(), c.setting+": ")):
			t.Errorf("%s: %v, want one fault of %s", c.about, wrong, c.setting)
		case c.setting != "" && strings.Contains(wrong[0].Error(), "s3cr3t"):
			t.Errorf("%s: the password is revealed: %v", c.about, wrong)
		}
	}
}

// An instance must not create its own keys, because the other instances would not have them.
func TestAnInstanceNeedsKeys(t *testing.T) {
	c := Config{Var: t.TempDir(), Database: "postgres://x"}
	if err := c.NeedKeys(); err == nil || !strings.Contains(err.Error(), "make-keys") ||
		!strings.Contains(err.Error(), PepperFile) {
		t.Errorf("%v", err)
	}
}

// A rehearsal's free tickets would be valid if its folder were used for the public sale.
func TestFolderHasOnePurpose(t *testing.T) {
	for _, c := range []struct {
		name              string
		marked            string
		sandboxed, others int
		rehearsal         bool
		provider          string
		refused           bool
	}{
		{"fresh, for a rehearsal", "", 0, 0, true, "sandbox", false},
		{"fresh, for the public", "", 0, 0, false, "razorpay", false},
		{"fresh, for the public with the sandbox", "", 0, 0, false, "sandbox", false},
		{"rehearsed again", ForRehearsal, 3, 0, true, "sandbox", false},
		{"public again", forThePublic, 0, 3, false, "razorpay", false},
		{"rehearsed, then public", ForRehearsal, 0, 0, false, "razorpay", true},
		{"rehearsed, then public with the sandbox", ForRehearsal, 0, 0, false, "sandbox", true},
		{"public, then rehearsed", forThePublic, 0, 0, true, "sandbox", true},
		{"of an earlier version, rehearsed; then public", "", 3, 0, false, "razorpay", true},
		{"of an earlier version, rehearsed; then public with the sandbox", "", 3, 0, false, "sandbox", true},
		{"of an earlier version, rehearsed; again", "", 3, 0, true, "sandbox", false},
		{"of an earlier version, public; again", "", 0, 3, false, "cashfree", false},
		{"of an earlier version, public; then rehearsed", "", 0, 3, true, "sandbox", true},
		{"of an earlier version, both; the sale continues", "", 3, 3, false, "cashfree", false},
		{"of an earlier version, both; then rehearsed", "", 3, 3, true, "sandbox", true},
		{"public with the sandbox, then with a gateway", forThePublic, 3, 0, false, "razorpay", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			settings := Config{Var: t.TempDir(), Rehearsal: c.rehearsal, Provider: c.provider}
			if c.marked != "" {
				if err := keys.Write(filepath.Join(settings.Var, "keys"), PurposeFile, []byte(c.marked+"\n")); err != nil {
					t.Fatal(err)
				}
			}
			err := cmp.Or(settings.CheckPurpose(), settings.FitsPurpose(c.marked, c.sandboxed, c.others))
			if (err != nil) != c.refused || err != nil && !strings.Contains(err.Error(), "use another folder") {
				t.Errorf("%v", err)
			}
		})
	}
}

// Another machine's folder has no mark, so the purpose is read from the database.
func TestTheDatabaseKnowsItsPurpose(t *testing.T) {
	db := testdb.Open(t, t.TempDir())
	for _, copy := range []struct {
		rehearsal bool
		refused   bool
	}{{true, false}, {true, false}, {false, true}} {
		c := Config{Var: t.TempDir(), Rehearsal: copy.rehearsal, Provider: "sandbox"}
		err := c.MarkPurpose(t.Context(), db)
		if (err != nil) != copy.refused || err != nil && !strings.Contains(err.Error(), "created for a rehearsal") {
			t.Errorf("%+v: %v", copy, err)
		}
	}
}
