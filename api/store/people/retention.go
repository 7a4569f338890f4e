package people

import (
	"context"
	"fmt"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
	"transom/api/store/pictures"
)

// duePictures selects the pictures whose time has come. Why stands beside each; a picture is listed once.
const duePictures = `
	SELECT id AS booking_id, id_asset AS asset_id, 'aadhar' AS kind,
	       CASE WHEN id_verified_at <= ?1 THEN 'verified'
	            WHEN status <> 'SUCCESS' AND created_at <= ?2 THEN 'unpaid'
	            WHEN withdrawn_at <= ?3 THEN 'withdrawn'
	            ELSE 'event over' END AS why
	FROM bookings
	WHERE id_asset <> '' AND (id_verified_at <= ?1 OR status <> 'SUCCESS' AND created_at <= ?2 OR withdrawn_at <= ?3
		OR ?4 = 1)
	UNION ALL
	SELECT id, photo_asset, 'photo', CASE WHEN withdrawn_at <= ?3 THEN 'withdrawn' ELSE 'event over' END
	FROM bookings
	WHERE photo_asset <> '' AND (withdrawn_at <= ?3 OR ?4 = 1)
	UNION ALL
	SELECT '', photo_asset, 'photo', CASE WHEN ?4 = 1 THEN 'event over' ELSE 'withdrawn' END
	FROM accounts
	WHERE photo_asset <> '' AND (?4 = 1 OR EXISTS (SELECT 1 FROM bookings WHERE bookings.email_key = accounts.email_key
		AND accounts.person_key IN ('', bookings.person_key))
	      AND NOT EXISTS (SELECT 1 FROM bookings WHERE bookings.email_key = accounts.email_key
	      	AND accounts.person_key IN ('', bookings.person_key)
	                                               AND (withdrawn_at IS NULL OR withdrawn_at > ?3)))`

// DuePictures lists up to limit pictures whose time has come.
func (s Store) DuePictures(ctx context.Context, c domain.Cutoffs, limit int) ([]domain.DuePicture, error) {
	rows, err := s.QueryContext(ctx, duePictures+` LIMIT ?5`,
		engine.ToMillis(c.VerifiedBefore), engine.ToMillis(c.UnpaidBefore), engine.ToMillis(c.WithdrawnBefore), c.EventOver,
		limit)
	return engine.Collect(rows, err, "list due pictures", func(row engine.Scanner) (p domain.DuePicture, err error) {
		err = row.Scan(&p.BookingID, &p.AssetID, &p.Kind, &p.Why)
		return p, err
	})
}

// ReleaseDue takes a picture away from whatever names it and gives it up, in one transaction: from here on nothing
// refers to it, and a crash leaves only work that the next round finds.
func (s Store) ReleaseDue(ctx context.Context, due []domain.DuePicture, now time.Time) error {
	return s.Write(ctx, func(tx *engine.Tx) error {
		for _, p := range due {
			for _, statement := range []string{
				`UPDATE bookings SET id_asset = '' WHERE id_asset = ?`,
				`UPDATE bookings SET photo_asset = '' WHERE photo_asset = ?`,
				`UPDATE accounts SET photo_asset = '' WHERE photo_asset = ?`,
			} {
				if err := tx.Exec(ctx, "release picture", statement, p.AssetID); err != nil {
					return err
				}
			}
			if err := (pictures.Tx{Tx: tx}).ReleaseAsset(ctx, p.AssetID, now); err != nil {
				return err
			}
		}
		return nil
	})
}

// ReleasedAssets lists pictures that were given up and whose files may still be there.
func (s Store) ReleasedAssets(ctx context.Context, limit int) ([]domain.Asset, error) {
	rows, err := s.QueryContext(ctx, `
		SELECT id, kind
		FROM assets
		WHERE released_at IS NOT NULL AND deleted_at IS NULL
		LIMIT ?`, limit)
	return engine.Collect(rows, err, "list released assets", func(row engine.Scanner) (a domain.Asset, err error) {
		err = row.Scan(&a.ID, &a.Kind)
		return a, err
	})
}

// CountExpired and DeleteExpired are about codes and sessions whose time is long over.
func (s Store) CountExpired(ctx context.Context, before time.Time) (int64, error) {
	return engine.Value[int64](ctx, s, "count expired codes", `
		SELECT (SELECT COUNT(*) FROM code_challenges WHERE expires_at <= ?1)
		     + (SELECT COUNT(*) FROM code_tries WHERE tried_at <= ?1) + (SELECT COUNT(*) FROM known_devices
		     	WHERE expires_at <= ?1)
		     + (SELECT COUNT(*) FROM sessions WHERE expires_at <= ?1)`, engine.ToMillis(before))
}

// DeleteExpired deletes the codes and sessions that ended before a moment and tells how many.
func (s Store) DeleteExpired(ctx context.Context, before time.Time) (n int64, err error) {
	err = s.Write(ctx, func(tx *engine.Tx) error {
		n = 0
		for _, statement := range []string{
			`DELETE FROM code_challenges WHERE expires_at <= ?`,
			`DELETE FROM code_tries WHERE tried_at <= ?`,
			`DELETE FROM known_devices WHERE expires_at <= ?`,
			`DELETE FROM sessions WHERE expires_at <= ?`,
		} {
			result, err := tx.ExecContext(ctx, statement, engine.ToMillis(before))
			if err != nil {
				return fmt.Errorf("delete expired codes: %w", err)
			}
			affected, err := result.RowsAffected()
			if err != nil {
				return err
			}
			n += affected
		}
		return nil
	})
	return n, err
}
