package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// profileColumns are what changes of an account, accountColumns all; in a join there may be none.
func profileColumns(a *booking.Account) columns {
	return append(personColumns(&a.Person), columns{
		{"photo_asset", (*orEmpty)(&a.PhotoAsset)}, {"person_key", (*orEmpty)(&a.PersonKey)},
		{"edited_at", (*millis)(&a.EditedAt)},
	}...)
}

func accountColumns(a *booking.Account) columns {
	return append(profileColumns(a), columns{
		{"id", (*orEmpty)(&a.ID)}, {"email_key", (*orEmpty)(&a.EmailKey)}, {"created_at", (*millis)(&a.CreatedAt)},
	}...)
}

var (
	accountNames   = accountColumns(new(booking.Account)).listed("accounts." + named)
	accountPlaces  = accountColumns(new(booking.Account)).listed(named)
	accountMarks   = accountColumns(new(booking.Account)).listed(marked)
	profileChanges = profileColumns(new(booking.Account)).listed(changed)
)

func scanAccount(row oneRow) (a booking.Account, err error) {
	err = row.Scan(accountColumns(&a).places()...)
	if errors.Is(err, sql.ErrNoRows) {
		return a, domain.ErrNotFound
	}
	if err != nil {
		return a, fmt.Errorf("read account: %w", err)
	}
	return a, nil
}

// FindAccount returns an account; domain.ErrNotFound when there is none.
func (tx *Tx) FindAccount(ctx context.Context, id string) (booking.Account, error) {
	return scanAccount(tx.QueryRowContext(ctx, `SELECT `+accountNames+` FROM accounts WHERE id = ?`, id))
}

// FindAccountByEmail returns the account of an address; domain.ErrNotFound when there is none.
func (tx *Tx) FindAccountByEmail(ctx context.Context, emailKey string) (booking.Account, error) {
	return scanAccount(tx.QueryRowContext(ctx, `SELECT `+accountNames+` FROM accounts WHERE email_key = ?`, emailKey))
}

// FindProfileBooking returns the address's first paid booking, else the newest; domain.ErrNotFound when there is none.
func (tx *Tx) FindProfileBooking(ctx context.Context, emailKey string) (booking.Booking, error) {
	return scanBooking(tx.QueryRowContext(ctx, `
		SELECT `+bookingNames+`
		FROM bookings
		WHERE email_key = ?
		ORDER BY status = 'SUCCESS' AND holds_seat = 1 DESC,
		         CASE WHEN status = 'SUCCESS' AND holds_seat = 1 THEN created_at ELSE -created_at END,
		         CASE WHEN status = 'SUCCESS' AND holds_seat = 1 THEN rowid ELSE -rowid END
		LIMIT 1`, emailKey))
}

// InsertAccount writes a new account.
func (tx *Tx) InsertAccount(ctx context.Context, a booking.Account) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO accounts (`+accountPlaces+`) VALUES (`+accountMarks+`)`,
		accountColumns(&a).values()...)
	if err != nil {
		return fmt.Errorf("insert account: %w", err)
	}
	return nil
}

// SaveAccount writes the profile of an account.
func (tx *Tx) SaveAccount(ctx context.Context, a booking.Account) error {
	_, err := tx.ExecContext(ctx, `UPDATE accounts SET `+profileChanges+` WHERE id = ?`,
		profileColumns(&a).values(a.ID)...)
	if err != nil {
		return fmt.Errorf("save account: %w", err)
	}
	return nil
}

// ReleaseUnbooked gives a picture up unless a booking shows it; the cleaner removes it.
func (tx *Tx) ReleaseUnbooked(ctx context.Context, id string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE assets
		SET released_at = ?
		WHERE id = ? AND released_at IS NULL AND NOT EXISTS (SELECT 1 FROM bookings
			WHERE photo_asset = assets.id)`, toMillis(now), id)
	if err != nil {
		return fmt.Errorf("release asset: %w", err)
	}
	return nil
}
