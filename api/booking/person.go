package booking

import (
	"slices"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/search"
)

// Person holds the form's values; a value that the form does not ask for is "". wire.Person has the same fields in the
// same order, so that Go can convert between the two types; CONTRIBUTING.md explains how to add a field.
type Person struct {
	FirstName     string
	LastName      string
	Email         string
	Mobile        string
	DOB           string // a date, for example 2000-12-31
	Gender        string
	City          string
	State         string
	Country       string
	MembershipNo  string
	InstituteName string
	GSTNo         string
	// InvoiceName and InvoiceAddress are the name and address of the firm with this GST number.
	InvoiceName    string
	InvoiceAddress string
	CompanyName    string
	Designation    string
	Answers        domain.Answers
}

// PersonField is one value of a Person, with its name in the content and on the wire.
type PersonField struct {
	Name  string
	Value *string
}

// The form, the profile, the database and, in this order, the exports use this list.
func (p *Person) Fields() []PersonField {
	return []PersonField{
		{"firstname", &p.FirstName}, {"lastname", &p.LastName}, {"email", &p.Email}, {"mobile", &p.Mobile},
		{"dob", &p.DOB}, {"gender", &p.Gender}, {"institute_name", &p.InstituteName}, {"membership_no", &p.MembershipNo},
		{"company_name", &p.CompanyName}, {"designation", &p.Designation}, {"gst_no", &p.GSTNo},
		{"invoice_name", &p.InvoiceName}, {"invoice_address", &p.InvoiceAddress}, {"city", &p.City}, {"state", &p.State},
		{"country", &p.Country}, {"answers", (*string)(&p.Answers)},
	}
}

// Name is the person's full name.
func (p Person) Name() string { return strings.TrimSpace(p.FirstName + " " + p.LastName) }

// NameKey returns the same key for the same date of birth and a name that sounds alike, or "" if either is missing.
// Its consonants are sorted, because names may be swapped, and written as one word or two.
func (p Person) NameKey() string {
	sounds := []rune(strings.NewReplacer("a", "", "i", "", "u", "", search.SoundMark, "").Replace(
		search.SoundsOf(joined(p.Name()))))
	slices.Sort(sounds)
	if len(sounds) > 0 && p.DOB != "" {
		return p.DOB + " " + string(sounds)
	}
	return ""
}

// Names returns the names of all fields.
func (p *Person) Names() []string {
	return domain.Each(p.Fields(), func(f PersonField) string { return f.Name })
}

// Account is a mailbox that a person has verified, with that person's profile. Several people may share the mailbox, so
// the account shows all bookings and tickets for its address, each with its own holder.
type Account struct {
	Person       // Email is the account's mailbox
	ID, EmailKey string
	CreatedAt    time.Time
	EditedAt     time.Time // when the person last changed the profile; zero if never
	PhotoAsset   string
	PersonKey    string // the person whose profile it is; "" if the profile is empty
}

// SearchTexts returns two folded strings: one for all staff, and one only for staff who may see contact data, which has
// the buyer on the invoice. The string for all staff ends with the sounds of the names, so that names that sound alike
// are found.
func (b Booking) SearchTexts(buyer Party) (open, contact string) {
	if b.Erased() {
		return "", ""
	}
	names := joined(b.FirstName, b.LastName, b.SpouseName)
	open = joined(names, b.MembershipNo, b.InstituteName, b.CompanyName, b.City, b.Code, search.SoundsOf(names))
	return open, joined(b.Email, search.Digits(b.Mobile), b.GSTNo, b.InvoiceName, buyer.Name, buyer.GSTIN)
}

// joined folds strings and puts single spaces between them, so that words from different fields never run together.
func joined(values ...string) string {
	return strings.Join(strings.Fields(search.Fold(strings.Join(values, " "))), " ")
}
