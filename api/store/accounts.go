package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/domain"
)

// accountColumns are the columns that accountRow receives, in its order.
const accountColumns = `accounts.id, email, email_key, accounts.created_at, edited_at, first_name, last_name, mobile, dob, gender, company_name,
	designation, institute_name, membership_no, gst_no, country, state, city, photo_asset, accounts.person_key`

// accountRow receives the columns of an account, also in joins where there may be none.
type accountRow struct {
	texts           [18]sql.NullString
	created, edited sql.NullInt64
}

func (r *accountRow) fields() []any {
	fields := make([]any, 0, len(r.texts)+2)
	for i := range r.texts {
		if fields = append(fields, &r.texts[i]); i == 2 {
			fields = append(fields, &r.created, &r.edited)
		}
	}
	return fields
}

func (r *accountRow) account() (a domain.Account) {
	for i, field := range []*string{
		&a.ID, &a.Email, &a.EmailKey, &a.FirstName, &a.LastName, &a.Mobile, &a.DOB, &a.Gender, &a.CompanyName,
		&a.Designation, &a.InstituteName, &a.MembershipNo, &a.GSTNo, &a.Country, &a.State, &a.City, &a.PhotoAsset, &a.PersonKey,
	} {
		*field = r.texts[i].String
	}
	a.CreatedAt, a.EditedAt = fromMillis(r.created.Int64), fromMillis(r.edited.Int64)
	return a
}

func scanAccount(row interface{ Scan(...any) error }) (domain.Account, error) {
	var r accountRow
	err := row.Scan(r.fields()...)
	if errors.Is(err, sql.ErrNoRows) {
		return domain.Account{}, domain.ErrNotFound
	}
	if err != nil {
		return domain.Account{}, fmt.Errorf("read account: %w", err)
	}
	return r.account(), nil
}

// FindAccount returns an account; domain.ErrNotFound when there is none.
func (tx *Tx) FindAccount(ctx context.Context, id string) (domain.Account, error) {
	return scanAccount(tx.QueryRowContext(ctx, `SELECT `+accountColumns+` FROM accounts WHERE id = ?`, id))
}

// FindAccountByEmail returns the account of an address; domain.ErrNotFound when there is none.
func (tx *Tx) FindAccountByEmail(ctx context.Context, emailKey string) (domain.Account, error) {
	return scanAccount(tx.QueryRowContext(ctx, `SELECT `+accountColumns+` FROM accounts WHERE email_key = ?`, emailKey))
}

// FindProfileBooking returns the address's first paid booking, else the newest; domain.ErrNotFound when there is none.
func (tx *Tx) FindProfileBooking(ctx context.Context, emailKey string) (domain.Booking, error) {
	return scanBooking(tx.QueryRowContext(ctx, `
		SELECT `+bookingColumns+`
		FROM bookings
		WHERE email_key = ?
		ORDER BY status = 'SUCCESS' AND holds_seat = 1 DESC,
		         CASE WHEN status = 'SUCCESS' AND holds_seat = 1 THEN created_at ELSE -created_at END,
		         CASE WHEN status = 'SUCCESS' AND holds_seat = 1 THEN rowid ELSE -rowid END
		LIMIT 1`, emailKey))
}

// InsertAccount writes a new account.
func (tx *Tx) InsertAccount(ctx context.Context, a domain.Account) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO accounts (id, email, email_key, created_at)
		VALUES (?, ?, ?, ?)`, a.ID, a.Email, a.EmailKey, toMillis(a.CreatedAt))
	if err != nil {
		return fmt.Errorf("insert account: %w", err)
	}
	return nil
}

// SaveAccount writes the profile of an account.
func (tx *Tx) SaveAccount(ctx context.Context, a domain.Account) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE accounts
		SET edited_at = ?, first_name = ?, last_name = ?, mobile = ?, dob = ?, gender = ?, company_name = ?, designation = ?,
		    institute_name = ?, membership_no = ?, gst_no = ?, country = ?, state = ?, city = ?, photo_asset = ?, person_key = ?
		WHERE id = ?`,
		nullMillis(a.EditedAt), a.FirstName, a.LastName, a.Mobile, a.DOB, a.Gender, a.CompanyName, a.Designation,
		a.InstituteName, a.MembershipNo, a.GSTNo, a.Country, a.State, a.City, a.PhotoAsset, a.PersonKey, a.ID)
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
		WHERE id = ? AND released_at IS NULL AND NOT EXISTS (SELECT 1 FROM bookings WHERE photo_asset = assets.id)`, toMillis(now), id)
	if err != nil {
		return fmt.Errorf("release asset: %w", err)
	}
	return nil
}
