package domain

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
)

// Account is a mailbox that somebody has proved, with the profile of one person. Several people may share it: bookings and
// tickets belong to it by the address, each with its own holder.
type Account struct {
	Person       // its address is the mailbox
	ID, EmailKey string
	CreatedAt    time.Time
	EditedAt     time.Time // zero until the person changes something
	PhotoAsset   string    // "" for none
	PersonKey    string    // whose profile it is, "" while it is empty
}

// fill takes the profile from a booking; the mailbox keeps its spelling.
func (a *Account) fill(b Booking) {
	mailbox := a.Email
	a.Person, a.PhotoAsset, a.PersonKey = b.Person, b.PhotoAsset, b.PersonKey
	a.Email = mailbox
}

// account returns the account of a proved address; the first time it makes one. Until the person edits the profile it is
// that of the first paid booking, so that a further person in the mailbox does not take its place, else of the newest.
func (s *SignIn) account(ctx context.Context, tx SignInTx, email string, now time.Time) (Account, error) {
	a, err := tx.FindAccountByEmail(ctx, EmailKey(email))
	isNew := errors.Is(err, ErrNotFound)
	if err != nil && !isNew {
		return Account{}, err
	}
	if isNew {
		stored, _, err := tx.FindMailbox(ctx, EmailKey(email))
		if err != nil {
			return Account{}, err
		}
		email = firstOf(stored, email)
		a = Account{ID: NewID(128), Person: Person{Email: email}, EmailKey: EmailKey(email), CreatedAt: now}
		if err := tx.InsertAccount(ctx, a); err != nil {
			return Account{}, err
		}
	}
	if !a.EditedAt.IsZero() {
		return a, nil
	}
	b, err := tx.FindProfileBooking(ctx, a.EmailKey)
	if errors.Is(err, ErrNotFound) {
		return a, nil
	}
	if err != nil {
		return Account{}, err
	}
	a.fill(b)
	return a, tx.SaveAccount(ctx, a)
}

// ProfileChange holds new values by the names of the payload; what is not in it stays as it is.
type ProfileChange map[string]string

// editable are the fields that a person may change. The address is the account, and membership and institute were
// checked with the ticket, so these are not among them.
var editable = []string{"firstname", "lastname", "mobile", "dob", "gender", "city", "state", "country", "gst_no"}

// UpdateProfile checks the changes by the rules of the registration form and saves them.
func (s *SignIn) UpdateProfile(ctx context.Context, accountID string, change ProfileChange) (a Account, err error) {
	err = s.Store.WriteSignIn(ctx, func(tx SignInTx) error {
		now := s.Clock.Now()
		if a, err = tx.FindAccount(ctx, accountID); err != nil {
			return err
		}
		faults := s.form.checkChange(&a, change, now)
		if len(faults) == 0 {
			if err := replacePhoto(ctx, tx, &a, change, faults, now); err != nil {
				return err
			}
		}
		if len(faults) > 0 {
			return Invalid(faults)
		}
		a.EditedAt = now
		return tx.SaveAccount(ctx, a)
	})
	return a, err
}

// checkChange writes the changed values into the account and returns every fault by field name. A changed country puts
// the state to the test again, because its list belongs to the country.
func (f *form) checkChange(a *Account, change ProfileChange, now time.Time) map[string]string {
	faults, values := map[string]string{}, map[string]string{}
	for _, field := range a.Person.Fields() {
		if !slices.Contains(editable, field.Name) || !f.knows(field.Name) {
			continue
		}
		if value, changed := change[field.Name]; changed {
			*field.Value = strings.TrimSpace(value)
		}
		values[field.Name] = *field.Value
	}
	_, newCountry := change["country"]
	for _, field := range f.fields {
		_, changed := change[field.Name]
		if _, ours := values[field.Name]; !ours || !changed && !(newCountry && field.Name == "state") {
			continue
		}
		if fault := f.checkField(field, Application{}, values, now); fault != "" {
			faults[field.Name] = fault
		}
	}
	return faults
}

// knows reports whether the content has a field, in whichever form.
func (f *form) knows(name string) bool {
	return slices.ContainsFunc(f.fields, func(field formField) bool { return field.Name == name })
}

// replacePhoto claims a new photo. The one before stays when a booking has it, for the badge.
func replacePhoto(ctx context.Context, tx SignInTx, a *Account, change ProfileChange, faults map[string]string, now time.Time) error {
	handle, changed := change[photoSlot.field]
	if !changed || handle == AssetHandle(a.PhotoAsset) {
		return nil
	}
	id, ok := ParseAssetHandle(handle)
	if ok {
		var err error
		if ok, err = tx.ClaimAsset(ctx, id, photoSlot.kind, now); err != nil {
			return err
		}
	}
	if !ok {
		faults[photoSlot.field] = assetGone
		return nil
	}
	old := a.PhotoAsset
	a.PhotoAsset = id
	if old == "" {
		return nil
	}
	return tx.ReleaseUnbooked(ctx, old, now)
}

// checkEmail returns a trimmed address, or what is wrong with it, by the rule of the form's e-mail field.
func (f *form) checkEmail(text string, now time.Time) (email, fault string) {
	email = strings.TrimSpace(text)
	i := slices.IndexFunc(f.fields, func(field formField) bool { return field.Kind == "email" })
	if i >= 0 {
		fault = f.checkField(f.fields[i], Application{}, map[string]string{f.fields[i].Name: email}, now)
	}
	if fault == "" && !isPlainAddress(email) {
		fault = "Please enter an e-mail address."
	}
	return email, fault
}
