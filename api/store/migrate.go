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

//go:embed migrations/*.sql migrations/postgres/*.sql
var migrationFiles embed.FS

// preparation is what is done with the schema before a database is used.
type preparation func(context.Context, *sql.DB, dialect) error

// migrate runs the numbered files of migrations/ that the database has not seen, all in one transaction that no other
// one overlaps. They go forward only and are never edited once released.
func migrate(ctx context.Context, db *sql.DB, d dialect) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("open database: %w", err)
	}
	defer tx.Rollback() // does nothing after Commit
	if err := d.claim(ctx, tx); err != nil {
		return err
	}
	version, files, err := schemaVersion(ctx, tx, d)
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
		if err := runMigration(ctx, tx, d, file, n); err != nil {
			return fmt.Errorf("migration %s: %w", file, err)
		}
	}
	return tx.Commit()
}

// schemaVersion is the number of the last migration that the database has seen, and all that this program knows.
func schemaVersion(ctx context.Context, db asker, d dialect) (version int, files []string, err error) {
	if version, err = d.version(ctx, db); err != nil {
		return 0, nil, fmt.Errorf("read schema version: %w", err)
	}
	if files, err = fs.Glob(migrationFiles, "migrations/*.sql"); err != nil {
		return 0, nil, err
	}
	if version > len(files) {
		return 0, nil, fmt.Errorf("the database has schema version %d, this program knows %d: use a newer program", version,
			len(files))
	}
	return version, files, nil
}

// mustBeCurrent refuses a database that a start of the server would bring up to date.
func mustBeCurrent(ctx context.Context, db *sql.DB, d dialect) error {
	version, files, err := schemaVersion(ctx, db, d)
	if err == nil && version < len(files) {
		err = fmt.Errorf("the database has schema version %d, this program %d: the server of this program brings it up to "+
			"date when it starts "+
			"(systemctl restart transom); until then use the program that the server was started with. Nothing was done",
			version, len(files))
	}
	return err
}

func runMigration(ctx context.Context, tx *sql.Tx, d dialect, file string, n int) error {
	script, err := d.script(file)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, script); err != nil {
		return err
	}
	if _, name, _ := strings.Cut(file, "_"); migrationSteps[name] != nil {
		if err := migrationSteps[name](ctx, &Tx{tx: tx, d: d}); err != nil {
			return err
		}
	}
	return d.setVersion(ctx, tx, n)
}
