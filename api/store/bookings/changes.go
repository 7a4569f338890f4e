package bookings

import (
	"context"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/store/engine"
)

// SaveBookingPerson stores a booking's person, whatever the booking's state.
func (tx Tx) SaveBookingPerson(ctx context.Context, b booking.Booking) error {
	return errors.Join(tx.Exec(ctx, "save person of booking", `
		UPDATE bookings
		SET `+Changes+`, person_key = ?
		WHERE id = ?`, Details(&b).Values(b.PersonKey, b.ID)...), SaveSearchTexts(ctx, tx.Tx, b))
}

// SaveBookingTicket writes a booking's changed ticket: its category, its seats and what was charged.
func (tx Tx) SaveBookingTicket(ctx context.Context, b booking.Booking) error {
	return tx.Exec(ctx, "save ticket of booking", `
		UPDATE bookings
		SET category_type = ?, spouse = ?, seats = ?, net_paise = ?, gst_paise = ?, amount_paise = ?, ticket_paise = ?,
		    waived_paise = ?, version = version + 1
		WHERE id = ?`, b.CategoryType, b.Spouse, b.Seats, b.NetPaise, b.GSTPaise, b.AmountPaise, b.TicketPaise,
		b.WaivedPaise, b.ID)
}

// AddBookingChange increases a booking's version, records who changed it, and returns the new version.
func (tx Tx) AddBookingChange(ctx context.Context, bookingID string, c booking.BookingChange) (version int, err error) {
	version, err = engine.Value[int](ctx, tx, "save next version of booking",
		`UPDATE bookings SET version = version + 1 WHERE id = ? RETURNING version`, bookingID)
	if err != nil {
		return 0, err
	}
	return version, tx.Exec(ctx, "record change of booking", `
		INSERT INTO booking_changes (booking_id, version, at, who, what)
		VALUES (?, ?, ?, ?, ?)`, bookingID, version, c.At, c.Who, c.What)
}

// BookingChangesSince lists what staff changed after a version, oldest first, with the values from the activity log.
func (tx Tx) BookingChangesSince(ctx context.Context, bookingID string, version int) ([]booking.BookingChange, error) {
	return engine.All(ctx, tx, "list changes of booking", func(c *booking.BookingChange) []any {
		return []any{&c.Version, &c.At, &c.Who, &c.What, &c.WhoID, engine.JSON(&struct{ Before, After *map[string]string }{
			&c.Before, &c.After})}
	}, `
		SELECT version, booking_changes.at, who, what, COALESCE(actor_id, ''), COALESCE(details, '')
		FROM booking_changes
		LEFT JOIN audit_log
		  ON audit_log.booking_id = booking_changes.booking_id
		 AND audit_log.at = booking_changes.at
		 AND actor_name = who
		LEFT JOIN audit_details ON audit_details.n = audit_log.n
		WHERE booking_changes.booking_id = ? AND version > ?
		ORDER BY version, audit_log.n`, bookingID, version)
}

// SetTicketPlace writes a ticket's gate, row and seat.
func (tx Tx) SetTicketPlace(ctx context.Context, t booking.Ticket) error {
	return tx.Exec(ctx, "set place of ticket", `UPDATE tickets SET gate = ?, seat_row = ?, seat = ? WHERE id = ?`,
		t.Gate, t.Row, t.Seat, t.ID)
}

// EndBookingSessions ends the sessions of a booking that now belongs to somebody else.
func (tx Tx) EndBookingSessions(ctx context.Context, bookingID string, now time.Time) error {
	return tx.Exec(ctx, "end sessions of booking", `
		UPDATE sessions SET revoked_at = ? WHERE booking_id = ? AND revoked_at IS NULL`, now, bookingID)
}

// InsertNote writes a note and returns its number.
func (tx Tx) InsertNote(ctx context.Context, n booking.Note) (int64, error) {
	return engine.Value[int64](ctx, tx, "insert note", `
		INSERT INTO notes (booking_id, at, who_id, who, text)
		VALUES (?, ?, ?, ?, ?)
		RETURNING id`, n.BookingID, n.At, n.Who.ID, n.Who.Name, n.Text)
}

// DeleteNote returns the deleted note, or domain.ErrNotFound.
func (tx Tx) DeleteNote(ctx context.Context, bookingID string, id int64, now time.Time) (n booking.Note, err error) {
	n, err = engine.One(ctx, tx, "read note", notePlaces, `
		SELECT `+noteColumns+` FROM notes WHERE id = ? AND booking_id = ? AND deleted_at IS NULL`, id, bookingID)
	if err != nil {
		return n, err
	}
	return n, tx.Exec(ctx, "delete note", `UPDATE notes SET text = '', deleted_at = ? WHERE id = ?`, now, id)
}

const noteColumns = `id, booking_id, at, who_id, who, text`

func notePlaces(n *booking.Note) []any {
	return []any{&n.ID, &n.BookingID, &n.At, &n.Who.ID, &n.Who.Name, &n.Text}
}

// Notes lists a booking's notes, oldest first.
func (s Store) Notes(ctx context.Context, bookingID string) ([]booking.Note, error) {
	return engine.All(ctx, s, "list notes", notePlaces, `
		SELECT `+noteColumns+` FROM notes WHERE booking_id = ? AND deleted_at IS NULL ORDER BY id`, bookingID)
}
