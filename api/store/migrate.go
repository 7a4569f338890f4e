package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrate runs the numbered files of migrations/ that the database has not seen, each in a transaction of its own.
// They go forward only and are never edited once released.
func migrate(ctx context.Context, db *sql.DB) error {
	version, files, err := schemaVersion(ctx, db)
	if err != nil {
		return err
	}
	for _, file := range files {
		n, err := strconv.Atoi(strings.SplitN(strings.TrimPrefix(file, "migrations/"), "_", 2)[0])
		if err != nil {
			return fmt.Errorf("migration %s has no number", file)
		}
		if n <= version {
			continue
		}
		if err := runMigration(ctx, db, file, n); err != nil {
			return fmt.Errorf("migration %s: %w", file, err)
		}
	}
	return nil
}

// schemaVersion is the number of the last migration that the database has seen, and all that this program knows.
func schemaVersion(ctx context.Context, db *sql.DB) (version int, files []string, err error) {
	if err := db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return 0, nil, fmt.Errorf("read schema version: %w", err)
	}
	if files, err = fs.Glob(migrationFiles, "migrations/*.sql"); err != nil {
		return 0, nil, err
	}
	if version > len(files) {
		return 0, nil, fmt.Errorf("the database has schema version %d, this program knows %d: use a newer program", version, len(files))
	}
	return version, files, nil
}

// mustBeCurrent refuses a database that a start of the server would bring up to date.
func mustBeCurrent(ctx context.Context, db *sql.DB) error {
	version, files, err := schemaVersion(ctx, db)
	if err == nil && version < len(files) {
		err = fmt.Errorf("the database has schema version %d, this program %d: the server of this program brings it up to date when it starts "+
			"(systemctl restart transom); until then use the program that the server was started with. Nothing was done", version, len(files))
	}
	return err
}

func runMigration(ctx context.Context, db *sql.DB, file string, n int) error {
	script, err := migrationFiles.ReadFile(file)
	if err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, string(script)); err != nil {
		return err
	}
	if _, name, _ := strings.Cut(file, "_"); migrationSteps[name] != nil {
		if err := migrationSteps[name](ctx, tx); err != nil {
			return err
		}
	}
	// PRAGMA takes no parameters; n is a number that this program made.
	if _, err := tx.ExecContext(ctx, "PRAGMA user_version = "+strconv.Itoa(n)); err != nil {
		return err
	}
	return tx.Commit()
}
