// Package migrations contains the numbered files that migrate a database's schema, and the steps that SQL cannot do.
package migrations

import (
	"context"
	"embed"
	"errors"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/bookings"
	"transom/api/store/engine"
)

//go:embed *.sql postgres/*.sql
var files embed.FS

// All contains this version's migrations.
var All = engine.Migrations{Files: files, Steps: map[string]func(context.Context, *engine.Tx) error{
	"people.sql":        keyPeople,
	"found.sql":         addCodes,
	"membership.sql":    keyMemberships,
	"booking_state.sql": bookings.FillStates,
	"name_keys.sql":     keyNames,
	"joined_names.sql":  keyNames,
	"devanagari.sql":    keyNames,
	"buyers.sql":        findAll,
}}

// keyPeople stores the current keys of people and mailboxes. If a person has two unpaid bookings for the same category,
// the older one keeps its old key, because its link expires within the hour.
func keyPeople(ctx context.Context, tx *engine.Tx) error {
	if err := keyBookings(ctx, tx); err != nil {
		return err
	}
	accounts, err := engine.All(ctx, tx, "list accounts", func(a *booking.Account) []any {
		return []any{&a.ID, &a.Email, &a.EmailKey, &a.FirstName, &a.LastName, &a.DOB}
	}, `SELECT id, email, email_key, first_name, last_name, dob FROM accounts`)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		person := ""
		if a.DOB != "" {
			person = domain.PersonKey(a.FirstName, a.LastName, a.DOB)
		}
		if err := tx.Exec(ctx, "key accounts", `UPDATE accounts SET person_key = ?, email_key = ? WHERE id = ?`, person,
			domain.EmailKey(a.Email), a.ID); err != nil {
			return err
		}
	}
	return nil
}

func keyBookings(ctx context.Context, tx *engine.Tx) error {
	all, err := engine.All(ctx, tx, "list bookings", func(b *booking.Booking) []any {
		return []any{&b.ID, &b.Email, &b.FirstName, &b.LastName, &b.DOB, &b.CategoryType, &b.Spouse, &b.Status}
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
		if err := tx.Exec(ctx, "key bookings", `
			UPDATE bookings SET person_key = COALESCE(NULLIF(?, ''), person_key), email_key = ? WHERE id = ?`,
			b.PersonKey, domain.EmailKey(b.Email), b.ID); err != nil {
			return err
		}
	}
	return nil
}

func keyMemberships(ctx context.Context, tx *engine.Tx) error {
	all, err := engine.All(ctx, tx, "list memberships", func(b *booking.Booking) []any {
		return []any{&b.ID, &b.MembershipNo}
	}, `SELECT id, membership_no FROM bookings WHERE membership_no <> ''`)
	if err != nil {
		return err
	}
	for _, b := range all {
		if err := tx.Exec(ctx, "key memberships", `UPDATE bookings SET membership_key = ? WHERE id = ?`,
			domain.MembershipKey(b.MembershipNo), b.ID); err != nil {
			return err
		}
	}
	return nil
}

func keyNames(ctx context.Context, tx *engine.Tx) error {
	all, err := engine.All(ctx, tx, "list names", func(b *booking.Booking) []any {
		return []any{&b.ID, &b.FirstName, &b.LastName, &b.DOB}
	}, `SELECT id, first_name, last_name, dob FROM bookings WHERE dob <> ''`)
	if err != nil {
		return err
	}
	for _, b := range all {
		if err := tx.Exec(ctx, "key names", `UPDATE bookings SET name_key = ? WHERE id = ?`, b.NameKey(), b.ID); err != nil {
			return err
		}
	}
	return nil
}

func addCodes(ctx context.Context, tx *engine.Tx) error {
	ids, err := engine.Values[string](ctx, tx, "list bookings", `
		SELECT id FROM bookings WHERE email_key NOT LIKE 'erased:%'`)
	for _, id := range ids {
		code, err := (bookings.Tx{Tx: tx}).FreeCode(ctx)
		err = errors.Join(err, tx.Exec(ctx, "add code", `UPDATE bookings SET code = ? WHERE id = ?`, code, id))
		if err != nil {
			return err
		}
	}
	return err
}

// findAll stores all search texts again, for all earlier changes to them. It names the columns, because the columns
// that later migrations add do not exist yet.
func findAll(ctx context.Context, tx *engine.Tx) error {
	all, err := engine.All(ctx, tx, "list bookings", func(b *booking.Booking) []any {
		return []any{&b.ID, &b.Code, &b.EmailKey, &b.FirstName, &b.LastName, &b.SpouseName, &b.MembershipNo,
			&b.InstituteName, &b.CompanyName, &b.City, &b.Email, &b.Mobile, &b.GSTNo, &b.InvoiceName}
	}, `
		SELECT id, code, email_key, first_name, last_name, spouse_name, membership_no, institute_name, company_name, city,
		       email, mobile, gst_no, invoice_name
		FROM bookings`)
	for _, b := range all {
		if err := bookings.SaveSearchTexts(ctx, tx, b); err != nil {
			return err
		}
	}
	return err
}
