package mail

import (
	"context"
	"time"

	"transom/api/domain"
	"transom/api/store/audit"
	"transom/api/store/engine"
)

// Alarms holds the values that can raise an alarm.
type Alarms struct {
	// WebhookSilent is the time within the last hour in which people paid but the gateway sent no message.
	WebhookSilent time.Duration
	LastWebhook   time.Time // zero if the gateway has never sent a message
	PaymentsEver  int
	// DocumentsOpened counts the identity documents that were opened in the last hour without a decision about them.
	DocumentsOpened          int
	MailsPending, MailsDead  int
	OldestMail               time.Duration // how long the oldest waiting email has been waiting
	TasksOpen, AttemptsStuck int
	RefundsDue               int
	UnknownMoney             int // payments that have our reference but no row
	EventsWaiting            int // messages from the gateway that have not been handled
}

// silenceWindow is the period whose payments are examined; `recent` is its last part, which counts as now.
const (
	silenceWindow = time.Hour
	recent        = 30 * time.Minute
)

// Alarms reads all values at once.
func (s Store) Alarms(ctx context.Context, now time.Time) (a Alarms, err error) {
	var last, silentSince, oldestMail int64
	err = s.QueryRowContext(ctx, `
		WITH last AS (SELECT COALESCE(MAX(received_at), 0) AS at FROM payment_events),
		     busy AS (SELECT EXISTS (SELECT 1 FROM payment_attempts WHERE state IN ('CREATING', 'OPEN') OR created_at > ?3
		     	AND provider NOT IN ('bank', 'cheque', 'cash'))
		                  OR EXISTS (SELECT 1 FROM payments WHERE captured_at > ?3
		                  	AND provider NOT IN ('bank', 'cheque', 'cash')) AS now)
		SELECT (SELECT at FROM last),
		       COALESCE((SELECT MIN(created_at) FROM payment_attempts
		                 WHERE (SELECT now FROM busy) AND provider NOT IN ('bank', 'cheque', 'cash') AND created_at > ?2
		                 	AND created_at > (SELECT at FROM last)), 0),
		       (SELECT COUNT(*) FROM payments),
		       (SELECT COUNT(*) FROM access_log WHERE at > ?2 AND `+audit.Undecided+`),
		       (SELECT COUNT(*) FROM outbox WHERE state = 'pending' AND discard = 0),
		       (SELECT COUNT(*) FROM outbox WHERE state = 'dead' AND template <> ?4),
		       COALESCE((SELECT MIN(created_at) FROM outbox WHERE state = 'pending' AND discard = 0), 0),
		       (SELECT COUNT(*) FROM tasks WHERE done_at IS NULL),
		       (SELECT COUNT(*) FROM payment_attempts WHERE next_check_at IS NOT NULL AND state = 'CREATING'
		       	AND created_at < ?1),
		       (SELECT COUNT(*) FROM payments WHERE next_refund_at IS NOT NULL),
		       (SELECT COUNT(*) FROM payment_events WHERE processed_at IS NULL),
		       (SELECT COUNT(*) FROM tasks WHERE kind = 'unknown_money' AND done_at IS NULL)`,
		now.Add(-5*time.Minute), now.Add(-silenceWindow), now.Add(-recent), domain.CodeTemplate).
		Scan(&last, &silentSince, &a.PaymentsEver, &a.DocumentsOpened, &a.MailsPending, &a.MailsDead, &oldestMail,
			&a.TasksOpen, &a.AttemptsStuck, &a.RefundsDue, &a.EventsWaiting, &a.UnknownMoney)
	a.LastWebhook, a.WebhookSilent, a.OldestMail = engine.FromMillis(last), since(now, silentSince), since(now, oldestMail)
	return a, engine.Found(err, "read alarms")
}

func since(now time.Time, ms int64) time.Duration {
	if ms == 0 {
		return 0
	}
	return max(0, now.Sub(engine.FromMillis(ms)))
}

// ReportAlarm queues an email about a problem, again only after its end and once per quiet period.
func (s Store) ReportAlarm(ctx context.Context, name string, mail domain.OutgoingMail, now time.Time,
	quiet time.Duration) error {
	return s.Write(ctx, func(tx *engine.Tx) error {
		isNew, err := tx.ExecOne(ctx, "remember alarm", `
			INSERT INTO alarms (name, reported_at) VALUES (?1, ?2)
			ON CONFLICT (name) DO UPDATE SET reported_at = ?2, resolved_at = NULL
			WHERE alarms.resolved_at IS NOT NULL AND alarms.reported_at <= ?3`, name, now,
			now.Add(-quiet))
		if err != nil || !isNew {
			return err
		}
		return Tx{tx}.EnqueueMail(ctx, mail, now)
	})
}

// EndAlarm records that a problem has ended.
func (s Store) EndAlarm(ctx context.Context, name string, now time.Time) error {
	return s.Write(ctx, func(tx *engine.Tx) error {
		return tx.Exec(ctx, "end alarm", `UPDATE alarms SET resolved_at = ? WHERE name = ? AND resolved_at IS NULL`,
			now, name)
	})
}

// OpenAlarms returns the problems that were reported and have not ended.
func (s Store) OpenAlarms(ctx context.Context) ([]string, error) {
	return engine.Values[string](ctx, s, "list alarms", `SELECT name FROM alarms WHERE resolved_at IS NULL
		ORDER BY name`)
}

// Day holds what has happened since a given time, and the current totals.
type Day struct {
	PaidNow, PaidEver, Waiting   int // numbers of registrations
	MoneyNow, MoneyEver, Refunds int64
}

// DaySince returns the numbers for the daily email. Amounts are in paise; refunds include lost disputes.
func (s Store) DaySince(ctx context.Context, since time.Time) (d Day, err error) {
	err = s.QueryRowContext(ctx, `
		SELECT (SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS' AND paid_at > ?1),
		       (SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'),
		       (SELECT COUNT(*) FROM bookings WHERE status = 'INITIATED'),
		       COALESCE(SUM(amount_paise - tds_paise) FILTER (WHERE captured_at > ?1), 0),
		       COALESCE(SUM(amount_paise - tds_paise), 0),
		       COALESCE(SUM(refunded_paise), 0)
		FROM payments
		WHERE disposition <> 'withdrawn'`, since).
		Scan(&d.PaidNow, &d.PaidEver, &d.Waiting, &d.MoneyNow, &d.MoneyEver, &d.Refunds)
	return d, engine.Found(err, "count the day")
}
