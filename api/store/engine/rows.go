package engine

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"transom/api/domain"
)

// Reader is a transaction or a pool of read connections.
type Reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) Row
}

// `All` reads all rows. `places` returns the destinations for a row's columns; `what` is the query's name in errors.
func All[T any](ctx context.Context, from Reader, what string, places func(*T) []any, query string,
	args ...any) (all []T, err error) {
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	defer rows.Close()
	for err == nil && rows.Next() {
		var one T
		err = rows.Scan(places(&one)...)
		all = append(all, one)
	}
	return all, Found(errors.Join(err, rows.Err()), what)
}

// `One` reads the first row of a query, or returns domain.ErrNotFound if there is none.
func One[T any](ctx context.Context, from Reader, what string, places func(*T) []any, query string,
	args ...any) (one T, err error) {
	err = from.QueryRowContext(ctx, query, args...).Scan(places(&one)...)
	return one, Found(err, what)
}

// OneOrNone is like One, but returns the zero value if there is no row.
func OneOrNone[T any](ctx context.Context, from Reader, what string, places func(*T) []any, query string,
	args ...any) (T, error) {
	one, err := One(ctx, from, what, places, query, args...)
	return one, domain.IfMissing(err, nil)
}

func place[T any](value *T) []any { return []any{value} }

// Values reads all rows of a query with one column.
func Values[T any](ctx context.Context, from Reader, what, query string, args ...any) ([]T, error) {
	return All(ctx, from, what, place[T], query, args...)
}

// Value reads the first value of a query, or returns domain.ErrNotFound if there is no row.
func Value[T any](ctx context.Context, from Reader, what, query string, args ...any) (value T, err error) {
	return One(ctx, from, what, place[T], query, args...)
}

// ValueOr is like Value, but returns the given value if there is no row.
func ValueOr[T any](ctx context.Context, from Reader, what string, otherwise T, query string, args ...any) (T, error) {
	value, err := Value[T](ctx, from, what, query, args...)
	if errors.Is(err, domain.ErrNotFound) {
		return otherwise, nil
	}
	return value, err
}

// ByKey reads all rows of a query with two columns, a key and its value.
func ByKey[K comparable, V any](ctx context.Context, from Reader, what, query string, args ...any) (map[K]V, error) {
	type pair struct {
		key   K
		value V
	}
	pairs, err := All(ctx, from, what, func(p *pair) []any { return []any{&p.key, &p.value} }, query, args...)
	values := map[K]V{}
	for _, p := range pairs {
		values[p.key] = p.value
	}
	return values, err
}

// Maps reads rows with any columns, by column name.
func Maps(ctx context.Context, from Reader, what, query string, args ...any) (all []map[string]any, err error) {
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	for err == nil && rows.Next() {
		values, places, row := make([]any, len(columns)), make([]any, len(columns)), map[string]any{}
		for i := range values {
			places[i] = &values[i]
		}
		err = rows.Scan(places...)
		for i, name := range columns {
			row[name] = values[i]
		}
		all = append(all, row)
	}
	return all, Found(errors.Join(err, rows.Err()), what)
}

// Found adds the query's name to a read error; the error is domain.ErrNotFound if there was no row.
func Found(err error, what string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return domain.ErrNotFound
	}
	return fmt.Errorf("%s: %w", what, err)
}

// AsJSON returns strings as a JSON list for json_each. PostgreSQL refuses null, so an empty list is [].
func AsJSON(values []string) string {
	raw, _ := json.Marshal(append([]string{}, values...)) // strings can always be encoded
	return string(raw)
}

// UpTo returns the upper bound for strings that begin with `word`. If `wanted` is false, no string matches.
func UpTo(word string, wanted bool) string {
	if !wanted {
		return ""
	}
	return word + "\x7f"
}

// Exec runs a statement; `what` is the statement's name in the error.
func (tx *Tx) Exec(ctx context.Context, what, statement string, args ...any) error {
	if _, err := tx.ExecContext(ctx, statement, args...); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// ExecN runs a statement and returns how many rows it changed.
func (tx *Tx) ExecN(ctx context.Context, what, statement string, args ...any) (int, error) {
	result, err := tx.ExecContext(ctx, statement, args...)
	return changed(what, result, err)
}

// ExecOne runs a statement and reports whether it changed a row.
func (tx *Tx) ExecOne(ctx context.Context, what, statement string, args ...any) (bool, error) {
	n, err := tx.ExecN(ctx, what, statement, args...)
	return n > 0, err
}

// ExecOne runs one statement in its own transaction and reports whether it changed a row.
func (s *DB) ExecOne(ctx context.Context, what, statement string, args ...any) (bool, error) {
	result, err := s.Exec(ctx, statement, args...)
	n, err := changed(what, result, err)
	return n > 0, err
}

func changed(what string, result sql.Result, err error) (int, error) {
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	n, err := result.RowsAffected()
	return int(n), err
}

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
	text, err := orZero[string](value)
	*t = OrEmpty(text)
	return err
}

func orZero[T any](value any) (T, error) {
	if found, is := value.(T); is {
		return found, nil
	}
	var found sql.Null[T]
	err := found.Scan(value)
	return found.V, err
}

// Instant is an instant in its stored form; the zero time is NULL.
type Instant time.Time

// Scan implements sql.Scanner.
func (i *Instant) Scan(value any) error {
	at, err := orZero[int64](value)
	*i = Instant(FromMillis(at))
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
