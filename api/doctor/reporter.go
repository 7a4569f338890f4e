package doctor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"transom/api/backup"
	"transom/api/cli"
	"transom/api/domain"
	"transom/api/mail"
	"transom/api/product"
	"transom/api/store"
	"transom/generator/schema"
)

const (
	// The slow checks run only once every slowEvery rounds.
	checkEvery = time.Minute
	slowEvery  = 60
	morning    = 7 // the hour of the daily email, in the event's time zone
	quietAfter = time.Hour
)

// Reporter emails a daily summary and each new problem; systemd reports the server (transom-alarm@.service).
type Reporter struct {
	Env     *product.Env
	Product *product.Product
	To      string // the recipient's address; if it is empty, nothing is checked
	Log     *slog.Logger

	rounds int
	// doubtful holds the slow checks that failed once. Another machine may have had only a brief problem.
	doubtful map[string]bool
}

// Run checks the product regularly until the context ends.
func (a *Reporter) Run(ctx context.Context) error {
	if a.To == "" {
		return nil
	}
	_ = os.Remove(ReportedFile(a.Env.Var, "transom.service")) // so that the server's next failure is reported
	return domain.Every(ctx, checkEvery, nil, func() {
		if err := a.Check(ctx); err != nil && ctx.Err() == nil {
			a.Log.ErrorContext(ctx, "alarms", "error", err)
		}
	})
}

// Check is one round; it also sends the daily email when it is due.
func (a *Reporter) Check(ctx context.Context) error {
	reported, err := a.Product.Store.OpenAlarms(ctx)
	if err != nil {
		return err
	}
	for _, f := range a.examine(ctx) {
		switch {
		case f.IsBad() && !slices.Contains(reported, f.Check):
			err = a.report(ctx, f)
		case !f.IsBad() && slices.Contains(reported, f.Check):
			a.Log.InfoContext(ctx, "good again", "check", f.Check)
			err = a.Product.Store.EndAlarm(ctx, f.Check, a.Product.Clock.Now())
		}
		if err != nil {
			return err
		}
	}
	return a.sendDaily(ctx)
}

// examine runs the slow checks less often, and repeats a slow check that failed before it counts.
func (a *Reporter) examine(ctx context.Context) (findings []Finding) {
	if a.doubtful == nil {
		a.doubtful = map[string]bool{}
	}
	all := a.rounds%slowEvery == 0
	a.rounds++
	for _, check := range checks {
		doubtful := a.doubtful[check.name]
		if check.slow && !all && !doubtful {
			continue
		}
		f := check.once(ctx, a.Env)
		delete(a.doubtful, check.name)
		if check.slow && f.IsBad() && !doubtful {
			a.doubtful[check.name] = true
			continue
		}
		findings = append(findings, f)
	}
	return findings
}

func (a *Reporter) report(ctx context.Context, f Finding) error {
	now := a.Product.Clock.Now()
	a.Log.WarnContext(ctx, "bad", "check", f.Check, "found", f.Found)
	mail := alarmMail(a.To, "alarm:"+f.Check+":"+now.UTC().Format(time.RFC3339Nano),
		a.Product.Content.Event.Name+": bad: "+f.Check,
		f.text()+"\nThis email is sent once; the daily email repeats the problem until it is solved.\n")
	return a.Product.Store.ReportAlarm(ctx, f.Check, mail, now, quietAfter)
}

// sendDaily queues the email once a day: its key contains the date.
func (a *Reporter) sendDaily(ctx context.Context) error {
	now := a.Product.Clock.Now().In(a.Product.Content.Zone)
	if now.Hour() < morning {
		return nil
	}
	written, err := a.Product.Store.HasMail(ctx, "morning:"+now.Format(time.DateOnly))
	if err != nil || written {
		return err
	}
	mail := dailyMail(ctx, a.Env, a.Product, a.To)
	return a.Product.Store.Write(ctx, func(tx *store.Tx) error { return tx.EnqueueMail(ctx, mail, now) })
}

// repeatAfter is less than a day, so that a nightly job that keeps failing is reported every night.
const repeatAfter = 20 * time.Hour

// AlarmUnit reports by email that a systemd unit has failed, unless it did so less than repeatAfter ago. It bypasses
// the outbox, because the server or the database may be what has failed.
func AlarmUnit(ctx context.Context, e *product.Env, unit string) (sent bool, err error) {
	if e.Facts.AlarmMail == "" {
		return false, errors.New("TRANSOM_ALARM_MAIL is not set, so nobody is informed")
	}
	reported := ReportedFile(e.Var, unit)
	if info, err := os.Stat(reported); err == nil && time.Since(info.ModTime()) < repeatAfter {
		return false, nil
	}
	if err := sendAlarm(ctx, e, unit); err != nil {
		return false, err
	}
	_ = os.WriteFile(reported, nil, 0o600) // if the disk is full, the failure is reported again
	return true, nil
}

func sendAlarm(ctx context.Context, e *product.Env, unit string) error {
	content, err := domain.LoadContent(e.Facts.Content)
	if err != nil {
		return err
	}
	composer, err := mail.NewComposer(content, e.Facts.MailFrom)
	if err != nil {
		return err
	}
	sender, err := mail.Open(e.Facts.Mail, filepath.Join(e.Var, mail.OutboxFolder))
	if err != nil {
		return err
	}
	host, _ := os.Hostname()
	text := fmt.Sprintf("%s has failed on %s.\n\nTo do: `journalctl -u %s -n 50` says why; then run `transom "+
		"doctor`.\n", unit,
		host, unit)
	if err := e.Facts.Err(); err != nil {
		text += "\n" + err.Error() + "\n"
	}
	m, err := composer.Compose(domain.QueuedMail{
		ID: time.Now().UnixMilli(), MessageID: domain.NewID(128), CreatedAt: time.Now(),
		OutgoingMail: domain.OutgoingMail{
			Template: domain.AlarmTemplate, To: e.Facts.AlarmMail,
			Data: map[string]string{"subject": content.Event.Name + ": bad: " + unit + " has failed", "text": text},
		},
	})
	if err != nil {
		return err
	}
	return sender.Send(ctx, m)
}

// ReportedFile returns the file whose modification time says when a unit's failure was last reported.
func ReportedFile(folder, unit string) string {
	return filepath.Join(folder, ".told-"+strings.Map(func(c rune) rune {
		if c == '/' || c == 0 {
			return '-'
		}
		return c
	}, unit))
}

// dailyLines are the daily email's lines about the last 24 hours. They must not contain personal data.
var dailyLines = []struct {
	name string
	line func(ctx context.Context, e *product.Env, d *product.Product, since time.Time) (string, error)
}{
	{"Registrations", registrationsLine}, {"Money", moneyLine}, {"Tasks", tasksLine}, {"Backup", backupLine},
	{"Database", databaseLine}, {"Activity log", activityLine},
}

func registrationsLine(ctx context.Context, _ *product.Env, d *product.Product, since time.Time) (string, error) {
	day, err := d.Store.DaySince(ctx, since)
	return fmt.Sprintf("%d paid since yesterday, %d in total; %d with a pending payment", day.PaidNow, day.PaidEver,
		day.Waiting), err
}

func moneyLine(ctx context.Context, _ *product.Env, d *product.Product, since time.Time) (string, error) {
	day, err := d.Store.DaySince(ctx, since)
	return fmt.Sprintf("%s collected since yesterday, %s in total, of which %s was refunded",
		schema.FormatPaise(day.MoneyNow), schema.FormatPaise(day.MoneyEver), schema.FormatPaise(day.Refunds)), err
}

func tasksLine(ctx context.Context, _ *product.Env, d *product.Product, _ time.Time) (string, error) {
	tasks, err := d.Store.OpenTasks(ctx)
	if err != nil || len(tasks) == 0 {
		return "no open tasks", err
	}
	kinds, order := map[string]int{}, []string{}
	for _, t := range tasks {
		if kinds[t.Kind]++; kinds[t.Kind] == 1 {
			order = append(order, t.Kind)
		}
	}
	for i, kind := range order {
		order[i] = fmt.Sprintf("%d of %s", kinds[kind], strings.ReplaceAll(kind, "_", " "))
	}
	return fmt.Sprintf("%s open (%s): `transom list --tasks`", cli.Count(len(tasks), "task"), strings.Join(order, ", ")),
		nil
}

func backupLine(ctx context.Context, e *product.Env, _ *product.Product, _ time.Time) (string, error) {
	path, made, err := backup.Last(ctx, e)
	if err != nil || made.IsZero() {
		return "there is none", err
	}
	if missing := backup.Missing(path); missing != "" {
		return missing, nil
	}
	return fmt.Sprintf("the last one is %d hours old", int(time.Since(made).Hours())), nil
}

func databaseLine(ctx context.Context, _ *product.Env, d *product.Product, _ time.Time) (string, error) {
	s, err := d.Store.Server(ctx)
	if err != nil || s == nil {
		return "SQLite, in a folder on this machine", err
	}
	return fmt.Sprintf("PostgreSQL %s, response time %s, used by instances on %s", s.Version,
		s.RoundTrip.Round(100*time.Microsecond), cli.Count(s.Copies, "machine")), nil
}

// activityLine allows people who keep the emails to prove later that no earlier entry was removed or changed.
func activityLine(ctx context.Context, _ *product.Env, d *product.Product, _ time.Time) (string, error) {
	last, err := d.Store.LastAction(ctx)
	if err != nil || last.N == 0 {
		return "empty", err
	}
	return fmt.Sprintf("the last entry is number %d, its hash is %s", last.N, last.Hash), nil
}

func dailyMail(ctx context.Context, e *product.Env, d *product.Product, to string) domain.OutgoingMail {
	now := d.Clock.Now()
	var text strings.Builder
	for _, l := range dailyLines {
		line, err := l.line(ctx, e, d, now.Add(-24*time.Hour))
		if err != nil {
			line = "not known: " + err.Error()
		}
		fmt.Fprintf(&text, "%s: %s.\n", l.name, line)
	}
	wrong := 0
	for _, f := range Examine(ctx, e, func(int, int) {}) {
		if f.IsBad() {
			wrong++
			fmt.Fprintf(&text, "\n%s", f.text())
		}
	}
	subject := "no problems"
	if wrong > 0 {
		subject = cli.Count(wrong, "thing") + " to correct"
	} else {
		text.WriteString("\nDoctor found no problems.\n")
	}
	return alarmMail(to, "morning:"+now.In(d.Content.Zone).Format(time.DateOnly), d.Content.Event.Name+": "+subject,
		text.String())
}

func alarmMail(to, key, subject, text string) domain.OutgoingMail {
	return domain.OutgoingMail{Template: domain.AlarmTemplate, To: to, DedupeKey: key,
		Data: map[string]string{"subject": subject, "text": text}}
}

func (f Finding) text() string {
	return fmt.Sprintf("BAD %s: %s.\n    To do: %s\n", f.Check, f.Found, f.Do)
}
