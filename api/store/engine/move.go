package engine

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A move copies everything to the other kind of database in one transaction. Before the commit, every row is read from
// the new database and compared. Tables and columns are read from SQLite; PostgreSQL's are the same (same_sql_test.go).

// TableSum holds the values of a table that are compared after a move.
type TableSum struct {
	Name string `json:"table"`
	Rows int    `json:"rows"`
	// Paise is the sum of all amounts, which people can check; Digest is a checksum of all rows, whatever their order.
	Paise  int64  `json:"paise"`
	Digest uint64 `json:"digest"`
}

// leftBehind are not copied: pictures move separately, keys may differ, bookings rebuild the seat counts.
var leftBehind = []string{"blobs", "key_fingerprints", "seat_counts"}

// mayHold are the tables that a server fills before the first registration.
var mayHold = append([]string{"marks"}, leftBehind...)

type table struct {
	name    string
	columns []string
	counts  string // the auto-increment column, or "" if there is none
}

// Move copies all to the other kind of database, with `pictures` in the same transaction, and marks this one.
func (s *DB) Move(ctx context.Context, to *DB, place string, pictures func(*Tx) error,
	report func(done, all int)) (sums []TableSum, err error) {
	ctx = context.WithValue(ctx, unhurried{}, true)
	tables, err := movedTables(ctx, s, to)
	if err != nil {
		return nil, err
	}
	err = to.Write(ctx, func(tx *Tx) error {
		sums = nil
		if err := pictures(tx); err != nil {
			return err
		}
		for i, t := range tables {
			sum, err := s.moveTable(ctx, tx, t)
			if err != nil {
				return fmt.Errorf("move %s: %w", t.name, err)
			}
			sums = append(sums, sum)
			report(i+1, len(tables))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return sums, s.SetMark(ctx, MarkMoved, place, time.Now())
}

// MustHoldNothing returns an error if a database contains anything that people have entered.
func (s *DB) MustHoldNothing(ctx context.Context, target *DB) error {
	tables, err := movedTables(ctx, s, target)
	if err != nil {
		return err
	}
	for _, t := range tables {
		var full bool
		if err := s.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM `+t.name+`)`).Scan(&full); err != nil {
			return err
		}
		if full && !slices.Contains(mayHold, t.name) {
			return fmt.Errorf("the database to move to is not empty (the table %s has rows): use a new one. Nothing was done",
				t.name)
		}
	}
	return nil
}

// moveBatch is the number of rows in one INSERT, limited by the number of parameters.
const moveBatch, maxValues = 200, 20_000

func (s *DB) moveTable(ctx context.Context, tx *Tx, t table) (sum TableSum, err error) {
	if slices.Contains(mayHold, t.name) {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+t.name); err != nil {
			return sum, err
		}
	}
	rows, err := s.read.QueryContext(ctx, t.selected(s.d.ordered(t.name)))
	if err != nil {
		return sum, err
	}
	defer rows.Close()
	was, batch := TableSum{Name: t.name}, [][]any{}
	flush := func() error {
		defer func() { batch = batch[:0] }()
		return tx.insertRows(ctx, t, batch)
	}
	for rows.Next() {
		row, err := t.scan(rows)
		if err != nil {
			return sum, err
		}
		was.add(t, row)
		if batch = append(batch, row); len(batch) >= min(moveBatch, maxValues/len(t.columns)) {
			if err := flush(); err != nil {
				return sum, err
			}
		}
	}
	if err := rows.Err(); err != nil {
		return sum, err
	}
	if err := flush(); err != nil {
		return sum, err
	}
	if sum, err = tx.sum(ctx, t); err != nil {
		return sum, err
	}
	if sum != was {
		return sum, fmt.Errorf("%d rows arrived, and their content differs from the %d original rows; nothing was "+
			"moved", sum.Rows, was.Rows)
	}
	return sum, tx.d.counted(ctx, tx, t.name, t.counts)
}

func (t table) selected(order string) string {
	return `SELECT "` + strings.Join(t.columns, `", "`) + `" FROM ` + t.name + order
}

// scan reads a row in a form that both databases share: numbers, strings, bytes and NULL.
func (t table) scan(rows *Rows) ([]any, error) {
	values, places := make([]any, len(t.columns)), make([]any, len(t.columns))
	for i := range values {
		places[i] = &values[i]
	}
	err := rows.Scan(places...)
	return values, err
}

func (tx *Tx) insertRows(ctx context.Context, t table, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	marks := "(?" + strings.Repeat(", ?", len(t.columns)-1) + ")"
	text := `INSERT INTO ` + t.name + ` ("` + strings.Join(t.columns, `", "`) + `") VALUES ` + marks +
		strings.Repeat(", "+marks, len(rows)-1)
	_, err := tx.ExecContext(ctx, text, slices.Concat(rows...)...)
	return err
}

func (tx *Tx) sum(ctx context.Context, t table) (TableSum, error) {
	sum := TableSum{Name: t.name}
	rows, err := tx.QueryContext(ctx, t.selected(""))
	if err != nil {
		return sum, err
	}
	defer rows.Close()
	for rows.Next() {
		row, err := t.scan(rows)
		if err != nil {
			return sum, err
		}
		sum.add(t, row)
	}
	return sum, rows.Err()
}

func (s *TableSum) add(t table, row []any) {
	s.Rows++
	hash := sha256.New()
	for i, value := range row {
		if raw, is := value.([]byte); is {
			value = string(raw)
		}
		fmt.Fprintf(hash, "%T %v\x00", value, value)
		if amount, is := value.(int64); is && t.columns[i] == "amount_paise" { // refunds are listed separately
			s.Paise += amount
		}
	}
	s.Digest += binary.BigEndian.Uint64(hash.Sum(nil))
}

// SQLite's rows have an insertion order; in PostgreSQL, tables whose order matters have a column for it.
func (sqliteDialect) ordered(string) string { return " ORDER BY rowid" }

func (*postgresDialect) ordered(table string) string {
	if slices.Contains([]string{"assets", "bookings", "sessions"}, table) {
		return " ORDER BY rowid"
	}
	return ""
}

// SQLite's auto-increment continues after the highest number by itself.
func (sqliteDialect) counted(context.Context, *Tx, string, string) error { return nil }

func (*postgresDialect) counted(ctx context.Context, tx *Tx, table, column string) error {
	if column == "" {
		return nil
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf(`SELECT setval(pg_get_serial_sequence('%[1]s', '%[2]s'),
			COALESCE(MAX(%[2]s), 1), MAX(%[2]s) IS NOT NULL) FROM %[1]s`, table, column))
	return err
}

// movedTables returns the tables to copy, referenced tables first. One of the two databases is SQLite.
func movedTables(ctx context.Context, a, b *DB) ([]table, error) {
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

func (s *DB) texts(ctx context.Context, query string, args ...any) ([]string, error) {
	return Values[string](ctx, s, "read the schema", query, args...)
}
