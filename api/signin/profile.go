package signin

import (
	"cmp"
	"context"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

// fill copies the profile from a booking; the mailbox keeps its spelling.
func fill(a *booking.Account, b booking.Booking) {
	mailbox := a.Email
	a.Person, a.PhotoAsset, a.PersonKey = b.Person, b.PhotoAsset, b.PersonKey
	a.Email = mailbox
}

// account returns the account of a verified address, and creates it the first time. Until the person edits the profile,
// it is copied from the first paid booking, so that another person with the same mailbox does not replace it. Without a
// paid booking, it is copied from the newest booking.
func (s *Service) account(ctx context.Context, tx Tx, email string, now time.Time) (booking.Account, error) {
	a, err := tx.FindAccountByEmail(ctx, domain.EmailKey(email))
	isNew := errors.Is(err, domain.ErrNotFound)
	if err != nil && !isNew {
		return booking.Account{}, err
	}
	if isNew {
		stored, _, err := tx.FindMailbox(ctx, domain.EmailKey(email))
		if err != nil {
			return booking.Account{}, err
		}
		email = cmp.Or(stored, email)
		a = booking.Account{ID: domain.NewID(128), Person: booking.Person{Email: email}, EmailKey: domain.EmailKey(email),
			CreatedAt: now}
		if err := tx.InsertAccount(ctx, a); err != nil {
			return booking.Account{}, err
		}
	}
	if !a.EditedAt.IsZero() {
		return a, nil
	}
	b, err := tx.FindProfileBooking(ctx, a.EmailKey)
	if errors.Is(err, domain.ErrNotFound) {
		return a, nil
	}
	if err != nil {
		return booking.Account{}, err
	}
	fill(&a, b)
	return a, tx.SaveAccount(ctx, a)
}

// ProfileChange maps field names of the payload to new values; other fields stay as they are.
type ProfileChange map[string]string

// editable are the fields that a person may change. The address identifies the account, and membership and institute
// were checked when the ticket was booked, so they are not included. Answers to custom questions may be changed, too.
var editable = []string{"firstname", "lastname", "mobile", "dob", "gender", "city", "state", "country", "gst_no",
	"invoice_name", "invoice_address"}

// UpdateProfile checks the changes by the rules of the registration form and saves them.
func (s *Service) UpdateProfile(ctx context.Context, accountID string, change ProfileChange) (a booking.Account,
	err error) {
	err = s.Store.Write(ctx, func(tx Tx) error {
		now := s.Clock.Now()
		if a, err = tx.FindAccount(ctx, accountID); err != nil {
			return err
		}
		faults := s.Form.CheckChange(&a.Person, editable, change, now)
		if len(faults) == 0 {
			if err := replacePhoto(ctx, tx, &a, change, faults, now); err != nil {
				return err
			}
		}
		if len(faults) > 0 {
			return domain.Invalid(faults)
		}
		for _, question := range s.Content.Questions() {
			if _, changed := change[question.Name]; changed {
				if err := tx.SaveAnswer(ctx, a, question.Name); err != nil {
					return err
				}
			}
		}
		a.EditedAt = now
		return tx.SaveAccount(ctx, a)
	})
	return a, err
}

// replacePhoto claims a new photo. The previous one stays if a booking uses it, for the badge.
func replacePhoto(ctx context.Context, tx Tx, a *booking.Account, change ProfileChange, faults map[string]string,
	now time.Time) error {
	handle, changed := change[domain.PhotoSlot.Field]
	if !changed || handle == domain.AssetHandle(a.PhotoAsset) {
		return nil
	}
	id, ok := domain.ParseAssetHandle(handle)
	if ok {
		var err error
		if ok, err = tx.ClaimAsset(ctx, id, domain.PhotoSlot.Kind, now); err != nil {
			return err
		}
	}
	if !ok {
		faults[domain.PhotoSlot.Field] = texts.UploadGone
		return nil
	}
	old := a.PhotoAsset
	a.PhotoAsset = id
	if old == "" {
		return nil
	}
	return tx.ReleaseUnbooked(ctx, old, now)
}
