package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Marks are facts about a database that all instances need.
const (
	// MarkPurpose is the purpose: rehearsal or public.
	MarkPurpose = "purpose"
	// MarkEdition is the id of the stored edition.
	MarkEdition = "edition"
	// MarkBackup is the name of the last backup.
	MarkBackup = "backup"
	// MarkMoved is the place that everything has moved to; this database must not be used any more.
	MarkMoved = "moved"
)

// Mark returns a mark and the time when it was set; "" if it is not set.
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

// SetMark sets a mark.
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

// FirstMark sets a mark unless it is already set, and returns the valid one.
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
