// Package signin contains the queries for visitors' accounts, sign-in codes, sessions and known devices.
package signin

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/bookings"
	"transom/api/store/engine"
)

// Store runs queries outside transactions.
type Store struct{ *engine.DB }

// Tx is a write transaction.
type Tx struct{ *engine.Tx }

// profileColumns are the columns of an account that can change. They are NULL in a join that finds no account.
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

// FindAccountByEmail returns the account with an address, or domain.ErrNotFound.
func (tx Tx) FindAccountByEmail(ctx context.Context, emailKey string) (booking.Account, error) {
	return engine.One(ctx, tx, "read account", accountPlaces, `
		SELECT `+AccountNames+` FROM accounts WHERE email_key = ?`, emailKey)
}

// FindProfileBooking returns an address's first paid booking, otherwise its newest booking, or domain.ErrNotFound.
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

// SaveAccount writes an account's profile.
func (tx Tx) SaveAccount(ctx context.Context, a booking.Account) error {
	return tx.Exec(ctx, "save account", `UPDATE accounts SET `+ProfileChanges+` WHERE id = ?`,
		profileColumns(&a).Values(a.ID)...)
}

// BookingsOfPerson returns the bookings of one person with one address; an account with an empty profile has none.
func (tx Tx) BookingsOfPerson(ctx context.Context, emailKey, personKey string) ([]booking.Booking, error) {
	return engine.All(ctx, tx, "read bookings of person", bookings.Places, `
		SELECT `+bookings.Columns+`
		FROM bookings
		WHERE email_key = ? AND person_key = ? AND person_key <> ''`, emailKey, personKey)
}

// ReleaseUnbooked releases a picture unless a booking uses it; the cleaner deletes released pictures.
func (tx Tx) ReleaseUnbooked(ctx context.Context, id string, now time.Time) error {
	return tx.Exec(ctx, "release asset", `
		UPDATE assets
		SET released_at = ?
		WHERE id = ? AND released_at IS NULL AND NOT EXISTS (SELECT 1 FROM bookings
			WHERE photo_asset = assets.id)`, now, id)
}

// InsertSession stores only the hash of the token.
func (tx Tx) InsertSession(ctx context.Context, s domain.Session) error {
	return tx.Exec(ctx, "insert session", `
		INSERT INTO sessions (token_hash, scope, account_id, booking_id, created_at, last_used_at, expires_at,
			user_agent_hash)
		VALUES (?, ?, NULLIF(?, ''), NULLIF(?, ''), ?, ?, ?, ?)`,
		s.TokenHash, s.Scope, s.AccountID, s.BookingID, s.CreatedAt, s.LastUsedAt, s.ExpiresAt, s.UserAgentHash)
}

// FindSession returns a token's session, without CreatedAt and UserAgentHash, or domain.ErrNotFound. It also reads the
// account's profile if `account` is not nil: few calls need its many columns.
func (s Store) FindSession(ctx context.Context, tokenHash string, account *booking.Account) (domain.Session, error) {
	profile := ""
	if account != nil {
		profile = ", " + AccountNames
	}
	return engine.One(s.Brief(ctx), s, "find session", func(s *domain.Session) []any {
		places := []any{&s.TokenHash, &s.Scope, &s.AccountID, &s.BookingID, &s.EmailKey, &s.LastUsedAt, &s.ExpiresAt}
		if account != nil {
			places = append(places, accountPlaces(account)...)
		}
		return places
	}, `
		SELECT token_hash, scope, COALESCE(account_id, ''), COALESCE(booking_id, ''), COALESCE(email_key, ''),
		       last_used_at, expires_at`+profile+`
		FROM sessions
		LEFT JOIN accounts ON accounts.id = account_id
		WHERE token_hash = ? AND revoked_at IS NULL`, tokenHash)
}

// RevokeSession ends a session at once.
func (tx Tx) RevokeSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.Exec(ctx, "revoke session", `
		UPDATE sessions
		SET revoked_at = ?
		WHERE token_hash = ? AND revoked_at IS NULL`, now, tokenHash)
}

// RevokeAll ends all of an account's sessions.
func (tx Tx) RevokeAll(ctx context.Context, accountID string, now time.Time) error {
	return tx.Exec(ctx, "revoke sessions", `
		UPDATE sessions
		SET revoked_at = ?
		WHERE account_id = ? AND revoked_at IS NULL`, now, accountID)
}

// RevokeOldest ends an account's sessions, except the given number of newest ones.
func (tx Tx) RevokeOldest(ctx context.Context, accountID string, keep int, now time.Time) error {
	return tx.Exec(ctx, "revoke oldest sessions", `
		UPDATE sessions
		SET revoked_at = ?1
		WHERE token_hash IN (SELECT token_hash
		                     FROM sessions
		                     WHERE account_id = ?2 AND revoked_at IS NULL AND expires_at > ?1
		                     ORDER BY created_at DESC, rowid DESC
		                     LIMIT 9223372036854775807 OFFSET ?3)`, now, accountID, keep)
}

// TouchSession records that a session was used.
func (tx Tx) TouchSession(ctx context.Context, tokenHash string, now time.Time) error {
	return tx.Exec(ctx, "extend session", `
		UPDATE sessions
		SET last_used_at = CASE WHEN last_used_at > ?1 THEN last_used_at ELSE ?1 END
		WHERE token_hash = ?2 AND revoked_at IS NULL`, now, tokenHash)
}
