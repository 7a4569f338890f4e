// Package signin is the queries of visitors' accounts, sign-in codes, sessions and known devices.
package signin

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/bookings"
	"transom/api/store/engine"
)

// Store reads outside of transactions.
type Store struct{ *engine.DB }

// Tx is a write transaction.
type Tx struct{ *engine.Tx }

// profileColumns are what changes of an account, accountColumns all; in a join there may be none.
func profileColumns(a *booking.Account) engine.Columns {
	return append(bookings.PersonColumns(&a.Person), engine.Columns{
		{"photo_asset", (*engine.OrEmpty)(&a.PhotoAsset)}, {"person_key", (*engine.OrEmpty)(&a.PersonKey)},
		{"edited_at", (*engine.Instant)(&a.EditedAt)},
	}...)
}

func accountColumns(a *booking.Account) engine.Columns {
	return append(profileColumns(a), engine.Columns{
		{"id", (*engine.OrEmpty)(&a.ID)}, {"email_key", (*engine.OrEmpty)(&a.EmailKey)}, {"created_at", (*engine.Instant)(&a.CreatedAt)},
	}...)
}

var (
	AccountNames   = accountColumns(new(booking.Account)).Listed("accounts." + engine.Named)
	AccountPlaces  = accountColumns(new(booking.Account)).Listed(engine.Named)
	AccountMarks   = accountColumns(new(booking.Account)).Listed(engine.Marked)
	ProfileChanges = profileColumns(new(booking.Account)).Listed(engine.Changed)
)

func scanAccount(row engine.Scanner) (a booking.Account, err error) {
	err = row.Scan(accountColumns(&a).Places()...)
	if errors.Is(err, sql.ErrNoRows) {
		return a, domain.ErrNotFound
	}
	if err != nil {
		return a, fmt.Errorf("read account: %w", err)
	}
	return a, nil
}

// FindAccount returns an account; domain.ErrNotFound when there is none.
func (tx Tx) FindAccount(ctx context.Context, id string) (booking.Account, error) {
	return scanAccount(tx.QueryRowContext(ctx, `SELECT `+AccountNames+` FROM accounts WHERE id = ?`, id))
}

// FindAccountByEmail returns the account of an address; domain.ErrNotFound when there is none.
func (tx Tx) FindAccountByEmail(ctx context.Context, emailKey string) (booking.Account, error) {
	return scanAccount(tx.QueryRowContext(ctx, `SELECT `+AccountNames+` FROM accounts WHERE email_key = ?`, emailKey))
}

// FindProfileBooking returns the address's first paid booking, else the newest; domain.ErrNotFound when there is none.
func (tx Tx) FindProfileBooking(ctx context.Context, emailKey string) (booking.Booking, error) {
	return bookings.Scan(tx.QueryRowContext(ctx, `
		SELECT `+bookings.Columns+`
		FROM bookings
		WHERE email_key = ?
		ORDER BY status = 'SUCCESS' AND holds_seat = 1 DESC,
		         CASE WHEN status = 'SUCCESS' AND holds_seat = 1 THEN created_at ELSE -created_at END,
		         CASE WHEN status = 'SUCCESS' AND holds_seat = 1 THEN rowid ELSE -rowid END
		LIMIT 1`, emailKey))
}

// InsertAccount writes a new account.
func (tx Tx) InsertAccount(ctx context.Context, a booking.Account) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO accounts (`+AccountPlaces+`) VALUES (`+AccountMarks+`)`,
		accountColumns(&a).Values()...)
	if err != nil {
		return fmt.Errorf("insert account: %w", err)
	}
	return nil
}

// SaveAccount writes the profile of an account.
func (tx Tx) SaveAccount(ctx context.Context, a booking.Account) error {
	_, err := tx.ExecContext(ctx, `UPDATE accounts SET `+ProfileChanges+` WHERE id = ?`,
		profileColumns(&a).Values(a.ID)...)
	if err != nil {
		return fmt.Errorf("save account: %w", err)
	}
	return nil
}

// ReleaseUnbooked gives a picture up unless a booking shows it; the cleaner removes it.
func (tx Tx) ReleaseUnbooked(ctx context.Context, id string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE assets
		SET released_at = ?
		WHERE id = ? AND released_at IS NULL AND NOT EXISTS (SELECT 1 FROM bookings
			WHERE photo_asset = assets.id)`, engine.ToMillis(now), id)
	if err != nil {
		return fmt.Errorf("release asset: %w", err)
	}
	return nil
}
