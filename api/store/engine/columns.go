package engine

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"transom/api/domain"
)

// Columns are a table's columns, each with a pointer to its value. One list serves to read, insert and change rows.
type Columns [][2]any

// The formats for Columns.Listed.
const (
	Named   = "%s"
	Marked  = "?"
	Changed = "%s = ?"
)

// Listed returns all columns, each in the format `way`, in which %s is the column's name.
func (c Columns) Listed(way string) string {
	named := func(one [2]any) string { return strings.ReplaceAll(way, "%s", one[0].(string)) }
	return strings.Join(domain.Each(c, named), ", ")
}

// Places returns the pointers for Scan.
func (c Columns) Places() []any { return domain.Each(c, func(one [2]any) any { return one[1] }) }

// Values returns the values, followed by the values in `more`.
func (c Columns) Values(more ...any) []any {
	value := func(one [2]any) any { return reflect.ValueOf(one[1]).Elem().Interface() }
	return append(domain.Each(c, value), more...)
}

// OrEmpty is a string that is "" if a join found no row.
type OrEmpty string

// Strings are assigned directly, because each signed-in request reads twenty of them.
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

// Instant is an instant in its stored form; the zero time is NULL.
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

type millis time.Duration

// Scan implements sql.Scanner.
func (m *millis) Scan(value any) error {
	n, is := value.(int64)
	if *m = millis(time.Duration(n) * time.Millisecond); !is {
		return fmt.Errorf("%v is not a number of milliseconds", value)
	}
	return nil
}

type words []string

// Scan implements sql.Scanner.
func (w *words) Scan(value any) error {
	var text OrEmpty
	err := text.Scan(value)
	*w = strings.Fields(string(text))
	return err
}

// JSON is the destination of a column that contains JSON; an empty string changes nothing.
func JSON(value any) any { return fromJSON{value} }

type fromJSON struct{ value any }

// Scan implements sql.Scanner.
func (j fromJSON) Scan(value any) error {
	var text OrEmpty
	if err := text.Scan(value); err != nil || text == "" {
		return err
	}
	return json.Unmarshal([]byte(text), j.value)
}

// Value implements driver.Valuer.
func (i Instant) Value() (driver.Value, error) { return NullMillis(time.Time(i)), nil }
