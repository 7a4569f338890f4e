package registration

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"transom/api/domain"
)

// formCases is the file by which the form's rules are tried here and in the pages: what the page lets through and the API
// refuses, or the other way round, would be a riddle for whoever types.
type formCases struct {
	Now     time.Time
	Edition struct {
		Event, Registration, Tickets, Countries, States json.RawMessage
	}
	Complete map[string]any
	Cases    []struct {
		Name, Ticket string
		Values       map[string]any
		Faults       map[string]string
	}
}

func TestFormCases(t *testing.T) {
	raw, err := os.ReadFile("../testdata/form-cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var file formCases
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	content := contentOf(t, file)
	rules, err := NewForm(content)
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, test := range file.Cases {
		category, known := content.CategoryByType(test.Ticket)
		if !known {
			t.Fatalf("%s: no ticket %s", test.Name, test.Ticket)
		}
		values := maps.Clone(file.Complete)
		maps.Copy(values, test.Values)
		_, faults := rules.check(applicationWith(values), category, file.Now)
		if !maps.Equal(faults, test.Faults) && len(faults)+len(test.Faults) > 0 {
			t.Errorf("%s: %q, want %q", test.Name, faults, test.Faults)
		}
		for name := range test.Faults {
			asked[name] = true
		}
	}
	for _, field := range content.Registration.Fields {
		if !asked[field.Name] && !slices.Contains([]string{"spouse"}, field.Name) {
			t.Errorf("no case is about a fault of %s", field.Name)
		}
	}
}

func contentOf(t *testing.T, file formCases) *domain.Content {
	t.Helper()
	c := new(domain.Content)
	for _, part := range []struct {
		raw  json.RawMessage
		into any
	}{
		{file.Edition.Event, &c.Event}, {file.Edition.Registration, &c.Registration}, {file.Edition.Tickets, &c.Tickets},
		{file.Edition.Countries, &c.Countries}, {file.Edition.States, &c.States},
	} {
		if err := json.Unmarshal(part.raw, part.into); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	if c.Zone, err = time.LoadLocation(c.Event.TimeZone); err != nil {
		t.Fatal(err)
	}
	return c
}

func applicationWith(values map[string]any) Application {
	text := func(name string) string { value, _ := values[name].(string); return value }
	a := Application{SpouseName: text("spouseName"), PhotoHandle: text(domain.PhotoSlot.Field), IDHandle: text(domain.IDSlot.Field), Consent: true}
	a.Spouse, _ = values["spouse"].(bool)
	for _, field := range a.Person.Fields() {
		*field.Value = text(field.Name)
	}
	return a
}
