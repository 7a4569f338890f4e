package booking

import (
	"strings"
	"time"

	"transom/api/search"
)

// Person is what the form asks of somebody: an application, a booking and an account have one. A value that was not
// asked is "". wire.Person has the same fields in the same order, so that one becomes the other; CONTRIBUTING.md says
// what a further one needs.
type Person struct {
	FirstName     string
	LastName      string
	Email         string
	Mobile        string
	DOB           string // a calendar day, 2000-12-31
	Gender        string
	City          string
	State         string
	Country       string
	MembershipNo  string
	InstituteName string
	GSTNo         string
	CompanyName   string
	Designation   string
}

// PersonField is one value of a Person, with the name that the content and the wire give it.
type PersonField struct {
	Name  string
	Value *string
}

// Fields are all values of a person. Whatever goes through them goes by this list: the form, the profile, the database.
func (p *Person) Fields() []PersonField {
	return []PersonField{
		{"firstname", &p.FirstName}, {"lastname", &p.LastName}, {"email", &p.Email}, {"mobile", &p.Mobile},
		{"dob", &p.DOB}, {"gender", &p.Gender}, {"city", &p.City}, {"state", &p.State}, {"country", &p.Country},
		{"membership_no", &p.MembershipNo}, {"institute_name", &p.InstituteName}, {"gst_no", &p.GSTNo},
		{"company_name", &p.CompanyName}, {"designation", &p.Designation},
	}
}

// Name is the person's full name.
func (p Person) Name() string { return strings.TrimSpace(p.FirstName + " " + p.LastName) }

// Names are those of all fields.
func (p *Person) Names() (names []string) {
	for _, field := range p.Fields() {
		names = append(names, field.Name)
	}
	return names
}

// Account is a mailbox that somebody has proved, with the profile of one person. Several people may share it: bookings
// and tickets belong to it by the address, each with its own holder.
type Account struct {
	Person       // its address is the mailbox
	ID, EmailKey string
	CreatedAt    time.Time
	EditedAt     time.Time // zero until the person changes something
	PhotoAsset   string    // "" for none
	PersonKey    string    // whose profile it is, "" while it is empty
}

// SearchTexts are what a booking is found by, folded: what everybody of the desk may look for, and what only those may
// who see contact data. How the names sound stands at the end of the first. An erased person is found by nothing.
func (b Booking) SearchTexts() (open, contact string) {
	if b.Erased() {
		return "", ""
	}
	names := joined(b.FirstName, b.LastName, b.SpouseName)
	open = joined(names, b.MembershipNo, b.InstituteName, b.CompanyName, b.City, b.Code, search.SoundsOf(names))
	return open, joined(b.Email, search.Digits(b.Mobile), b.GSTNo)
}

// joined folds texts into one, with single blanks; a word cannot run from one into the next.
func joined(texts ...string) string {
	return strings.Join(strings.Fields(search.Fold(strings.Join(texts, " "))), " ")
}
