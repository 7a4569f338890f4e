package store

import (
	"context"
	"errors"
	"slices"
)

// movedTables are the tables to copy, those that others refer to first. One of two databases is SQLite.
func movedTables(ctx context.Context, a, b *Store) ([]table, error) {
	sqlite := a
	if a.d.shared() {
		sqlite = b
	}
	if a.d.shared() == b.d.shared() {
		return nil, errors.New("a move goes from SQLite to PostgreSQL or back")
	}
	names, err := sqlite.texts(ctx, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
			ORDER BY rowid`)
	if err != nil {
		return nil, err
	}
	var tables []table
	done := map[string]bool{}
	var add func(name string) error
	add = func(name string) error {
		if done[name] || slices.Contains(leftBehind, name) {
			return nil
		}
		done[name] = true
		others, err := sqlite.texts(ctx, `SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)`, name)
		if err != nil {
			return err
		}
		for _, other := range others {
			if err := add(other); err != nil {
				return err
			}
		}
		t := table{name: name}
		if t.columns, err = sqlite.texts(ctx, `SELECT name FROM pragma_table_info(?) ORDER BY cid`, name); err != nil {
			return err
		}
		counts, err := sqlite.texts(ctx, `SELECT MAX(name) FROM pragma_table_info(?) WHERE pk > 0 HAVING COUNT(*) = 1
				AND MAX(type) = 'INTEGER'`, name)
		if len(counts) == 1 {
			t.counts = counts[0]
		}
		tables = append(tables, t)
		return err
	}
	for _, name := range names {
		if err := add(name); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

func (s *Store) texts(ctx context.Context, query string, args ...any) ([]string, error) {
	found, err := s.read.QueryContext(ctx, query, args...)
	return collect(found, err, "read the schema", scanOne[string])
}
