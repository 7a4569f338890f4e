package registration

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

var must = check.Must

// formCases is a file of cases that test the form's rules both here and on the site.
type formCases struct {
	Now     time.Time
	Edition struct {
		Event, Registration, Tickets, Countries, States json.RawMessage
	}
	Complete map[string]any
	Cases    []formCase
}

type formCase struct {
	Name, Ticket string
	Values       map[string]any
	Faults       map[string]string
}

func TestFormCases(t *testing.T) {
	file := readFormCases(t)
	content := contentOf(t, file)
	asked := map[string]bool{}
	for at, faults := range file.faults(t, content) {
		test := file.Cases[at]
		if !maps.Equal(faults, test.Faults) {
			t.Errorf("%s: %q, want %q", test.Name, faults, test.Faults)
		}
		for name := range test.Faults {
			asked[name] = true
		}
	}
	for _, field := range content.Registration.Fields {
		if !asked[field.Name] && !slices.Contains([]string{"spouse"}, field.Name) {
			t.Errorf("no case tests an error in %s", field.Name)
		}
	}
}

// The supplier cannot be the buyer.
func TestOwnGSTINIsRefused(t *testing.T) {
	file := readFormCases(t)
	content := contentOf(t, file)
	content.Invoice.GSTIN = "30ABCDE1234F1ZD"
	file.Cases = slices.DeleteFunc(file.Cases, func(test formCase) bool {
		number, _ := test.Values["gst_no"].(string)
		return strings.ToUpper(number) != content.Invoice.GSTIN
	})
	for at, faults := range file.faults(t, content) {
		check.Equal(t, faults["gst_no"], texts.GSTINOwn, "%s", file.Cases[at].Name)
	}
}

// noFormRule lists a category's fields that do not affect what people may enter.
var noFormRule = []string{
	"ID", "Type", "Name", "SubTitle", "Description", "Price", "Color", "Features", "Disclaimer", "OnRegisterPage",
	// price, sales window and seats have their own tests
	"PriceChanges", "Spouse.Price", "Sales", "Capacity", "Prices", "Sample",
}

// Every rule needs a case whose result differs without the rule. Otherwise no test would notice a rule that only the
// site or only the API has.
func TestEveryRuleOfACategoryHasACase(t *testing.T) {
	file := readFormCases(t)
	usual := file.faults(t, contentOf(t, file))
	var visit func(kind reflect.Type, name string, path ...int)
	visit = func(kind reflect.Type, name string, path ...int) {
		if slices.Contains(noFormRule, name) {
			return
		}
		if kind.Kind() == reflect.Struct {
			for i := range kind.NumField() {
				visit(kind.Field(i).Type, strings.TrimPrefix(name+"."+kind.Field(i).Name, "."), append(slices.Clone(path), i)...)
			}
			return
		}
		content := contentOf(t, file)
		for i := range content.Tickets.Categories {
			reflect.ValueOf(&content.Tickets.Categories[i]).Elem().FieldByIndex(path).SetZero()
		}
		if reflect.DeepEqual(file.faults(t, content), usual) {
			t.Errorf("no case of api/testdata/form-cases.json depends on Category.%s: add one, and the rule to "+
				"site/src/form/rules.ts; "+
				"or add the field to noFormRule", name)
		}
	}
	visit(reflect.TypeFor[schema.Category](), "")
}

func readFormCases(t *testing.T) (file formCases) {
	t.Helper()
	raw, err := os.ReadFile("../testdata/form-cases.json")
	if err == nil {
		err = json.Unmarshal(raw, &file)
	}
	must(t, err)
	return file
}

func (file formCases) faults(t *testing.T, content *domain.Content) (all []map[string]string) {
	t.Helper()
	rules, err := NewForm(content)
	must(t, err)
	for _, test := range file.Cases {
		category, known := content.CategoryByType(test.Ticket)
		if !known {
			t.Fatalf("%s: there is no category %s", test.Name, test.Ticket)
		}
		values := maps.Clone(file.Complete)
		maps.Copy(values, test.Values)
		_, faults := rules.Check(applicationWith(values), category, file.Now)
		all = append(all, faults)
	}
	return all
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
		must(t, json.Unmarshal(part.raw, part.into))
	}
	var err error
	if c.Zone, err = time.LoadLocation(c.Event.TimeZone); err != nil {
		t.Fatal(err)
	}
	return c
}

func applicationWith(values map[string]any) Application {
	text := func(name string) string { value, _ := values[name].(string); return value }
	a := Application{SpouseName: text("spouseName"), PhotoHandle: text(domain.PhotoSlot.Field),
		IDHandle: text(domain.IDSlot.Field), Consent: true}
	a.Spouse, _ = values["spouse"].(bool)
	for _, field := range a.Person.Fields() {
		*field.Value = text(field.Name)
	}
	answers := map[string]string{}
	for name := range values {
		answers[name] = text(name) // only the answers to custom questions are read
	}
	a.Answers = domain.AnswersOf(answers)
	return a
}
