package store

import (
	"cmp"
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// History lists what happened to a booking, oldest first, except what its own row, its payments, tickets and acts tell.
func (s *Store) History(ctx context.Context, bookingID string) ([]booking.Happening, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT given_at AS at, 'consent' AS kind, notice_version AS what, language AS how, '' AS who FROM consents
			WHERE booking_id = ?1
		UNION ALL SELECT created_at, 'link', provider, state, attempt_ref FROM payment_attempts WHERE booking_id = ?1
		UNION ALL SELECT created_at, 'mail', template, state, last_error FROM outbox WHERE booking_id = ?1
		UNION ALL SELECT entered_at, 'entry', entries.gate, '', '' FROM entries JOIN tickets ON tickets.id = ticket_id
			WHERE booking_id = ?1
		UNION ALL SELECT at, 'scan', verdict, list, venue FROM gate_scans JOIN tickets ON tickets.id = ticket_id
			WHERE booking_id = ?1
		UNION ALL SELECT at, 'view', action, why, who FROM access_log WHERE booking_id = ?1
		UNION ALL SELECT at, 'check', verdict, paper, who FROM id_checks WHERE booking_id = ?1
		UNION ALL SELECT created_at, 'task', text, CASE WHEN done_at IS NULL THEN 'open' ELSE 'done' END, kind FROM tasks
			WHERE booking_id = ?1
		UNION ALL SELECT at, 'note', text, '', who FROM notes WHERE booking_id = ?1 AND deleted_at IS NULL
		ORDER BY 1, 2`, bookingID)
	return collect(rows, err, "read history", func(row oneRow) (h booking.Happening, err error) {
		err = row.Scan((*millis)(&h.At), &h.Kind, &h.What, &h.How, &h.Who)
		return h, err
	})
}

// ToldRefunds lists the mails about refunds of a booking, oldest first.
func (s *Store) ToldRefunds(ctx context.Context, bookingID string) ([]booking.ToldRefund, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT dedupe_key, created_at
		FROM outbox
		WHERE booking_id = ? AND booking_id <> '' AND template = 'refund'
		ORDER BY created_at, id`, bookingID)
	return collect(rows, err, "list refunds that were told", func(row oneRow) (told booking.ToldRefund, err error) {
		err = row.Scan(&told.Key, (*millis)(&told.At))
		return told, err
	})
}

// TicketsOfBooking lists the tickets of a booking, oldest first.
func (s *Store) TicketsOfBooking(ctx context.Context, bookingID string) ([]booking.Ticket, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT `+ticketColumns+` FROM tickets WHERE booking_id = ?
			ORDER BY issued_at, id`, bookingID)
	return collect(rows, err, "list tickets of booking", scanTicket)
}

// SamePeople lists the bookings that share mailbox or person with one, without it; the newest first.
func (s *Store) SamePeople(ctx context.Context, b booking.Booking, most int) ([]string, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT id
		FROM bookings
		WHERE (email_key = ?1 OR person_key = ?2) AND id <> ?3
		ORDER BY created_at DESC, id
		LIMIT ?4`, b.EmailKey, b.PersonKey, b.ID, most)
	return collect(rows, err, "list the same people", scanOne[string])
}

// WaitingTasks lists what waits for a person, about one booking or, with "", about all; oldest first.
func (s *Store) WaitingTasks(ctx context.Context, bookingID string) ([]booking.WaitingTask, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT kind, booking_id, attempt_ref, dedupe_key, text, created_at
		FROM tasks
		WHERE done_at IS NULL AND (?1 = '' OR booking_id = ?1)
		ORDER BY created_at, dedupe_key`, bookingID)
	return collect(rows, err, "list tasks", func(row oneRow) (t booking.WaitingTask, err error) {
		err = row.Scan(&t.Kind, &t.BookingID, &t.AttemptRef, &t.DedupeKey, &t.Text, (*millis)(&t.At))
		return t, err
	})
}

// CloseTaskBy marks a task as done, with the act that says who did it and why; domain.ErrNotFound when no open one has
// this key.
func (s *Store) CloseTaskBy(ctx context.Context, key string, who domain.Actor, why, requestID string,
	now time.Time) error {
	return s.Write(ctx, func(tx *Tx) error {
		var booking string
		rows, err := tx.QueryContext(ctx, `UPDATE tasks SET done_at = ? WHERE dedupe_key = ? AND done_at IS NULL
				RETURNING booking_id`, toMillis(now), key)
		found, err := collect(rows, err, "close task", func(row oneRow) (_ bool, err error) {
			return true,
				row.Scan(&booking)
		})
		if err != nil || len(found) == 0 {
			return cmp.Or(err, domain.ErrNotFound)
		}
		return tx.AddAct(ctx, domain.Act{At: now, Actor: who, Action: domain.ActTaskDone, BookingID: booking, Object: key,
			Why: why, RequestID: requestID})
	})
}

// LogAct adds an act that changes nothing else.
func (s *Store) LogAct(ctx context.Context, a domain.Act) error {
	return s.Write(ctx, func(tx *Tx) error { return tx.AddAct(ctx, a) })
}

// ActsOfBooking lists the acts about a booking, newest first.
func (s *Store) ActsOfBooking(ctx context.Context, bookingID string) ([]domain.LoggedAct, error) {
	return s.Acts(ctx, ActFilter{BookingID: bookingID})
}
