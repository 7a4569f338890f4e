package command_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
)

// The pictures of other people are kept.
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
	apitest.Says(t, o.must("purge", "--dry-run"), "withdrawn", "2 pictures")
	o.must("purge")
	if o.files("aadhar") != 1 || o.files("photo") != 1 {
		t.Errorf("%d documents and %d photos are left", o.files("aadhar"), o.files("photo"))
	}
	check.Equal(t, o.server.Count(`SELECT COUNT(*) FROM bookings WHERE id_asset = '' AND photo_asset = ''`), 1,
		"registrations without references to deleted data")
	o.says("valid", "show", b.ID)
}

func TestWithdrawalReachesTheProfile(t *testing.T) {
	o := newOffice(t)
	form, _, _, _ := o.server.RegisterPaid(nil)
	email := form["email"].(string)
	token := o.server.SignInAs(email)
	o.server.Clock.Add(time.Minute)
	o.server.Post("/update-profile", map[string]any{"profile_url": o.server.Picture("photo")}, "Authorization",
		token).Must(200)
	o.must("person", "withdraw", email)
	o.server.Clock.Add(73 * time.Hour)
	o.must("purge")
	if o.files("aadhar") != 0 || o.files("photo") != 0 || o.server.Count(`SELECT COUNT(*) FROM accounts
			WHERE photo_asset <> ''`) != 0 {
		t.Errorf("%d documents and %d photos are left", o.files("aadhar"), o.files("photo"))
	}
}

func TestNewConsentEndsAWithdrawal(t *testing.T) {
	o := newOffice(t)
	form := o.server.FullForm()
	o.server.Post("/registration", form).Must(200)
	o.must("person", "withdraw", form["email"].(string))
	o.server.Post("/registration", form).Must(200)
	check.Equal(t, o.server.Count(`SELECT COUNT(*) FROM bookings WHERE withdrawn_at IS NULL`), 1,
		"registrations with a new consent")
}

// A list that is empty because of a typing error would look correct.
func TestListRefusesUnknownChoices(t *testing.T) {
	o := newOffice(t)
	for _, flags := range [][]string{{"--status", "PAYED"}, {"--category", "STUDENT"}} {
		o.refuses("is not one of", append([]string{"list"}, flags...)...)
	}
}

func TestOneOfSeveralPeopleOfAMailbox(t *testing.T) {
	o := newOffice(t)
	email := "office@example.org"
	_, _, asha, ashas := o.server.RegisterPaid(map[string]any{"email": email, "mobile": "9111111111"})
	_, _, bhanu, bhanus := o.server.RegisterPaid(map[string]any{"email": email, "firstname": "Bhanu",
		"mobile": "9222222222"})
	o.server.SignInAs(email) // the profile is Asha's
	o.server.Clock.Add(time.Hour)

	for _, command := range [][]string{{"person", "export", email}, {"person", "withdraw", email},
		{"person", "erase", email}, {"person", "erase", email, "--yes"}} {
		if _, err := o.run(command...); err == nil || !strings.Contains(err.Error(), asha.ID) ||
			!strings.Contains(err.Error(), "Bhanu Verma") {
			t.Errorf("%v: %v", command, err)
		}
	}
	o.server.WantCount(0, `SELECT COUNT(*) FROM bookings WHERE withdrawn_at IS NOT NULL OR email = ''`)
	if out := o.must("person", "export", bhanu.ID); strings.Contains(out, "9111111111") ||
		strings.Contains(out, ashas.ID) || !strings.Contains(out, "9222222222") {
		t.Errorf("the export of one person: %s", out)
	}
	apitest.Says(t, o.must("person", "export", email, "--everybody"), ashas.ID, bhanus.ID)
	o.must("person", "withdraw", bhanu.ID)
	o.server.WantCount(1, `SELECT COUNT(*) FROM bookings WHERE withdrawn_at IS NOT NULL AND id = ?`, bhanu.ID)

	o.server.Exec(`UPDATE payment_attempts SET state = 'CLOSED'`)
	o.must("person", "erase", asha.ID, "--yes")
	for query, want := range map[string]int{
		`SELECT COUNT(*) FROM bookings WHERE first_name = 'Asha' OR mobile = '9111111111'`: 0,
		`SELECT COUNT(*) FROM accounts`:                                                              0,
		`SELECT COUNT(*) FROM tickets WHERE status = 'void'`:                                         1,
		`SELECT COUNT(*) FROM tickets WHERE holder_name = 'Bhanu Verma' AND status = 'valid'`:        1,
		`SELECT COUNT(*) FROM bookings WHERE email_key = 'office@example.org' AND mobile LIKE '92%'`: 1,
		`SELECT COUNT(*) FROM known_devices`:                                                         1,
	} {
		o.server.WantCount(want, query)
	}
	profile := o.server.Post("/profile", "{}", "Authorization", o.server.SignInAs(email))
	profile.Says(`"firstname":"Bhanu"`)
	// Erasing the last person also deletes the mailbox's account.
	o.must("person", "erase", bhanu.ID, "--yes")
	o.server.WantCount(0, `SELECT (SELECT COUNT(*) FROM known_devices) + (SELECT COUNT(*)
			FROM code_challenges) + (SELECT COUNT(*) FROM outbox WHERE to_address <> '')`)
}

func TestErasureRemovesEmailsInTheOutboxFolder(t *testing.T) {
	o := newOfficeOnce(t)
	form, gone := o.buy()
	_, stays := o.buy()
	o.server.SignInAs(gone.Email)
	o.server.SendMails()
	naming := func(email string) (n int) {
		files, err := filepath.Glob(filepath.Join(o.dir, "outbox", "*.eml"))
		must(t, err)
		for _, name := range files {
			text, err := os.ReadFile(name)
			must(t, err)
			if bytes.Contains(text, []byte(email)) {
				n++
			}
		}
		return n
	}
	theirs, others := naming(gone.Email), naming(stays.Email)
	if theirs < 2 || others == 0 {
		t.Fatalf("%d and %d files", theirs, others)
	}
	out := o.must("person", "erase", form["email"].(string), "--yes")
	apitest.Says(t, out, strings.ReplaceAll("and N emails in the outbox folder deleted", "N", strconv.Itoa(theirs)))
	if left := naming(gone.Email); left != 0 || naming(stays.Email) != others {
		t.Errorf("%d files name the erased person; %d of %d name another person", left, naming(stays.Email), others)
	}
}
