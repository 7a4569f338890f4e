package store

import (
	"context"
	"fmt"

	"transom/api/domain"
)

// InsertAttempt writes a new payment attempt. A booking has at most one that can be paid.
func (tx *Tx) InsertAttempt(ctx context.Context, a domain.Attempt) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO payment_attempts (attempt_ref, booking_id, n, provider, amount_paise, currency, state,
		                              created_at, expires_at, next_check_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		a.Ref, a.BookingID, a.N, a.Provider, a.AmountPaise, a.Currency, string(a.State),
		toMillis(a.CreatedAt), toMillis(a.ExpiresAt), nullMillis(a.NextCheckAt))
	if err != nil {
		return fmt.Errorf("insert attempt: %w", err)
	}
	return nil
}
