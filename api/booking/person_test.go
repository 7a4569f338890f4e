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
