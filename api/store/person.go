package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/domain"
)

// ErrPayable is the refusal to erase a person whose payment link can still be paid.
var ErrPayable = errors.New("a payment link of this person can still be paid: wait until it has ended, then erase")

// personQueries are everything that is kept about an address; ?1 is its key.
var personQueries = []struct{ name, query string }{
	{"account", `SELECT * FROM accounts WHERE email_key = ?1`},
	{"registrations", `SELECT * FROM bookings WHERE email_key = ?1 ORDER BY created_at`},
	{"consents", `SELECT * FROM consents WHERE booking_id IN (SELECT id FROM bookings WHERE email_key = ?1)`},
	{"payments", `SELECT * FROM payments WHERE booking_id IN (SELECT id FROM bookings WHERE email_key = ?1)`},
	{"tickets", `SELECT id, booking_id, holder_name, category_type, seats, entries_total, entries_remaining, gate, seat_row, seat, status, issued_at
	             FROM tickets WHERE booking_id IN (SELECT id FROM bookings WHERE email_key = ?1)`},
	{"entries", `SELECT entries.* FROM entries JOIN tickets ON tickets.id = ticket_id
	             WHERE booking_id IN (SELECT id FROM bookings WHERE email_key = ?1)`},
	{"identity_checks", `SELECT * FROM id_checks WHERE booking_id IN (SELECT id FROM bookings WHERE email_key = ?1)`},
	{"identity_paper_views", `SELECT at, why, action, booking_id FROM access_log WHERE booking_id IN (SELECT id FROM bookings WHERE email_key = ?1)`},
	{"known_devices", `SELECT created_at, last_used_at, expires_at FROM known_devices WHERE email_key = ?1`},
	{"mails", `SELECT template, to_address, to_name, created_at, state, sent_at FROM outbox WHERE lower(trim(to_address)) = ?1`},
}

// PersonData returns everything that is kept about an address, by table; times are unix milliseconds, amounts paise.
// domain.ErrNotFound when that is nothing.
func (s *Store) PersonData(ctx context.Context, emailKey string) (map[string][]map[string]any, error) {
	data, kept := map[string][]map[string]any{}, 0
	for _, q := range personQueries {
		rows, err := s.read.QueryContext(ctx, q.query, emailKey)
		if err != nil {
			return nil, fmt.Errorf("export %s: %w", q.name, err)
		}
		columns, err := rows.Columns()
		if err != nil {
			rows.Close()
			return nil, fmt.Errorf("export %s: %w", q.name, err)
		}
		data[q.name], err = collect(rows, nil, "export "+q.name, func(row interface{ Scan(...any) error }) (map[string]any, error) {
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
	     SELECT id_asset FROM bookings WHERE email_key = ?1 UNION SELECT photo_asset FROM bookings WHERE email_key = ?1
	     UNION SELECT photo_asset FROM accounts WHERE email_key = ?1)`,
	`UPDATE tickets SET holder_name = '', status = 'void' WHERE booking_id IN (SELECT id FROM bookings WHERE email_key = ?1) AND ?2`,
	`UPDATE consents SET address_hash = '' WHERE booking_id IN (SELECT id FROM bookings WHERE email_key = ?1) AND ?2`,
	`UPDATE id_checks SET last4 = '' WHERE booking_id IN (SELECT id FROM bookings WHERE email_key = ?1) AND ?2`,
	`DELETE FROM sessions WHERE (booking_id IN (SELECT id FROM bookings WHERE email_key = ?1)
	                             OR account_id IN (SELECT id FROM accounts WHERE email_key = ?1)) AND ?2`,
	`DELETE FROM accounts WHERE email_key = ?1 AND ?2`,
	`DELETE FROM code_challenges WHERE email_key = ?1 AND ?2`,
	`DELETE FROM signin_misses WHERE email_key = ?1 AND ?2`,
	`DELETE FROM code_tries WHERE email_key = ?1 AND ?2`,
	`DELETE FROM known_devices WHERE email_key = ?1 AND ?2`,
	`UPDATE outbox SET to_address = '', to_name = '', data = '{}', state = CASE state WHEN 'pending' THEN 'dead' ELSE state END
	 WHERE lower(trim(to_address)) = ?1 AND ?2`,
	`UPDATE bookings
	 SET email = '', email_key = 'erased:' || id, person_key = 'erased:' || id, first_name = 'Erased', last_name = '', mobile = '', dob = '',
	     gender = '', company_name = '', designation = '', institute_name = '', membership_no = '', gst_no = '', country = '',
	     state = '', city = '', spouse_name = '', network_hash = '', photo_asset = '', id_asset = '', withdrawn_at = COALESCE(withdrawn_at, ?2)
	 WHERE email_key = ?1`,
}

// ErasePerson removes an address from every table in one transaction and tells how many registrations it had. The files of
// its pictures go with the next purge. domain.ErrNotFound when nothing is kept about the address.
func (s *Store) ErasePerson(ctx context.Context, emailKey string, now time.Time) (registrations int, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM bookings WHERE email_key = ?`, emailKey).Scan(&registrations)
		if err != nil {
			return fmt.Errorf("erase person: %w", err)
		}
		var one int
		err = tx.QueryRowContext(ctx, `
			SELECT 1
			FROM payment_attempts
			JOIN bookings ON bookings.id = booking_id
			WHERE email_key = ? AND payment_attempts.state IN ('CREATING', 'OPEN')`, emailKey).Scan(&one)
		if err == nil {
			return ErrPayable
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("erase person: %w", err)
		}
		var changed int64
		for _, statement := range erasures {
			result, err := tx.ExecContext(ctx, statement, emailKey, toMillis(now))
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
