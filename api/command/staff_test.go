package command_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"transom/api/apitest/check"
	"transom/api/apitest/testdb"
	"transom/api/domain"
	"transom/api/product"
	"transom/api/store"
)

func TestStaffFromTheCommandLine(t *testing.T) {
	o := newOffice(t)
	s := o.server
	var added map[string]string
	out := o.must("staff", "add", "asha@example.org", "--name", "Asha Rao", "--role", "organiser", "--who", "A. Admin",
		"--why", "runs the desk", "--json")
	must(t, json.Unmarshal([]byte(out), &added))
	_, secret, _ := strings.Cut(added["link"], "#invitation=")
	d, key := s.Stranger(), s.NewPasskey()
	asked := d.Prove("asha@example.org", secret)
	d.Finish("sign-in/passkey", asked, key.Make(asked.Body["options"])).Must(http.StatusOK)
	for _, c := range []struct{ line, says string }{
		{"staff add asha@example.org --name Asha --role organiser --why x", "is already a member of staff"},
		{"staff add ravi@example.org --name Ravi --role boss --why x", "Choose a role"},
		{"staff add ravi@example.org --role gate", "needed: --name, --role, --why"},
		{"staff add ravi@example.org --name Ravi --role gate", "--why"},
		{"staff reset asha@example.org --why x", "--yes-last"},
		{"staff reset nobody@example.org --why x", "no member of staff"},
	} {
		o.refuses(c.says, strings.Fields(c.line)...)
	}
	o.must("staff", "reset", "asha@example.org", "--why", "lost the phone", "--who", "A. Admin", "--yes-last")
	d.Call("me", nil).Want(http.StatusUnauthorized, "after the reset")
	if out := o.must("activity-log"); !strings.Contains(out,
		"A. Admin (command)  staff_reset") ||
		!strings.Contains(out, "lost the phone") {
		t.Error(out)
	}
	o.must("staff", "add", "asha@example.org", "--name", "Asha Rao", "--role", "organiser", "--why",
		"the mail never came")
}

// An erasure clears what was typed about the person and keeps who did what; the chain still verifies. A change in the
// database file is detected.
func TestActivityLogAfterAnErasure(t *testing.T) {
	o := newOffice(t)
	s := o.server
	_, _, b, _ := s.RegisterPaid(map[string]any{"firstname": "Asha", "email": "asha@example.org"})
	ctx := context.Background()
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		for _, id := range []string{b.ID, ""} {
			err := tx.AddAction(ctx, domain.Action{
				At: s.Clock.Now(), Actor: domain.Actor{ID: "m", Name: "Mira", Role: "registrar"}, Name: "correct",
				BookingID: id, Why: "Asha called", After: map[string]string{"firstname": "Asha"},
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	must(t, err)
	o.says("Asha called", "person", "export", "asha@example.org")
	o.server.Exec(`UPDATE payment_attempts SET state = 'CLOSED'`)
	if _, err := s.Store.ErasePerson(ctx, store.Person{EmailKey: b.EmailKey}, s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	s.WantCount(1, `SELECT COUNT(*) FROM audit_details WHERE details LIKE '%Asha%'`)
	if out := o.must("activity-log", "--booking", b.ID, "--json"); !strings.Contains(out, `"erased": true`) ||
		strings.Contains(out, "called back") {
		t.Error(out)
	}
	o.find(t, "activity-log") // this run stores the newest entry, for comparison by later runs
	check.Equal(t, o.find(t, "activity-log").Result, "ok")
	testdb.OnlySQLite(t, "an edit in the file")
	for _, statement := range []string{`DROP TRIGGER audit_log_no_update`,
		`UPDATE audit_log SET actor_name = 'Nobody' WHERE n = 2`} {
		s.Exec(statement)
	}
	if f := o.find(t, "activity-log"); f.Result != "bad" || !strings.Contains(f.Found, "entry 2") {
		t.Errorf("%+v", f)
	}
	o.refuses("", "activity-log")
}

func (o *office) find(t *testing.T, name string) examined {
	t.Helper()
	found, _, _ := o.examine(product.Facts{})
	return found[name]
}
