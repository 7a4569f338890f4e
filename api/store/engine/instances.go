package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/domain"
)

const uptimePatience = 3 * time.Second

// Uptime returns the clock for the age of codes: the database's, which all instances share, or nil with SQLite.
func (s *DB) Uptime() domain.Uptime {
	if !s.Shared() {
		return nil
	}
	return databaseClock{s}
}

type databaseClock struct{ store *DB }

// Now returns the zero value if the database does not respond; the age of a code is then unknown.
func (c databaseClock) Now() domain.Running {
	ctx, cancel := context.WithTimeout(context.Background(), uptimePatience)
	defer cancel()
	var millis int64
	err := c.store.read.QueryRowContext(ctx, databaseTime).Scan(&millis)
	if err != nil {
		return domain.Running{}
	}
	return domain.Running{Boot: "database", Since: time.Duration(millis) * time.Millisecond}
}

// SameKeys returns an error if this machine's keys are not those of the first instance (decision 0034).
func (s *DB) SameKeys(ctx context.Context, fingerprints map[string]string) error {
	return s.Write(ctx, func(tx *Tx) error {
		for name, fingerprint := range fingerprints {
			if err := tx.Exec(ctx, "write fingerprint of key", `
				INSERT INTO key_fingerprints (name, fingerprint)
				VALUES (?, ?)
				ON CONFLICT (name) DO NOTHING`, name, fingerprint); err != nil {
				return err
			}
			known, err := Value[string](ctx, tx, "read fingerprint of key",
				`SELECT fingerprint FROM key_fingerprints WHERE name = ?`, name)
			if err != nil {
				return err
			}
			if known != fingerprint {
				return fmt.Errorf(
					"the key %s is not the one that the other instances have: copy the folder of keys from one of them, "+
						"without changing it (TRANSOM_VAR/keys). Nothing was started", name)
			}
		}
		return nil
	})
}

// KeyFingerprints returns the stored fingerprints of keys, by name.
func (s *DB) KeyFingerprints(ctx context.Context) (map[string]string, error) {
	return ByKey[string, string](ctx, s, "read fingerprints of keys", `SELECT name, fingerprint FROM key_fingerprints`)
}

// KeyFingerprint replaces a fingerprint after a key was changed on purpose: instances with the new key can then start.
func (s *DB) KeyFingerprint(ctx context.Context, name, fingerprint string) error {
	return s.Write(ctx, func(tx *Tx) error {
		return tx.Exec(ctx, "write fingerprint of key", `
			INSERT INTO key_fingerprints (name, fingerprint)
			VALUES (?, ?)
			ON CONFLICT (name) DO UPDATE SET fingerprint = excluded.fingerprint`, name, fingerprint)
	})
}

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
