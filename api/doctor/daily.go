package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"transom/api/backup"
	"transom/api/cli"
	"transom/api/domain"
	"transom/api/product"
	"transom/generator/schema"
)

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
