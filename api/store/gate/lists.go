package gate

import (
	"context"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/engine"
)

// gateState is a ticket's state at the gate; ?1 is 1 if sandbox payments are accepted.
const gateState = `CASE WHEN tickets.status = 'void' AND EXISTS (SELECT 1 FROM tickets AS newer
	                                                 WHERE newer.booking_id = tickets.booking_id
	                                                 	AND newer.status <> 'void') THEN 'replaced'
	      WHEN tickets.status = 'void' THEN 'void'
	      WHEN bookings.status <> 'SUCCESS' THEN 'unpaid'
	      WHEN ?1 = 0 AND EXISTS (SELECT 1 FROM payments
	                              WHERE payments.booking_id = bookings.id AND disposition = 'applied'
	                              	AND provider = 'sandbox') THEN 'unpaid'
	      ELSE 'valid' END AS state`

const gateTicket = `
	SELECT tickets.id, bookings.id AS booking, tickets.holder_name, tickets.category_type, bookings.code, tickets.seats,
		bookings.company_name, ` + gateState + `
	FROM tickets
	JOIN bookings ON bookings.id = tickets.booking_id `

func gateTicketPlaces(t *domain.GateTicket) []any {
	return []any{&t.ID, &t.BookingID, &t.Holder, &t.CategoryType, &t.Code, &t.Seats, &t.Company, &t.State}
}

// FindGateTicket returns what a gate must know about a ticket, or domain.ErrNotFound.
func (tx Tx) FindGateTicket(ctx context.Context, id string, sandboxPays bool) (domain.GateTicket, error) {
	return engine.One(ctx, tx, "read ticket", gateTicketPlaces, gateTicket+`WHERE tickets.id = ?2`, sandboxPays, id)
}

// FindGateTickets finds at most limit tickets, by the beginning of their id, by the registration's code, or by
// registrations. With the code of a person who has transferred a ticket, it finds the tickets that are no longer valid.
func (s Store) FindGateTickets(ctx context.Context, code string, bookings []string, sandboxPays bool,
	limit int) ([]domain.GateTicket, error) {
	return engine.All(ctx, s, "find tickets", gateTicketPlaces, gateTicket+`
		WHERE (?3 <> '' AND (substr(tickets.id, 1, length(?3)) = ?3 OR lower(bookings.code) = ?3
		       OR tickets.status = 'void' AND bookings.id IN (
		           SELECT booking_id FROM transfers WHERE from_code = upper(?3))))
		   OR tickets.booking_id IN (SELECT value FROM json_each(?2))
		ORDER BY tickets.status = 'void', tickets.holder_name, tickets.id
		LIMIT ?4`, sandboxPays, engine.AsJSON(bookings), code, limit)
}

// GateTicketsOfCode returns the tickets that a code typed offline may mean, but at most two, because two are ambiguous.
// The code is the beginning of a ticket's id, a booking code, or the booking code of a previous holder.
func (tx Tx) GateTicketsOfCode(ctx context.Context, code string) ([]string, error) {
	b, _ := booking.ParseCode(code)
	low := strings.ToLower(code)
	return engine.Values[string](ctx, tx, "find tickets of a code", `
		SELECT id
		FROM tickets
		WHERE lower(id) COLLATE BINARY >= ?1 AND lower(id) COLLATE BINARY < ?2
		   OR id = (SELECT last.id
		            FROM tickets AS last
		            JOIN bookings ON bookings.id = last.booking_id
		            WHERE bookings.code = ?3 AND bookings.code <> ''
		            ORDER BY last.n DESC
		            LIMIT 1)
		   OR id = (SELECT given.id
		            FROM tickets AS given
		            JOIN transfers ON transfers.booking_id = given.booking_id AND given.issued_at < transfers.ended_at
		            WHERE transfers.from_code = ?3 AND transfers.from_code <> '' AND given.status = 'void'
		            ORDER BY given.n DESC
		            LIMIT 1)
		ORDER BY id
		LIMIT 2`, low, engine.UpTo(low, len(low) >= booking.TicketCodeLetters), b)
}

// GateTickets lists all tickets, for printed lists.
func (s Store) GateTickets(ctx context.Context, sandboxPays bool) ([]domain.GateTicket, error) {
	return engine.All(ctx, s, "list tickets", gateTicketPlaces,
		gateTicket+`ORDER BY tickets.holder_name, tickets.id`, sandboxPays)
}

// WithdrawnSQL uses small indexes to select the tickets that gateState may refuse, before gateState is evaluated.
const WithdrawnSQL = `SELECT * FROM (` + gateTicket + `
	WHERE tickets.id IN (
	  SELECT id FROM tickets WHERE status = 'void'
	  UNION SELECT id FROM tickets WHERE booking_id IN (SELECT id FROM bookings WHERE status <> 'SUCCESS')
	  UNION SELECT tickets.id FROM payments JOIN tickets ON tickets.booking_id = payments.booking_id
	        WHERE ?1 = 0 AND disposition = 'applied' AND provider = 'sandbox')) AS suspects
	WHERE state <> 'valid'`

// WithdrawnTickets returns the tickets whose signature is genuine but which are not valid.
func (s Store) WithdrawnTickets(ctx context.Context, sandboxPays bool) ([]domain.GateTicket, error) {
	return engine.All(ctx, s, "list withdrawn tickets", gateTicketPlaces, WithdrawnSQL, sandboxPays)
}

// GateEntriesSince lists at most limit changes after the one with a given number, in order.
func (s Store) GateEntriesSince(ctx context.Context, cursor int64, limit int) ([]domain.GateEntry, error) {
	return engine.All(ctx, s, "list entries", func(e *domain.GateEntry) []any {
		return []any{&e.TicketID, &e.Code, &e.List, &e.Day, &e.Inside, &e.Used, &e.LastAt, &e.LastDevice, &e.Changed}
	}, `
		SELECT ticket_id, COALESCE(code, ''), list, day, inside, used, last_at, last_device, changed
		FROM gate_entries
		LEFT JOIN tickets ON tickets.id = ticket_id
		LEFT JOIN bookings ON bookings.id = booking_id
		WHERE changed > ?
		ORDER BY changed
		LIMIT ?`, cursor, limit)
}

// LastGateChange returns the number of the last change to entries, or 0 if there is none.
func (s Store) LastGateChange(ctx context.Context) (int64, error) {
	return engine.Value[int64](ctx, s, "find last change of entries",
		`SELECT COALESCE(MAX(changed), 0) FROM gate_entries`)
}

// GateInside counts the people inside on a day, by list.
func (s Store) GateInside(ctx context.Context, day string) ([]domain.GateCount, error) {
	return engine.All(ctx, s, "count people inside", func(c *domain.GateCount) []any {
		return []any{&c.List, &c.Day, &c.N}
	}, `
		SELECT list, day, SUM(inside) FROM gate_entries WHERE day = ? GROUP BY list, day ORDER BY list`, day)
}

// GateCounts counts a day's scans in intervals of ten minutes. Undone scans are left out.
func (s Store) GateCounts(ctx context.Context, day string) ([]domain.GateCount, error) {
	return engine.All(ctx, s, "count scans", func(c *domain.GateCount) []any {
		return []any{&c.Device, &c.List, &c.Day, &c.Verdict, &c.Reason, &c.TenMinutes, &c.N}
	}, `
		SELECT device, list, day, verdict, CASE WHEN quarantine <> '' THEN quarantine ELSE '' END AS why,
		       at / 600000 AS bucket, COUNT(*)
		FROM gate_scans
		WHERE day = ?
		  AND verdict <> 'undo'
		  AND NOT EXISTS (SELECT 1 FROM gate_scans AS later
		                  WHERE later.device = gate_scans.device
		                    AND later.seq = gate_scans.seq + 1
		                    AND later.verdict = 'undo'
		                    AND later.quarantine = '')
		GROUP BY 1, 2, 3, 4, 5, 6
		ORDER BY 6, 1, 2, 4, 5`, day)
}

// GateScansToShow returns a page of the scans that a person should review, newest first, and the totals: scans in
// quarantine, scans that overruled a refusal or undid a scan, scans with only a typed code, and admissions with a
// ticket that had already been withdrawn (or was withdrawn before such times were recorded). Days that the event does
// not have are included, because nobody would see their scans otherwise. A manual check-in that matches no ticket stays
// until its task is closed. All of a device's scans of unknown tickets are one line, so that they cannot hide others.
func (s Store) GateScansToShow(ctx context.Context, sandboxPays bool, day string, eventDays []string, offset,
	limit int) (all domain.GateToShow, err error) {
	type line struct {
		domain.GateScan
		alike, lines, scans int
	}
	lines, err := engine.All(ctx, s, "list scans to check", func(l *line) []any {
		return append(gateScanPlaces(&l.GateScan), &l.Holder, &l.alike, &l.lines, &l.scans)
	}, `
		SELECT `+gateScanColumns+`withdrawn,
		       COALESCE((SELECT holder_name FROM tickets WHERE tickets.id = found.ticket_id), ''),
		       alike, COUNT(*) OVER (), CAST(SUM(alike) OVER () AS BIGINT)
		FROM (SELECT `+gateScanColumns+`COALESCE(gone.state, '') AS withdrawn,
		             COUNT(*) OVER (PARTITION BY CASE WHEN quarantine = 'unknown_ticket' THEN device
		             	ELSE CAST(n AS TEXT) END) AS alike,
		             ROW_NUMBER() OVER (PARTITION BY CASE WHEN quarantine = 'unknown_ticket' THEN device
		             	ELSE CAST(n AS TEXT) END ORDER BY n DESC) AS place
		      FROM gate_scans
		      LEFT JOIN (`+WithdrawnSQL+`) AS gone
		        ON gone.id = gate_scans.ticket_id AND verdict = 'in' AND quarantine = '' AND gone.holder_name <> ''
		           AND at >= COALESCE((SELECT voided_at FROM tickets WHERE tickets.id = gone.id),
		                              (SELECT MIN(newer.issued_at)
		                               FROM tickets AS newer
		                               WHERE newer.booking_id = gone.booking AND newer.n > (SELECT old.n FROM tickets AS old
		                               	WHERE old.id = gone.id)),
		                              0)
		      WHERE (quarantine <> '' OR verdict IN ('overruled', 'undo') OR verdict = 'in' AND reason <> ''
		             OR gone.id IS NOT NULL)
		        AND (day = ?3 OR day NOT IN (SELECT value FROM json_each(?2)))
		        AND NOT EXISTS (SELECT 1 FROM tasks WHERE quarantine = 'unread'
		        	AND dedupe_key = 'gate_unread:' || device || ':' || CAST(seq AS TEXT) AND done_at IS NOT NULL)
		     ) AS found
		WHERE place = 1
		ORDER BY n DESC
		LIMIT ?4 OFFSET ?5`, sandboxPays, engine.AsJSON(eventDays), day, int64(limit), int64(offset))
	for _, line := range lines {
		line.GateScan.Alike, all.Total, all.Scans = line.alike, line.lines, line.scans
		all.Lines = append(all.Lines, line.GateScan)
	}
	return all, err
}

// CountDuplicateScans counts the scans with a number that the device had already used, by device.
func (s Store) CountDuplicateScans(ctx context.Context) (map[string]int, error) {
	return engine.ByKey[string, int](ctx, s, "count duplicate scans", `
		SELECT device, COUNT(*) FROM gate_duplicate_scans GROUP BY device`)
}

// HolderOfTicket returns the picture and the company of a ticket's holder, each "" if it is not stored.
func (s Store) HolderOfTicket(ctx context.Context, ticketID string) (asset, company string, err error) {
	holder, err := engine.One(ctx, s, "find holder of a ticket", func(b *booking.Booking) []any {
		return []any{&b.PhotoAsset, &b.CompanyName}
	}, `
		SELECT photo_asset, company_name
		FROM bookings
		JOIN tickets ON tickets.booking_id = bookings.id
		WHERE tickets.id = ?`, ticketID)
	return holder.PhotoAsset, holder.CompanyName, domain.IfMissing(err, nil)
}

const validTickets = `(SELECT * FROM (` + gateTicket + `) AS every WHERE state = 'valid')`

// letter is the first letter of a holder's name, which decides the lane at the entrance.
const letter = `SUBSTR(LTRIM(holder_name, ' .''"(-'), 1, 1)`

// ExpectedSeats counts the seats of valid tickets by category and first letter of the holder's name.
func (s Store) ExpectedSeats(ctx context.Context, sandboxPays bool) ([]domain.GateSeats, error) {
	return engine.All(ctx, s, "count expected seats", seatsPlaces, `
		SELECT '', category_type, `+letter+`, CAST(SUM(seats) AS BIGINT)
		FROM `+validTickets+` AS valid
		GROUP BY 2, 3`, sandboxPays)
}

// ArrivedSeats counts each person once, even if the person came on several days.
func (s Store) ArrivedSeats(ctx context.Context, sandboxPays bool, days []string) ([]domain.GateSeats, error) {
	return engine.All(ctx, s, "count arrived seats", seatsPlaces, `
		SELECT list, category_type, `+letter+`,
		       CAST(SUM(CASE WHEN used < seats THEN used ELSE seats END) AS BIGINT)
		FROM `+validTickets+` AS valid
		JOIN (SELECT ticket_id, list, MAX(used) AS used
		      FROM gate_entries
		      WHERE day IN (SELECT value FROM json_each(?2))
		      GROUP BY ticket_id, list) AS entries ON entries.ticket_id = valid.id
		GROUP BY 1, 2, 3`, sandboxPays, engine.AsJSON(days))
}

func seatsPlaces(n *domain.GateSeats) []any { return []any{&n.List, &n.Category, &n.Letter, &n.Seats} }
