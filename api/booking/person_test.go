package booking

import (
	"reflect"
	"testing"
)

// A value that is not in the list would neither be checked, nor stored, nor erased.
func TestFieldsAreAllOfAPerson(t *testing.T) {
	var p Person
	listed := map[*string]string{}
	for _, field := range p.Fields() {
		listed[field.Value] = field.Name
	}
	all := reflect.ValueOf(&p).Elem()
	for i := range all.NumField() {
		if name := all.Type().Field(i).Name; listed[all.Field(i).Addr().Interface().(*string)] == "" {
			t.Errorf("%s is not among the fields", name)
		}
	}
	if len(listed) != all.NumField() {
		t.Errorf("%d fields of %d values", len(listed), all.NumField())
	}
}
