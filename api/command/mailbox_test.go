package command_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"transom/api/store"
)

// If several people share a mailbox, one of them can be exported, withdrawn or erased without affecting the others.
func TestOneOfSeveralPeopleOfAMailbox(t *testing.T) {
	o := newOffice(t)
	email := "office@example.org"
	_, _, asha, ashas := o.server.RegisterPaid(map[string]any{"email": email, "mobile": "9111111111"})
	_, _, bhanu, bhanus := o.server.RegisterPaid(map[string]any{"email": email, "firstname": "Bhanu",
		"mobile": "9222222222"})
	o.server.SignInAs(email) // the profile is Asha's
	o.server.Clock.Add(time.Hour)

	for _, command := range [][]string{{"person", "export", email}, {"person", "withdraw", email}, {"erase", email},
		{"erase", email, "--yes"}} {
		if _, err := o.run(command...); err == nil || !strings.Contains(err.Error(), asha.ID) ||
			!strings.Contains(err.Error(), "Bhanu Verma") {
			t.Errorf("%v: %v", command, err)
		}
	}
	if n := o.server.Count(`SELECT COUNT(*) FROM bookings WHERE withdrawn_at IS NOT NULL OR email = ''`); n != 0 {
		t.Fatalf("%d registrations were changed", n)
	}
	if out := o.must("person", "export", bhanu.ID); strings.Contains(out, "9111111111") ||
		strings.Contains(out, ashas.ID) || !strings.Contains(out, "9222222222") {
		t.Errorf("the export of one person: %s", out)
	}
	if out := o.must("person", "export", email, "--everybody"); !strings.Contains(out, ashas.ID) ||
		!strings.Contains(out, bhanus.ID) {
		t.Errorf("the export of everybody: %s", out)
	}
	o.must("person", "withdraw", bhanu.ID)
	if n := o.server.Count(`SELECT COUNT(*) FROM bookings WHERE withdrawn_at IS NOT NULL AND id = ?`, bhanu.ID); n != 1 {
		t.Error("the withdrawal is not Bhanu's")
	}

	err := o.server.Store.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), `UPDATE payment_attempts SET state = 'CLOSED'`)
		return err
	})
	must(t, err)
	o.must("erase", asha.ID, "--yes")
	for query, want := range map[string]int{
		`SELECT COUNT(*) FROM bookings WHERE first_name = 'Asha' OR mobile = '9111111111'`: 0,
		`SELECT COUNT(*) FROM accounts`:                                                              0,
		`SELECT COUNT(*) FROM tickets WHERE status = 'void'`:                                         1,
		`SELECT COUNT(*) FROM tickets WHERE holder_name = 'Bhanu Verma' AND status = 'valid'`:        1,
		`SELECT COUNT(*) FROM bookings WHERE email_key = 'office@example.org' AND mobile LIKE '92%'`: 1,
		`SELECT COUNT(*) FROM known_devices`:                                                         1,
	} {
		if n := o.server.Count(query); n != want {
			t.Errorf("%s: %d, want %d", query, n, want)
		}
	}
	profile := o.server.Post("/profile", "{}", "Authorization", o.server.SignInAs(email))
	if !strings.Contains(string(profile.Raw), `"firstname":"Bhanu"`) {
		t.Errorf("the mailbox's profile after the erasure: %s", profile.Raw)
	}
	// Erasing the last person also deletes the mailbox's account.
	o.must("erase", bhanu.ID, "--yes")
	if n := o.server.Count(`SELECT (SELECT COUNT(*) FROM known_devices) + (SELECT COUNT(*)
			FROM code_challenges) + (SELECT COUNT(*) FROM outbox WHERE to_address <> '')`); n != 0 {
		t.Errorf("%d traces of the mailbox", n)
	}
}

// A rehearsal writes its emails as files. An erasure deletes the files of the erased person and no others.
func TestErasureRemovesEmailsInTheOutboxFolder(t *testing.T) {
	o := newOffice(t)
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
	out := o.must("erase", form["email"].(string), "--yes")
	if !strings.Contains(out, strings.ReplaceAll("and N emails in the outbox folder deleted", "N",
		strconv.Itoa(theirs))) {
		t.Errorf("it says: %s", out)
	}
	if left := naming(gone.Email); left != 0 || naming(stays.Email) != others {
		t.Errorf("%d files name whoever was erased; of another there are %d of %d", left, naming(stays.Email), others)
	}
}
