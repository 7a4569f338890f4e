package bookings

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/engine"
	"transom/api/store/pictures"
)

// ReadRules reads everything that the registration rules need, in one query.
func (tx Tx) ReadRules(ctx context.Context, q booking.RuleQuestion) (booking.RuleFacts, error) {
	b := q.Booking
	return engine.One(ctx, tx, "read data for the rules", func(out *booking.RuleFacts) []any {
		return []any{&out.OtherPaid, &out.UnderWay, &out.KeyBody, &out.KeyBooking, &out.PhotoUsable, &out.IDUsable,
			&out.SeatsHeld, &out.SeatsHeldUnpaid}
	}, RulesSQL, b.PersonKey, b.InstituteName, domain.MembershipKey(b.MembershipNo), b.ID, b.CategoryType,
		q.KeyHash, b.PhotoAsset, b.IDAsset, q.Now.Add(-domain.UnclaimedAssetLifetime), b.NetworkHash)
}

// RulesSQL looks up each fact by its own key. Some conditions are expressions, so that PostgreSQL does not read the
// whole index of paid, unpaid or unclaimed rows before it has statistics for a table.
const RulesSQL = isOtherPaid + `,
		EXISTS (SELECT 1
		        FROM bookings
		        WHERE person_key = ?1
		          AND category_type = ?5
		          AND status = 'INITIATED'),
		COALESCE((SELECT body_hash FROM idempotency_keys WHERE key_hash = ?6), ''),
		COALESCE((SELECT booking_id FROM idempotency_keys WHERE key_hash = ?6), ''),
		EXISTS (SELECT 1
		        FROM assets
		        WHERE id = ?7
		          AND kind = 'photo'
		          AND ` + pictures.Unclaimed + `
		          AND created_at > ?9)
		OR EXISTS (SELECT 1 FROM bookings WHERE person_key = ?1 AND photo_asset = ?7),
		EXISTS (SELECT 1
		        FROM assets
		        WHERE id = ?8
		          AND kind = 'aadhar'
		          AND ` + pictures.Unclaimed + `
		          AND created_at > ?9)
		OR EXISTS (SELECT 1 FROM bookings WHERE person_key = ?1 AND id_asset = ?8),
		(SELECT CAST(COALESCE(SUM(seats), 0) AS BIGINT) FROM seat_counts WHERE category_type = ?5),
		(SELECT CAST(COALESCE(SUM(CASE WHEN category_type = ?5 AND status = 'INITIATED' AND holds_seat = 1
		                               THEN seats END), 0) AS BIGINT)
		 FROM bookings
		 WHERE network_hash = ?10
		   AND network_hash <> '')`

// isOtherPaid reports whether the person ?1, or the member ?3 of the institute ?2, has a paid booking other than ?4.
const isOtherPaid = `
		SELECT EXISTS (SELECT 1 FROM bookings WHERE person_key = ?1 AND ` + countsAs + ` <> ?4)
		OR EXISTS (SELECT 1
		           FROM bookings
		           WHERE institute_name = ?2
		             AND membership_key = ?3
		             AND membership_key <> ''
		             AND status = 'SUCCESS'
		             AND ` + countsAs + ` <> ?4)`

// countsAs is a booking's id if the booking is paid and has its seat.
const countsAs = `CASE WHEN status = 'SUCCESS' AND holds_seat = 1 THEN id END`

// Pauses lists the current pauses of sales.
func (s Store) Pauses(ctx context.Context) ([]domain.SalesPause, error) {
	return engine.All(ctx, s, "list pauses", func(p *domain.SalesPause) []any {
		return []any{&p.Category, &p.Sentence, &p.PausedAt, &p.Actor}
	}, `
		SELECT category, sentence, paused_at, actor
		FROM sales_pauses
		ORDER BY category`)
}

// SavePause starts a pause, or changes the message of an existing one.
func (tx Tx) SavePause(ctx context.Context, p domain.SalesPause) error {
	return tx.Exec(ctx, "pause sales", `
		INSERT INTO sales_pauses (category, sentence, paused_at, actor)
		VALUES (?, ?, ?, ?)
		ON CONFLICT (category) DO UPDATE SET sentence = excluded.sentence, paused_at = excluded.paused_at,
			actor = excluded.actor`,
		p.Category, p.Sentence, p.PausedAt, p.Actor)
}

// DeletePause ends a pause; it returns false if there was none.
func (tx Tx) DeletePause(ctx context.Context, category string) (bool, error) {
	return tx.ExecOne(ctx, "resume sales", `DELETE FROM sales_pauses WHERE category = ?`, category)
}

// CountSeats returns how many of a category's seats are sold or reserved (migration 0031).
func (tx Tx) CountSeats(ctx context.Context, categoryType string) (int, error) {
	return engine.Value[int](ctx, tx, "count seats", countSeats, categoryType)
}

const countSeats = `SELECT CAST(COALESCE(SUM(seats), 0) AS BIGINT) FROM seat_counts WHERE category_type = ?`

// CheckSeats returns an error if a category's seat count differs from the seats that its bookings hold.
func (s Store) CheckSeats(ctx context.Context) error {
	var category string
	var counted, held int
	err := s.QueryRowContext(ctx, miscountedSQL).Scan(&category, &counted, &held)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("compare seats with the seat count: %w", err)
	}
	return fmt.Errorf("%d seats of %s are counted, and bookings hold %d: somebody has changed the database directly, "+
		"without its triggers. Registrations of this category are stopped too early or too late", counted, category, held)
}

// SoldCategories lists the categories with registrations.
func (s Store) SoldCategories(ctx context.Context) ([]string, error) {
	return engine.Values[string](ctx, s, "list sold categories", `
		SELECT DISTINCT category_type
		FROM bookings
		ORDER BY category_type`)
}

const miscountedSQL = `
	SELECT category_type, SUM(counted), SUM(held)
	FROM (SELECT category_type, seats AS counted, 0 AS held FROM seat_counts
	      UNION ALL
	      SELECT category_type, 0, seats FROM bookings WHERE holds_seat = 1) AS both_ways
	GROUP BY category_type
	HAVING SUM(counted) <> SUM(held)
	ORDER BY category_type
	LIMIT 1`
