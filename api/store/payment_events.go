package store

import (
	"context"
	"fmt"
	"time"

	"transom/api/domain"
)

// InsertEvent stores a webhook's event; false when it is there already.
func (tx *Tx) InsertEvent(ctx context.Context, e domain.PaymentEvent) (isNew bool, err error) {
	result, err := tx.ExecContext(ctx, `
		INSERT INTO payment_events (provider, event_id, received_at, kind, provider_id, attempt_ref, body_sha256, body_redacted)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (provider, event_id) DO NOTHING`,
		e.Provider, e.EventID, toMillis(e.ReceivedAt), e.Kind, e.ProviderID, e.AttemptRef, e.BodySHA256, string(e.BodyRedacted))
	if err != nil {
		return false, fmt.Errorf("insert payment event: %w", err)
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// FinishEvent notes that an event was acted on.
func (tx *Tx) FinishEvent(ctx context.Context, e domain.PaymentEvent, now time.Time) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE payment_events
		SET processed_at = ?
		WHERE provider = ? AND event_id = ?`, toMillis(now), e.Provider, e.EventID)
	if err != nil {
		return fmt.Errorf("finish payment event: %w", err)
	}
	return nil
}

// WaitingEvents lists the events that nobody has acted on, oldest first.
func (s *Store) WaitingEvents(ctx context.Context, limit int) ([]domain.PaymentEvent, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT provider, event_id, received_at, kind, provider_id, attempt_ref
		FROM payment_events
		WHERE processed_at IS NULL
		ORDER BY received_at
		LIMIT ?`, limit)
	return collect(rows, err, "list payment events", scanEvent)
}

func scanEvent(row interface{ Scan(...any) error }) (domain.PaymentEvent, error) {
	var (
		e        domain.PaymentEvent
		received int64
	)
	err := row.Scan(&e.Provider, &e.EventID, &received, &e.Kind, &e.ProviderID, &e.AttemptRef)
	e.ReceivedAt = fromMillis(received)
	return e, err
}

// FinishTask notes that a person's task is done; one that is done or unknown stays as it is.
func (tx *Tx) FinishTask(ctx context.Context, dedupeKey string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE tasks SET done_at = ? WHERE dedupe_key = ? AND done_at IS NULL`, toMillis(now), dedupeKey)
	if err != nil {
		return fmt.Errorf("finish task: %w", err)
	}
	return nil
}

// PaymentTasks lists what people must do about payments, oldest first.
func (s *Store) PaymentTasks(ctx context.Context) ([]domain.Task, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT kind, booking_id, attempt_ref, dedupe_key, text
		FROM tasks
		WHERE done_at IS NULL AND attempt_ref <> ''
		ORDER BY created_at, dedupe_key`)
	return collect(rows, err, "list tasks", func(row interface{ Scan(...any) error }) (t domain.Task, err error) {
		return t, row.Scan(&t.Kind, &t.BookingID, &t.AttemptRef, &t.DedupeKey, &t.Text)
	})
}
