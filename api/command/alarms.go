package command

import (
	"context"
	"time"

	"transom/api/store"
)

// figures takes values that are asked for when somebody looks (metrics.Metrics).
type figures interface {
	Gauge(name, help string, value func() float64)
}

// Watch shows what deploy/alerts.yml looks at among the metrics. A figure that cannot be read is -1.
func (d *Office) Watch(m figures, folder string) {
	for _, figure := range []struct {
		name, help string
		pick       func(store.Alarms) float64
	}{
		{"transom_webhook_silent_seconds", "For how long the gateway has said nothing while people pay.", func(a store.Alarms) float64 { return a.WebhookSilent.Seconds() }},
		{"transom_webhook_events_waiting", "Messages of the gateway that wait for their turn.", func(a store.Alarms) float64 { return float64(a.EventsWaiting) }},
		{"transom_payment_attempts_stuck", "Payment links that should have come or ended by now.", func(a store.Alarms) float64 { return float64(a.AttemptsStuck) }},
		{"transom_unknown_money", "Payments under our reference that no row knows.", func(a store.Alarms) float64 { return float64(a.UnknownMoney) }},
		{"transom_refunds_due", "Refunds that are due and not made.", func(a store.Alarms) float64 { return float64(a.RefundsDue) }},
		{"transom_identity_papers_opened_last_hour", "Identity documents that were opened in the last hour.", func(a store.Alarms) float64 { return float64(a.DocumentsOpened) }},
		{"transom_mails_pending", "Mails that wait.", func(a store.Alarms) float64 { return float64(a.MailsPending) }},
		{"transom_mails_dead", "Mails that were given up.", func(a store.Alarms) float64 { return float64(a.MailsDead) }},
		{"transom_mail_oldest_seconds", "How long the oldest mail has been waiting.", func(a store.Alarms) float64 { return a.OldestMail.Seconds() }},
		{"transom_tasks_open", "Tasks that wait for a person.", func(a store.Alarms) float64 { return float64(a.TasksOpen) }},
	} {
		m.Gauge(figure.name, figure.help, d.gauge(func(ctx context.Context) (float64, error) {
			a, err := d.Store.Alarms(ctx, d.Clock.Now())
			return figure.pick(a), err
		}))
	}
	m.Gauge("transom_pictures_overdue", "Pictures that should have been destroyed by now.", d.gauge(func(ctx context.Context) (float64, error) {
		n, err := d.keeper().Overdue(ctx)
		return float64(n), err
	}))
	m.Gauge("transom_database_seconds", "How long one question to the database takes.", d.gauge(func(ctx context.Context) (float64, error) {
		began := time.Now()
		_, _, err := d.Store.Mark(ctx, store.MarkPurpose)
		return time.Since(began).Seconds(), err
	}))
	m.Gauge("transom_leads", "Set to 1 when this copy of the program does the work of the background; over all copies there is one.", d.gauge(func(context.Context) (float64, error) {
		if d.Store.Leads() {
			return 1, nil
		}
		return 0, nil
	}))
	m.Gauge("transom_disk_free_bytes", "Room on the disk of the data.", d.gauge(func(context.Context) (float64, error) {
		free, err := room(folder)
		return float64(free), err
	}))
}

func (d *Office) gauge(read func(context.Context) (float64, error)) func() float64 {
	return func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		value, err := read(ctx)
		if err != nil {
			return -1
		}
		return value
	}
}
