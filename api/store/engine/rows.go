package engine

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"transom/api/domain"
)

// Reader is a transaction, or connections for reading.
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

// WithMore scans further columns behind those of a row's own reader.
type WithMore struct {
	Row  Scanner
	More []any
}

// Scan implements Scanner.
func (w WithMore) Scan(places ...any) error { return w.Row.Scan(append(places, w.More...)...) }

// NotThere turns the driver's error for no row into domain.ErrNotFound.
func NotThere(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return domain.ErrNotFound
	}
	return err
}

// AsJSON returns texts as a JSON list, for json_each. PostgreSQL refuses null, so no texts are [].
func AsJSON(values []string) string {
	raw, _ := json.Marshal(append([]string{}, values...)) // texts cannot fail
	return string(raw)
}

// UpTo returns the end of the range of texts that begin with a word; the range is empty unless it is wanted.
func UpTo(word string, wanted bool) string {
	if !wanted {
		return ""
	}
	return word + "\x7f"
}

// Exec runs a statement; its error says what it was for.
func (tx *Tx) Exec(ctx context.Context, what, statement string, args ...any) error {
	if _, err := tx.ExecContext(ctx, statement, args...); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// ExecOne runs a statement that changes one row; it returns false when it changed none.
func (tx *Tx) ExecOne(ctx context.Context, what, statement string, args ...any) (bool, error) {
	result, err := tx.ExecContext(ctx, statement, args...)
	if err != nil {
		return false, fmt.Errorf("%s: %w", what, err)
	}
	n, err := result.RowsAffected()
	return n == 1, err
}
