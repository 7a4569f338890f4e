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

// withMore scans further columns behind those of a row's own reader.
type withMore struct {
	row  interface{ Scan(...any) error }
	more []any
}

func (w withMore) Scan(places ...any) error { return w.row.Scan(append(places, w.more...)...) }

// FindTickets lists the tickets of the paid bookings with this address, newest first.
func (s *Store) FindTickets(ctx context.Context, emailKey string) ([]domain.Ticket, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+ticketColumns+`, COALESCE(accounts.company_name, bookings.company_name), COALESCE(accounts.gst_no, bookings.gst_no)
		FROM bookings
		JOIN tickets ON tickets.booking_id = bookings.id
		LEFT JOIN accounts ON accounts.email_key = bookings.email_key AND accounts.person_key = bookings.person_key
		WHERE bookings.email_key = ? AND bookings.status = 'SUCCESS'
		ORDER BY issued_at DESC, tickets.id`, emailKey)
	return collect(rows, err, "list tickets", func(row interface{ Scan(...any) error }) (t domain.Ticket, err error) {
		var company, gst string
		t, err = scanTicket(withMore{row, []any{&company, &gst}})
		t.CompanyName, t.GSTNo = company, gst
		return t, err
	})
}

// FindTicketOfBooking returns the only ticket of a booking; domain.ErrNotFound when it has none.
func (s *Store) FindTicketOfBooking(ctx context.Context, bookingID string) (domain.Ticket, error) {
	return scanTicket(s.read.QueryRowContext(ctx, `SELECT `+ticketColumns+` FROM tickets WHERE booking_id = ?`, bookingID))
}

// TicketsByBooking lists all tickets, by their booking.
func (s *Store) TicketsByBooking(ctx context.Context) (map[string]domain.Ticket, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT `+ticketColumns+` FROM tickets`)
	all, err := collect(rows, err, "list tickets", scanTicket)
	byBooking := make(map[string]domain.Ticket, len(all))
	for _, t := range all {
		byBooking[t.BookingID] = t
	}
	return byBooking, err
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

// PaidThrough is the provider through which a ticket's booking was paid, "" when nothing was.
func (s *Store) PaidThrough(ctx context.Context, ticketID string) (provider string, err error) {
	err = s.read.QueryRowContext(ctx, `
		SELECT payments.provider
		FROM tickets
		JOIN payments ON payments.booking_id = tickets.booking_id
		WHERE tickets.id = ? AND payments.disposition = 'applied'`, ticketID).Scan(&provider)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read how a ticket was paid: %w", err)
	}
	return provider, nil
}

// VoidTicket takes a booking's ticket out of use.
func (tx *Tx) VoidTicket(ctx context.Context, bookingID string) error {
	if _, err := tx.ExecContext(ctx, `UPDATE tickets SET status = 'void' WHERE booking_id = ?`, bookingID); err != nil {
		return fmt.Errorf("void ticket: %w", err)
	}
	return nil
}
