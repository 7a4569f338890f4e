package registration

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"transom/api/booking"
	"transom/api/domain"
	"transom/generator/schema"
)

// smallForm returns a form with one field of each kind; api/server tests the whole form with the real server.
func smallForm(t testing.TB) (*Form, schema.Category) {
	t.Helper()
	both := []string{"member"}
	c := &domain.Content{Zone: time.UTC, Event: schema.Event{AgeReferenceDate: "2025-04-10"}}
	c.Registration.HomeCountry = "IN"
	c.Registration.Fields = []schema.Field{
		{Name: "firstname", Kind: "text", Forms: both, Required: "required", Pattern: `^[\p{L}\p{M} ]+$`,
			PatternMessage: "letters", MaxLength: 60},
		{Name: "email", Kind: "email", Forms: both, Required: "required", PatternMessage: "format", MaxLength: 254},
		{Name: "dob", Kind: "date", Forms: both, Required: "required", NotFuture: "future", MaxLength: 10},
		{Name: "membership_no", Kind: "text", Forms: both, Required: "required", MaxLength: 40},
		{Name: "profile_url", Kind: "upload", Forms: both},
		{Name: "aadharUrl", Kind: "upload", Forms: both},
		{Name: "country", Kind: "select", Forms: both, Required: "required"},
		{Name: "state", Kind: "text", Forms: both, Required: "required"},
	}
	c.Registration.Institutes = []schema.Institute{{Name: "Institute", Default: true, MembershipPattern: "^[AF]",
		MembershipReject: "^AX"}}
	c.Registration.IDDocument.ConsentRequired = "consent"
	c.Registration.Messages = schema.Messages{InvalidMembership: "membership", InstituteRequired: "institute",
		SpouseNameRequired: "spouse"}
	c.Countries.Countries = []schema.Country{{Name: "India", Code: "IN"}, {Name: "Norway", Code: "NO"}}
	c.States.States = []schema.State{{Name: "Goa"}}
	f, err := NewForm(c)
	if err != nil {
		t.Fatal(err)
	}
	return f, schema.Category{Type: "T", Form: "member", Prices: schema.ComputePrices(schema.Category{Price: 100,
		Spouse: schema.SpouseRule{Rule: "same"}}, 18)}
}

func FuzzForm(f *testing.F) {
	f.Add("Asha", "a@example.org", "1990-05-17", "A1", "India", "Goa", "asset:aaaaaaaaaaaaaaaaaaaaaaaaaa", true)
	f.Add(" ", "a@b", "2025-13-01", "ax", "Norway", "Oslo", "asset:../../x", false)
	f.Add("आशा", "\"a\"@example.org", "0000-00-00", "AX", "Atlantis", "", "http://x", true)
	f.Add("A\u202eB", "a@example.org\r\nBcc: b@c.de", "2000-02-30", "A\x00", "India", "goa", "", false)
	rules, category := smallForm(f)
	now := time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, name, email, dob, number, country, state, handle string, consent bool) {
		a := Application{
			Person: booking.Person{FirstName: name, Email: email, DOB: dob, MembershipNo: number, Country: country,
				State: state},
			PhotoHandle: handle, IDHandle: handle, Consent: consent,
		}
		b, faults := rules.Check(a, category, now)
		if len(faults) > 0 {
			for field, message := range faults {
				if message == "" {
					t.Errorf("%s is refused without a message", field)
				}
			}
			return
		}
		for _, text := range []string{b.FirstName, b.Email, b.DOB, b.MembershipNo, b.Country, b.State} {
			if text == "" || text != strings.TrimSpace(text) || !utf8.ValidString(text) ||
				strings.ContainsFunc(text, unicode.IsControl) {
				t.Errorf("%q was accepted", text)
			}
		}
		if strings.Count(b.Email, "@") != 1 || strings.ContainsAny(b.Email, " <>\",;") {
			t.Errorf("%q was accepted as an address", b.Email)
		}
		if b.MembershipNo[0] != 'A' && b.MembershipNo[0] != 'F' || strings.HasPrefix(b.MembershipNo, "AX") {
			t.Errorf("%q was accepted as a number", b.MembershipNo)
		}
		if born, err := time.Parse(time.DateOnly, b.DOB); err != nil || born.After(now) {
			t.Errorf("%q was accepted as a date of birth", b.DOB)
		}
		if len(b.PhotoAsset) != 26 || b.AmountPaise != 11800 || b.Status != booking.Initiated {
			t.Errorf("%+v", b)
		}
	})
}

// If the content had a field that the program does not store, its answers would be lost.
func TestFormRefusesAFieldWithoutAColumn(t *testing.T) {
	c := &domain.Content{Zone: time.UTC, Event: schema.Event{AgeReferenceDate: "2025-04-10"}}
	c.Registration.Fields = []schema.Field{{Name: "shoe_size", Kind: "text"}}
	if _, err := NewForm(c); err == nil || !strings.Contains(err.Error(), "field shoe_size") {
		t.Error(err)
	}
}

// A value for which the content has no field is never stored, because nothing would check it.
func TestFormStoresOnlyAskedFields(t *testing.T) {
	rules, category := smallForm(t)
	now := time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)
	long := strings.Repeat("x", 1000)
	b, faults := rules.Check(Application{
		Person: booking.Person{
			FirstName: "Asha", Email: "a@example.org", DOB: "1990-05-17", MembershipNo: "A1", Country: "India", State: "Goa",
			City: long, Designation: long,
		},
		PhotoHandle: "asset:aaaaaaaaaaaaaaaaaaaaaaaaaa", IDHandle: "asset:bbbbbbbbbbbbbbbbbbbbbbbbbb", Consent: true,
	}, category, now)
	if len(faults) > 0 || b.City != "" || b.Designation != "" {
		t.Errorf("stored %d and %d letters; %v", len(b.City), len(b.Designation), faults)
	}
	p := booking.Person{City: "Bhopal"}
	if faults := rules.CheckChange(&p, []string{"city"}, map[string]string{"city": long}, now); len(faults) > 0 ||
		p.City != "Bhopal" {
		t.Errorf("the profile stores %d letters; %v", len(p.City), faults)
	}
}

// The list of states depends on the country, whatever the order of the fields.
func TestFieldsCanBeInAnyOrder(t *testing.T) {
	rules, category := smallForm(t)
	slices.Reverse(rules.fields)
	_, faults := rules.Check(Application{
		Person: booking.Person{FirstName: "Asha", Email: "a@example.org", DOB: "1990-05-17", MembershipNo: "A1",
			Country: "India", State: "Oslo"},
		PhotoHandle: "asset:aaaaaaaaaaaaaaaaaaaaaaaaaa", IDHandle: "asset:bbbbbbbbbbbbbbbbbbbbbbbbbb", Consent: true,
	}, category, time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC))
	if len(faults) != 1 || faults["state"] == "" {
		t.Error(faults)
	}
}
