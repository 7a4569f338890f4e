package command_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/apitest/testdb"
	"transom/api/booking"
	"transom/api/command"
	"transom/api/gateway/fakerazorpay"
	"transom/api/product"
	"transom/api/store"
)

var must = check.Must

type office struct {
	t      *testing.T
	server *apitest.Server
	dir    string

	backups string // the folder in which settle makes a backup
	logs    bool   // each command is logged once it opens the data, as in the real program
}

func newOffice(t *testing.T) *office {
	t.Helper()
	s := apitest.Start(t, apitest.Options{})
	return &office{t: t, server: s, dir: s.Dir}
}

// newOfficeOnce is for rules that do not depend on the database.
func newOfficeOnce(t *testing.T) *office {
	t.Helper()
	testdb.Once(t)
	return newOffice(t)
}

func (o *office) rooms() *product.Product { return &o.server.Product }

func (o *office) run(args ...string) (string, error) {
	o.t.Helper()
	var out bytes.Buffer
	env := &product.Env{
		Var: o.dir, Database: testdb.Address(o.t, o.dir), Out: &out, Progress: io.Discard,
		MayRestore: func(string) error { return nil },
		Open:       func(context.Context) (*product.Product, error) { return o.rooms(), nil },
		Facts:      product.Facts{Rehearsal: o.logs},
	}
	err := commandNamed(args[0]).Run(o.t.Context(), env, args[1:])
	return out.String(), err
}

func commandNamed(name string) command.Command {
	all := command.All()
	return all[slices.IndexFunc(all, func(c command.Command) bool { return c.Name == name })]
}

func (o *office) must(args ...string) string {
	o.t.Helper()
	out, err := o.run(args...)
	if err != nil {
		o.t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return out
}

func (o *office) says(part string, args ...string) {
	o.t.Helper()
	apitest.Says(o.t, o.must(args...), part)
}

func (o *office) refuses(part string, args ...string) {
	o.t.Helper()
	_, err := o.run(args...)
	apitest.Fails(o.t, err, part)
}

func (o *office) files(kind string) int {
	o.t.Helper()
	entries, err := os.ReadDir(filepath.Join(o.dir, "uploads", kind))
	must(o.t, err)
	return len(entries)
}

func TestListShowAndExport(t *testing.T) {
	o := newOfficeOnce(t)
	_, _, b, _ := o.server.RegisterPaid(map[string]any{"firstname": "Asha"})
	apitest.Says(t, o.must("list", "--text", "ASHA", "--status", "Paid"), b.ID, "\n1 registration\n")
	o.says("0 registrations", "list", "--text", "nobody of this name")
	var shown map[string]any
	if err := json.Unmarshal([]byte(o.must("show", b.ID, "--json")), &shown); err != nil ||
		shown["firstname"] != "Asha" ||
		shown["has_identity_paper"] != true {
		t.Errorf("%v, %v", shown, err)
	}
	o.refuses("", "show", "nothing")
}

func TestOpenIdentityDocument(t *testing.T) {
	o := newOffice(t)
	_, _, b, _ := o.server.RegisterPaid(nil)
	key, picture := filepath.Join(o.dir, "identity-papers.identity"), filepath.Join(t.TempDir(), "document.jpg")
	o.refuses("", "identity", "open", b.ID, "--identity", key, "--out", picture)
	o.must("identity", "open", b.ID, "--identity", key, "--who", "Office 1", "--why", "check", "--out", picture)
	if raw, err := os.ReadFile(picture); err != nil || !bytes.HasPrefix(raw, []byte("\xff\xd8")) {
		t.Errorf("no JPEG: %v", err)
	}
	apitest.Says(t, o.must("identity", "log"), "Office 1", "1 entry;")
	change := func(statement string) error {
		return o.server.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), statement)
			return err
		})
	}
	if change(`UPDATE access_log SET who = 'nobody'`) == nil || change(`DELETE FROM access_log`) == nil {
		t.Error("the log can be changed")
	}
	drop := `DROP TRIGGER access_log_no_update`
	if testdb.OnPostgres(t) {
		drop += ` ON access_log` // PostgreSQL needs the table's name
	}
	o.server.Exec(drop)
	o.server.Exec(`UPDATE access_log SET who = 'nobody'`)
	o.refuses("", "identity", "log")
}

func TestPurge(t *testing.T) {
	testdb.Once(t)
	rule := func(o *office) (verified, unpaid, event time.Duration) {
		r := o.server.Content.Registration.IDDocument.Retention
		end, err := time.ParseInLocation(time.DateOnly, string(o.server.Content.Event.EndDate), o.server.Content.Zone)
		must(t, err)
		return time.Duration(r.AfterVerifiedHours) * time.Hour, time.Duration(r.UnpaidDays) * 24 * time.Hour,
			end.AddDate(0, 0, 1+r.AfterEventDays).Sub(o.server.Clock.Now())
	}
	for _, test := range []struct {
		name string
		wait func(o *office, booking string) time.Duration
		paid bool
	}{
		{"verified", func(o *office, booking string) time.Duration {
			o.action("document-approve", booking)
			wait, _, _ := rule(o)
			return wait
		}, true},
		{"unpaid", func(o *office, _ string) time.Duration { _, wait, _ := rule(o); return wait }, false},
		{"event over", func(o *office, _ string) time.Duration { _, _, wait := rule(o); return wait }, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := newOffice(t)
			id := ""
			if test.paid {
				_, _, b, _ := o.server.RegisterPaid(nil)
				id = b.ID
			} else if a := o.server.Post("/registration", o.server.FullForm()); a.Status != 200 {
				t.Fatalf("%d %s", a.Status, a.Raw)
			}
			wait := test.wait(o, id)
			o.server.Clock.Add(wait - time.Second)
			o.must("purge")
			if o.files("aadhar") != 1 {
				t.Fatal("destroyed a second too early")
			}
			o.server.Clock.Add(time.Second)
			if out := o.must("purge", "--dry-run"); !strings.Contains(out, test.name) || o.files("aadhar") != 1 {
				t.Fatalf("dry run: %s, %d files", out, o.files("aadhar"))
			}
			o.must("purge")
			check.Equal(t, o.files("aadhar"), 0, "documents")
			o.says("0 pictures", "purge")
			check.Equal(t, o.files("photo") == 1, test.name != "event over", "%d photos", o.files("photo"))
		})
	}
}

func TestPhotosAreKeptWithTheOtherData(t *testing.T) {
	o := newOfficeOnce(t)
	o.server.Content.Registration.IDDocument.Retention.AfterEventDays = 0
	o.server.RegisterPaid(nil)
	end, err := time.ParseInLocation(time.DateOnly, string(o.server.Content.Event.EndDate), o.server.Content.Zone)
	must(t, err)
	months := o.server.Content.Registration.PersonalData.AfterEventMonths
	o.server.Clock.Add(end.AddDate(0, months, 1).Sub(o.server.Clock.Now()) - time.Second)
	o.must("purge")
	if o.files("photo") != 1 {
		t.Fatal("destroyed a second too early")
	}
	o.server.Clock.Add(time.Second)
	o.must("purge")
	check.Equal(t, o.files("photo"), 0, "photos")
}

// At the time that the privacy policy gives, a purge erases everybody's data but keeps the amounts. A person who
// registered after the event is kept, and doctor reports that the content's date is wrong.
func TestPurgeErasesEverybodyInTheEnd(t *testing.T) {
	o := newOffice(t)
	form, _, paid, _ := o.server.RegisterPaid(nil)
	if a := o.server.Post("/registration", o.server.FullForm()); a.Status != 200 { // unpaid, different email
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	o.action("note", paid.ID, "--text", "comes by wheelchair")
	end, err := time.ParseInLocation(time.DateOnly, string(o.server.Content.Event.EndDate), o.server.Content.Zone)
	must(t, err)
	o.server.Clock.Add(end.AddDate(0, o.server.Content.Registration.PersonalData.AfterEventMonths,
		1).Sub(o.server.Clock.Now()) - time.Second)
	o.server.Payments.Reconcile(t.Context()) // the unpaid link has expired
	o.must("purge")
	o.server.WantCount(2, `SELECT COUNT(*) FROM bookings WHERE email_key NOT LIKE 'erased:%'`)
	o.server.Clock.Add(time.Second)
	o.says("2  email addresses", "purge", "--dry-run")
	check.Equal(t, o.gauge("transom_people_overdue"), 0, "people overdue at once")
	o.server.Clock.Add(2 * time.Hour)
	check.Equal(t, o.gauge("transom_people_overdue"), 2, "overdue mailboxes")
	o.must("purge")
	p := newPeers(t, o)
	if results, _, _ := o.examine(p.facts(t, fakerazorpay.KeySecret)); results["purge"].Result != "ok" ||
		!strings.Contains(results["purge"].Found, "personal data will be erased on ") {
		t.Errorf("%+v", results["purge"])
	}
	for _, left := range []string{form["email"].(string), form["lastname"].(string), "wheelchair"} {
		if out := o.must("list", "--json") + o.server.Text(`SELECT COALESCE(MAX(to_address || data), '') FROM outbox`) +
			o.server.Text(`SELECT COALESCE(MAX(text), '') FROM notes`); strings.Contains(out, left) {
			t.Errorf("%s is left: %s", left, out)
		}
	}
	if b := o.server.Booking(paid.ID); b.Status != booking.Success || b.AmountPaise != paid.AmountPaise ||
		b.FirstName != "Erased" {
		t.Errorf("the books: %+v", b)
	}
	if a := o.server.Post("/registration", o.server.FullForm()); a.Status == 200 {
		t.Fatal("somebody registered a year after the event")
	}
	o.server.Exec(`UPDATE bookings SET email_key = 'late@example.org', created_at = ? WHERE id = ?`,
		o.server.Clock.Now().Add(-2*time.Hour).UnixMilli(), paid.ID)
	must(t, o.server.Store.RefreshStates(t.Context()))
	o.must("purge")
	if results, _, _ := o.examine(p.facts(t, fakerazorpay.KeySecret)); results["purge"].Result != "bad" ||
		!strings.Contains(results["purge"].Found, "1 email address") {
		t.Errorf("%+v", results["purge"])
	}
}

func TestPersonExportAndErase(t *testing.T) {
	o := newOffice(t)
	form, _, b, _ := o.server.RegisterPaid(map[string]any{"firstname": "Asha", "mobile": "9000000001"})
	_, _, other, _ := o.server.RegisterPaid(map[string]any{"firstname": "Bela"})
	email := form["email"].(string)
	o.server.SignInAs(email)
	if out := o.must("person", "export", strings.ToUpper(email)); !strings.Contains(out, "Asha") ||
		!strings.Contains(out, b.ID) || strings.Contains(out, other.ID) {
		t.Error(out)
	}
	o.checkPersonArchive(email, b)
	apitest.Says(t, o.must("person", "erase", email, "--dry-run"), "1  registrations", "Nothing was changed")
	o.refuses("", "person", "erase", email)
	o.refuses("", "person", "erase", email, "--yes")
	o.server.Exec(`UPDATE payment_attempts SET state = 'CLOSED'`)
	o.must("person", "erase", email, "--yes")
	for _, kind := range []string{"photo", "aadhar"} {
		if o.files(kind) != 1 { // the file of the person who was not erased
			t.Errorf("%d files of %s", o.files(kind), kind)
		}
	}
	o.server.WantCount(1, `SELECT COUNT(*) FROM bookings WHERE first_name = 'Bela'`)
}

func (o *office) checkPersonArchive(email string, b booking.Booking) {
	o.t.Helper()
	file := filepath.Join(o.t.TempDir(), "asha.zip")
	o.must("person", "export", email, "--out", file)
	archive, err := zip.OpenReader(file)
	must(o.t, err)
	defer archive.Close()
	inside := map[string]string{}
	for _, f := range archive.File {
		in, err := f.Open()
		must(o.t, err)
		raw, err := io.ReadAll(in)
		must(o.t, err)
		inside[f.Name] = string(raw)
	}
	text := inside["your-data.txt"]
	apitest.Says(o.t, text, "First name: Asha", "Amount: ₹", "Created at: 2025-03-",
		"identity document is stored encrypted")
	if strings.Contains(text, b.PersonKey) || !strings.HasPrefix(inside["photo-"+b.PhotoAsset+".jpg"], "\xff\xd8") ||
		!json.Valid([]byte(inside["your-data.json"])) {
		o.t.Errorf("%d files; the text:\n%s", len(inside), text)
	}
}

func TestEraseClosesAnOpenLink(t *testing.T) {
	o := newOfficeOnce(t)
	form := o.server.FullForm()
	id := o.server.Post("/registration", form).Text("booking_id")
	o.must("person", "erase", form["email"].(string), "--yes")
	if b := o.server.Booking(id); b.Status != booking.Failed || b.FirstName != "Erased" {
		t.Errorf("%+v", b)
	}
	o.server.WantCount(0, `SELECT COUNT(*) FROM payment_attempts WHERE state IN ('CREATING', 'OPEN')`)
}

// Otherwise it would seem that the person's data had been erased.
func TestNobodyOfThisAddress(t *testing.T) {
	o := newOfficeOnce(t)
	form, _, _, _ := o.server.RegisterPaid(nil)
	typed := "x" + form["email"].(string)
	for _, line := range [][]string{{"person", "erase", typed, "--yes"}, {"person", "export", typed},
		{"person", "withdraw", typed}} {
		out, err := o.run(line...)
		if err == nil || out != "" || !strings.Contains(err.Error(), "`transom list --text …` finds registrations") {
			t.Errorf("%v: %q, %v", line, out, err)
		}
	}
	o.says(form["firstname"].(string), "person", "export", form["email"].(string))
}
