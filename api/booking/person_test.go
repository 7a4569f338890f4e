package booking

import (
	"reflect"
	"testing"
)

// Fields lists all of a person's values: a missing value would not be checked, stored or erased.
func TestFieldsAreAllOfAPerson(t *testing.T) {
	var p Person
	listed := map[*string]string{}
	for _, field := range p.Fields() {
		listed[field.Value] = field.Name
	}
	all := reflect.ValueOf(&p).Elem()
	for i := range all.NumField() {
		if name := all.Type().Field(i).Name; listed[(*string)(all.Field(i).Addr().UnsafePointer())] == "" {
			t.Errorf("%s is missing from the fields", name)
		}
	}
	if len(listed) != all.NumField() {
		t.Errorf("%d fields for %d values", len(listed), all.NumField())
	}
}

func TestSearchTextsSeparateContactData(t *testing.T) {
	b := Booking{Code: "BCDFGH", Person: Person{FirstName: "Zoë", LastName: "Rao", Email: "Zoe@Example.org",
		Mobile: "+91 98765-43210", GSTNo: "23ABC", City: "Indore"}}
	open, contact := b.SearchTexts()
	if open != "zoe rao indore bcdfgh ~jua~rau~" || contact != "zoe@example.org 919876543210 23abc" {
		t.Errorf("%q, %q", open, contact)
	}
	b.EmailKey = erasedKey + "1"
	if open, contact = b.SearchTexts(); open+contact != "" {
		t.Errorf("a person whose data is erased is found by %q, %q", open, contact)
	}
}
