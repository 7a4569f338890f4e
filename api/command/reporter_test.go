package command_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/apitest/testdb"
	"transom/api/doctor"
	"transom/api/mail"
	"transom/api/product"
	"transom/api/store/engine"
)

const duty = "duty@example.net"

func (o *office) reporter() *doctor.Reporter {
	desk := o.rooms()
	env := &product.Env{
		Var: o.dir, Database: testdb.Address(o.t, o.dir), Out: io.Discard, Progress: io.Discard,
		Facts: product.Facts{Content: o.dir, AlarmMail: duty, Provider: "sandbox", Mail: "outbox"},
		Open:  func(context.Context) (*product.Product, error) { return desk, nil },
	}
	return &doctor.Reporter{Env: env, Product: desk, To: duty, Log: slog.New(slog.NewTextHandler(o.server.Log, nil))}
}

func (o *office) mailed(subject string) []mail.Written {
	o.t.Helper()
	return slices.DeleteFunc(o.server.SendMails(), func(m mail.Written) bool {
		return !strings.Contains(m.To, duty) || !strings.Contains(m.Subject, subject)
	})
}

func (o *office) look(a *doctor.Reporter) {
	o.t.Helper()
	must(o.t, a.Check(o.t.Context()))
}

func (o *office) backedUp(ago time.Duration) {
	o.t.Helper()
	file := filepath.Join(o.dir, ".last-backup")
	at := time.Now().Add(-ago)
	if testdb.OnPostgres(o.t) {
		must(o.t, o.server.Store.SetMark(o.t.Context(), engine.MarkBackup, "x", at))
		return
	}
	must(o.t, os.WriteFile(file, []byte("x\n"), 0o600))
	must(o.t, os.Chtimes(file, at, at))
}

// A restart, or a problem that disappears for a moment, does not cause a second email.
func TestAlarmIsSentOnce(t *testing.T) {
	o := newOfficeOnce(t)
	a := o.reporter()
	expect := func(what string, mails int) {
		t.Helper()
		if got := o.mailed("bad: backup"); len(got) != mails {
			t.Fatalf("%s: %d emails, want %d", what, len(got), mails)
		}
	}
	o.backedUp(time.Hour)
	o.look(a)
	expect("a fresh backup", 0)
	o.backedUp(30 * time.Hour)
	o.look(a)
	expect("an old backup", 1)
	o.look(a)
	o.look(o.reporter())
	expect("looked at again, and after a restart", 1)
	o.backedUp(time.Hour)
	o.look(a)
	o.backedUp(30 * time.Hour)
	o.look(a)
	expect("good for a moment", 1)
	o.backedUp(time.Hour)
	o.look(a)
	o.server.Clock.Add(2 * time.Hour)
	o.backedUp(30 * time.Hour)
	o.look(a)
	expect("bad again after hours", 2)
	if text := o.mailed("bad: backup")[0].Text; !strings.Contains(text, "the last backup is 30 hours old") ||
		!strings.Contains(text, "To do: systemctl status transom-backup") {
		t.Error(text)
	}
}

func TestDailyEmail(t *testing.T) {
	o := newOffice(t)
	form, b := o.buy()
	o.action("refund", b.ID, "--refund", "540")
	o.server.Payments.Reconcile(t.Context())
	o.server.Unpaid(nil)
	for key, kind := range map[string]string{"a": "dispute", "b": "dispute", "c": "signin_closed"} {
		o.server.Exec(`
			INSERT INTO tasks (dedupe_key, kind, booking_id, attempt_ref, text, created_at)
			VALUES (?, ?, '', '', 't', 1)`, key, kind)
	}
	o.server.Clock.Set(time.Date(2025, 3, 12, 6, 59, 0, 0, o.server.Content.Zone))
	o.backedUp(30 * time.Hour)
	o.look(o.reporter())
	if n := len(o.mailed("to correct")); n != 0 {
		t.Fatalf("%d emails before seven", n)
	}
	for _, step := range []struct {
		later time.Duration
		mails int
	}{{2 * time.Minute, 1}, {time.Hour, 1}, {23 * time.Hour, 2}, {time.Hour, 2}} {
		o.server.Clock.Add(step.later)
		o.look(o.reporter())
		if n := len(o.mailed("to correct")); n != step.mails {
			t.Fatalf("%v later: %d emails, want %d", step.later, n, step.mails)
		}
	}
	first := o.mailed("to correct")[1].Text
	apitest.Says(t, first, "Registrations: 1 paid since yesterday, 1 in total; 1 with a pending payment.",
		"Money: ₹3,540 collected since yesterday, ₹3,540 in total, of which ₹540 was refunded.",
		"Tasks: 3 tasks open (2 of dispute, 1 of signin closed): `transom list --tasks`.",
		"Backup: the last one is 30 hours old.", "BAD backup: ")
	last, err := o.server.Store.LastAction(t.Context())
	must(t, err)
	if !strings.HasPrefix(last.Hash, "hmac:") {
		t.Errorf("the newest entry's hash is %q", last.Hash)
	}
	apitest.Says(t, o.mailed("to correct")[1].Text, fmt.Sprintf("the last entry is number %d, its hash is %s", last.N,
		last.Hash))
	if log := o.gauge("transom_activity_log_entries"); log != float64(last.N) ||
		o.gauge("transom_activity_log_hash") == 0 {
		t.Errorf("the metrics say %v, the newest entry is %d", log, last.N)
	}
	for _, m := range o.mailed("") {
		for name, value := range form {
			if text, isText := value.(string); isText && len(text) > 3 && strings.Contains(m.Text, text) {
				t.Errorf("the mail %q holds the %s", m.Subject, name)
			}
		}
	}
}

func TestWithoutAnAddressNoAlarmIsSent(t *testing.T) {
	o := newOfficeOnce(t)
	a := o.reporter()
	a.To = ""
	if err := a.Run(t.Context()); err != nil {
		t.Error(err)
	}
	if out, _ := o.run("doctor"); !strings.Contains(out, "nobody is informed of problems") {
		t.Error(out)
	}
}

func TestSalesWithoutABackupAreAProblem(t *testing.T) {
	o := newOfficeOnce(t)
	a := o.reporter()
	o.server.RegisterPaid(nil)
	o.look(a)
	check.Equal(t, len(o.mailed("bad: backup")), 0, "emails on the first day")
	o.server.Clock.Add(27 * time.Hour)
	o.look(a)
	got := o.mailed("bad: backup")
	if len(got) != 1 || !strings.Contains(got[0].Text, "there is no backup; 1 paid registration would be lost") {
		t.Errorf("%v", got)
	}
}

func TestUnknownPaymentIsReportedAtTheNextCheck(t *testing.T) {
	o := newOfficeOnce(t)
	a := o.reporter()
	o.look(a)
	o.look(a)
	o.server.Exec(`INSERT INTO tasks (dedupe_key, kind, booking_id, attempt_ref, text, created_at)
			VALUES ('unknown-money:p', 'unknown_money', '', 'r', 't', 1)`)
	for range 2 {
		o.look(a)
		if got := o.mailed("bad: money"); len(got) != 1 || !strings.Contains(got[0].Text, "transom list --tasks") {
			t.Fatalf("%d emails: %v", len(got), got)
		}
	}
}

// Documents and money are compared in the metrics and by `reconcile`.
func TestMissingDocumentsAreReported(t *testing.T) {
	o := newOfficeOnce(t)
	o.buy()
	o.must("reconcile")
	o.server.Exec(`DROP TRIGGER invoices_no_delete`)
	o.server.Exec(`DELETE FROM invoices`)
	check.Equal(t, o.gauge("transom_documents_difference_paise"), -354000, "the metric, in paise")
	if out, err := o.run("reconcile"); err == nil || !strings.Contains(out, "The difference is -₹3,540.") {
		t.Errorf("%v\n%s", err, out)
	}
}
