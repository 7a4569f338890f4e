package engine

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"transom/api/domain"
)

// Reader is a transaction or a pool of read connections.
type Reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) Row
}

// Scanner is a row.
type Scanner interface{ Scan(places ...any) error }

// ScanOne reads a row of one value.
func ScanOne[T any](row Scanner) (value T, err error) {
	err = row.Scan(&value)
	return value, err
}

// Collect reads all rows.
func Collect[T any](rows *Rows, err error, what string, scan func(Scanner) (T, error)) ([]T, error) {
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		all = append(all, one)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return all, nil
}

// List reads all rows of a query; what names it in its error.
func List[T any](ctx context.Context, from Reader, what string, scan func(Scanner) (T, error), query string,
	args ...any) ([]T, error) {
	rows, err := from.QueryContext(ctx, query, args...)
	return Collect(rows, err, what, scan)
}

// WithMore scans more columns after those of a row's own reader.
type WithMore struct {
	Row  Scanner
	More []any
}

// Scan implements Scanner.
func (w WithMore) Scan(places ...any) error { return w.Row.Scan(append(places, w.More...)...) }

// Value reads the single value of a query; what names it in the error.
func Value[T any](ctx context.Context, from Reader, what, query string, args ...any) (value T, err error) {
	err = from.QueryRowContext(ctx, query, args...).Scan(&value)
	return value, Found(err, what)
}

// Found wraps the error of a read with a name; it is domain.ErrNotFound if there is no row.
func Found(err error, what string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return domain.ErrNotFound
	}
	return fmt.Errorf("%s: %w", what, err)
}

// AsJSON returns texts as a JSON list for json_each. PostgreSQL refuses null, so an empty list is [].
func AsJSON(values []string) string {
	raw, _ := json.Marshal(append([]string{}, values...)) // texts cannot fail
	return string(raw)
}

// UpTo returns the end of the range of texts with a prefix; the range is empty unless it is wanted.
func UpTo(word string, wanted bool) string {
	if !wanted {
		return ""
	}
	return word + "\x7f"
}

// Exec runs a statement; what names it in the error.
func (tx *Tx) Exec(ctx context.Context, what, statement string, args ...any) error {
	if _, err := tx.ExecContext(ctx, statement, args...); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// ExecOne runs a statement and reports whether it changed a row.
func (tx *Tx) ExecOne(ctx context.Context, what, statement string, args ...any) (bool, error) {
	result, err := tx.ExecContext(ctx, statement, args...)
	if err != nil {
		return false, fmt.Errorf("%s: %w", what, err)
	}
	n, err := result.RowsAffected()
	return n > 0, err
}
