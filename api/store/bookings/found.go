package bookings

import (
	"context"
	"fmt"

	"transom/api/booking"
	"transom/api/store/engine"
)

// SaveFound writes the code and the search texts of a booking. Every method that writes a person's values calls it.
func SaveFound(ctx context.Context, tx *engine.Tx, b booking.Booking) error {
	open, contact := b.SearchTexts()
	return tx.Exec(ctx, "save what a booking is found by", `UPDATE bookings SET code = ?, search = ?, search_contact = ?
		WHERE id = ?`, b.Code,
		open, contact, b.ID)
}

// IsCodeTaken includes a redundant condition, because the index of codes covers non-empty codes only.
const IsCodeTaken = `SELECT EXISTS (SELECT 1 FROM bookings WHERE code = ? AND code <> '')`

// FreeCode returns a new code that no booking has.
func (tx Tx) FreeCode(ctx context.Context) (code string, err error) {
	for taken := true; taken && err == nil; {
		code = booking.NewCode()
		if err = tx.QueryRowContext(ctx, IsCodeTaken, code).Scan(&taken); err != nil {
			err = fmt.Errorf("make code: %w", err)
		}
	}
	return code, err
}
