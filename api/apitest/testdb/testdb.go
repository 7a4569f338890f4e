// Package testdb decides which database a test uses: SQLite in the test's folder or, if TRANSOM_TEST_DATABASE is
// postgres, a new PostgreSQL database.
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

// Setting names the variable that selects the tests' database: sqlite (the default) or postgres.
const Setting = "TRANSOM_TEST_DATABASE"

// OnPostgres reports whether this run uses PostgreSQL.
func OnPostgres(t testing.TB) bool {
	t.Helper()
	switch name := os.Getenv(Setting); name {
	case "", "sqlite":
		return false
	case "postgres":
		return true
	default:
		t.Fatalf("%s is %q: it must be sqlite or postgres", Setting, name)
		return false
	}
}

// OnlySQLite skips a test about SQLite's file if this run uses PostgreSQL.
func OnlySQLite(t testing.TB, why string) {
	t.Helper()
	if OnPostgres(t) {
		t.Skip("about SQLite only: " + why)
	}
}

// Once skips a test on PostgreSQL, because its rules do not depend on the database. Race tests must not call it.
func Once(t testing.TB) {
	t.Helper()
	if OnPostgres(t) {
		t.Skip("about rules above the database")
	}
}

var places sync.Map

// Place returns a folder's database for store.Open, always the same for the same folder, so that a program can restart.
// New ones are copies of one with all tables, because running all migrations takes longer than most tests.
func Place(t testing.TB, dir string) string {
	t.Helper()
	if !OnPostgres(t) {
		tables, err := filled()
		if err == nil {
			err = os.CopyFS(dir, tables)
		}
		if err != nil && !errors.Is(err, fs.ErrExist) { // files from an earlier call stay
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

// Empty prepares a database without tables, because a restore creates them.
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

// Address returns the value of TRANSOM_DATABASE for a folder, "" for SQLite.
func Address(t testing.TB, dir string) string {
	t.Helper()
	if !OnPostgres(t) {
		return ""
	}
	return Place(t, dir)
}

// Open closes the folder's database when the test ends.
func Open(t testing.TB, dir string) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), Place(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { End(t, s) })
	return s
}

// End closes a database, and fails the test if a booking's stored state does not match its rows.
func End(t testing.TB, s *store.Store) {
	t.Helper()
	err := s.CheckStates(context.Background())
	// The test may have closed it.
	if err != nil && !t.Failed() && !strings.Contains(err.Error(), "database is closed") {
		t.Error(err)
	}
	s.Close()
}

func fill(address string) error {
	s, err := store.Open(context.Background(), address)
	if err != nil {
		return err
	}
	return s.Close()
}

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
