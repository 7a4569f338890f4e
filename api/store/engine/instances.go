package engine

import (
	"context"
	"fmt"
	"time"

	"transom/api/domain"
)

// uptimePatience is the maximum wait for the database's clock.
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
