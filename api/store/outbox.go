package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"transom/api/domain"
)

// EnqueueMail writes a message to the outbox in this transaction; a repeated DedupeKey changes nothing.
func (tx *Tx) EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error {
	data, err := json.Marshal(m.Data)
	if err != nil {
		return fmt.Errorf("enqueue mail: %w", err)
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO outbox (dedupe_key, template, to_address, to_name, data, message_id, discard, created_at, next_try_at, state)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending')
		ON CONFLICT (dedupe_key) DO NOTHING`,
		m.DedupeKey, m.Template, m.To, m.ToName, string(data), domain.NewID(128), m.Discard, toMillis(now), toMillis(now))
	if err != nil {
		return fmt.Errorf("enqueue mail: %w", err)
	}
	return nil
}

// AddTask names something that a person must do; a repeated DedupeKey changes nothing.
func (tx *Tx) AddTask(ctx context.Context, t domain.Task, now time.Time) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO tasks (dedupe_key, kind, booking_id, attempt_ref, text, created_at)
		VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (dedupe_key) DO NOTHING`,
		t.DedupeKey, t.Kind, t.BookingID, t.AttemptRef, t.Text, toMillis(now))
	if err != nil {
		return fmt.Errorf("add task: %w", err)
	}
	return nil
}
