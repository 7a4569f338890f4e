package sandbox

import (
	"context"
	"fmt"
	"time"
)

// Fill writes links that somebody has invented, with what became of them. Nobody is told of them.
func (s *Sandbox) Fill(ctx context.Context, links []Link) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("sandbox: fill: %w", err)
	}
	defer tx.Rollback() // does nothing after Commit
	for _, l := range links {
		l.Status = statusCreated
		if l.PaymentID != "" {
			l.Status = statusPaid
		}
		_, err := tx.ExecContext(ctx, `
			INSERT INTO links (id, reference, amount_paise, currency, description, return_url, created_at, expires_at, status,
				payment_id, pays_at, told_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
			l.ID, l.Reference, l.AmountPaise, l.Currency, l.Description, l.ReturnURL, l.CreatedAt.UnixMilli(),
			l.ExpiresAt.UnixMilli(), l.Status, l.PaymentID, millis(l.PaysAt))
		if err == nil && l.RefundedPaise > 0 {
			_, err = tx.ExecContext(ctx, `INSERT INTO refunds (refund_key, payment_id, amount_paise, created_at)
					VALUES (?, ?, ?, ?)`,
				"filled-"+l.PaymentID, l.PaymentID, l.RefundedPaise, millis(l.PaysAt))
		}
		if err != nil {
			return fmt.Errorf("sandbox: fill: %w", err)
		}
	}
	return tx.Commit()
}

// millis is an instant as it is stored; the zero time is 0.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
