package wire_test

import (
	"reflect"
	"testing"

	"transom/api/booking"
	"transom/api/wire"
)

// What the wire calls a value is what the form and the content call it.
func TestNamesOfAPersonAreThoseOfTheForm(t *testing.T) {
	sent := reflect.TypeFor[wire.Person]()
	var p booking.Person
	for _, field := range p.Fields() {
		place := reflect.ValueOf(&p).Elem()
		for i := range place.NumField() {
			if place.Field(i).Addr().Interface() == field.Value && sent.Field(i).Tag.Get("json") != field.Name {
				t.Errorf("%s is %s on the wire", field.Name, sent.Field(i).Tag.Get("json"))
			}
		}
	}
}
