package gate

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

// InsertGateScan returns the scan's place in the order of arrival. If the device has already used the scan's number,
// nothing is added: `isNew` is false, and `known` is the hash of the body that was sent first.
func (tx Tx) InsertGateScan(ctx context.Context, s domain.GateScan) (n int64, isNew bool, known string, err error) {
	err = tx.QueryRowContext(ctx, `
		INSERT INTO gate_scans (device, seq, ticket_id, list, day, venue, verdict, reason, why, input_method, offline,
		                        wall, mono, origin, offset_ms, list_age, at, arrived_at, quarantine, body_hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (device, seq) DO NOTHING
		RETURNING n`,
		s.Device, s.Seq, s.TicketID, s.List, s.Day, s.Venue, s.Verdict, s.Reason, s.Why, s.By, s.Offline, s.Wall, s.Mono,
		s.Origin, s.Offset, s.ListAge, s.At, s.ArrivedAt, s.Quarantine, s.BodyHash).Scan(&n)
	if err == nil {
		return n, true, "", nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return 0, false, "", fmt.Errorf("insert scan: %w", err)
	}
	err = tx.QueryRowContext(ctx, `SELECT n, body_hash FROM gate_scans WHERE device = ? AND seq = ?`, s.Device,
		s.Seq).Scan(&n, &known)
	return n, false, known, engine.Found(err, "find scan")
}

// LastGateScan returns the number, the clock readings and the time of a device's last scan, or the zero scan.
func (tx Tx) LastGateScan(ctx context.Context, device string) (domain.GateScan, error) {
	return engine.OneOrNone(ctx, tx, "find last scan", func(s *domain.GateScan) []any {
		return []any{&s.Seq, &s.Wall, &s.Mono, &s.Origin, &s.Offset, &s.At}
	}, `
		SELECT seq, wall, mono, origin, offset_ms, at
		FROM gate_scans
		WHERE device = ?
		ORDER BY seq DESC
		LIMIT 1`, device)
}

// InsertDuplicateScan stores a scan whose number the device had already used for another scan.
func (tx Tx) InsertDuplicateScan(ctx context.Context, s domain.GateScan) (isNew bool, err error) {
	return tx.ExecOne(ctx, "insert duplicate scan", `
		INSERT INTO gate_duplicate_scans (device, seq, body_hash, ticket_id, verdict, arrived_at)
		VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (device, seq, body_hash) DO NOTHING`,
		s.Device, s.Seq, s.BodyHash, s.TicketID, s.Verdict, s.ArrivedAt)
}

// gateScanColumns are the columns for gateScanPlaces, except the last one: the state of a withdrawn ticket.
const gateScanColumns = `n, device, seq, ticket_id, list, day, venue, verdict, reason, why, input_method, offline, ` +
	`list_age, at, arrived_at, quarantine, `

func gateScanPlaces(s *domain.GateScan) []any {
	return []any{&s.N, &s.Device, &s.Seq, &s.TicketID, &s.List, &s.Day, &s.Venue, &s.Verdict, &s.Reason, &s.Why, &s.By,
		&s.Offline, &s.ListAge, &s.At, &s.ArrivedAt, &s.Quarantine, &s.Withdrawn}
}

// FindGateScan returns the scan that a device sent under a number, or domain.ErrNotFound.
func (tx Tx) FindGateScan(ctx context.Context, device string, seq int64) (domain.GateScan, error) {
	return engine.One(ctx, tx, "find scan", gateScanPlaces, `
		SELECT `+gateScanColumns+`'' FROM gate_scans WHERE device = ? AND seq = ?`, device, seq)
}

// sameBooking selects all tickets of ticket ?1's booking, because their entries count together (decision 0037).
const sameBooking = `(SELECT id FROM tickets WHERE booking_id = (SELECT booking_id FROM tickets WHERE id = ?1))`

// GateScansOf returns the valid scans of all tickets of the ticket's booking, oldest first.
func (tx Tx) GateScansOf(ctx context.Context, ticketID, list, day string) ([]domain.GateScan, error) {
	return scansOf(ctx, tx, ticketID, list, day)
}

func scansOf(ctx context.Context, from engine.Reader, ticketID, list, day string) ([]domain.GateScan, error) {
	return engine.All(ctx, from, "list scans of a ticket", gateScanPlaces, `
		SELECT `+gateScanColumns+`''
		FROM gate_scans
		WHERE ticket_id IN `+sameBooking+` AND list = ?2 AND day = ?3 AND quarantine = '' AND verdict <> 'refused'
		ORDER BY at, device, seq`, ticketID, list, day)
}

// nextChange is the next change's number. Devices ask for changes by number; entries are never deleted.
const nextChange = `(SELECT COALESCE(MAX(changed), 0) + 1 FROM gate_entries)`

// CarryGateEntries moves the entries and conflicts of a booking's previous tickets to its current one.
func (tx Tx) CarryGateEntries(ctx context.Context, ticketID string) error {
	old, err := engine.All(ctx, tx, "list entries to send", func(e *domain.GateEntry) []any {
		return []any{&e.TicketID, &e.List, &e.Day}
	}, `SELECT ticket_id, list, day FROM gate_entries WHERE ticket_id <> ?1
			AND ticket_id IN `+sameBooking+` ORDER BY changed`, ticketID)
	if err != nil {
		return err
	}
	for _, e := range old { // one by one, because each change has its own number
		if err := tx.Exec(ctx, "carry entries", `
			UPDATE gate_entries SET ticket_id = ?, changed = `+nextChange+` WHERE ticket_id = ? AND list = ? AND day = ?`,
			ticketID, e.TicketID, e.List, e.Day); err != nil {
			return err
		}
	}
	return tx.Exec(ctx, "carry conflicts", `
		UPDATE gate_conflicts SET ticket_id = ?1 WHERE ticket_id <> ?1 AND ticket_id IN `+sameBooking, ticketID)
}

// MostAdmitted returns the largest number of people admitted with a booking's ticket to one list on one day.
func (tx Tx) MostAdmitted(ctx context.Context, bookingID string) (int, error) {
	return engine.Value[int](ctx, tx, "find admitted people", `
		SELECT CAST(COALESCE(MAX(used), 0) AS BIGINT)
		FROM gate_entries
		WHERE ticket_id IN (SELECT id FROM tickets WHERE booking_id = ?)`, bookingID)
}

// TicketNow returns a booking's current ticket, on which all the booking's entries are counted.
func (tx Tx) TicketNow(ctx context.Context, ticketID string) (string, error) {
	return engine.Value[string](ctx, tx, "find current ticket", `
		SELECT id
		FROM tickets
		WHERE booking_id = (SELECT booking_id FROM tickets WHERE id = ?)
		ORDER BY n DESC
		LIMIT 1`, ticketID)
}

// SaveGateEntry stores the result of a ticket's scans.
func (tx Tx) SaveGateEntry(ctx context.Context, e domain.GateEntry) error {
	return tx.Exec(ctx, "save entry", `
		INSERT INTO gate_entries (ticket_id, list, day, inside, used, last_at, last_device, changed)
		VALUES (?, ?, ?, ?, ?, ?, ?, `+nextChange+`)
		ON CONFLICT (ticket_id, list, day) DO UPDATE
		SET inside = excluded.inside,
			used = excluded.used,
			last_at = excluded.last_at,
			last_device = excluded.last_device,
			changed = excluded.changed`,
		e.TicketID, e.List, e.Day, e.Inside, e.Used, e.LastAt, e.LastDevice)
}

// usedEntries counts ticket ?1's entries for the event (list ?2), also from before there were devices.
const usedEntries = `(SELECT COUNT(*) FROM entries WHERE ticket_id IN ` + sameBooking + `)
		+ (SELECT COALESCE(SUM(used), 0) FROM gate_entries WHERE ticket_id = ?1 AND list = ?2)`

// CountDown updates how many of a ticket's entries for the event itself remain.
func (tx Tx) CountDown(ctx context.Context, ticketID string) error {
	return tx.Exec(ctx, "reduce entries", `
		UPDATE tickets
		SET entries_remaining = CASE WHEN `+usedEntries+` >= entries_total THEN 0 ELSE entries_total - (`+usedEntries+`) END,
		    status = CASE WHEN status = 'void' THEN 'void' WHEN `+usedEntries+` >= entries_total THEN 'used' ELSE 'valid' END
		WHERE id = ?1`, ticketID, domain.EntryList)
}

// SaveGateConflicts records each surplus admission once, and returns how many are new. A conflict stays even if a scan
// that arrives later shows that somebody had left before.
func (tx Tx) SaveGateConflicts(ctx context.Context, ticketID, list, day string, tooMany int, now time.Time) (found int,
	err error) {
	for n := 1; n <= tooMany; n++ {
		added, err := tx.ExecN(ctx, "save conflict", `
			INSERT INTO gate_conflicts (ticket_id, list, day, n, found_at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (ticket_id, list, day, n) DO NOTHING`, ticketID, list, day, n, now)
		if err != nil {
			return 0, err
		}
		found += added
	}
	return found, tx.Exec(ctx, "save conflict", `
		UPDATE gate_conflicts
		SET explained_at = CASE WHEN n <= ?4 THEN NULL ELSE COALESCE(explained_at, ?5) END
		WHERE ticket_id = ?1 AND list = ?2 AND day = ?3`, ticketID, list, day, tooMany, now)
}

// GateConflicts lists a page of conflicts, one for each ticket, list and day, newest first, and their total number. A
// device selects the conflicts to which it contributed; an empty device or day selects all.
func (s Store) GateConflicts(ctx context.Context, device, day string, offset, limit int) (all []domain.GateConflict,
	total int, err error) {
	all, err = engine.All(ctx, s, "list conflicts", func(c *domain.GateConflict) []any {
		return []any{&c.TicketID, &c.List, &c.Day, &c.N, &c.ExplainedAt, &c.Seats, &c.Holder, &total}
	}, `
		SELECT ticket_id, list, day, MAX(gate_conflicts.n), CASE WHEN COUNT(explained_at) = COUNT(*)
			THEN MAX(explained_at) END, seats, holder_name,
		       COUNT(*) OVER ()
		FROM gate_conflicts
		JOIN tickets ON tickets.id = ticket_id
		WHERE (?2 = '' OR day = ?2)
		  AND (?1 = '' OR EXISTS (SELECT 1
		                          FROM gate_scans
		                          WHERE gate_scans.ticket_id IN (SELECT id FROM tickets WHERE booking_id = (SELECT booking_id
		                          	FROM tickets WHERE tickets.id = gate_conflicts.ticket_id))
		                          		AND gate_scans.list = gate_conflicts.list
		                            AND gate_scans.day = gate_conflicts.day AND device = ?1 AND quarantine = ''
		                            	AND verdict <> 'refused'))
		GROUP BY ticket_id, list, day, seats, holder_name
		ORDER BY MAX(found_at) DESC, ticket_id, list, day
		LIMIT ?3 OFFSET ?4`, device, day, int64(limit), int64(offset))
	for i := range all {
		if err == nil {
			all[i].Scans, err = scansOf(ctx, s, all[i].TicketID, all[i].List, all[i].Day)
		}
	}
	return all, total, err
}
