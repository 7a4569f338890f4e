package engine

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Marks are facts about a database that all instances need.
const (
	// MarkPurpose is the database's purpose: rehearsal or public.
	MarkPurpose = "purpose"
	// MarkEdition is the id of the stored edition.
	MarkEdition = "edition"
	// MarkBackup is the name of the last backup.
	MarkBackup = "backup"
	// MarkMoved is the place to which all data was moved; this database must not be used any more.
	MarkMoved = "moved"
)

// Mark returns a mark and the time when it was set, or "" if it is not set.
func (s *DB) Mark(ctx context.Context, name string) (value string, at time.Time, err error) {
	err = s.read.QueryRowContext(ctx, `SELECT value, written_at FROM marks WHERE name = ?`, name).Scan(&value, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return "", time.Time{}, nil
	}
	return value, at, Found(err, "read mark "+name)
}

// SetMark sets a mark.
func (s *DB) SetMark(ctx context.Context, name, value string, at time.Time) error {
	return s.Write(ctx, func(tx *Tx) error { return tx.setMark(ctx, name, value, at) })
}

func (tx *Tx) setMark(ctx context.Context, name, value string, at time.Time) error {
	return tx.Exec(ctx, "set mark "+name, `
		INSERT INTO marks (name, value, written_at)
		VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value, written_at = excluded.written_at`, name, value, at)
}

// FirstMark sets a mark unless it is already set, and returns the stored mark.
func (s *DB) FirstMark(ctx context.Context, name, value string, at time.Time) (counts string, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
		err := tx.Exec(ctx, "write mark "+name, `
			INSERT INTO marks (name, value, written_at)
			VALUES (?, ?, ?)
			ON CONFLICT (name) DO NOTHING`, name, value, at)
		if err == nil {
			counts, err = Value[string](ctx, tx, "read mark "+name, `SELECT value FROM marks WHERE name = ?`, name)
		}
		return err
	})
	return counts, err
}
