package people

import (
	"context"

	"transom/api/booking"
	"transom/api/store/bookings"
	"transom/api/store/engine"
	"transom/api/store/payments"
)

// DeskBookings reads bookings with all related rows, in the order of the given ids.
func (s Store) DeskBookings(ctx context.Context, ids []string) ([]booking.DeskBooking, error) {
	list := engine.AsJSON(ids)
	all, err := engine.All(ctx, s, "read registrations", func(b *booking.DeskBooking) []any {
		return append(bookings.Places(&b.Booking), &b.Tasks, &b.WithdrawnAt, &b.DerivedState.State)
	}, `
		SELECT `+bookings.Columns+`,
		       (SELECT COUNT(*) FROM tasks WHERE tasks.booking_id = bookings.id AND done_at IS NULL),
		       withdrawn_at,
		       booking_state
		FROM bookings
		WHERE id IN (SELECT value FROM json_each(?))`, list)
	if err != nil {
		return nil, err
	}
	payments, err := engine.All(ctx, s, "read payments of registrations", payments.Places, `
		SELECT `+payments.Columns+` FROM payments WHERE booking_id IN (SELECT value FROM json_each(?))
				ORDER BY captured_at, attempt_ref`, list)
	if err != nil {
		return nil, err
	}
	tickets, err := engine.All(ctx, s, "read tickets of registrations", bookings.TicketPlaces, `
		SELECT `+bookings.TicketColumns+` FROM tickets WHERE booking_id IN (SELECT value FROM json_each(?))
			ORDER BY issued_at, id`,
		list)
	if err != nil {
		return nil, err
	}
	all = joinRegistrations(ids, all, payments, tickets)
	return all, s.addAttendance(ctx, all)
}

func (s Store) addAttendance(ctx context.Context, all []booking.DeskBooking) error {
	byTicket := map[string]*booking.DeskBooking{}
	ids := make([]string, len(all))
	for i := range all {
		ids[i], byTicket[all[i].Ticket.ID] = all[i].Ticket.ID, &all[i]
	}
	type attended struct {
		booking.Attended
		ticket string
		seats  int
	}
	places := func(a *attended) []any { return []any{&a.ticket, &a.List, &a.Day, &a.seats} }
	rows, err := engine.All(ctx, s, "read attendance", places,
		`SELECT ticket_id, list, day, used FROM gate_entries WHERE ticket_id IN (SELECT value FROM json_each(?))`,
		engine.AsJSON(ids))
	for _, a := range rows {
		b := byTicket[a.ticket]
		if b.Attendance == nil {
			b.Attendance = map[booking.Attended]int{}
		}
		b.Attendance[a.Attended] = a.seats
	}
	return err
}

// joinRegistrations combines the rows of each booking, in the order of ids; missing bookings are left out.
func joinRegistrations(ids []string, all []booking.DeskBooking, payments []booking.Payment,
	tickets []booking.Ticket) []booking.DeskBooking {
	byID := make(map[string]*booking.DeskBooking, len(all))
	for i := range all {
		byID[all[i].ID] = &all[i]
	}
	for _, p := range payments {
		byID[p.BookingID].Payments = append(byID[p.BookingID].Payments, p)
	}
	for _, t := range tickets {
		if b := byID[t.BookingID]; b.Ticket.ID == "" || b.Ticket.Status == booking.TicketVoid {
			b.Ticket = t
		}
	}
	ordered := make([]booking.DeskBooking, 0, len(all))
	for _, id := range ids {
		if b := byID[id]; b != nil {
			stored := b.DerivedState.State
			b.DerivedState = booking.DeriveState(b.Booking, b.Payments)
			b.DerivedState.State = stored // all filters use the stored state
			ordered = append(ordered, *b)
		}
	}
	return ordered
}

// History lists a booking's events, oldest first, except those in its own row, payments, tickets and actions.
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
		UNION ALL SELECT at, 'scan', CASE WHEN quarantine = '' THEN verdict ELSE 'void' END, list, venue
			FROM gate_scans JOIN tickets ON tickets.id = ticket_id
			WHERE booking_id = ?1 AND (verdict <> 'undo' OR quarantine = '')
		UNION ALL SELECT at, 'view', action, why, who FROM access_log WHERE booking_id = ?1
		UNION ALL SELECT at, 'check', verdict, document, who FROM identity_checks WHERE booking_id = ?1
		UNION ALL SELECT created_at, 'task', text, CASE WHEN done_at IS NULL THEN 'open' ELSE 'done' END, kind FROM tasks
			WHERE booking_id = ?1
		UNION ALL SELECT at, 'note', text, '', who FROM notes WHERE booking_id = ?1 AND deleted_at IS NULL
		ORDER BY 1, 2`, bookingID)
}

// RefundEmails lists the emails about a booking's refunds, oldest first.
func (s Store) RefundEmails(ctx context.Context, bookingID string) ([]booking.RefundEmail, error) {
	return engine.All(ctx, s, "list refunds with emails", func(told *booking.RefundEmail) []any {
		return []any{&told.Key, &told.At}
	}, `
		SELECT dedupe_key, created_at
		FROM outbox
		WHERE booking_id = ? AND booking_id <> '' AND template = 'refund'
		ORDER BY created_at, id`, bookingID)
}

// TicketsOfBooking lists a booking's tickets, oldest first.
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
