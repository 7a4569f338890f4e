package store

import (
	"errors"

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
