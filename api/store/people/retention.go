package people

import (
	"context"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
	"transom/api/store/pictures"
)

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

// DuePictures lists up to limit pictures that are due for deletion.
func (s Store) DuePictures(ctx context.Context, c domain.Cutoffs, limit int) ([]domain.DuePicture, error) {
	return engine.All(ctx, s, "list due pictures", func(p *domain.DuePicture) []any {
		return []any{&p.BookingID, &p.AssetID, &p.Kind, &p.Why}
	}, duePictures+` LIMIT ?5`,
		c.VerifiedBefore, c.UnpaidBefore, c.WithdrawnBefore, c.EventOver, limit)
}

// ReleaseDue is one transaction, so that after a crash the next run finds the pictures again.
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

// ReleasedAssets lists released pictures whose files may still exist.
func (s Store) ReleasedAssets(ctx context.Context, limit int) ([]domain.Asset, error) {
	return engine.All(ctx, s, "list released assets", func(a *domain.Asset) []any {
		return []any{&a.ID, &a.Kind}
	}, `
		SELECT id, kind
		FROM assets
		WHERE released_at IS NOT NULL AND deleted_at IS NULL
		LIMIT ?`, limit)
}

// CountExpired and DeleteExpired handle codes and sessions that ended before a given time.
func (s Store) CountExpired(ctx context.Context, before time.Time) (int64, error) {
	return engine.Value[int64](ctx, s, "count expired codes", `
		SELECT (SELECT COUNT(*) FROM code_challenges WHERE expires_at <= ?1)
		     + (SELECT COUNT(*) FROM code_tries WHERE tried_at <= ?1) + (SELECT COUNT(*) FROM known_devices
		     	WHERE expires_at <= ?1)
		     + (SELECT COUNT(*) FROM sessions WHERE expires_at <= ?1)`, before)
}

// DeleteExpired deletes the codes and sessions that ended before a given time and returns their number.
func (s Store) DeleteExpired(ctx context.Context, before time.Time) (n int64, err error) {
	err = s.Write(ctx, func(tx *engine.Tx) error {
		n = 0
		for _, statement := range []string{
			`DELETE FROM code_challenges WHERE expires_at <= ?`,
			`DELETE FROM code_tries WHERE tried_at <= ?`,
			`DELETE FROM known_devices WHERE expires_at <= ?`,
			`DELETE FROM sessions WHERE expires_at <= ?`,
		} {
			deleted, err := tx.ExecN(ctx, "delete expired codes", statement, before)
			if err != nil {
				return err
			}
			n += int64(deleted)
		}
		return nil
	})
	return n, err
}

const answersBatch = 500

// EraseAnswers erases answers that are no longer kept, and counts the registrations and accounts that had some.
func (s Store) EraseAnswers(ctx context.Context, d domain.DueAnswers, dryRun bool) (n int, err error) {
	for _, table := range []string{"bookings", "accounts"} {
		for last, more := "", true; more; {
			var due int
			if last, due, err = s.eraseSome(ctx, table, last, d, dryRun); err != nil {
				return n, err
			}
			n, more = n+due, last != ""
		}
	}
	if n > 0 && !dryRun {
		err = s.Forget(ctx)
	}
	return n, err
}

// eraseSome handles the batch of rows after an id; `last` is "" after the last batch.
func (s Store) eraseSome(ctx context.Context, table, after string, d domain.DueAnswers, dryRun bool) (last string,
	n int, err error) {
	type person struct{ id, answers string }
	err = s.Write(ctx, func(tx *engine.Tx) error {
		last, n = "", 0
		people, err := engine.All(ctx, tx, "find answers", func(p *person) []any { return []any{&p.id, &p.answers} }, `
			SELECT id, answers
			FROM `+table+`
			WHERE answers <> '' AND created_at < ? AND id > ?
			ORDER BY id
			LIMIT ?`, d.Before, after, answersBatch)
		for _, p := range people {
			last = p.id
			kept := string(domain.Answers(p.answers).Only(d.Kept))
			if kept == p.answers || err != nil {
				continue
			}
			n++
			if !dryRun {
				err = tx.Exec(ctx, "erase answers", `UPDATE `+table+` SET answers = ? WHERE id = ?`, kept, p.id)
			}
		}
		return err
	})
	return last, n, err
}
