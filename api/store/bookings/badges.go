package bookings

import (
	"context"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/audit"
	"transom/api/store/engine"
)

// PrintedBadges returns the printed badges of some bookings.
func (s Store) PrintedBadges(ctx context.Context, bookingIDs []string) ([]booking.Badge, error) {
	return engine.All(ctx, s, "list badges", func(b *booking.Badge) []any {
		return []any{&b.BookingID, &b.Seat, &b.TicketID, &b.PhotoAsset, &b.Prints, &b.PrintedAt}
	}, `
		SELECT booking_id, seat, ticket_id, photo_asset, prints, printed_at
		FROM badges
		WHERE booking_id IN (SELECT value FROM json_each(?))`, engine.AsJSON(bookingIDs))
}

// AddBadgePrints counts printed badges and adds the entry to the activity log.
func (s Store) AddBadgePrints(ctx context.Context, badges []booking.Badge, a domain.Action) error {
	return s.Write(ctx, func(tx *engine.Tx) error {
		for _, b := range badges {
			err := tx.Exec(ctx, "count badge", `
				INSERT INTO badges (booking_id, seat, ticket_id, photo_asset, prints, printed_at)
				VALUES (?, ?, ?, ?, 1, ?)
				ON CONFLICT (booking_id, seat) DO UPDATE
				SET ticket_id = excluded.ticket_id,
				    photo_asset = excluded.photo_asset,
				    prints = badges.prints + 1,
				    printed_at = excluded.printed_at`,
				b.BookingID, b.Seat, b.TicketID, b.PhotoAsset, b.PrintedAt)
			if err != nil {
				return err
			}
		}
		return audit.Tx{Tx: tx}.AddAction(ctx, a)
	})
}
