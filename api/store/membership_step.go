package store

import (
	"context"
	"fmt"

	"transom/api/booking"
	"transom/api/domain"
)

// keyMemberships writes the key of every membership number of an older program.
func keyMemberships(ctx context.Context, tx *Tx) error {
	rows, err := tx.QueryContext(ctx, `SELECT id, membership_no FROM bookings WHERE membership_no <> ''`)
	bookings, err := collect(rows, err, "list memberships", func(row oneRow) (b booking.Booking, err error) {
		err = row.Scan(&b.ID, &b.MembershipNo)
		return b, err
	})
	if err != nil {
		return err
	}
	for _, b := range bookings {
		_, err := tx.ExecContext(ctx, `UPDATE bookings SET membership_key = ? WHERE id = ?`,
			domain.MembershipKey(b.MembershipNo), b.ID)
		if err != nil {
			return fmt.Errorf("key memberships: %w", err)
		}
	}
	return nil
}
