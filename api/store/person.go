package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"transom/api/domain"
)

// ErrPayable is the refusal to erase a person whose payment link can still be paid.
var ErrPayable = errors.New("a payment link of this person can still be paid: wait until it has ended, then erase")

// Person is whom an organiser means: everybody of a mailbox, or one of those who share it.
type Person struct {
	EmailKey  string
	PersonKey string // "" for everybody
}

// PersonOf is somebody who registered with a mailbox.
type PersonOf struct {
	PersonKey, Name, BookingID string // the newest booking
}

// PeopleOf lists who registered with a mailbox.
func (s *Store) PeopleOf(ctx context.Context, emailKey string) ([]PersonOf, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT person_key, name, id, created_at
		FROM (SELECT person_key, trim(first_name || ' ' || last_name) AS name, id, created_at,
		             MIN(created_at) OVER (PARTITION BY person_key) AS since,
		             ROW_NUMBER() OVER (PARTITION BY person_key ORDER BY created_at DESC, id) AS place
		      FROM bookings
		      WHERE email_key = ?) AS people
		WHERE place = 1
		ORDER BY since`, emailKey)
	return collect(rows, err, "list people", func(row oneRow) (p PersonOf, err error) {
		var newest int64
		err = row.Scan(&p.PersonKey, &p.Name, &p.BookingID, &newest)
		return p, err
	})
}

// In what follows {theirs} are the rows of bookings and accounts that are the person's, {bookings} their ids, and {all} is
// true when everybody of the mailbox is meant; {gave} are the offers of tickets that were theirs. ?1 is the mailbox; the person stands behind all other values.
func personSQL(statement, person string) string {
	theirs := "email_key = ?1 AND (" + person + " = '' OR person_key = " + person + ")"
	return strings.NewReplacer(
		"{theirs}", theirs,
		"{bookings}", "(SELECT id FROM bookings WHERE "+theirs+")",
		"{all}", person+" = ''",
		"{gave}", "from_email_key = ?1 AND ("+person+" = '' OR from_person_key = "+person+")",
		"{mails}", "lower(trim(to_address)) = ?1 AND ("+person+" = '' OR EXISTS (SELECT 1 FROM bookings WHERE "+theirs+" AND outbox.dedupe_key LIKE '%' || bookings.id || '%'))",
	).Replace(statement)
}

// personQueries are everything that is kept about a person.
var personQueries = []struct{ name, query string }{
	{"account", `SELECT * FROM accounts WHERE {theirs}`},
	{"registrations", `SELECT * FROM bookings WHERE {theirs} ORDER BY created_at`},
	{"consents", `SELECT * FROM consents WHERE booking_id IN {bookings}`},
	{"payments", `SELECT * FROM payments WHERE booking_id IN {bookings}`},
	{"tickets", `SELECT id, booking_id, holder_name, category_type, seats, entries_total, entries_remaining, gate, seat_row, seat, status, issued_at
	             FROM tickets WHERE booking_id IN {bookings}`},
	{"entries", `SELECT entries.* FROM entries JOIN tickets ON tickets.id = ticket_id
	             WHERE booking_id IN {bookings}`},
	{"identity_checks", `SELECT * FROM id_checks WHERE booking_id IN {bookings}`},
	{"acts", `SELECT at, action, booking_id, details FROM acts JOIN act_details ON act_details.n = acts.n WHERE booking_id IN {bookings} ORDER BY acts.n`},
	{"identity_paper_views", `SELECT at, why, action, booking_id FROM access_log WHERE booking_id IN {bookings}`},
	{"notes", `SELECT at, who, text FROM notes WHERE booking_id IN {bookings} AND deleted_at IS NULL`},
	{"requests", `SELECT at, refund_paise, why, who, state FROM requests WHERE booking_id IN {bookings}`},
	{"transfers", `SELECT booking_id, email, offered_at, expires_at, state FROM transfers WHERE booking_id IN {bookings} OR {gave}`},
	{"transfers_given", `SELECT booking_id, from_email, from_name, from_company, from_gst_no, ended_at FROM transfers WHERE {gave} AND state = 'accepted'`},
	{"known_devices", `SELECT created_at, last_used_at, expires_at FROM known_devices WHERE email_key = ?1 AND {all}`},
	{"mails", `SELECT template, to_address, to_name, created_at, state, sent_at FROM outbox WHERE {mails}`},
}

// PersonData returns everything that is kept about a person, by table; times are unix milliseconds, amounts paise.
// domain.ErrNotFound when that is nothing.
func (s *Store) PersonData(ctx context.Context, p Person) (map[string][]map[string]any, error) {
	data, kept := map[string][]map[string]any{}, 0
	for _, q := range personQueries {
		rows, err := s.read.QueryContext(ctx, personSQL(q.query, "?2"), p.EmailKey, p.PersonKey)
		if err != nil {
			return nil, fmt.Errorf("export %s: %w", q.name, err)
		}
		columns, err := rows.Columns()
		if err != nil {
			rows.Close()
			return nil, fmt.Errorf("export %s: %w", q.name, err)
		}
		data[q.name], err = collect(rows, nil, "export "+q.name, func(row oneRow) (map[string]any, error) {
			values, places := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				places[i] = &values[i]
			}
			err := row.Scan(places...)
			one := map[string]any{}
			for i, name := range columns {
				one[name] = values[i]
			}
			return one, err
		})
		if err != nil {
			return nil, err
		}
		kept += len(data[q.name])
	}
	if kept == 0 {
		return nil, domain.ErrNotFound
	}
	return data, nil
}

// erasures remove a person from every table. What the books need stays: booking numbers, amounts, payments.
var erasures = []string{
	`UPDATE assets SET released_at = ?2 WHERE released_at IS NULL AND id IN (
	     SELECT id_asset FROM bookings WHERE {theirs} UNION SELECT photo_asset FROM bookings WHERE {theirs}
	     UNION SELECT photo_asset FROM accounts WHERE {theirs})`,
	`UPDATE tickets SET holder_name = '' WHERE EXISTS (
	     SELECT 1 FROM transfers
	     WHERE transfers.booking_id = tickets.booking_id AND {gave} AND transfers.state = 'accepted' AND tickets.issued_at < transfers.ended_at
	       AND NOT EXISTS (SELECT 1 FROM transfers AS earlier
	                       WHERE earlier.booking_id = tickets.booking_id AND earlier.state = 'accepted'
	                         AND earlier.ended_at > tickets.issued_at AND earlier.ended_at < transfers.ended_at)) AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE tickets SET holder_name = '' WHERE booking_id IN {bookings} AND CAST(?2 AS BIGINT) > 0 AND NOT EXISTS (
	     SELECT 1 FROM transfers
	     WHERE transfers.booking_id = tickets.booking_id AND transfers.state = 'accepted' AND tickets.issued_at < transfers.ended_at)`,
	`UPDATE tickets SET status = 'void' WHERE booking_id IN {bookings} AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE notes SET text = '' WHERE booking_id IN {bookings} AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE requests SET why = '' WHERE booking_id IN {bookings} AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE transfers SET email = '', state = CASE state WHEN 'open' THEN 'withdrawn' ELSE state END
	 WHERE booking_id IN {bookings} AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE act_details SET salt = '', details = ''
	 WHERE details <> '' AND n IN (SELECT n FROM acts WHERE booking_id IN (SELECT booking_id FROM transfers WHERE {gave})) AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE transfers SET from_email_key = 'erased:' || id, from_person_key = 'erased:' || id, from_email = '', from_name = '', from_company = '', from_gst_no = ''
	 WHERE {gave} AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE gate_scans SET why = '' WHERE ticket_id IN (SELECT id FROM tickets WHERE booking_id IN {bookings}) AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE act_details SET salt = '', details = '' WHERE n IN (SELECT n FROM acts WHERE booking_id IN {bookings}) AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE consents SET address_hash = '' WHERE booking_id IN {bookings} AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE id_checks SET last4 = '' WHERE booking_id IN {bookings} AND CAST(?2 AS BIGINT) > 0`,
	`DELETE FROM sessions WHERE (booking_id IN {bookings}
	                             OR account_id IN (SELECT id FROM accounts WHERE {theirs})) AND CAST(?2 AS BIGINT) > 0`,
	`DELETE FROM accounts WHERE {theirs} AND CAST(?2 AS BIGINT) > 0`,
	`DELETE FROM code_challenges WHERE email_key = ?1 AND {all} AND CAST(?2 AS BIGINT) > 0`,
	`DELETE FROM signin_misses WHERE email_key = ?1 AND {all} AND CAST(?2 AS BIGINT) > 0`,
	`DELETE FROM code_tries WHERE email_key = ?1 AND {all} AND CAST(?2 AS BIGINT) > 0`,
	`DELETE FROM known_devices WHERE email_key = ?1 AND {all} AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE outbox SET to_address = '', to_name = '', data = '{}', state = CASE state WHEN 'pending' THEN 'dead' ELSE state END
	 WHERE {mails} AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE bookings
	 SET ` + bookingErased + `, person_key = 'erased:' || id, network_hash = '', code = '', search = '', search_contact = '', withdrawn_at = COALESCE(withdrawn_at, ?2)
	 WHERE {theirs}`,
}

// bookingErased is what is left of what somebody typed.
var bookingErased = strings.NewReplacer("email_key = ''", "email_key = 'erased:' || id", "first_name = ''", "first_name = 'Erased'").
	Replace(bookingDetails(new(domain.Booking)).listed("%s = ''"))

// ErasePerson removes a person from every table in one transaction and tells how many registrations there were. The files of
// the pictures go with the next purge. Others who share the mailbox stay as they are; when its profile was this person's, the
// next sign-in makes another. domain.ErrNotFound when nothing is kept about the person.
func (s *Store) ErasePerson(ctx context.Context, p Person, now time.Time) (registrations int, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
		err := tx.QueryRowContext(ctx, personSQL(`SELECT COUNT(*) FROM bookings WHERE {theirs}`, "?2"), p.EmailKey, p.PersonKey).Scan(&registrations)
		if err != nil {
			return fmt.Errorf("erase person: %w", err)
		}
		var one int
		err = tx.QueryRowContext(ctx, personSQL(`
			SELECT 1
			FROM payment_attempts
			WHERE booking_id IN {bookings} AND state IN ('CREATING', 'OPEN')`, "?2"), p.EmailKey, p.PersonKey).Scan(&one)
		if err == nil {
			return ErrPayable
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("erase person: %w", err)
		}
		var changed int64
		for _, statement := range erasures {
			result, err := tx.ExecContext(ctx, personSQL(statement, "?3"), p.EmailKey, toMillis(now), p.PersonKey)
			if err != nil {
				return fmt.Errorf("erase person: %w", err)
			}
			n, err := result.RowsAffected()
			if err != nil {
				return fmt.Errorf("erase person: %w", err)
			}
			changed += n
		}
		if changed == 0 {
			return domain.ErrNotFound
		}
		return nil
	})
	return registrations, err
}
