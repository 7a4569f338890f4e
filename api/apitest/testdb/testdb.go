// Package testdb says on which database a test runs: SQLite in the test's folder, or, when TRANSOM_TEST_DATABASE is
// postgres, a PostgreSQL database of its own. The same tests run on both.
package testdb

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"transom/api/apitest/pgtest"
	"transom/api/store"
)

// Setting chooses the database of the tests: sqlite, which is the default, or postgres.
const Setting = "TRANSOM_TEST_DATABASE"

// OnPostgres reports whether this run is on PostgreSQL.
func OnPostgres(t testing.TB) bool {
	t.Helper()
	switch name := os.Getenv(Setting); name {
	case "", "sqlite":
		return false
	case "postgres":
		return true
	default:
		t.Fatalf("%s is %q: it is sqlite or postgres", Setting, name)
		return false
	}
}

// OnlySQLite skips a test that is about SQLite's own file; why says in what respect.
func OnlySQLite(t testing.TB, why string) {
	t.Helper()
	if OnPostgres(t) {
		t.Skip("about SQLite only: " + why)
	}
}

// Once skips a test that does not depend on the database when the tests run on PostgreSQL.
func Once(t testing.TB) {
	t.Helper()
	if OnPostgres(t) {
		t.Skip("does not depend on the database")
	}
}

// places are the addresses of PostgreSQL databases by the folder that they belong to.
var places sync.Map

// Place is where the database of a folder is: what store.Open takes. Asked again for the same folder it is the same
// database, as it is for a program that starts again. A new one has its tables: both are copies of one that was filled
// once in a process, because all migrations take longer than most tests.
func Place(t testing.TB, dir string) string {
	t.Helper()
	if !OnPostgres(t) {
		tables, err := filled()
		if err == nil {
			err = os.CopyFS(dir, tables)
		}
		if err != nil && !errors.Is(err, fs.ErrExist) { // what a test has written stays
			t.Fatal(err)
		}
		return dir
	}
	if known, ok := places.Load(dir); ok {
		return known.(string)
	}
	address := pgtest.Database(t, fill)
	places.Store(dir, address)
	t.Cleanup(func() { places.Delete(dir) })
	return address
}

// Empty gives a folder that is new a database without tables, as for a restore.
func Empty(t testing.TB, dir string) string {
	t.Helper()
	if !OnPostgres(t) {
		return dir
	}
	address := pgtest.Empty(t)
	places.Store(dir, address)
	t.Cleanup(func() { places.Delete(dir) })
	return address
}

// Address is what TRANSOM_DATABASE says for a folder: where its database is, "" when that is SQLite.
func Address(t testing.TB, dir string) string {
	t.Helper()
	if !OnPostgres(t) {
		return ""
	}
	return Place(t, dir)
}

// Open opens the database of a folder until the test ends.
func Open(t testing.TB, dir string) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), Place(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { End(t, s) })
	return s
}

// End closes a database at the end of a test. The state of every booking that the test has left must be what follows
// from its rows: a method of the store that changes one and forgets to write the state fails the test that called it.
func End(t testing.TB, s *store.Store) {
	t.Helper()
	err := s.CheckStates(context.Background())
	if err != nil && !t.Failed() && !strings.Contains(err.Error(), "database is closed") { // by the test
		t.Error(err)
	}
	s.Close()
}

// fill makes the tables of an empty database.
func fill(address string) error {
	s, err := store.Open(context.Background(), address)
	if err != nil {
		return err
	}
	return s.Close()
}

// filled is the file of a SQLite database without a row.
var filled = sync.OnceValues(func() (fs.FS, error) {
	dir, err := os.MkdirTemp("", "transom-filled-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := fill(dir); err != nil {
		return nil, err
	}
	files := fstest.MapFS{}
	names, err := fs.Glob(os.DirFS(dir), "*")
	for _, name := range names {
		raw, readErr := os.ReadFile(filepath.Join(dir, name))
		files[name], err = &fstest.MapFile{Data: raw}, errors.Join(err, readErr)
	}
	return files, err
})
