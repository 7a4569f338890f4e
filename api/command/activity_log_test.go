package command_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest/testdb"
	"transom/api/booking"
	"transom/api/command"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/product"
	"transom/api/store"
)

// unlogged are the commands that change no stored data in the database, and those that run while the database is
// closed. Every other command must be in the table below.
var unlogged = []string{
	"make-keys", "check-settings", "alarm", "list", "show", "export", "ticket", "activity-log", "backup",
	"restore", "move-database", "doctor",
	"new-edition", // logged in the new folder: ../app/new_edition_test.go
}

func TestEveryChangeIsInTheLog(t *testing.T) {
	o := newOffice(t)
	o.logs = true
	_, a := o.buy()
	_, b := o.buy()
	form, c := o.buy()
	_, waits := o.server.Unpaid(nil)
	_, mistaken := o.server.Unpaid(nil)
	dir, tried, request := t.TempDir(), slices.Clone(unlogged), ""
	for _, change := range []struct {
		line  string
		about string // the registration's id; "" if none, "new" if created
		more  []string
	}{
		{"action correct CODE --changes city=Indore", a.ID, nil},
		{"action seat CODE --gate 2 --row C --seat 14", a.ID, nil},
		{"action void CODE", a.ID, nil},
		{"action reissue CODE", a.ID, nil},
		{"action note CODE --text wheelchair", a.ID, nil},
		{"action transfer CODE --email colleague@example.org", a.ID, nil},
		{"action transfer-withdraw CODE", a.ID, nil},
		{"action resend CODE --what ticket", a.ID, nil},
		{"identity open CODE --identity " + filepath.Join(o.dir, "identity-papers.identity") + " --out " +
			filepath.Join(dir, "p.jpg"), a.ID, nil},
		{"action document-approve CODE --document passport", a.ID, nil},
		{"action document-reject CODE", b.ID, nil},
		{"action change-ticket CODE --spouse --spouse-name Mira --difference waived --ticket-category " + b.CategoryType,
			b.ID, nil},
		{"action refund CODE --refund 5", a.ID, nil},
		{"action invoice CODE --gstin 27ABCDE1234F1Z0 --name Lime --address Mumbai --pin 400001", b.ID, nil},
		{"action cancel CODE", b.ID, nil},
		{"action uncancel CODE", b.ID, nil},
		{"action cancel CODE --refund 3540", c.ID, nil},
		{"person withdraw " + form["email"].(string), c.ID, nil},
		{"person erase " + form["email"].(string) + " --yes", c.ID, nil},
		{"action paid CODE --kind cash --reference 7 --date 2025-03-10", waits.ID, nil},
		{"action cancel CODE --refund 3540", waits.ID, nil},
		{"action record-refund CODE --reference 8", waits.ID, nil},
		{"action paid CODE --kind cash --reference 9 --date 2025-03-10", mistaken.ID, nil},
		{"action withdraw-payment CODE --payment PAYMENT", mistaken.ID, nil},
		{"action add", "new", added(o, "bank")[2:]},
		{"action approve --request REQUEST", a.ID, nil},
		{"sales pause --sentence Later.", "", nil},
		{"action cancel-category --category STUDENT", "", nil},
		{"sales resume", "", nil},
		{"staff add mira@example.org --name Mira --role viewer", "", nil},
		{"staff reset mira@example.org", "", nil},
		{"mail retry", "", nil},
		{"reconcile --fix", "", nil},
		{"purge", "", nil},
	} {
		who, why := "A. Rao", "because of "+change.line
		args := append(strings.Fields(change.line), change.more...)
		switch {
		case args[0] == "person": // by now the payment links have expired
			o.server.Clock.Add(time.Hour)
		case args[0] == "action" && args[1] == "approve":
			o.server.Payments.Reconcile(t.Context()) // the partial refund is complete
			o.server.Content.Desk.RefundAlonePaise = 100
			request, who = o.asks(a, who), "B. Iyer"
		}
		if args[0] == "action" {
			args = append(args, "--yes")
		}
		for i, arg := range args {
			switch arg {
			case "CODE":
				args[i] = o.server.Booking(change.about).Code
			case "PAYMENT":
				args[i] = o.server.Text(`SELECT attempt_ref FROM payments WHERE provider_payment_id = '9'`)
			case "REQUEST":
				args[i] = request
			}
		}
		before := o.server.Count(`SELECT COUNT(*) FROM audit_log`)
		if strings.HasPrefix(change.line, "person erase") {
			why = "asked by letter" // not the address
		}
		o.must(append(args, "--who", who, "--why", why)...)
		written, err := o.server.Store.AuditLog(t.Context(),
			store.AuditFilter{Limit: o.server.Count(`SELECT COUNT(*) FROM audit_log`) - before})
		if err != nil || len(written) == 0 {
			t.Errorf("%s: %d actions, %v", change.line, len(written), err)
		}
		about := change.about
		if about == "new" {
			about = o.server.Text(`SELECT id FROM bookings WHERE paid_reference = 'UTR 1'`)
		}
		named := false
		for _, one := range written {
			named = named || one.BookingID == about
			// A reason that is stored under another registration would outlive the person's data.
			if args[0] == "action" && change.about != "new" && one.BookingID != about {
				t.Errorf("%s: %s names %q", change.line, one.Name, one.BookingID)
			}
			if one.Actor != (domain.Actor{ID: domain.ActorCommand, Name: who, Role: domain.ActorCommand}) || one.Why != why {
				t.Errorf("%s: %+v", change.line, one)
			}
		}
		if !named {
			t.Errorf("%s: no action names %q: %+v", change.line, about, written)
		}
		tried = append(tried, args[0], strings.Join(args[:min(2, len(args))], " "))
	}
	for _, a := range desk.Actions() {
		if !slices.Contains(tried, "action "+a.Name) {
			t.Errorf("action %s was not tried", a.Name)
		}
	}
	for _, c := range command.All() {
		if !slices.Contains(tried, c.Name) {
			t.Errorf("%s changes something, and nobody looks for it in the log", c.Name)
		}
	}
	if _, err := o.server.Store.CheckAuditLog(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestCommandsAreLoggedOutsideTheDatabase(t *testing.T) {
	testdb.Once(t)
	t.Setenv("SUDO_USER", "arao")
	socket := filepath.Join(t.TempDir(), "journal")
	journal, err := net.ListenPacket("unixgram", socket)
	must(t, err)
	defer journal.Close()
	closed := errors.New("no database")
	for name, args := range map[string][]string{
		`command=person with="erase … --who --yes"`: {"person", "erase", "asha@example.org", "--yes", "--who", "A. Rao"},
		`command=list with="--status --text"`:       {"list", "--text=asha", "--status", "Paid"},
		`command=person with="export …"`:            {"person", "export", "asha@example.org"},
		`command=restore with=…`:                    {"restore", "asha"},
		`command=ticket with=rotate`:                {"ticket", "rotate"},
	} {
		for _, socket := range []string{socket, "/nowhere"} {
			folder := filepath.Join(t.TempDir(), "var")
			if args[0] != "restore" { // restore creates the folder itself
				must(t, os.Mkdir(folder, 0o700))
			}
			env := &product.Env{Var: folder, Out: io.Discard, Progress: io.Discard, Journal: socket,
				Open: func(context.Context) (*product.Product, error) { return nil, closed }}
			if err := commandNamed(args[0]).Run(t.Context(), env, args[1:]); err == nil {
				t.Errorf("%v works without a database", args)
			}
			text, message := readFileIfThere(folder), make([]byte, 4096)
			if socket != "/nowhere" && name != "" {
				n, _, err := journal.ReadFrom(message)
				if text = string(message[:n]); err != nil || !strings.HasPrefix(text,
					"PRIORITY=6\nSYSLOG_IDENTIFIER=transom\nMESSAGE=time=") {
					t.Errorf("the journal does not understand %q, %v", text, err)
				}
			}
			who := map[bool]string{true: `who="A. Rao"`, false: "who=arao"}[args[1] == "erase"]
			if name == "" && text != "" || name != "" && (!strings.Contains(text, name) || !strings.Contains(text, who)) ||
				strings.Contains(text, "asha") || strings.Contains(text, "secret") {
				t.Errorf("%v: %s", args, text)
			}
		}
	}
}

func readFileIfThere(folder string) string {
	raw, _ := os.ReadFile(filepath.Join(folder, product.AuditFile))
	return string(raw)
}

func TestTheReasonOfAnErasureContainsNoName(t *testing.T) {
	o := newOfficeOnce(t)
	o.logs = true
	form, b := o.buy()
	why := "letter 12 of " + strings.ToUpper(b.FirstName) + " " + b.LastName + ", " + b.Email + ", " + b.Mobile + " "
	o.must("person", "erase", form["email"].(string), "--yes", "--who", "A. Rao", "--why", why)
	actions, err := o.server.Store.AuditLog(t.Context(), store.AuditFilter{BookingID: b.ID})
	if err != nil || len(actions) == 0 || !strings.HasPrefix(actions[0].Why, "letter 12 of … …, …, …") {
		t.Fatalf("%+v, %v", actions, err)
	}
	for _, value := range []string{b.FirstName, b.LastName, b.Email, b.Mobile} {
		if value == "" || strings.Contains(strings.ToLower(actions[0].Why), strings.ToLower(value)) {
			t.Errorf("%q is in %q", value, actions[0].Why)
		}
	}
}

// A booking's id may look like a word, so input is looked up as an id before it counts as a name.
func TestANumberWithoutADigitIsABooking(t *testing.T) {
	o := newOfficeOnce(t)
	o.logs = true
	_, b := o.buy()
	b.ID, b.Code, b.Email, b.EmailKey, b.PersonKey = "abcdefghijklmnopqrstu", "BCDFGH", "x@example.org", "x@example.org",
		"x"
	must(t, o.server.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.InsertBooking(t.Context(), b)
	}))
	o.must("show", b.ID)
	o.must("show", "bcd fgh")
	o.refuses("", "show", "uvwxyzabcdefghijklmno")
	o.must("list", "--text", "somebody ")
	actions, err := o.server.Store.AuditLog(t.Context(), store.AuditFilter{})
	if err != nil || len(actions) != 4 || actions[0].BookingID != "" {
		t.Fatalf("%+v, %v", actions, err)
	}
	if actions = actions[1:]; len(actions) != 3 || actions[0].BookingID != "" || actions[1].BookingID != b.ID ||
		actions[2].BookingID != b.ID || strings.Contains(actions[0].After["with"], "uvw") {
		t.Errorf("%+v, %v", actions, err)
	}
}

// An unknown booking is an error, not an empty list.
func TestActivityLogOfOneBooking(t *testing.T) {
	o := newOfficeOnce(t)
	_, b := o.buy()
	o.says("0 entries;", "activity-log", "--booking", b.Code)
	o.action("note", b.ID, "--text", "called", "--who", "A. Rao", "--why", "asked")
	o.says("A. Rao (command)  note, booking "+b.ID, "activity-log", "--booking", b.Code)
	o.server.Clock.Add(2 * time.Minute)
	o.action("resend", b.ID, "--what", "ticket", "--copy-to", "aide@example.org", "--who", "A. Rao", "--why", "asked")
	o.action("correct", b.ID, "--changes", "city=Pune", "--who", "A. Rao", "--why", "asked")
	o.says("        copy_to: aide@example.org\n", "activity-log", "--booking", b.Code)
	o.says("        city: "+b.City+" -> Pune\n", "activity-log", "--booking", b.Code)
	for _, unknown := range []string{"UNKNOWN", "ABC-DEF", "c5ta3zr2kkysbqxi3njn2"} {
		for _, more := range [][]string{nil, {"--json"}} {
			if out, err := o.run(append([]string{"activity-log", "--booking", unknown}, more...)...); err == nil ||
				out != "" ||
				!strings.Contains(err.Error(), `there is no booking "`+unknown+`"`) {
				t.Errorf("--booking %s %q: %s, %v", unknown, more, out, err)
			}
		}
	}
}

// If several people share the mailbox and nobody was chosen, nothing is logged.
func TestAWithdrawalOfAMailboxNamesEachRegistration(t *testing.T) {
	o := newOfficeOnce(t)
	o.logs = true
	form, first := o.buy()
	_, second := o.server.Buy(map[string]any{"email": form["email"]})
	email := form["email"].(string)
	if out, err := o.run("person", "withdraw", email); err == nil {
		t.Fatalf("of several: %s", out)
	}
	o.must("person", "withdraw", email, "--everybody", "--why", "wrote to the office")
	for _, b := range []booking.Booking{first, second} {
		actions, err := o.server.Store.AuditLog(t.Context(), store.AuditFilter{BookingID: b.ID})
		if err != nil || len(actions) != 1 || actions[0].Object != "person" || actions[0].Why != "wrote to the office" {
			t.Errorf("%+v, %v", actions, err)
		}
	}
}

func TestDoctorFindsACutLog(t *testing.T) {
	o := newOffice(t)
	write := func(f func(tx *store.Tx) error) {
		t.Helper()
		must(t, o.server.Store.Write(t.Context(), f))
	}
	for range 3 {
		write(func(tx *store.Tx) error {
			return tx.AddAction(t.Context(), domain.Action{At: o.server.Clock.Now(), Actor: domain.Actor{ID: "m", Name: "M"},
				Name: "note"})
		})
	}
	found := func() examined {
		t.Helper()
		all, _, _ := o.examine(product.Facts{})
		return all["activity-log"]
	}
	if f := found(); f.Result != "look" || !strings.Contains(f.Found, "nothing outside the database") {
		t.Fatalf("without anything to compare with: %+v", f)
	}
	if f := found(); f.Result != "ok" {
		t.Fatalf("%+v", f)
	}
	parent := t.TempDir()
	o.must("backup", parent)
	statements := []string{`DROP TRIGGER audit_log_no_delete`, `DROP TRIGGER audit_details_no_delete`}
	if testdb.OnPostgres(t) {
		statements = []string{`ALTER TABLE audit_log DISABLE TRIGGER USER`,
			`ALTER TABLE audit_details DISABLE TRIGGER USER`}
	}
	write(func(tx *store.Tx) error {
		for _, statement := range append(statements, `DELETE FROM audit_details WHERE n >= 3`,
			`DELETE FROM audit_log WHERE n >= 3`) {
			if _, err := tx.ExecContext(t.Context(), statement); err != nil {
				return err
			}
		}
		return nil
	})
	anchor := filepath.Join(o.dir, "activity-log.anchor")
	if f := found(); f.Result != "bad" || !strings.Contains(f.Found, "cut off: entry 3 is missing") ||
		!strings.Contains(f.Do, anchor) {
		t.Errorf("apart from the database: %+v", f)
	}
	o.refuses("compare with "+anchor, "activity-log")
	must(t, os.Remove(anchor))
	if f := found(); f.Result != "bad" || !strings.Contains(f.Found, "cut off: entry 4 is missing") ||
		!strings.Contains(f.Do, parent) || strings.Contains(f.Do, "delete") {
		t.Errorf("in the backup: %+v", f)
	}
	if _, err := os.Stat(anchor); err == nil {
		t.Error("a log that is not whole has a new anchor")
	}
}
