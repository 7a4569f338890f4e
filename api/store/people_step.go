package store

import (
	"context"
	"fmt"

	"transom/api/booking"
	"transom/api/domain"
)

// migrationSteps are the parts of migrations that SQL cannot do, by the name of the file behind its number. Each runs
// in the transaction of its file, after it.
var migrationSteps = map[string]func(context.Context, *Tx) error{
	"people.sql": keyPeople, "found.sql": findAll, "membership.sql": keyMemberships, "sounds.sql": findAllBySound,
	"booking_state.sql": fillStates,
}

// keyPeople writes the keys of people and mailboxes as they are made now. Of two unpaid bookings of one person for one
// ticket, which two mailboxes could have, the older keeps its old key: its link ends within the hour.
func keyPeople(ctx context.Context, tx *Tx) error {
	if err := keyBookings(ctx, tx); err != nil {
		return fmt.Errorf("key bookings: %w", err)
	}
	rows, err := tx.QueryContext(ctx, `SELECT id, email, email_key, first_name, last_name, dob FROM accounts`)
	accounts, err := collect(rows, err, "list accounts", func(row oneRow) (a booking.Account, err error) {
		err = row.Scan(&a.ID, &a.Email, &a.EmailKey, &a.FirstName, &a.LastName, &a.DOB)
		return a, err
	})
	if err != nil {
		return err
	}
	for _, a := range accounts {
		person := ""
		if a.DOB != "" {
			person = domain.PersonKey(a.FirstName, a.LastName, a.DOB)
		}
		_, err := tx.ExecContext(ctx, `UPDATE accounts SET person_key = ?, email_key = ? WHERE id = ?`, person,
			domain.EmailKey(a.Email), a.ID)
		if err != nil {
			return fmt.Errorf("key accounts: %w", err)
		}
	}
	return nil
}

func keyBookings(ctx context.Context, tx *Tx) error {
	rows, err := tx.QueryContext(ctx, `
		SELECT id, email, first_name, last_name, dob, category_type, spouse, status
		FROM bookings
		WHERE email <> ''
		ORDER BY created_at DESC, rowid DESC`)
	bookings, err := collect(rows, err, "list bookings", func(row oneRow) (b booking.Booking, err error) {
		err = row.Scan(&b.ID, &b.Email, &b.FirstName, &b.LastName, &b.DOB, &b.CategoryType, &b.Spouse, &b.Status)
		return b, err
	})
	if err != nil {
		return err
	}
	type underWay struct {
		person, category string
		spouse           bool
	}
	seen := map[underWay]bool{}
	for _, b := range bookings {
		b.PersonKey = domain.PersonKey(b.FirstName, b.LastName, b.DOB)
		if b.Status == booking.Initiated {
			one := underWay{b.PersonKey, b.CategoryType, b.Spouse}
			if seen[one] {
				b.PersonKey = ""
			}
			seen[one] = true
		}
		_, err := tx.ExecContext(ctx, `
			UPDATE bookings SET person_key = COALESCE(NULLIF(?, ''), person_key), email_key = ? WHERE id = ?`,
			b.PersonKey, domain.EmailKey(b.Email), b.ID)
		if err != nil {
			return err
		}
	}
	return nil
}
