package bookings

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/store/audit"
	"transom/api/store/engine"
)

// SaveBookingPerson writes the person of a booking, whatever its state.
func (tx Tx) SaveBookingPerson(ctx context.Context, b booking.Booking) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE bookings
		SET `+Changes+`, person_key = ?
		WHERE id = ?`, Details(&b).Values(b.PersonKey, b.ID)...)
	if err != nil {
		return fmt.Errorf("save person of booking: %w", err)
	}
	return SaveFound(ctx, tx.Tx, b)
}

// AddBookingChange increases the version of a booking, records who changed it, and returns the version.
func (tx Tx) AddBookingChange(ctx context.Context, bookingID string, c booking.BookingChange) (version int, err error) {
	err = tx.QueryRowContext(ctx, `UPDATE bookings SET version = version + 1 WHERE id = ? RETURNING version`,
		bookingID).Scan(&version)
	if err != nil {
		return 0, fmt.Errorf("make next version of booking: %w", err)
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO booking_changes (booking_id, version, at, who, what)
		VALUES (?, ?, ?, ?, ?)`, bookingID, version, engine.ToMillis(c.At), c.Who, c.What)
	return version, engine.Found(err, "note change of booking")
}

// BookingChangesSince lists what staff changed after a version, oldest first, with the values from the activity log.
func (tx Tx) BookingChangesSince(ctx context.Context, bookingID string, version int) ([]booking.BookingChange, error) {
	rows, err := tx.QueryContext(ctx, `
		SELECT version, booking_changes.at, who, what, COALESCE(actor_id, ''), COALESCE(details, '')
		FROM booking_changes
		LEFT JOIN audit_log
		  ON audit_log.booking_id = booking_changes.booking_id
		 AND audit_log.at = booking_changes.at
		 AND actor_name = who
		LEFT JOIN audit_details ON audit_details.n = audit_log.n
		WHERE booking_changes.booking_id = ? AND version > ?
		ORDER BY version, audit_log.n`, bookingID, version)
	return engine.Collect(rows, err, "list changes of booking", func(row engine.Scanner) (c booking.BookingChange,
		err error) {
		var at int64
		var details string
		err = row.Scan(&c.Version, &at, &c.Who, &c.What, &c.WhoID, &details)
		if c.At = engine.FromMillis(at); err != nil || details == "" {
			return c, err
		}
		var d audit.Details
		err = json.Unmarshal([]byte(details), &d)
		c.Before, c.After = d.Before, d.After
		return c, err
	})
}

// SetTicketPlace writes gate, row and seat of a ticket.
func (tx Tx) SetTicketPlace(ctx context.Context, t booking.Ticket) error {
	return tx.Exec(ctx, "set place of ticket", `UPDATE tickets SET gate = ?, seat_row = ?, seat = ? WHERE id = ?`,
		t.Gate, t.Row,
		t.Seat, t.ID)
}

// EndBookingSessions ends the sessions of a booking that somebody else has now.
func (tx Tx) EndBookingSessions(ctx context.Context, bookingID string, now time.Time) error {
	return tx.Exec(ctx, "end sessions of booking", `UPDATE sessions SET revoked_at = ? WHERE booking_id = ?
		AND revoked_at IS NULL`,
		engine.ToMillis(now), bookingID)
}

// InsertNote writes a note and returns its number.
func (tx Tx) InsertNote(ctx context.Context, n booking.Note) (int64, error) {
	return engine.Value[int64](ctx, tx, "insert note", `
		INSERT INTO notes (booking_id, at, who_id, who, text)
		VALUES (?, ?, ?, ?, ?)
		RETURNING id`, n.BookingID, engine.ToMillis(n.At), n.Who.ID, n.Who.Name, n.Text)
}

// DeleteNote deletes a note and returns its text; domain.ErrNotFound if there is none.
func (tx Tx) DeleteNote(ctx context.Context, bookingID string, id int64, now time.Time) (n booking.Note, err error) {
	n, err = scanNote(tx.QueryRowContext(ctx, `SELECT `+noteColumns+` FROM notes WHERE id = ? AND booking_id = ?
			AND deleted_at IS NULL`, id, bookingID))
	if err != nil {
		return n, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE notes SET text = '', deleted_at = ? WHERE id = ?`, engine.ToMillis(now),
		id); err != nil {
		return n, fmt.Errorf("delete note: %w", err)
	}
	return n, nil
}

const noteColumns = `id, booking_id, at, who_id, who, text`

func scanNote(row engine.Scanner) (n booking.Note, err error) {
	err = row.Scan(&n.ID, &n.BookingID, (*engine.Instant)(&n.At), &n.Who.ID, &n.Who.Name, &n.Text)
	return n, engine.Found(err, "read note")
}

// Notes lists the notes of a booking, oldest first.
func (s Store) Notes(ctx context.Context, bookingID string) ([]booking.Note, error) {
	return engine.List(ctx, s, "list notes", scanNote, `SELECT `+noteColumns+` FROM notes WHERE booking_id = ?
		AND deleted_at IS NULL
			ORDER BY id`, bookingID)
}
