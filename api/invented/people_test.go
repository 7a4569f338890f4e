package invented

import (
	"slices"
	"testing"
	"time"

	"transom/api/domain"
	"transom/generator/schema"
)

func TestInventedPeopleRegisterDuringTheSale(t *testing.T) {
	now := time.Date(2025, 3, 10, 10, 0, 0, 0, time.UTC)
	for _, ago := range []time.Duration{50 * 24 * time.Hour, 3 * 24 * time.Hour, time.Hour, time.Minute, -time.Hour} {
		category := schema.Category{Type: "DELEGATE", Form: "member"}
		category.Sales.OpensAt.Time = now.Add(-ago)
		content := domain.Content{Tickets: schema.Tickets{Categories: []schema.Category{category}}}
		for n := range Number {
			p, ok := Setup{Content: &content}.person(n, now, map[string]int{})
			paid := p.booking.CreatedAt.Add(4 * time.Minute)
			if ok != (ago >= time.Hour) || ok && p.fate != pending && (p.booking.CreatedAt.Before(now.Add(-ago)) ||
				paid.After(now)) {
				t.Errorf("the sale began %s ago: person %d registered at %s", ago, n, p.booking.CreatedAt)
			}
		}
	}
}

func TestInventedPeopleHaveTheAgeOfTheirCategory(t *testing.T) {
	reference := time.Date(2025, 4, 11, 0, 0, 0, 0, time.UTC)
	for _, age := range []schema.AgeRule{{}, {Max: 24}, {Min: 60}, {Min: 75}, {Min: 25, Max: 40}, {Max: 12}} {
		content := domain.Content{Event: schema.Event{AgeReferenceDate: "2025-04-11"}}
		for n := range Number {
			born, err := time.Parse(time.DateOnly, Setup{Content: &content}.bornFor(n, age))
			if years := schema.AgeOn(born, reference); err != nil || !age.Allows(years) || years > 75 {
				t.Errorf("%+v: person %d is %d years old: %v", age, n, years, err)
			}
		}
	}
}

// The form has no last name and no mobile number; people with the same name have different email addresses.
func TestInventedPeopleWithASingleName(t *testing.T) {
	field := func(name string) schema.Field { return schema.Field{Name: name, Forms: []string{"member"}} }
	content := domain.Content{Tickets: schema.Tickets{Categories: []schema.Category{{Form: "member"}}},
		Registration: schema.Registration{Fields: []schema.Field{field("firstname"), field("email")}}}
	var keys []string
	for n := range Number {
		p, _ := Setup{Content: &content}.person(n, time.Now(), map[string]int{})
		if b := p.booking; b.Name() == "" || b.LastName+b.Mobile != "" || slices.Contains(keys, b.PersonKey) {
			t.Errorf("person %d: %q, %q, %q", n, b.Name(), b.LastName, b.Mobile)
		}
		keys = append(keys, p.booking.PersonKey)
	}
}
