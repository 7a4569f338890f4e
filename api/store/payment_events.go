package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// InsertEvent stores a webhook's event; false when it is there already.
func (tx *Tx) InsertEvent(ctx context.Context, e booking.PaymentEvent) (isNew bool, err error) {
	result, err := tx.ExecContext(ctx, `
		INSERT INTO payment_events (provider, event_id, received_at, kind, provider_id, attempt_ref, payment_id, dispute_id,
		                            body_sha256, body_redacted)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (provider, event_id) DO NOTHING`,
		e.Provider, e.EventID, toMillis(e.ReceivedAt), e.Kind, e.ProviderID, e.AttemptRef, e.ProviderPaymentID, e.DisputeID,
		e.BodySHA256, string(e.BodyRedacted))
	if err != nil {
		return false, fmt.Errorf("insert payment event: %w", err)
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// FinishEvent notes that an event was acted on.
func (tx *Tx) FinishEvent(ctx context.Context, e booking.PaymentEvent, now time.Time) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE payment_events
		SET processed_at = ?
		WHERE provider = ? AND event_id = ?`, toMillis(now), e.Provider, e.EventID)
	if err != nil {
		return fmt.Errorf("finish payment event: %w", err)
	}
	return nil
}

// PostponeEvent plans the next try of an event for which the gateway had no answer.
func (tx *Tx) PostponeEvent(ctx context.Context, e booking.PaymentEvent) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE payment_events
		SET tries = ?, next_try_at = ?
		WHERE provider = ? AND event_id = ?`, e.Tries, toMillis(e.NextTryAt), e.Provider, e.EventID)
	if err != nil {
		return fmt.Errorf("postpone payment event: %w", err)
	}
	return nil
}

// WaitingEvents lists the events that nobody has acted on and whose next try has come, oldest first. A time further
// ahead than the longest wait was left by a clock that was put back; it counts as come.
func (s *Store) WaitingEvents(ctx context.Context, now time.Time, limit int,
	longestWait time.Duration) ([]booking.PaymentEvent, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT provider, event_id, received_at, kind, provider_id, attempt_ref, payment_id, dispute_id, tries
		FROM payment_events
		WHERE processed_at IS NULL AND (next_try_at <= ? OR next_try_at > ?)
		ORDER BY received_at
		LIMIT ?`, toMillis(now), toMillis(now.Add(longestWait)), limit)
	return collect(rows, err, "list payment events", scanEvent)
}

func scanEvent(row oneRow) (booking.PaymentEvent, error) {
	var (
		e        booking.PaymentEvent
		received int64
	)
	err := row.Scan(&e.Provider, &e.EventID, &received, &e.Kind, &e.ProviderID, &e.AttemptRef, &e.ProviderPaymentID,
		&e.DisputeID, &e.Tries)
	e.ReceivedAt = fromMillis(received)
	return e, err
}

// FinishTask notes that what a task was about is over; one that is unknown stays unknown. The task gives its key up, so
// that the same is told anew when it comes again.
func (tx *Tx) FinishTask(ctx context.Context, dedupeKey string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE tasks
		SET done_at = COALESCE(done_at, ?), dedupe_key = dedupe_key || ?
		WHERE dedupe_key = ?`, toMillis(now), ":"+domain.NewID(80), dedupeKey)
	if err != nil {
		return fmt.Errorf("finish task: %w", err)
	}
	return nil
}

// CloseTask marks an open task as done, by what somebody did; false when no open one has this key.
func (tx *Tx) CloseTask(ctx context.Context, dedupeKey string, now time.Time) (open bool, err error) {
	result, err := tx.ExecContext(ctx, `UPDATE tasks SET done_at = ? WHERE dedupe_key = ? AND done_at IS NULL`,
		toMillis(now), dedupeKey)
	if err != nil {
		return false, fmt.Errorf("close task: %w", err)
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// FinishTasksOf notes that the open tasks of a kind about a booking are done, and says how many there were.
func (tx *Tx) FinishTasksOf(ctx context.Context, bookingID, kind string, now time.Time) (int64, error) {
	result, err := tx.ExecContext(ctx, `
		UPDATE tasks
		SET done_at = ?, dedupe_key = dedupe_key || ?
		WHERE booking_id = ? AND kind = ? AND done_at IS NULL`, toMillis(now), ":"+domain.NewID(80), bookingID, kind)
	if err != nil {
		return 0, fmt.Errorf("finish tasks of a booking: %w", err)
	}
	return result.RowsAffected()
}

// FinishTasks notes that all open tasks of a kind are done but those to keep. They give their keys up, as in FinishTask.
func (tx *Tx) FinishTasks(ctx context.Context, kind string, now time.Time, keep ...string) error {
	kept, err := json.Marshal(append([]string{}, keep...)) // [] and never null, which would keep everything
	if err != nil {
		return fmt.Errorf("finish tasks: %w", err)
	}
	_, err = tx.ExecContext(ctx, `
		UPDATE tasks
		SET done_at = ?, dedupe_key = dedupe_key || ?
		WHERE kind = ? AND done_at IS NULL AND dedupe_key NOT IN (SELECT value
			FROM json_each(?))`, toMillis(now), ":"+domain.NewID(80), kind, string(kept))
	if err != nil {
		return fmt.Errorf("finish tasks: %w", err)
	}
	return nil
}

// PaymentTasks lists what people must do about payments, oldest first.
func (s *Store) PaymentTasks(ctx context.Context) ([]booking.Task, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT kind, booking_id, attempt_ref, dedupe_key, text
		FROM tasks
		WHERE done_at IS NULL AND attempt_ref <> ''
		ORDER BY created_at, dedupe_key`)
	return collect(rows, err, "list tasks", func(row oneRow) (t booking.Task, err error) {
		err = row.Scan(&t.Kind, &t.BookingID, &t.AttemptRef, &t.DedupeKey, &t.Text)
		return t, err
	})
}

// TasksOfKind are the keys of all tasks of a kind; true for those that are open.
func (s *Store) TasksOfKind(ctx context.Context, kind string) (map[string]bool, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT dedupe_key, done_at IS NULL FROM tasks WHERE kind = ?`, kind)
	open := map[string]bool{}
	_, err = collect(rows, err, "list tasks", func(row oneRow) (key string, err error) {
		var isOpen bool
		err = row.Scan(&key, &isOpen)
		open[key] = isOpen
		return key, err
	})
	return open, err
}
