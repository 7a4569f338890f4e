package mail

import (
	"context"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

// ReportAlarm queues an email about a new problem, and records that it was reported: it is reported again only after
// it was over, and at most once in quiet. Both are in one transaction, so that a crash neither repeats nor loses the
// email.
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

// EndAlarm records that a problem is over.
func (s Store) EndAlarm(ctx context.Context, name string, now time.Time) error {
	return s.Write(ctx, func(tx *engine.Tx) error {
		return tx.Exec(ctx, "end alarm", `UPDATE alarms SET resolved_at = ? WHERE name = ? AND resolved_at IS NULL`,
			now, name)
	})
}

// OpenAlarms returns the problems that were reported and are not over.
func (s Store) OpenAlarms(ctx context.Context) ([]string, error) {
	return engine.Values[string](ctx, s, "list alarms", `SELECT name FROM alarms WHERE resolved_at IS NULL
		ORDER BY name`)
}

// Day holds what has happened since a given time, and the current totals.
type Day struct {
	PaidNow, PaidEver, Waiting   int // numbers of registrations
	MoneyNow, MoneyEver, Refunds int64
}

// DaySince counts for the daily email. Amounts are in paise: what was paid, and what was ever refunded of it, which
// includes what was lost in disputes (booking.Payment).
func (s Store) DaySince(ctx context.Context, since time.Time) (d Day, err error) {
	err = s.QueryRowContext(ctx, `
		SELECT (SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS' AND paid_at > ?1),
		       (SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'),
		       (SELECT COUNT(*) FROM bookings WHERE status = 'INITIATED'),
		       COALESCE((SELECT SUM(amount_paise) FROM payments WHERE captured_at > ?1), 0),
		       COALESCE((SELECT SUM(amount_paise) FROM payments), 0),
		       COALESCE((SELECT SUM(refunded_paise) FROM payments), 0)`, since).
		Scan(&d.PaidNow, &d.PaidEver, &d.Waiting, &d.MoneyNow, &d.MoneyEver, &d.Refunds)
	return d, engine.Found(err, "count the day")
}
