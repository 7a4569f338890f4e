package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/pgtest"
	"transom/api/store"
	"transom/api/store/engine"
)

// The restored database equals the original, and the first server that uses it changes nothing.
func TestADumpIsRestored(t *testing.T) {
	s, _ := postgres(t)
	must(t, s.Write(t.Context(), func(tx *store.Tx) error {
		return tx.InsertAsset(t.Context(), testAsset("a"))
	}))
	logged := func(s *store.Store) error {
		return s.Write(t.Context(), func(tx *store.Tx) error {
			return tx.LogAccess(t.Context(), store.Access{At: testAsset("").CreatedAt, Who: "Desk", Why: "check", Action: "open",
				BookingID: "b", AssetID: "a"})
		})
	}
	must(t, logged(s))
	path := filepath.Join(t.TempDir(), "transom.dump")
	must(t, s.Snapshot(t.Context(), path))
	other := pgtest.Empty(t)
	must(t, engine.Restore(t.Context(), other, path))
	again, err := store.OpenExisting(t.Context(), other)
	must(t, err)
	defer again.Close()
	if live, err := again.HasLiveAsset(t.Context(), "a"); err != nil || !live {
		t.Errorf("live %v, %v", live, err)
	}
	if _, err := again.WritePool().Exec(`DELETE FROM access_log`); err == nil {
		t.Error("the access log is no longer append-only")
	}
	if err := logged(again); err != nil {
		t.Error(err)
	}
	if err := again.Write(t.Context(), func(tx *store.Tx) error {
		return tx.InsertAsset(t.Context(), testAsset("b"))
	}); err != nil {
		t.Error(err) // the row numbers continue after those of the backup
	}
	apitest.Fails(t, engine.Restore(t.Context(), other, path), "not empty")
}

func TestABrokenDumpRestoresNothing(t *testing.T) {
	s, _ := postgres(t)
	path := filepath.Join(t.TempDir(), "transom.dump")
	must(t, s.Snapshot(t.Context(), path))
	info, err := os.Stat(path)
	must(t, err)
	must(t, os.Truncate(path, info.Size()/2))
	other := pgtest.Empty(t)
	if err := engine.Restore(t.Context(), other, path); err == nil {
		t.Fatal("an incomplete copy was restored")
	}
	if err := engine.MustBeEmpty(t.Context(), other); err != nil {
		t.Errorf("something was left: %v", err)
	}
}

// A missing program is reported before anything is written, and no error contains a password.
func TestToolsThatDoNotFit(t *testing.T) {
	apitest.Fails(t, engine.RunTool(t.Context(), "pg_none", "postgres://u@127.0.0.1:9/db"), "apt-get install")
	path := filepath.Join(t.TempDir(), "x")
	err := engine.RunTool(t.Context(), engine.Dumper, "postgres://u:s3cr3t@127.0.0.1:9/db", "--file="+path)
	if err == nil || strings.Contains(err.Error(), "s3cr3t") || !strings.Contains(err.Error(), "refused") {
		t.Error(err)
	}
	for address, want := range map[string]string{
		"postgres://u:s3cr3t@h/db?sslmode=verify-full&default_query_exec_mode=exec": "postgres://u@h/db?sslmode=verify-full",
		"postgres://u@/db?host=/run/pg&password=s3cr3t":                             "postgres://u@/db?host=%2Frun%2Fpg",
	} {
		if plain, password := engine.WithoutPassword(address); plain != want || password != "s3cr3t" {
			t.Errorf("%s: %s, %s", address, plain, password)
		}
	}
}

func TestMarks(t *testing.T) {
	sqlite, _ := open(t)
	pg, _ := postgres(t)
	for _, s := range []*store.Store{sqlite, pg} {
		if value, at, err := s.Mark(t.Context(), engine.MarkPurpose); value != "" || !at.IsZero() || err != nil {
			t.Errorf("%q, %v, %v", value, at, err)
		}
		now := testAsset("").CreatedAt
		for _, value := range []string{"public", "rehearsal"} {
			if counts, err := s.FirstMark(t.Context(), engine.MarkPurpose, value, now); counts != "public" || err != nil {
				t.Errorf("%q, %v", counts, err)
			}
		}
		must(t, s.SetMark(t.Context(), engine.MarkPurpose, "rehearsal", now.AddDate(1, 0, 0)))
		if value, at, err := s.Mark(t.Context(), engine.MarkPurpose); value != "rehearsal" || !at.Equal(now.AddDate(1, 0,
			0)) ||
			err != nil {
			t.Errorf("%q, %v, %v", value, at, err)
		}
	}
}

func TestServerState(t *testing.T) {
	s, _ := postgres(t)
	before, err := s.Server(t.Context())
	if err != nil || before.Leader != "" || before.Encoding != "UTF8" || before.FreeConnections < engine.CopyConnections ||
		before.Copies != 1 || before.RoundTrip <= 0 {
		t.Errorf("%+v, %v", before, err)
	}
	conn, err := s.LeaderPool().Conn(t.Context())
	must(t, err)
	defer conn.Close()
	var leads bool
	if err := conn.QueryRowContext(t.Context(), engine.LeaderLock).Scan(&leads); err != nil || !leads {
		t.Fatal(leads, err)
	}
	if after, err := s.Server(t.Context()); err != nil || after.Leader == "" {
		t.Errorf("%+v, %v", after, err)
	}
	sqlite, _ := open(t)
	if state, err := sqlite.Server(t.Context()); state != nil || err != nil {
		t.Errorf("%+v, %v", state, err)
	}
}
