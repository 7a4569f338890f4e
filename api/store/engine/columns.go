package engine

import (
	"database/sql"
	"database/sql/driver"
	"reflect"
	"strings"
	"time"
)

// Columns are columns of a table: the name of each, and a pointer to its value, as Scan takes it. What is read,
// inserted, changed and erased of a person is made of one list of them, so that each column is written down once.
type Columns [][2]any

// The ways in which Columns.Listed writes a column.
const (
	Named   = "%s"
	Marked  = "?"
	Changed = "%s = ?"
)

// Listed writes each column in the same way: %s is its name.
func (c Columns) Listed(way string) string {
	parts := make([]string, len(c))
	for i, one := range c {
		parts[i] = strings.ReplaceAll(way, "%s", one[0].(string))
	}
	return strings.Join(parts, ", ")
}

// Places returns where Scan puts the values.
func (c Columns) Places() (places []any) {
	for _, one := range c {
		places = append(places, one[1])
	}
	return places
}

// Values returns what is in the places, and more values behind it.
func (c Columns) Values(more ...any) (values []any) {
	for _, one := range c {
		values = append(values, reflect.ValueOf(one[1]).Elem().Interface())
	}
	return append(values, more...)
}

// OrEmpty is a text that is "" where a join found no row.
type OrEmpty string

// Scan implements sql.Scanner. A text is taken as it is,
// because each request of somebody who is signed in reads twenty.
func (t *OrEmpty) Scan(value any) error {
	text, is := value.(string)
	if *t = OrEmpty(text); is {
		return nil
	}
	var found sql.NullString
	err := found.Scan(value)
	*t = OrEmpty(found.String)
	return err
}

// Instant is an instant in the stored form; the zero time is NULL.
type Instant time.Time

// Scan implements sql.Scanner.
func (i *Instant) Scan(value any) error {
	at, is := value.(int64)
	if *i = Instant(FromMillis(at)); is {
		return nil
	}
	var found sql.NullInt64
	err := found.Scan(value)
	*i = Instant(FromMillis(found.Int64))
	return err
}

// Value implements driver.Valuer.
func (i Instant) Value() (driver.Value, error) { return NullMillis(time.Time(i)), nil }
