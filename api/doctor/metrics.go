package doctor

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"transom/api/backup"
	"transom/api/product"
	"transom/api/store"
	"transom/api/store/engine"
)

type gauges interface {
	Gauge(name, help string, value func() (float64, bool))
	Gauges(help map[string]string, values func() map[string]float64)
}

var alarmFigures = map[string]struct {
	help string
	pick func(store.Alarms) float64
}{
	"transom_webhook_silent_seconds": {"Time since the last message from the gateway while people are paying.",
		func(a store.Alarms) float64 { return a.WebhookSilent.Seconds() }},
	"transom_webhook_events_waiting": {"Messages from the gateway that are waiting to be processed.",
		func(a store.Alarms) float64 { return float64(a.EventsWaiting) }},
	"transom_payment_attempts_stuck": {"Payment links that should have been created or closed by now.",
		func(a store.Alarms) float64 { return float64(a.AttemptsStuck) }},
	"transom_unknown_money": {"Payments under our references that are not recorded.",
		func(a store.Alarms) float64 { return float64(a.UnknownMoney) }},
	"transom_refunds_due": {"Refunds that are due and not yet made.",
		func(a store.Alarms) float64 { return float64(a.RefundsDue) }},
	"transom_identity_papers_opened_last_hour": {"Identity documents that were opened in the last hour without a " +
		"decision about them.",
		func(a store.Alarms) float64 { return float64(a.DocumentsOpened) }},
	"transom_mails_pending": {"Emails waiting to be sent.",
		func(a store.Alarms) float64 { return float64(a.MailsPending) }},
	"transom_mails_dead": {"Emails that could not be delivered.",
		func(a store.Alarms) float64 { return float64(a.MailsDead) }},
	"transom_mail_oldest_seconds": {"Age of the oldest email that is waiting to be sent.",
		func(a store.Alarms) float64 { return a.OldestMail.Seconds() }},
	"transom_tasks_open": {"Open tasks.", func(a store.Alarms) float64 { return float64(a.TasksOpen) }},
}

// Watch registers the metrics that deploy/alerts.yml uses. If a value cannot be read, its metric has no sample.
func Watch(e *product.Env, m gauges, d *product.Product) {
	help := map[string]string{}
	for name, figure := range alarmFigures {
		help[name] = figure.help
	}
	m.Gauges(help, func() map[string]float64 {
		values := map[string]float64{}
		gauge(func(ctx context.Context) (float64, error) {
			a, err := d.Store.Alarms(ctx, d.Clock.Now())
			for name, figure := range alarmFigures {
				if err == nil {
					values[name] = figure.pick(a)
				}
			}
			return 0, err
		})()
		return values
	})
	for _, g := range figures(e, d) {
		m.Gauge(g.name, g.help, gauge(g.read))
	}
}

type figure struct {
	name, help string
	read       func(context.Context) (float64, error)
}

func figures(e *product.Env, d *product.Product) []figure {
	ask := func(ctx context.Context) (float64, error) {
		began := time.Now()
		_, _, err := d.Store.Mark(ctx, engine.MarkPurpose)
		return time.Since(began).Seconds(), err
	}
	return []figure{
		{"transom_activity_log_entries", "Number of the newest entry in the activity log; it never decreases.",
			func(ctx context.Context) (float64, error) {
				last, err := d.Store.LastAction(ctx)
				return float64(last.N), err
			}},
		{"transom_activity_log_hash", "First 48 bits of the hash of the newest entry in the activity log.",
			func(ctx context.Context) (float64, error) {
				last, err := d.Store.LastAction(ctx)
				_, digits, _ := strings.Cut(":"+last.Hash, "hmac:")
				first, _ := strconv.ParseUint("0"+digits[:min(len(digits), 12)], 16, 64) // 48 bits fit into a float64
				return float64(first), err
			}},
		{"transom_documents_difference_paise", "Invoices minus credit notes, minus payments, plus refunds: must be 0.",
			func(ctx context.Context) (float64, error) {
				sums, err := d.Store.DocumentTotals(ctx)
				return float64(sums.DifferencePaise()), err
			}},
		{"transom_pictures_overdue", "Pictures that should have been deleted by now.",
			func(ctx context.Context) (float64, error) {
				n, _, err := d.Retention().Overdue(ctx)
				return float64(n), err
			}},
		{"transom_people_overdue", "Email addresses of people whose data should have been erased by now.",
			func(ctx context.Context) (float64, error) {
				_, n, err := d.Retention().Overdue(ctx)
				return float64(n), err
			}},
		{"transom_database_seconds", "Duration of a database query.", ask},
		{"transom_database_up", "1 if the database responds within a second, otherwise 0.",
			func(ctx context.Context) (float64, error) {
				_, err := ask(ctx)
				return isTrue(err == nil), nil
			}},
		{"transom_leads", "1 if this instance does the background work, otherwise 0; exactly one instance does it.",
			func(context.Context) (float64, error) { return isTrue(d.Store.Leads()), nil }},
		{"transom_disk_free_bytes", "Free space on the data disk.", func(context.Context) (float64, error) {
			free, err := product.FreeBytes(e.Var)
			return float64(free), err
		}},
		{"transom_last_backup_timestamp_seconds", "Time of the newest backup; no sample if there is none.",
			func(ctx context.Context) (float64, error) {
				_, made, err := backup.Last(ctx, e)
				if err == nil && made.IsZero() {
					err = errNoBackup
				}
				return float64(made.Unix()), err
			}},
		{"transom_certificate_expires_timestamp_seconds", "When the site's certificate expires; no sample if the site " +
			"does not answer with TLS.",
			func(ctx context.Context) (float64, error) { return certificateExpires(ctx, e) }},
	}
}

func certificateExpires(ctx context.Context, e *product.Env) (unix float64, err error) {
	answer, err := head(ctx, e, e.Facts.SiteURL)
	if err == nil && answer.TLS == nil {
		err = errNoTLS
	}
	if err != nil {
		return 0, err
	}
	return float64(answer.TLS.PeerCertificates[0].NotAfter.Unix()), nil
}

func isTrue(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

var (
	errNoBackup = errors.New("there is no backup")
	errNoTLS    = errors.New("the site answers without TLS")
)

func gauge(read func(context.Context) (float64, error)) func() (float64, bool) {
	return func() (float64, bool) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		value, err := read(ctx)
		return value, err == nil
	}
}
