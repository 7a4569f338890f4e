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
	Pictures      int       // papers and photos that will be destroyed
	Latest        time.Time // the newest withdrawal, from which the period of the last pictures counts
}

// errNotAsked undoes what was only to be counted.
var errNotAsked = errors.New("only counted")

// WithdrawConsent notes that a person has withdrawn consent; the purge destroys papers and photos when their period is
// over. An earlier withdrawal keeps its time. With dryRun nothing is changed. domain.ErrNotFound when nobody registered
// with this address.
func (s *Store) WithdrawConsent(ctx context.Context, emailKey string, now time.Time, dryRun bool) (w Withdrawal, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE bookings SET withdrawn_at = ? WHERE email_key = ? AND withdrawn_at IS NULL`, toMillis(now), emailKey)
		if err != nil {
			return fmt.Errorf("withdraw consent: %w", err)
		}
		var latest int64
		err = tx.QueryRowContext(ctx, `
			SELECT COUNT(*), COALESCE(MAX(withdrawn_at), 0),
			       COUNT(NULLIF(id_asset, '')) + (SELECT COUNT(*) FROM (
			           SELECT photo_asset FROM bookings WHERE email_key = ?1 AND photo_asset <> ''
			           UNION SELECT photo_asset FROM accounts WHERE email_key = ?1 AND photo_asset <> ''))
			FROM bookings
			WHERE email_key = ?1`, emailKey).Scan(&w.Registrations, &latest, &w.Pictures)
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
