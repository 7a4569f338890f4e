package payments

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/store/engine"
)

// InsertEvent stores a webhook's event; it returns false if the event is already stored.
func (tx Tx) InsertEvent(ctx context.Context, e booking.PaymentEvent) (isNew bool, err error) {
	return tx.ExecOne(ctx, "insert payment event", `
		INSERT INTO payment_events (provider, event_id, received_at, kind, provider_id, attempt_ref, payment_id, dispute_id,
		                            body_sha256, body_redacted)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (provider, event_id) DO NOTHING`,
		e.Provider, e.EventID, e.ReceivedAt, e.Kind, e.ProviderID, e.AttemptRef, e.ProviderPaymentID,
		e.DisputeID, e.BodySHA256, string(e.BodyRedacted))
}

// FinishEvent marks an event as handled.
func (tx Tx) FinishEvent(ctx context.Context, e booking.PaymentEvent, now time.Time) error {
	return tx.Exec(ctx, "finish payment event", `
		UPDATE payment_events
		SET processed_at = ?
		WHERE provider = ? AND event_id = ?`, now, e.Provider, e.EventID)
}

// PostponeEvent schedules the next attempt for an event after the gateway did not answer.
func (tx Tx) PostponeEvent(ctx context.Context, e booking.PaymentEvent) error {
	return tx.Exec(ctx, "postpone payment event", `
		UPDATE payment_events
		SET tries = ?, next_try_at = ?
		WHERE provider = ? AND event_id = ?`, e.Tries, e.NextTryAt, e.Provider, e.EventID)
}

// WaitingEvents lists the events that are not handled and due, oldest first. A time further ahead than the longest
// pause is due too, because the clock was put back.
func (s Store) WaitingEvents(ctx context.Context, now time.Time, limit int,
	longestWait time.Duration) ([]booking.PaymentEvent, error) {
	return engine.All(ctx, s, "list payment events", func(e *booking.PaymentEvent) []any {
		return []any{&e.Provider, &e.EventID, &e.ReceivedAt, &e.Kind, &e.ProviderID, &e.AttemptRef, &e.ProviderPaymentID,
			&e.DisputeID, &e.Tries}
	}, `
		SELECT provider, event_id, received_at, kind, provider_id, attempt_ref, payment_id, dispute_id, tries
		FROM payment_events
		WHERE processed_at IS NULL AND (next_try_at <= ? OR next_try_at > ?)
		ORDER BY received_at
		LIMIT ?`, now, now.Add(longestWait), limit)
}
