package wire_test

import (
	"reflect"
	"strings"
	"testing"

	"transom/api/booking"
	"transom/api/wire"
)

func TestNamesOfAPersonAreThoseOfTheForm(t *testing.T) {
	sent := reflect.TypeFor[wire.Person]()
	var p booking.Person
	for _, field := range p.Fields() {
		place := reflect.ValueOf(&p).Elem()
		for i := range place.NumField() {
			tag, _, _ := strings.Cut(sent.Field(i).Tag.Get("json"), ",")
			if place.Field(i).Addr().Interface() == field.Value && tag != field.Name {
				t.Errorf("%s is %s on the wire", field.Name, tag)
			}
		}
	}
}
