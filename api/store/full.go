package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"

	"transom/api/domain"
)

// explain turns a full or broken disk into an answer that says so: what was asked is not stored, and trying again later
// may help. Anything else stays as it is.
func explain(err error) error {
	var cause *sqlite.Error
	if !errors.As(err, &cause) {
		return err
	}
	switch cause.Code() & 0xFF { // the rest says more exactly what happened
	case sqlitelib.SQLITE_FULL, sqlitelib.SQLITE_IOERR, sqlitelib.SQLITE_BUSY, sqlitelib.SQLITE_READONLY, sqlitelib.SQLITE_CANTOPEN:
		return &domain.Error{
			Code:              domain.CodeUnavailable,
			Message:           "Nothing can be stored just now. Please try again in a few minutes.",
			RetryAfterSeconds: 120,
			Cause:             err,
		}
	}
	return err
}

// CheckPages looks at every page of the database, but not at what the rows say to each other, as Verify does: 0.1 s for
// 100 MB. Damage is told with what to do about it.
func (s *Store) CheckPages(ctx context.Context) error {
	var result string
	err := s.read.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&result)
	if err == nil && result != "ok" {
		err = errDamaged{filepath.Join(s.dir, databaseFile), errors.New(result)}
	}
	return namesDamage(filepath.Join(s.dir, databaseFile), err)
}

// errDamaged is a database that must not be worked with.
type errDamaged struct {
	path  string
	cause error
}

func (e errDamaged) Error() string {
	return fmt.Sprintf("the database %s is damaged (%v). Keep a copy of the whole folder, look at the disk (dmesg, smartctl), "+
		"and put the last backup back: deploy/README.md, \"disk lost\"", e.path, e.cause)
}

func (e errDamaged) Unwrap() error { return e.cause }

// namesDamage says of SQLite's own words for damage what to do.
func namesDamage(path string, err error) error {
	var cause *sqlite.Error
	if errors.As(err, &cause) && (cause.Code()&0xFF == sqlitelib.SQLITE_CORRUPT || cause.Code()&0xFF == sqlitelib.SQLITE_NOTADB) {
		return errDamaged{path, err}
	}
	return err
}
