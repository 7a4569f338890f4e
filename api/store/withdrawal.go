package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"transom/api/domain"
)

// Withdrawal is what the withdrawal of consent concerns.
type Withdrawal struct {
	Registrations int       // of this address
	Pictures      int       // photos and identity documents that will be destroyed
	Latest        time.Time // the newest withdrawal, from which the period of the last pictures counts
}

// errNotAsked undoes what was only to be counted.
var errNotAsked = errors.New("only counted")

// WithdrawConsent notes that a person has withdrawn consent; the purge destroys photos and identity documents when
// their period is over. An earlier withdrawal keeps its time. With dryRun nothing is changed. domain.ErrNotFound when
// nobody registered with this address.
func (s *Store) WithdrawConsent(ctx context.Context, p Person, now time.Time, dryRun bool) (w Withdrawal, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, personSQL(`UPDATE bookings SET withdrawn_at = ?2 WHERE {theirs}
				AND withdrawn_at IS NULL`, "?3"), p.EmailKey, toMillis(now), p.PersonKey)
		if err != nil {
			return fmt.Errorf("withdraw consent: %w", err)
		}
		var latest int64
		err = tx.QueryRowContext(ctx, personSQL(`
			SELECT COUNT(*), COALESCE(MAX(withdrawn_at), 0),
			       COUNT(NULLIF(id_asset, '')) + (SELECT COUNT(*) FROM (
			           SELECT photo_asset FROM bookings WHERE {theirs} AND photo_asset <> ''
			           UNION SELECT photo_asset FROM accounts WHERE {theirs} AND photo_asset <> '') AS photos)
			FROM bookings
			WHERE {theirs}`, "?2"), p.EmailKey, p.PersonKey).Scan(&w.Registrations, &latest, &w.Pictures)
		switch w.Latest = fromMillis(latest); {
		case err != nil:
			return fmt.Errorf("withdraw consent: %w", err)
		case w.Registrations == 0:
			return domain.ErrNotFound
		case dryRun:
			return errNotAsked
		}
		return nil
	})
	if errors.Is(err, errNotAsked) {
		err = nil
	}
	return w, err
}
