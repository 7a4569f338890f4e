package bookings

import (
	"context"
	"fmt"

	"transom/api/booking"
	"transom/api/store/engine"
)

// SaveFound writes the code of a booking and the texts that it is found by. Whoever writes what a person typed calls
// it.
func SaveFound(ctx context.Context, tx *engine.Tx, b booking.Booking) error {
	open, contact := b.SearchTexts()
	return tx.Exec(ctx, "save what a booking is found by", `UPDATE bookings SET code = ?, search = ?, search_contact = ?
		WHERE id = ?`, b.Code,
		open, contact, b.ID)
}

// IsCodeTaken says what is so anyway, because the index of codes is of those that are not empty.
const IsCodeTaken = `SELECT EXISTS (SELECT 1 FROM bookings WHERE code = ? AND code <> '')`

// FreeCode makes a code that no booking has.
func (tx Tx) FreeCode(ctx context.Context) (code string, err error) {
	for taken := true; taken && err == nil; {
		code = booking.NewCode()
		if err = tx.QueryRowContext(ctx, IsCodeTaken, code).Scan(&taken); err != nil {
			err = fmt.Errorf("make code: %w", err)
		}
	}
	return code, err
}
