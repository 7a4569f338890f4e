// Package migrations contains the numbered files that migrate the schema of a database, and the steps that SQL
// cannot do.
package migrations

import (
	"context"
	"embed"
	"fmt"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/bookings"
	"transom/api/store/engine"
)

//go:embed *.sql postgres/*.sql
var files embed.FS

// All returns the migrations of this program.
var All = engine.Migrations{Files: files, Steps: map[string]func(context.Context, *engine.Tx) error{
	"people.sql":        keyPeople,
	"found.sql":         findAll,
	"membership.sql":    keyMemberships,
	"sounds.sql":        findAllBySound,
	"booking_state.sql": bookings.FillStates,
}}

// keyPeople writes the keys of people and mailboxes in the current form. If two mailboxes have an unpaid booking of
// one person for one category, the older one keeps its old key: its link expires within the hour.
func keyPeople(ctx context.Context, tx *engine.Tx) error {
	if err := keyBookings(ctx, tx); err != nil {
		return fmt.Errorf("key bookings: %w", err)
	}
	accounts, err := engine.List(ctx, tx, "list accounts", func(row engine.Scanner) (a booking.Account, err error) {
		err = row.Scan(&a.ID, &a.Email, &a.EmailKey, &a.FirstName, &a.LastName, &a.DOB)
		return a, err
	}, `SELECT id, email, email_key, first_name, last_name, dob FROM accounts`)
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

func keyBookings(ctx context.Context, tx *engine.Tx) error {
	all, err := engine.List(ctx, tx, "list bookings", func(row engine.Scanner) (b booking.Booking, err error) {
		err = row.Scan(&b.ID, &b.Email, &b.FirstName, &b.LastName, &b.DOB, &b.CategoryType, &b.Spouse, &b.Status)
		return b, err
	}, `
		SELECT id, email, first_name, last_name, dob, category_type, spouse, status
		FROM bookings
		WHERE email <> ''
		ORDER BY created_at DESC, rowid DESC`)
	if err != nil {
		return err
	}
	type underWay struct {
		person, category string
		spouse           bool
	}
	seen := map[underWay]bool{}
	for _, b := range all {
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

// keyMemberships writes the key of every membership number of an older program.
func keyMemberships(ctx context.Context, tx *engine.Tx) error {
	all, err := engine.List(ctx, tx, "list memberships", func(row engine.Scanner) (b booking.Booking, err error) {
		err = row.Scan(&b.ID, &b.MembershipNo)
		return b, err
	}, `SELECT id, membership_no FROM bookings WHERE membership_no <> ''`)
	if err != nil {
		return err
	}
	for _, b := range all {
		_, err := tx.ExecContext(ctx, `UPDATE bookings SET membership_key = ? WHERE id = ?`,
			domain.MembershipKey(b.MembershipNo), b.ID)
		if err != nil {
			return fmt.Errorf("key memberships: %w", err)
		}
	}
	return nil
}

// findAll gives every booking of an older program its code and search texts. It names its columns, because those of
// later migrations do not exist yet.
func findAll(ctx context.Context, tx *engine.Tx) error {
	all, err := foundBookings(ctx, tx, "''")
	if err != nil {
		return err
	}
	for _, b := range all {
		if !b.Erased() {
			if b.Code, err = (bookings.Tx{Tx: tx}).FreeCode(ctx); err != nil {
				return err
			}
		}
		if err := bookings.SaveFound(ctx, tx, b); err != nil {
			return err
		}
	}
	return nil
}

// findAllBySound writes the search texts again, because they now contain the sounds of names.
func findAllBySound(ctx context.Context, tx *engine.Tx) error {
	all, err := foundBookings(ctx, tx, "code")
	for _, b := range all {
		if err = bookings.SaveFound(ctx, tx, b); err != nil {
			return err
		}
	}
	return err
}

// foundBookings selects all bookings with their search texts, and their codes as SQL.
func foundBookings(ctx context.Context, tx *engine.Tx, codeAs string) ([]booking.Booking, error) {
	return engine.List(ctx, tx, "list bookings", func(row engine.Scanner) (b booking.Booking, err error) {
		err = row.Scan(&b.ID, &b.Code, &b.EmailKey, &b.FirstName, &b.LastName, &b.SpouseName, &b.MembershipNo,
			&b.InstituteName, &b.CompanyName,
			&b.City, &b.Email, &b.Mobile, &b.GSTNo)
		return b, err
	}, `
		SELECT id, `+codeAs+
		`, email_key, first_name, last_name, spouse_name, membership_no, institute_name, company_name, city, email, `+
		`mobile, gst_no
		FROM bookings`)
}
