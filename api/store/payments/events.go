package payments

import (
	"context"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/store/engine"
)

// InsertEvent stores a webhook's event; false when it is there already.
func (tx Tx) InsertEvent(ctx context.Context, e booking.PaymentEvent) (isNew bool, err error) {
	result, err := tx.ExecContext(ctx, `
		INSERT INTO payment_events (provider, event_id, received_at, kind, provider_id, attempt_ref, payment_id, dispute_id,
		                            body_sha256, body_redacted)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (provider, event_id) DO NOTHING`,
		e.Provider, e.EventID, engine.ToMillis(e.ReceivedAt), e.Kind, e.ProviderID, e.AttemptRef, e.ProviderPaymentID, e.DisputeID,
		e.BodySHA256, string(e.BodyRedacted))
	if err != nil {
		return false, fmt.Errorf("insert payment event: %w", err)
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// FinishEvent notes that an event was acted on.
func (tx Tx) FinishEvent(ctx context.Context, e booking.PaymentEvent, now time.Time) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE payment_events
		SET processed_at = ?
		WHERE provider = ? AND event_id = ?`, engine.ToMillis(now), e.Provider, e.EventID)
	if err != nil {
		return fmt.Errorf("finish payment event: %w", err)
	}
	return nil
}

// PostponeEvent plans the next try of an event for which the gateway had no answer.
func (tx Tx) PostponeEvent(ctx context.Context, e booking.PaymentEvent) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE payment_events
		SET tries = ?, next_try_at = ?
		WHERE provider = ? AND event_id = ?`, e.Tries, engine.ToMillis(e.NextTryAt), e.Provider, e.EventID)
	if err != nil {
		return fmt.Errorf("postpone payment event: %w", err)
	}
	return nil
}

// WaitingEvents lists the events that nobody has acted on and whose next try has come, oldest first. A time further
// ahead than the longest wait was left by a clock that was put back; it counts as come.
func (s Store) WaitingEvents(ctx context.Context, now time.Time, limit int,
	longestWait time.Duration) ([]booking.PaymentEvent, error) {
	rows, err := s.QueryContext(ctx, `
		SELECT provider, event_id, received_at, kind, provider_id, attempt_ref, payment_id, dispute_id, tries
		FROM payment_events
		WHERE processed_at IS NULL AND (next_try_at <= ? OR next_try_at > ?)
		ORDER BY received_at
		LIMIT ?`, engine.ToMillis(now), engine.ToMillis(now.Add(longestWait)), limit)
	return engine.Collect(rows, err, "list payment events", scanEvent)
}

func scanEvent(row engine.Scanner) (booking.PaymentEvent, error) {
	var (
		e        booking.PaymentEvent
		received int64
	)
	err := row.Scan(&e.Provider, &e.EventID, &received, &e.Kind, &e.ProviderID, &e.AttemptRef, &e.ProviderPaymentID,
		&e.DisputeID, &e.Tries)
	e.ReceivedAt = engine.FromMillis(received)
	return e, err
}
