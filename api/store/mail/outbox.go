// Package mail contains the queries for emails, tasks and alarms.
package mail

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/engine"
)

// Store runs queries outside transactions.
type Store struct{ *engine.DB }

// Tx is a write transaction.
type Tx struct{ *engine.Tx }

// EnqueueMail ignores a repeated DedupeKey. If the data contains a "booking_id", the email belongs to that booking.
func (tx Tx) EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error {
	data, _ := json.Marshal(m.Data) // strings can always be encoded
	return tx.Exec(ctx, "enqueue mail", `
		INSERT INTO outbox (dedupe_key, template, to_address, to_name, data, message_id, discard, created_at, next_try_at,
			booking_id, state)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending')
		ON CONFLICT (dedupe_key) DO NOTHING`,
		m.DedupeKey, m.Template, m.To, m.ToName, string(data), domain.NewID(128), m.Discard, now,
		now, m.Data["booking_id"])
}

// HasMailBetween reports whether an email from this template was written to an address in a period.
func (tx Tx) HasMailBetween(ctx context.Context, emailKey, template string, after, until time.Time) (bool, error) {
	return engine.Value[bool](ctx, tx, "find mail", `
		SELECT EXISTS (SELECT 1 FROM outbox WHERE lower(trim(to_address)) = ? AND template = ? AND created_at > ?
			AND created_at <= ?)`,
		emailKey, template, after, until)
}

// IsUndeliverable reports whether the last email to an address about a booking could not be delivered.
func (tx Tx) IsUndeliverable(ctx context.Context, bookingID, emailKey string) (bool, error) {
	return engine.Value[bool](ctx, tx, "find undeliverable email", `
		SELECT EXISTS (
			SELECT 1 FROM outbox
			WHERE state = 'dead'
			  AND id = (SELECT MAX(id) FROM outbox WHERE booking_id = ? AND lower(trim(to_address)) = ?
			  	AND state <> 'pending'))`,
		bookingID, emailKey)
}

// DueMails also lists messages scheduled further ahead than longestWait, because the clock must have been set back.
func (s Store) DueMails(ctx context.Context, now time.Time, limit int, longestWait time.Duration) ([]domain.QueuedMail,
	error) {
	return engine.All(ctx, s, "list due emails", mailPlaces, `
		SELECT id, dedupe_key, template, to_address, to_name, data, message_id, discard, created_at, tries
		FROM outbox
		WHERE state = 'pending' AND (next_try_at <= ? OR next_try_at > ?)
		ORDER BY id
		LIMIT ?`, now, now.Add(longestWait), limit)
}

func mailPlaces(m *domain.QueuedMail) []any {
	return []any{&m.ID, &m.DedupeKey, &m.Template, &m.To, &m.ToName, engine.JSON(&m.Data), &m.MessageID, &m.Discard,
		&m.CreatedAt, &m.Tries}
}

// FinishMails marks messages as sent and deletes their contents.
func (s Store) FinishMails(ctx context.Context, ids []int64, now time.Time) error {
	return s.Write(ctx, func(tx *engine.Tx) error {
		for _, id := range ids {
			err := tx.Exec(ctx, "finish mail", `
				UPDATE outbox
				SET state = 'sent', sent_at = ?, tries = tries + 1, data = '{}', last_error = ''
				WHERE id = ? AND state || '' = 'pending'`, now, id)
			if err == nil { // closes the task about a message that could not be delivered at first
				err = tx.Exec(ctx, "finish task of email", `
					UPDATE tasks
					SET done_at = ?
					WHERE done_at IS NULL AND dedupe_key = (SELECT 'mail:' || message_id FROM outbox WHERE id = ?)`, now, id)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// RetryMail records a failure and the time of the next attempt.
func (s Store) RetryMail(ctx context.Context, id int64, reason string, next time.Time) error {
	return s.Write(ctx, func(tx *engine.Tx) error {
		return tx.Exec(ctx, "retry mail", `
			UPDATE outbox
			SET tries = tries + 1, next_try_at = ?, last_error = ?
			WHERE id = ? AND state || '' = 'pending'`, next, reason, id)
	})
}

// BuryMail marks a message as undeliverable and adds a task, unless the task's kind is "". The contents of a message
// with a sign-in code are deleted; any other message can be sent once the cause is fixed.
func (s Store) BuryMail(ctx context.Context, id int64, reason string, task booking.Task, now time.Time) error {
	return s.Write(ctx, func(tx *engine.Tx) error {
		if err := tx.Exec(ctx, "bury mail", `
			UPDATE outbox
			SET state = 'dead', tries = tries + 1, last_error = ?, data = CASE WHEN template = ? THEN '{}' ELSE data END
			WHERE id = ? AND state || '' = 'pending'`, reason, domain.CodeTemplate, id); err != nil {
			return err
		}
		if task.Kind == "" {
			return nil
		}
		// If the message fails again, its task is opened again, even if somebody has closed it.
		return errors.Join(tx.Exec(ctx, "bury mail", `DELETE FROM tasks WHERE dedupe_key = ? AND done_at IS NOT NULL`,
			task.DedupeKey), Tx{tx}.AddTask(ctx, task, now))
	})
}

// RequeueDead puts undeliverable messages back into the queue and returns how many there were.
func (s Store) RequeueDead(ctx context.Context, now time.Time) (n int, err error) {
	err = s.Write(ctx, func(tx *engine.Tx) error {
		n, err = tx.ExecN(ctx, "requeue mails", `
			UPDATE outbox
			SET state = 'pending', tries = 0, created_at = ?1, next_try_at = ?1
			WHERE state = 'dead' AND template <> ?2`, now, domain.CodeTemplate)
		return err
	})
	return n, err
}

// DeadMails counts the messages that RequeueDead would send again, by the reason for their failure.
func (s Store) DeadMails(ctx context.Context) (map[string]int, error) {
	return engine.ByKey[string, int](ctx, s, "count undeliverable emails", `
		SELECT last_error, COUNT(*) FROM outbox WHERE state = 'dead' AND template <> ? GROUP BY last_error`,
		domain.CodeTemplate)
}

// MailsWaiting describes the messages that failed and will be tried again.
type MailsWaiting struct {
	Failed    int       // emails whose delivery was attempted before
	NextTry   time.Time // when the next of these emails will be tried; zero if there are none
	LastError string    // the reason for the most recent failure
}

// MailsWaiting returns the messages that failed and are waiting for another attempt.
func (s Store) MailsWaiting(ctx context.Context) (MailsWaiting, error) {
	return engine.One(ctx, s, "count waiting emails", func(w *MailsWaiting) []any {
		return []any{&w.Failed, &w.NextTry, &w.LastError}
	}, `
		SELECT COUNT(*), COALESCE(MIN(next_try_at), 0),
		       COALESCE((SELECT last_error FROM outbox WHERE state = 'pending' AND tries > 0
		       	ORDER BY next_try_at DESC, id DESC LIMIT 1), '')
		FROM outbox
		WHERE state = 'pending' AND tries > 0`)
}

// ErasedMails lists the messages to erased people by id and Message-ID, which is all that is left of them.
func (s Store) ErasedMails(ctx context.Context) ([]domain.QueuedMail, error) {
	return engine.All(ctx, s, "list emails of erased people", func(m *domain.QueuedMail) []any {
		return []any{&m.ID, &m.MessageID}
	}, `SELECT id, message_id FROM outbox WHERE to_address = ''`)
}

// MailCounts excludes messages to unknown addresses, which are discarded.
type MailCounts struct {
	Pending, Sent int
	Dead          int // given up; RequeueDead sends them again
	LateCodes     int // undelivered sign-in codes, which nobody needs any more
}

// CountMails counts the messages in the outbox.
func (s Store) CountMails(ctx context.Context) (MailCounts, error) {
	return engine.One(ctx, s, "count mails", func(c *MailCounts) []any {
		return []any{&c.Pending, &c.Sent, &c.Dead, &c.LateCodes}
	}, `
		SELECT COUNT(*) FILTER (WHERE state = 'pending'), COUNT(*) FILTER (WHERE state = 'sent'),
		       COUNT(*) FILTER (WHERE state = 'dead' AND template <> ?1),
		       COUNT(*) FILTER (WHERE state = 'dead' AND template = ?1)
		FROM outbox
		WHERE discard = 0`, domain.CodeTemplate)
}

// HasMail reports whether a message with this key was ever written.
func (s Store) HasMail(ctx context.Context, dedupeKey string) (bool, error) {
	return engine.Value[bool](ctx, s, "find email", `SELECT EXISTS (SELECT 1 FROM outbox WHERE dedupe_key = ?)`,
		dedupeKey)
}

// InsertFormerMail adds a message that has already been sent or has failed for good.
func (tx Tx) InsertFormerMail(ctx context.Context, m domain.OutgoingMail, state, reason string, at time.Time) error {
	return errors.Join(tx.EnqueueMail(ctx, m, at), tx.Exec(ctx, "insert former mail", `
		UPDATE outbox
		SET state = ?1, last_error = ?2, tries = 1, data = '{}', sent_at = CASE ?1 WHEN 'sent' THEN CAST(?3 AS BIGINT)
			ELSE NULL END
		WHERE dedupe_key = ?4`, state, reason, at, m.DedupeKey))
}
