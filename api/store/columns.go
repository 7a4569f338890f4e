package store

import (
	"cmp"
	"database/sql"
	"database/sql/driver"
	"reflect"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// column is a column of a table with the place of its value. What is read, inserted, changed and erased of a person is
// made of one list of them, so that a column is written down once.
type column struct {
	name  string
	place any // a pointer, as Scan takes it
}

type columns []column

// places are where Scan puts the values.
func (c columns) places() (places []any) {
	for _, one := range c {
		places = append(places, one.place)
	}
	return places
}

// values are what lies in the places.
func (c columns) values(more ...any) (values []any) {
	for _, one := range c {
		values = append(values, reflect.ValueOf(one.place).Elem().Interface())
	}
	return append(values, more...)
}

// listed writes each column in the same way: %s is its name.
func (c columns) listed(way string) string {
	parts := make([]string, len(c))
	for i, one := range c {
		parts[i] = strings.ReplaceAll(way, "%s", one.name)
	}
	return strings.Join(parts, ", ")
}

// The ways in which columns are written.
const (
	named   = "%s"
	marked  = "?"
	changed = "%s = ?"
)

// columnNames are those that differ from the name on the wire.
var columnNames = map[string]string{"firstname": "first_name", "lastname": "last_name"}

// personColumns are what both bookings and accounts have of a person.
func personColumns(p *booking.Person) (all columns) {
	for _, field := range p.Fields() {
		all = append(all, column{cmp.Or(columnNames[field.Name], field.Name), (*orEmpty)(field.Value)})
	}
	return all
}

// orEmpty is a text that is "" where a join found no row.
type orEmpty string

// Scan is sql.Scanner's. A text is taken as it comes: whoever is signed in has twenty of them read with every question.
func (t *orEmpty) Scan(value any) error {
	if text, is := value.(string); is {
		*t = orEmpty(text)
		return nil
	}
	var found sql.NullString
	err := found.Scan(value)
	*t = orEmpty(found.String)
	return err
}

// millis is an instant in the stored form; the zero time is NULL.
type millis time.Time

// Scan is sql.Scanner's.
func (m *millis) Scan(value any) error {
	if at, is := value.(int64); is {
		*m = millis(fromMillis(at))
		return nil
	}
	var found sql.NullInt64
	err := found.Scan(value)
	*m = millis(fromMillis(found.Int64))
	return err
}

// Value is driver.Valuer's.
func (m millis) Value() (driver.Value, error) { return nullMillis(time.Time(m)), nil }

// membershipKey is the number of a member in the form for comparing, which is written and never read.
type membershipKey string

// Scan is sql.Scanner's.
func (*membershipKey) Scan(any) error { return nil }

// Value is driver.Valuer's.
func (k membershipKey) Value() (driver.Value, error) { return domain.MembershipKey(string(k)), nil }
