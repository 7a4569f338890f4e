package signin

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

// fill keeps the account's own spelling of the address.
func fill(a *booking.Account, b booking.Booking) {
	mailbox := a.Email
	a.Person, a.PhotoAsset, a.PersonKey = b.Person, b.PhotoAsset, b.PersonKey
	a.Email = mailbox
}

// account returns a verified address's account, which the first sign-in creates. Until it is edited, it copies the
// first paid booking, or else the newest, so that another person with the same mailbox does not replace it.
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

// editable lists the fields that people may change in their profile, besides answers. The email address identifies the
// account, and the desk alone corrects what was checked for the ticket: names, birth, gender, membership.
var editable = []string{"mobile", "city", "state", "country", "gst_no", "invoice_name", "invoice_address"}

var holder = domain.Actor{ID: "holder", Name: texts.DeskTheHolder}

// UpdateProfile sets `photoKept` if a registration keeps its old photo because staff have checked it.
func (s *Service) UpdateProfile(ctx context.Context, accountID string, change ProfileChange, requestID string) (
	a booking.Account, photoKept bool, err error) {
	err = s.Store.Write(ctx, func(tx Tx) error {
		now := s.Clock.Now()
		if a, err = tx.FindAccount(ctx, accountID); err != nil {
			return err
		}
		before := a
		faults := s.Form.CheckChange(&a.Person, editable, change, now)
		if len(faults) == 0 {
			if err := replacePhoto(ctx, tx, &a, change, faults, now); err != nil {
				return err
			}
		}
		if len(faults) > 0 {
			return domain.Invalid(faults)
		}
		a.EditedAt = now
		if err := tx.SaveAccount(ctx, a); err != nil {
			return err
		}
		photoKept, err = s.saveInRegistrations(ctx, tx, before, a, requestID)
		return err
	})
	return a, photoKept, err
}

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
	a.PhotoAsset = id
	return nil
}

// saveInRegistrations makes the same changes in the person's registrations, which the desk, the badges and the gate
// read. Photos that no registration uses any more are released.
func (s *Service) saveInRegistrations(ctx context.Context, tx Tx, before, after booking.Account,
	requestID string) (photoKept bool, err error) {
	all, err := tx.BookingsOfPerson(ctx, after.EmailKey, after.PersonKey)
	now := after.EditedAt
	unused := []string{before.PhotoAsset}
	for _, b := range all {
		entry := domain.Action{At: now, Actor: holder, Name: domain.ActionProfile, BookingID: b.ID,
			Why: texts.ProfileEdited, Before: map[string]string{}, After: map[string]string{}, RequestID: requestID}
		fields := s.copyChanges(&b, before, after, entry)
		newPhoto := after.PhotoAsset != before.PhotoAsset && after.PhotoAsset != b.PhotoAsset
		photoKept = photoKept || newPhoto && !b.CheckedAt.IsZero()
		// A photo that has been checked against the identity document stays.
		if newPhoto && b.CheckedAt.IsZero() {
			unused = append(unused, b.PhotoAsset)
			b.PhotoAsset = after.PhotoAsset
			fields = append(fields, domain.PhotoSlot.Field)
		}
		if len(fields) == 0 || err != nil {
			continue
		}
		if err = tx.SaveBookingPerson(ctx, b); err == nil {
			_, err = tx.AddBookingChange(ctx, b.ID, booking.BookingChange{At: now, Who: holder.Name,
				What: domain.ActionProfile + ": " + strings.Join(fields, ", ")})
		}
		if err == nil {
			err = tx.AddAction(ctx, entry)
		}
	}
	for _, id := range unused {
		if err == nil && id != "" && id != after.PhotoAsset {
			err = tx.ReleaseUnbooked(ctx, id, now)
		}
	}
	return photoKept, err
}

// copyChanges returns the changed fields' names. Answers are not logged, because some are erased earlier.
func (s *Service) copyChanges(b *booking.Booking, before, after booking.Account,
	entry domain.Action) (fields []string) {
	was, is, theirs := before.Person.Fields(), after.Person.Fields(), b.Person.Fields()
	for i := range is {
		name, value := is[i].Name, *is[i].Value
		if name == "answers" || value == *was[i].Value || value == *theirs[i].Value {
			continue
		}
		entry.Before[name], entry.After[name] = *theirs[i].Value, value
		*theirs[i].Value = value
		fields = append(fields, name)
	}
	for _, question := range s.Content.Questions() {
		answer := after.Answers.Of(question.Name)
		if answer != before.Answers.Of(question.Name) && answer != b.Answers.Of(question.Name) {
			b.Answers = b.Answers.With(question.Name, answer)
			fields = append(fields, question.Name)
		}
	}
	return fields
}
