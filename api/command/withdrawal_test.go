package command_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// After a withdrawal of consent, identity document and photo are destroyed at the end of the content's period, to
// the second; others keep theirs.
func TestWithdrawalDestroysPicturesInTime(t *testing.T) {
	o := newOffice(t)
	form, _, b, _ := o.server.RegisterPaid(nil)
	o.server.RegisterPaid(nil)
	email := strings.ToUpper(form["email"].(string))
	period := time.Duration(o.server.Content.Registration.IDDocument.Retention.AfterWithdrawalHours) * time.Hour
	due := o.server.Clock.Now().Add(period)

	var result struct {
		DryRun        bool      `json:"dry_run"`
		Registrations int       `json:"registrations"`
		Pictures      int       `json:"pictures"`
		DestroyedBy   time.Time `json:"destroyed_by"`
	}
	withdraw := func(flags ...string) {
		t.Helper()
		must(t, json.Unmarshal([]byte(o.must(append([]string{"person", "withdraw", email, "--json"}, flags...)...)), &result))
		if result.Registrations != 1 || result.Pictures != 2 || !result.DestroyedBy.Equal(due) {
			t.Errorf("%v: %+v, due %v", flags, result, due)
		}
	}
	if withdraw("--dry-run"); !result.DryRun || o.server.Count(`SELECT COUNT(*) FROM bookings
			WHERE withdrawn_at IS NOT NULL`) != 0 {
		t.Errorf("a dry run withdrew: %+v", result)
	}
	withdraw()
	o.server.Clock.Add(time.Hour)
	withdraw() // a second withdrawal does not postpone the date

	o.server.Clock.Add(period - time.Hour - time.Second)
	o.must("purge")
	if o.files("aadhar") != 2 || o.files("photo") != 2 {
		t.Fatal("destroyed a second too early")
	}
	o.server.Clock.Add(time.Second)
	if out := o.must("purge", "--dry-run"); !strings.Contains(out, "withdrawn") || !strings.Contains(out, "2 pictures") {
		t.Error(out)
	}
	o.must("purge")
	if o.files("aadhar") != 1 || o.files("photo") != 1 {
		t.Errorf("%d papers and %d photos are left", o.files("aadhar"), o.files("photo"))
	}
	if o.server.Count(`SELECT COUNT(*) FROM bookings WHERE id_asset = '' AND photo_asset = ''`) != 1 {
		t.Error("something still names what is gone")
	}
	if out := o.must("show", b.ID); !strings.Contains(out, "valid") {
		t.Errorf("the ticket is gone too: %s", out)
	}
}

// A photo that was changed in the profile afterwards is destroyed as well.
func TestWithdrawalReachesTheProfile(t *testing.T) {
	o := newOffice(t)
	form, _, _, _ := o.server.RegisterPaid(nil)
	email := form["email"].(string)
	token := o.server.SignInAs(email)
	o.server.Clock.Add(time.Minute)
	if a := o.server.Post("/update-profile", map[string]any{"profile_url": o.server.Picture("photo")}, "Authorization",
		token); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	o.must("person", "withdraw", email)
	o.server.Clock.Add(73 * time.Hour)
	o.must("purge")
	if o.files("aadhar") != 0 || o.files("photo") != 0 || o.server.Count(`SELECT COUNT(*) FROM accounts
			WHERE photo_asset <> ''`) != 0 {
		t.Errorf("%d papers and %d photos are left", o.files("aadhar"), o.files("photo"))
	}
}

// Registering again gives consent again.
func TestNewConsentEndsAWithdrawal(t *testing.T) {
	o := newOffice(t)
	form := o.server.FullForm()
	o.server.Post("/registration", form).Must(200)
	o.must("person", "withdraw", form["email"].(string))
	o.server.Post("/registration", form).Must(200)
	if o.server.Count(`SELECT COUNT(*) FROM bookings WHERE withdrawn_at IS NULL`) != 1 {
		t.Error("the new consent does not count")
	}
}

// A list that is empty because of a typing error would look correct.
func TestListRefusesUnknownChoices(t *testing.T) {
	o := newOffice(t)
	for _, flags := range [][]string{{"--status", "PAYED"}, {"--category", "STUDENT"}} {
		if _, err := o.run(append([]string{"list"}, flags...)...); err == nil ||
			!strings.Contains(err.Error(), "is not one of") {
			t.Errorf("%v: %v", flags, err)
		}
	}
}
