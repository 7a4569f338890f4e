// Package signin contains the queries of visitors' accounts, sign-in codes, sessions and known devices.
package signin

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/store/bookings"
	"transom/api/store/engine"
)

// Store reads outside of transactions.
type Store struct{ *engine.DB }

// Tx is a write transaction.
type Tx struct{ *engine.Tx }

// profileColumns are the columns of an account that can change, accountColumns all columns; in a join they may be
// NULL.
func profileColumns(a *booking.Account) engine.Columns {
	return append(bookings.PersonColumns(&a.Person), engine.Columns{
		{"photo_asset", (*engine.OrEmpty)(&a.PhotoAsset)}, {"person_key", (*engine.OrEmpty)(&a.PersonKey)},
		{"edited_at", (*engine.Instant)(&a.EditedAt)},
	}...)
}

func accountColumns(a *booking.Account) engine.Columns {
	return append(profileColumns(a), engine.Columns{
		{"id", (*engine.OrEmpty)(&a.ID)}, {"email_key", (*engine.OrEmpty)(&a.EmailKey)}, {"created_at", &a.CreatedAt},
	}...)
}

var (
	AccountNames   = accountColumns(new(booking.Account)).Listed("accounts." + engine.Named)
	AccountPlaces  = accountColumns(new(booking.Account)).Listed(engine.Named)
	AccountMarks   = accountColumns(new(booking.Account)).Listed(engine.Marked)
	ProfileChanges = profileColumns(new(booking.Account)).Listed(engine.Changed)
)

func accountPlaces(a *booking.Account) []any { return accountColumns(a).Places() }

// FindAccount returns an account, or domain.ErrNotFound.
func (tx Tx) FindAccount(ctx context.Context, id string) (booking.Account, error) {
	return engine.One(ctx, tx, "read account", accountPlaces, `SELECT `+AccountNames+` FROM accounts WHERE id = ?`, id)
}

// FindAccountByEmail returns the account of an address, or domain.ErrNotFound.
func (tx Tx) FindAccountByEmail(ctx context.Context, emailKey string) (booking.Account, error) {
	return engine.One(ctx, tx, "read account", accountPlaces, `
		SELECT `+AccountNames+` FROM accounts WHERE email_key = ?`, emailKey)
}

// FindProfileBooking returns the address's first paid booking, otherwise the newest; or domain.ErrNotFound.
func (tx Tx) FindProfileBooking(ctx context.Context, emailKey string) (booking.Booking, error) {
	return engine.One(ctx, tx, "read booking", bookings.Places, `
		SELECT `+bookings.Columns+`
		FROM bookings
		WHERE email_key = ?
		ORDER BY status = 'SUCCESS' AND holds_seat = 1 DESC,
		         CASE WHEN status = 'SUCCESS' AND holds_seat = 1 THEN created_at ELSE -created_at END,
		         CASE WHEN status = 'SUCCESS' AND holds_seat = 1 THEN rowid ELSE -rowid END
		LIMIT 1`, emailKey)
}

// InsertAccount writes a new account.
func (tx Tx) InsertAccount(ctx context.Context, a booking.Account) error {
	return tx.Exec(ctx, "insert account", `INSERT INTO accounts (`+AccountPlaces+`) VALUES (`+AccountMarks+`)`,
		accountColumns(&a).Values()...)
}

// SaveAccount writes the profile of an account.
func (tx Tx) SaveAccount(ctx context.Context, a booking.Account) error {
	return tx.Exec(ctx, "save account", `UPDATE accounts SET `+ProfileChanges+` WHERE id = ?`,
		profileColumns(&a).Values(a.ID)...)
}

// ReleaseUnbooked releases a picture unless a booking uses it; the cleaner deletes it.
func (tx Tx) ReleaseUnbooked(ctx context.Context, id string, now time.Time) error {
	return tx.Exec(ctx, "release asset", `
		UPDATE assets
		SET released_at = ?
		WHERE id = ? AND released_at IS NULL AND NOT EXISTS (SELECT 1 FROM bookings
			WHERE photo_asset = assets.id)`, now, id)
}
