package store

import (
	"context"
	"fmt"

	"transom/api/booking"
)

// findAll gives every booking of an older program its code and the texts that it is found by. It names its columns,
// because those of a later migration are not there yet.
func findAll(ctx context.Context, tx *Tx) error {
	bookings, err := foundBookings(ctx, tx, "''")
	if err != nil {
		return err
	}
	for _, b := range bookings {
		if !b.Erased() {
			if b.Code, err = tx.FreeCode(ctx); err != nil {
				return err
			}
		}
		if err := tx.saveFound(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// findAllBySound writes the texts again, because now they hold how names sound.
func findAllBySound(ctx context.Context, tx *Tx) error {
	bookings, err := foundBookings(ctx, tx, "code")
	for _, b := range bookings {
		if err = tx.saveFound(ctx, b); err != nil {
			return err
		}
	}
	return err
}

// foundBookings are all bookings with what they are found by, and their codes as SQL.
func foundBookings(ctx context.Context, tx *Tx, codeAs string) ([]booking.Booking, error) {
	rows, err := tx.QueryContext(ctx, `
		SELECT id, `+codeAs+
		`, email_key, first_name, last_name, spouse_name, membership_no, institute_name, company_name, city, email, `+
		`mobile, gst_no
		FROM bookings`)
	return collect(rows, err, "list bookings", func(row oneRow) (b booking.Booking, err error) {
		err = row.Scan(&b.ID, &b.Code, &b.EmailKey, &b.FirstName, &b.LastName, &b.SpouseName, &b.MembershipNo,
			&b.InstituteName, &b.CompanyName,
			&b.City, &b.Email, &b.Mobile, &b.GSTNo)
		return b, err
	})
}

// saveFound writes the code of a booking and the texts that it is found by. Whoever writes what a person typed calls
// it.
func (tx *Tx) saveFound(ctx context.Context, b booking.Booking) error {
	open, contact := b.SearchTexts()
	_, err := tx.ExecContext(ctx, `UPDATE bookings SET code = ?, search = ?, search_contact = ? WHERE id = ?`, b.Code,
		open, contact, b.ID)
	if err != nil {
		return fmt.Errorf("save what a booking is found by: %w", err)
	}
	return nil
}

// isCodeTaken says what is so anyway, because the index of codes is of those that are not empty.
const isCodeTaken = `SELECT EXISTS (SELECT 1 FROM bookings WHERE code = ? AND code <> '')`

// FreeCode makes a code that no booking has.
func (tx *Tx) FreeCode(ctx context.Context) (code string, err error) {
	for taken := true; taken && err == nil; {
		code = booking.NewCode()
		if err = tx.QueryRowContext(ctx, isCodeTaken, code).Scan(&taken); err != nil {
			err = fmt.Errorf("make code: %w", err)
		}
	}
	return code, err
}
