package domain

import (
	"strings"
	"time"

	"transom/generator/schema"
)

// Person is what the form asks of somebody: an application, a booking and an account have one. A value that was not asked is
// "". wire.Person has the same fields in the same order, so that one becomes the other; CONTRIBUTING.md says what a further
// one needs.
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

func (p *Person) names() (names []string) {
	for _, field := range p.Fields() {
		names = append(names, field.Name)
	}
	return names
}

// personOf is the person with these values, by their names.
func personOf(values map[string]string) (p Person) {
	for _, field := range p.Fields() {
		*field.Value = values[field.Name]
	}
	return p
}

// booking makes the booking of checked values. The price is the content's.
func (f *form) booking(a Application, values map[string]string, category schema.Category, now time.Time) Booking {
	price := category.Prices.For(a.Spouse)
	seats := 1
	if a.Spouse {
		seats = 2
	}
	photo, paper := "", ""
	if f.asks(photoSlot.field, category.Form) {
		photo, _ = ParseAssetHandle(a.PhotoHandle)
	}
	if f.asksPaper(category.Form) {
		paper, _ = ParseAssetHandle(a.IDHandle)
	}
	b := Booking{
		ID: NewID(100), CreatedAt: now,
		Person: personOf(values), EmailKey: EmailKey(values["email"]),
		Spouse: a.Spouse, SpouseName: values["spouseName"],
		CategoryType: category.Type, Seats: seats,
		NetPaise: price.NetPaise, GSTPaise: price.GSTPaise, AmountPaise: price.TotalPaise,
		Currency:   f.content.Tickets.Currency,
		PhotoAsset: photo, IDAsset: paper,
		Status: Initiated, HoldsSeat: true,
	}
	// The same number in other letters is the same member.
	b.MembershipNo = strings.ToUpper(b.MembershipNo)
	b.PersonKey = PersonKey(b.FirstName, b.LastName, b.DOB)
	return b
}
