package engine

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// Migrations bring the schema of a database up to date. They only go forward; released files are never edited.
type Migrations struct {
	// Files are numbered, NNNN_name.sql; postgres/ contains those that PostgreSQL needs instead or in addition.
	Files fs.ReadFileFS
	// Steps are what SQL cannot do, by file name without the number. Each runs after its file, in the same transaction.
	Steps map[string]func(context.Context, *Tx) error
}

type preparation func(context.Context, *sql.DB, dialect) error

// run applies the new migrations in one transaction that overlaps with no other.
func (m Migrations) run(ctx context.Context, db *sql.DB, d dialect) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("open database: %w", err)
	}
	defer tx.Rollback()
	if err := d.claim(ctx, tx); err != nil {
		return err
	}
	version, files, err := m.version(ctx, tx, d)
	if err != nil {
		return err
	}
	for _, file := range files {
		n, err := strconv.Atoi(strings.SplitN(file, "_", 2)[0])
		if err != nil {
			return fmt.Errorf("migration %s has no number", file)
		}
		if n <= version {
			continue
		}
		if err := m.runFile(ctx, tx, d, file, n); err != nil {
			return fmt.Errorf("migration %s: %w", file, err)
		}
	}
	return tx.Commit()
}

// version returns the number of the last applied migration, and all migrations of this version.
func (m Migrations) version(ctx context.Context, db asker, d dialect) (version int, files []string, err error) {
	if version, err = d.version(ctx, db); err != nil {
		return 0, nil, fmt.Errorf("read schema version: %w", err)
	}
	if files, err = fs.Glob(m.Files, "*.sql"); err != nil {
		return 0, nil, err
	}
	if version > len(files) {
		return 0, nil, fmt.Errorf("the database has schema version %d, but this program supports only %d: use a "+
			"newer program", version, len(files))
	}
	return version, files, nil
}

// NotCurrent is the error for a database that must first be created or upgraded, which only a starting server does.
type NotCurrent string

func (e NotCurrent) Error() string { return string(e) }

func (m Migrations) mustBeCurrent(ctx context.Context, db *sql.DB, d dialect) error {
	version, files, err := m.version(ctx, db, d)
	if err == nil && version < len(files) {
		err = NotCurrent(fmt.Sprintf("the database has schema version %d, this program %d: the server upgrades the database "+
			"when it starts (systemctl restart transom); until then use the older program. Nothing was done",
			version, len(files)))
	}
	return err
}

func (m Migrations) runFile(ctx context.Context, tx *sql.Tx, d dialect, file string, n int) error {
	script, err := d.script(m.Files, file)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, script); err != nil {
		return err
	}
	if _, name, _ := strings.Cut(file, "_"); m.Steps[name] != nil {
		if err := m.Steps[name](ctx, &Tx{tx: tx, d: d}); err != nil {
			return err
		}
	}
	return d.setVersion(ctx, tx, n)
}
