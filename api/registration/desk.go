package registration

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// Staff enter registrations under the form's rules, but without pictures. Broken rules for age and membership are
// reported separately, because staff may override them.

// CheckTyped returns the booking that staff entered, its errors, and the rules that the booking breaks, by field name.
// A guest, whose registration is free, need not be a member of an institute.
func (f *Form) CheckTyped(a Application, category schema.Category, guest bool, now time.Time) (b booking.Booking,
	faults, rules map[string]string) {
	a.Spouse = a.Spouse && f.asks("spouse", category)
	values, faults, rules := f.checkTyped(a, category, now)
	if guest && values["membership_no"] == "" {
		values["institute_name"] = strings.TrimSpace(a.InstituteName)
		delete(faults, "membership_no")
		if values["institute_name"] == "" {
			delete(faults, "institute_name")
		}
	}
	b = f.booking(a, values, category, now)
	if !guest {
		f.checkAddress(b, b.NetPaise, category, faults)
	}
	return b, faults, rules
}

// checkAddress requires the address for the invoice where the law does (GST reference, section 2: Rule 46(d), (e)). A
// visitor's form only asks for it, because visitors are reminded to add it later; staff have the buyer's order.
func (f *Form) checkAddress(b booking.Booking, netPaise int64, category schema.Category, faults map[string]string) {
	if f.content.Invoice.GSTIN != "" && f.asks("invoice_address", category) && b.InvoiceAddress == "" &&
		f.content.IsHome(b.Country) && (b.GSTNo != "" || netPaise >= booking.AddressFromPaise) {
		faults["invoice_address"] = texts.InvoiceNeedsAddress
	}
}

// BadgeFields are printed on every badge, so the desk can enter them even if the category's form does not ask for them.
var BadgeFields = []string{"company_name", "designation"}

const maxOnBadge = 80

// CheckCorrection returns a booking with changed values, the errors in them, and the rules that they break, by field
// name. Unchanged values are not checked again, except where they depend on a changed value.
func (f *Form) CheckCorrection(b booking.Booking, changes map[string]string, category schema.Category,
	now time.Time) (_ booking.Booking, faults, rules map[string]string) {
	a := Application{Person: b.Person, Spouse: b.Spouse, SpouseName: b.SpouseName, TicketCategory: b.CategoryType}
	unknown, onBadge := map[string]string{}, map[string]string{}
	for name, value := range changes {
		switch asked := f.set(&a, category, name, value); {
		case asked:
		case slices.Contains(BadgeFields, name):
			if onBadge[name] = domain.Typed(value); utf8.RuneCountInString(onBadge[name]) > maxOnBadge {
				unknown[name] = texts.TooManyCharacters(maxOnBadge)
			} else if strings.ContainsFunc(onBadge[name], domain.Unprintable) {
				unknown[name] = texts.RemoveUnprintable
			}
		default:
			unknown[name] = texts.NotAskedForTicket
		}
	}
	values, faults, rules := f.checkTyped(a, category, now)
	concerns := func(field string) bool {
		together := map[string][]string{"state": {"country"}, "membership_no": {"institute_name"},
			"institute_name": {"membership_no"}}
		return slices.ContainsFunc(append(together[field], field),
			func(name string) bool { _, changed := changes[name]; return changed })
	}
	maps.DeleteFunc(faults, func(field, _ string) bool { return !concerns(field) })
	maps.DeleteFunc(rules, func(field, _ string) bool { return !concerns(field) })
	maps.Copy(faults, unknown)
	if len(faults) > 0 {
		return b, faults, rules
	}
	for _, field := range b.Person.Fields() { // other answers are kept, including answers to removed questions
		if _, changed := changes[field.Name]; changed {
			*field.Value = values[field.Name]
		}
		if value, changed := onBadge[field.Name]; changed {
			*field.Value = value
		}
	}
	for name := range changes {
		if f.isOwn(name) {
			b.Answers = b.Answers.With(name, values[name])
		}
	}
	if _, changed := changes["spouseName"]; changed {
		b.SpouseName = values["spouseName"]
	}
	b.MembershipNo = strings.ToUpper(b.MembershipNo)
	b.EmailKey, b.PersonKey = domain.EmailKey(b.Email), personKey(b.Person)
	return b, faults, rules
}

// CheckTicket returns a booking with a different category or spouse, its errors, and the new category's rules that it
// breaks, by field name. The person, the mailbox and the amount charged stay the same.
func (f *Form) CheckTicket(b booking.Booking, to schema.Category, spouse bool, spouseName string,
	changes map[string]string, now time.Time) (next booking.Booking, faults, rules map[string]string) {
	typed := typedTexts(Application{Person: b.Person, SpouseName: spouseName})
	if b.CategoryType != to.Type && !to.ChooseInstitute {
		typed["institute_name"] = "" // the default institute is used
	}
	maps.Copy(typed, changes)
	next = b
	next.CategoryType, next.Spouse, next.Seats, next.SpouseName = to.Type, spouse, 1, ""
	checked := map[string]string{}
	if spouse {
		next.Seats, checked["spouseName"] = 2, spouseName
	}
	if b.CategoryType != to.Type { // in the same category, only the spouse changes
		for _, field := range f.askedOf(to) {
			value, is := typed[field.Name]
			_, changed := changes[field.Name]
			if is && !changed && value != "" && slices.Contains(sameForEveryTicket, field.Name) {
				continue
			}
			if (is || field.Own) && field.Name != "spouseName" {
				checked[field.Name] = value
			}
		}
	}
	next, faults, rules = f.CheckCorrection(next, checked, to, now)
	if spouse && !f.asks("spouse", to) {
		faults["spouse"] = texts.NotAskedForTicket
	}
	price := to.PricesAt(now).For(spouse)
	isDearer := b.NetPaise < booking.AddressFromPaise && price.NetPaise >= booking.AddressFromPaise
	if (isDearer || next.GSTNo != b.GSTNo) && b.PaidBy != booking.PaidFree {
		f.checkAddress(next, price.NetPaise, to, faults)
	}
	if len(faults) == 0 && (next.PersonKey != b.PersonKey || next.EmailKey != b.EmailKey) {
		faults["changes"] = texts.NotAskedForTicket
	}
	return next, faults, rules
}

// sameForEveryTicket are fields that another category does not check again. Staff may have entered, for example, a name
// with a hyphen before the rule for names existed.
var sameForEveryTicket = []string{"firstname", "lastname", "email", "mobile"}

// set puts a typed value into an application; it returns false if the form does not ask for it.
func (f *Form) set(a *Application, category schema.Category, name, value string) bool {
	if !f.asks(name, category) {
		return false
	}
	if f.isOwn(name) {
		a.Answers = a.Answers.With(name, value)
		return true
	}
	if name == "spouseName" {
		a.SpouseName = value
		return a.Spouse
	}
	for _, field := range a.Person.Fields() {
		if field.Name == name {
			*field.Value = value
			return true
		}
	}
	return false
}

// PlaceTx is the part of a transaction that Place uses.
type PlaceTx interface {
	FindBookingUnderWay(ctx context.Context, b booking.Booking) (booking.Booking, error)
	HasOtherPaid(ctx context.Context, b booking.Booking) (bool, error)
	CountSeats(ctx context.Context, categoryType string) (int, error)
	InsertBooking(ctx context.Context, b booking.Booking) error
}

// Place stores a booking made at the desk if CheckAlone and CheckSeats accept it.
func (f *Form) Place(ctx context.Context, tx PlaceTx, b booking.Booking, category schema.Category) error {
	if err := f.CheckAlone(ctx, tx, b); err != nil {
		return err
	}
	if err := tx.InsertBooking(ctx, b); err != nil {
		return err
	}
	return f.CheckSeats(ctx, tx, category)
}

// CheckAlone refuses a booking if the person has a paid one, or an unpaid one in the same category.
func (f *Form) CheckAlone(ctx context.Context, tx PlaceTx, b booking.Booking) error {
	paid, err := tx.HasOtherPaid(ctx, b)
	switch {
	case err != nil:
		return err
	case paid:
		return domain.Refuse(domain.CodeAlreadyRegistered, f.content.Registration.Messages.AlreadyRegistered)
	}
	waiting, err := tx.FindBookingUnderWay(ctx, b)
	switch {
	case errors.Is(err, domain.ErrNotFound) || err == nil && waiting.ID == b.ID:
		return nil
	case err != nil:
		return err
	}
	return &domain.Error{
		Code: domain.CodeUnpaid, Message: texts.UnpaidOfPerson, Extra: map[string]any{"booking_id": waiting.ID},
	}
}

// CheckSeats refuses a booking that exceeds the number of seats.
func (f *Form) CheckSeats(ctx context.Context, tx PlaceTx, category schema.Category) error {
	if category.Capacity == 0 {
		return nil
	}
	held, err := tx.CountSeats(ctx, category.Type)
	if err == nil && held > category.Capacity {
		err = domain.Refuse(domain.CodeSoldOut, f.content.Registration.Messages.SoldOut)
	}
	return err
}

// PictureTx is the part of a transaction that TakePictures uses.
type PictureTx interface {
	ClaimAsset(ctx context.Context, id, kind string, now time.Time) (bool, error)
	ReleaseAsset(ctx context.Context, id string, now time.Time) error
}

// ConsentOf returns the consent of a booking's person, or false if the booking has no identity document.
func (f *Form) ConsentOf(b booking.Booking, addressHash string, now time.Time) (booking.Consent, bool) {
	policy := f.content.Registration.IDDocument
	if policy.Mode == idModeOff || b.IDAsset == "" {
		return booking.Consent{}, false
	}
	return booking.Consent{
		BookingID: b.ID, NoticeVersion: policy.NoticeVersion, Language: f.content.Event.Language,
		AddressHash: addressHash, Ticked: policy.ConsentLabel, GivenAt: now,
	}, true
}
