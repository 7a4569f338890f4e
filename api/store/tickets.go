package store

import (
	"context"
	"fmt"

	"transom/api/domain"
)

// InsertTicket writes the ticket of a booking; a booking that has one keeps it.
func (tx *Tx) InsertTicket(ctx context.Context, t domain.Ticket) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO tickets (id, booking_id, holder_name, category_type, seats, entries_total, entries_remaining,
		                     gate, seat_row, seat, status, signature, issued_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (booking_id) DO NOTHING`,
		t.ID, t.BookingID, t.HolderName, t.CategoryType, t.Seats, t.EntriesTotal, t.EntriesRemaining,
		t.Gate, t.Row, t.Seat, t.Status, t.Signature, toMillis(t.IssuedAt))
	if err != nil {
		return fmt.Errorf("insert ticket: %w", err)
	}
	return nil
}
