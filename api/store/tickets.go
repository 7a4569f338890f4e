package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

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

// ticketColumns are the columns that scanTicket reads, in its order.
const ticketColumns = `tickets.id, tickets.booking_id, holder_name, tickets.category_type, tickets.seats, entries_total,
	entries_remaining, gate, seat_row, seat, tickets.status, signature, issued_at`

func scanTicket(row interface{ Scan(...any) error }) (domain.Ticket, error) {
	var (
		t      domain.Ticket
		issued int64
	)
	err := row.Scan(&t.ID, &t.BookingID, &t.HolderName, &t.CategoryType, &t.Seats, &t.EntriesTotal, &t.EntriesRemaining,
		&t.Gate, &t.Row, &t.Seat, &t.Status, &t.Signature, &issued)
	if errors.Is(err, sql.ErrNoRows) {
		return t, domain.ErrNotFound
	}
	if err != nil {
		return t, fmt.Errorf("read ticket: %w", err)
	}
	t.IssuedAt = fromMillis(issued)
	return t, nil
}

// FindTickets lists the tickets of the paid bookings with this address, newest first.
func (s *Store) FindTickets(ctx context.Context, emailKey string) ([]domain.Ticket, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+ticketColumns+`
		FROM bookings
		JOIN tickets ON tickets.booking_id = bookings.id
		WHERE bookings.email_key = ? AND bookings.status = 'SUCCESS'
		ORDER BY issued_at DESC, tickets.id`, emailKey)
	return collect(rows, err, "list tickets", scanTicket)
}

// FindTicket returns a ticket; domain.ErrNotFound when there is none.
func (s *Store) FindTicket(ctx context.Context, id string) (domain.Ticket, error) {
	return scanTicket(s.read.QueryRowContext(ctx, `SELECT `+ticketColumns+` FROM tickets WHERE id = ?`, id))
}

// AdmitOne takes one entry of a valid ticket, in one statement however many gates ask at once; domain.ErrNotFound when
// there is none left to take.
func (s *Store) AdmitOne(ctx context.Context, id, gate string, now time.Time) (t domain.Ticket, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
		t, err = scanTicket(tx.QueryRowContext(ctx, `
			UPDATE tickets
			SET entries_remaining = entries_remaining - 1,
			    status = CASE WHEN entries_remaining = 1 THEN 'used' ELSE status END
			WHERE id = ? AND entries_remaining > 0 AND status = 'valid'
			RETURNING `+ticketColumns, id))
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO entries (ticket_id, entered_at, gate) VALUES (?, ?, ?)`, id, toMillis(now), gate)
		if err != nil {
			return fmt.Errorf("insert entry: %w", err)
		}
		return nil
	})
	return t, err
}
