package people

import (
	"context"

	"transom/api/booking"
	"transom/api/store/bookings"
	"transom/api/store/engine"
)

// History lists the events of a booking, oldest first, except those in its own row, its payments, tickets and
// actions.
func (s Store) History(ctx context.Context, bookingID string) ([]booking.Happening, error) {
	return engine.All(ctx, s, "read history", func(h *booking.Happening) []any {
		return []any{&h.At, &h.Kind, &h.What, &h.How, &h.Who}
	}, `
		SELECT given_at AS at, 'consent' AS kind, notice_version AS what, language AS how, '' AS who FROM consents
			WHERE booking_id = ?1
		UNION ALL SELECT created_at, 'link', provider, state, attempt_ref FROM payment_attempts WHERE booking_id = ?1
		UNION ALL SELECT created_at, 'mail', template, state, last_error FROM outbox WHERE booking_id = ?1
		UNION ALL SELECT entered_at, 'entry', entries.gate, '', '' FROM entries JOIN tickets ON tickets.id = ticket_id
			WHERE booking_id = ?1
		UNION ALL SELECT at, 'scan', verdict, list, venue FROM gate_scans JOIN tickets ON tickets.id = ticket_id
			WHERE booking_id = ?1
		UNION ALL SELECT at, 'view', action, why, who FROM access_log WHERE booking_id = ?1
		UNION ALL SELECT at, 'check', verdict, document, who FROM identity_checks WHERE booking_id = ?1
		UNION ALL SELECT created_at, 'task', text, CASE WHEN done_at IS NULL THEN 'open' ELSE 'done' END, kind FROM tasks
			WHERE booking_id = ?1
		UNION ALL SELECT at, 'note', text, '', who FROM notes WHERE booking_id = ?1 AND deleted_at IS NULL
		ORDER BY 1, 2`, bookingID)
}

// RefundEmails lists the emails about refunds of a booking, oldest first.
func (s Store) RefundEmails(ctx context.Context, bookingID string) ([]booking.RefundEmail, error) {
	return engine.All(ctx, s, "list refunds with emails", func(told *booking.RefundEmail) []any {
		return []any{&told.Key, &told.At}
	}, `
		SELECT dedupe_key, created_at
		FROM outbox
		WHERE booking_id = ? AND booking_id <> '' AND template = 'refund'
		ORDER BY created_at, id`, bookingID)
}

// TicketsOfBooking lists the tickets of a booking, oldest first.
func (s Store) TicketsOfBooking(ctx context.Context, bookingID string) ([]booking.Ticket, error) {
	return engine.All(ctx, s, "list tickets of booking", bookings.TicketPlaces, `
		SELECT `+bookings.TicketColumns+` FROM tickets WHERE booking_id = ? ORDER BY issued_at, id`, bookingID)
}

// OtherRegistrations lists the other bookings with the same mailbox or person, newest first.
func (s Store) OtherRegistrations(ctx context.Context, b booking.Booking, most int) ([]string, error) {
	return engine.Values[string](ctx, s, "list other registrations of the person", `
		SELECT id
		FROM bookings
		WHERE (email_key = ?1 OR person_key = ?2) AND id <> ?3
		ORDER BY created_at DESC, id
		LIMIT ?4`, b.EmailKey, b.PersonKey, b.ID, most)
}
