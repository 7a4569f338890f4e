package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// A database knows some things of itself, so that every copy of the program on it knows them too.
const (
	// MarkPurpose says whether it is a rehearsal's or the public's.
	MarkPurpose = "purpose"
	// MarkEdition is the short name of the edition that it holds.
	MarkEdition = "edition"
	// MarkBackup names the last backup.
	MarkBackup = "backup"
	// MarkMoved names the place to which everything has moved: nobody works here any more.
	MarkMoved = "moved"
)

// Mark returns what a database knows of itself under a name, and since when; "" when nothing.
func (s *DB) Mark(ctx context.Context, name string) (value string, at time.Time, err error) {
	var millis int64
	err = s.read.QueryRowContext(ctx, `SELECT value, written_at FROM marks WHERE name = ?`, name).Scan(&value, &millis)
	if errors.Is(err, sql.ErrNoRows) {
		return "", time.Time{}, nil
	}
	if err != nil {
		return "", time.Time{}, fmt.Errorf("read mark %s: %w", name, err)
	}
	return value, FromMillis(millis), nil
}

// SetMark writes what a database knows of itself.
func (s *DB) SetMark(ctx context.Context, name, value string, at time.Time) error {
	return s.Write(ctx, func(tx *Tx) error { return tx.setMark(ctx, name, value, at) })
}

func (tx *Tx) setMark(ctx context.Context, name, value string, at time.Time) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO marks (name, value, written_at)
		VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value, written_at = excluded.written_at`, name, value, ToMillis(at))
	if err != nil {
		return fmt.Errorf("set mark %s: %w", name, err)
	}
	return nil
}

// FirstMark writes a mark unless there is one, and returns the one that counts.
func (s *DB) FirstMark(ctx context.Context, name, value string, at time.Time) (counts string, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO marks (name, value, written_at)
			VALUES (?, ?, ?)
			ON CONFLICT (name) DO NOTHING`, name, value, ToMillis(at))
		if err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, `SELECT value FROM marks WHERE name = ?`, name).Scan(&counts)
	})
	if err != nil {
		return "", fmt.Errorf("write mark %s: %w", name, err)
	}
	return counts, nil
}
