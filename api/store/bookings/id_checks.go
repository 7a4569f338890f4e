package bookings

import (
	"context"
	"fmt"
	"time"

	"transom/api/store/engine"
	"transom/api/store/pictures"
)

// IDCheck is the result of checking an identity document at the desk.
type IDCheck struct {
	BookingID string    `json:"booking_id"`
	At        time.Time `json:"at"`
	Who       string    `json:"who"`
	Verdict   string    `json:"verdict"` // verified or rejected
	Document  string    `json:"paper"`   // its kind, for example "passport"
	Last4     string    `json:"last4"`
}

// IDChecks lists the checks of a booking, oldest first.
func (s Store) IDChecks(ctx context.Context, bookingID string) ([]IDCheck, error) {
	rows, err := s.QueryContext(ctx, `
		SELECT booking_id, at, who, verdict, document, last4
		FROM identity_checks
		WHERE booking_id = ?
		ORDER BY id`, bookingID)
	return engine.Collect(rows, err, "list identity checks", func(row engine.Scanner) (c IDCheck, err error) {
		var at int64
		err = row.Scan(&c.BookingID, &at, &c.Who, &c.Verdict, &c.Document, &c.Last4)
		c.At = engine.FromMillis(at)
		return c, err
	})
}

// AddIDCheck records a check. A verified document starts its last retention period; a rejected one is released at
// once.
func (tx Tx) AddIDCheck(ctx context.Context, c IDCheck) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO identity_checks (booking_id, at, who, verdict, document, last4)
		VALUES (?, ?, ?, ?, ?, ?)`, c.BookingID, engine.ToMillis(c.At), c.Who, c.Verdict, c.Document, c.Last4)
	if err != nil {
		return fmt.Errorf("add identity check: %w", err)
	}
	if c.Verdict == "rejected" {
		return tx.releaseIDDocument(ctx, c.BookingID, c.At)
	}
	return tx.Exec(ctx, "mark identity as verified", `UPDATE bookings SET id_verified_at = ? WHERE id = ?`,
		engine.ToMillis(c.At), c.BookingID)
}

// releaseIDDocument releases the identity document of a booking.
func (tx Tx) releaseIDDocument(ctx context.Context, bookingID string, now time.Time) error {
	b, err := tx.FindBooking(ctx, bookingID)
	if err != nil || b.IDAsset == "" {
		return err
	}
	if err := tx.Exec(ctx, "release identity document", `UPDATE bookings SET id_asset = '' WHERE id = ?`,
		bookingID); err != nil {
		return err
	}
	return pictures.Tx{Tx: tx.Tx}.ReleaseAsset(ctx, b.IDAsset, now)
}
