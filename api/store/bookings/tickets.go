package bookings

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/audit"
	"transom/api/store/engine"
)

// InsertTicket writes a booking's next ticket, unless the booking has a valid one.
func (tx Tx) InsertTicket(ctx context.Context, t booking.Ticket) error {
	return tx.Exec(ctx, "insert ticket", `
		INSERT INTO tickets (id, booking_id, holder_name, category_type, seats, entries_total, entries_remaining,
		                     gate, seat_row, seat, status, signature, issued_at, n)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, (SELECT COALESCE(MAX(n), 0) + 1 FROM tickets
			WHERE booking_id = ?2))
		ON CONFLICT (booking_id) WHERE status <> 'void' DO NOTHING`,
		t.ID, t.BookingID, t.HolderName, t.CategoryType, t.Seats, t.EntriesTotal, t.EntriesRemaining,
		t.Gate, t.Row, t.Seat, t.Status, t.Signature, t.IssuedAt)
}

// TicketColumns are the columns for TicketPlaces, in the same order.
const TicketColumns = shownColumns + `, issued_at, tickets.n`

func TicketPlaces(t *booking.Ticket) []any { return append(shownPlaces(t), &t.IssuedAt, &t.N) }

const shownColumns = `tickets.id, tickets.booking_id, holder_name, tickets.category_type, tickets.seats, entries_total,
	entries_remaining, gate, seat_row, seat, tickets.status, signature`

func shownPlaces(t *booking.Ticket) []any {
	return []any{&t.ID, &t.BookingID, &t.HolderName, &t.CategoryType, &t.Seats, &t.EntriesTotal, &t.EntriesRemaining,
		&t.Gate, &t.Row, &t.Seat, &t.Status, &t.Signature}
}

// FindTickets lists an address's tickets: those of its paid bookings, newest first, then those that were transferred to
// somebody else, as they were before the transfer, latest transfer first. N and IssuedAt are not read.
func (s Store) FindTickets(ctx context.Context, emailKey string) ([]booking.Ticket, error) {
	type heldTicket struct {
		booking.Ticket
		moved bool
		since time.Time
	}
	held, err := engine.All(s.Brief(ctx), s, "list tickets", func(t *heldTicket) []any {
		return append(shownPlaces(&t.Ticket), &t.CompanyName, &t.GSTNo, &t.BookingCode, &t.SpouseName, &t.OfferedTo,
			&t.OfferedUntil, &t.moved, &t.PaidByOther, &t.since)
	}, FindTicketsSQL, emailKey)
	var tickets []booking.Ticket
	for _, t := range held {
		if t.moved {
			t.TransferredAt = t.since
		}
		tickets = append(tickets, t.Ticket)
	}
	return tickets, err
}

// FindTicketsSQL compares the status in an expression, so that only the index on the address can be used; see RulesSQL.
const FindTicketsSQL = `
	SELECT ` + shownColumns + `, COALESCE(accounts.company_name, bookings.company_name),
			COALESCE(accounts.gst_no, bookings.gst_no), bookings.code,
	       bookings.spouse_name, COALESCE(offers.email, ''), COALESCE(offers.expires_at, 0),
	       0 AS moved, CASE WHEN bookings.email_key <> ` + PayerKey + ` THEN 1 ELSE 0 END, issued_at AS since
	FROM bookings
	JOIN tickets ON tickets.booking_id = bookings.id
	LEFT JOIN transfers AS offers ON offers.booking_id = bookings.id AND offers.state = 'open'
	LEFT JOIN accounts ON accounts.email_key = bookings.email_key AND accounts.person_key = bookings.person_key
	WHERE bookings.email_key = ?1 AND bookings.status || '' = 'SUCCESS'
	  AND NOT EXISTS (SELECT 1 FROM tickets AS newer WHERE newer.booking_id = tickets.booking_id AND newer.n > tickets.n)
	UNION ALL
	SELECT ` + shownColumns + `, COALESCE(accounts.company_name, from_company), COALESCE(accounts.gst_no, from_gst_no),
			from_code,
	       '', '', 0,
	       1, CASE WHEN from_email_key <> ` + PayerKey + ` THEN 1 ELSE 0 END, transfers.ended_at
	FROM transfers
	JOIN bookings ON bookings.id = transfers.booking_id
	JOIN tickets ON tickets.booking_id = transfers.booking_id
	LEFT JOIN accounts ON accounts.email_key = transfers.from_email_key AND accounts.person_key = transfers.from_person_key
	WHERE transfers.from_email_key = ?1 AND transfers.state = 'accepted' AND bookings.status = 'SUCCESS'
	  AND tickets.n = (SELECT MAX(given.n) FROM tickets AS given
	                   WHERE given.booking_id = transfers.booking_id AND given.issued_at < transfers.ended_at)
	ORDER BY moved, since DESC, 1`

// FindTicketOfBooking returns a booking's last ticket, or domain.ErrNotFound.
func (q Queries) FindTicketOfBooking(ctx context.Context, bookingID string) (booking.Ticket, error) {
	return engine.One(ctx, q, "read ticket", TicketPlaces, `
		SELECT `+TicketColumns+` FROM tickets WHERE booking_id = ? ORDER BY n DESC LIMIT 1`, bookingID)
}

// FindTicketAt returns another valid ticket for the same gate, row and seat, ignoring case, or domain.ErrNotFound.
func (tx Tx) FindTicketAt(ctx context.Context, place booking.Ticket) (booking.Ticket, error) {
	return engine.One(ctx, tx, "read ticket", TicketPlaces, `
		SELECT `+TicketColumns+` FROM tickets
		WHERE status <> 'void' AND booking_id <> ?1 AND lower(seat) = lower(?2) AND lower(seat_row) = lower(?3)
			AND lower(gate) = lower(?4)
		LIMIT 1`, place.BookingID, place.Seat, place.Row, place.Gate)
}

// VoidTicket withdraws a booking's valid ticket; a ticket that is already void keeps its time.
func (tx Tx) VoidTicket(ctx context.Context, bookingID string, now time.Time) error {
	return tx.Exec(ctx, "void ticket", `
		UPDATE tickets SET status = 'void', voided_at = ? WHERE booking_id = ? AND status <> 'void'`, now, bookingID)
}

// TicketOfEachMark returns one token for each mark in the issued tickets, the oldest mark first. A mark is the last 32
// bits of a token's characters 7 to 12 (ticket/token.go).
func (s Store) TicketOfEachMark(ctx context.Context) ([]string, error) {
	return engine.Values[string](ctx, s, "list marks of tickets", `
		SELECT MIN(signature)
		FROM tickets
		GROUP BY substr(signature, 7, 6)
		ORDER BY MIN(issued_at)`)
}

// PrintedBadges returns the printed badges of some bookings.
func (s Store) PrintedBadges(ctx context.Context, bookingIDs []string) ([]booking.Badge, error) {
	return engine.All(ctx, s, "list badges", func(b *booking.Badge) []any {
		return []any{&b.BookingID, &b.Seat, &b.TicketID, &b.PhotoAsset, &b.Prints, &b.PrintedAt}
	}, `
		SELECT booking_id, seat, ticket_id, photo_asset, prints, printed_at
		FROM badges
		WHERE booking_id IN (SELECT value FROM json_each(?))`, engine.AsJSON(bookingIDs))
}

// AddBadgePrints counts the badges that were printed, and adds the entry to the activity log.
func (s Store) AddBadgePrints(ctx context.Context, badges []booking.Badge, a domain.Action) error {
	return s.Write(ctx, func(tx *engine.Tx) error {
		for _, b := range badges {
			err := tx.Exec(ctx, "count badge", `
				INSERT INTO badges (booking_id, seat, ticket_id, photo_asset, prints, printed_at)
				VALUES (?, ?, ?, ?, 1, ?)
				ON CONFLICT (booking_id, seat) DO UPDATE
				SET ticket_id = excluded.ticket_id,
				    photo_asset = excluded.photo_asset,
				    prints = badges.prints + 1,
				    printed_at = excluded.printed_at`,
				b.BookingID, b.Seat, b.TicketID, b.PhotoAsset, b.PrintedAt)
			if err != nil {
				return err
			}
		}
		return audit.Tx{Tx: tx}.AddAction(ctx, a)
	})
}
