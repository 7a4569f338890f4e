package store_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/store"
	"transom/api/store/engine"
)

func fillAll(t *testing.T, s *store.Store) {
	t.Helper()
	for i, person := range []string{"asha", "bela"} {
		for _, table := range tablesOf(t, s) {
			insertRow(t, s, table, person, 1000*(i+1))
		}
	}
	exec(t, s, `DELETE FROM marks`)
	must(t, s.RefreshStates(t.Context()))
}

func nothing(*engine.Tx) error { return nil }

func quiet(int, int) {}

func TestMoveInBothDirections(t *testing.T) {
	first, _ := open(t)
	fillAll(t, first)
	pg := postgres(t)
	last, _ := open(t)
	there, err := first.Move(t.Context(), pg.DB, "PostgreSQL", nothing, quiet)
	must(t, err)
	back, err := pg.Move(t.Context(), last.DB, "a folder", nothing, quiet)
	must(t, err)
	if !reflect.DeepEqual(there, back) {
		t.Errorf("there %+v\nback %+v", there, back)
	}
	money, rows := int64(0), 0
	for _, sum := range there {
		money, rows = money+sum.Paise, rows+sum.Rows
	}
	if money == 0 || rows < 2*len(there)-2 {
		t.Errorf("%d rows with %d paise in %d tables", rows, money, len(there))
	}
	for _, table := range tablesOf(t, first) {
		if strings.Contains("blobs key_fingerprints marks seat_counts", table) {
			continue
		}
		if was, is := rowsOf(t, first, table), rowsOf(t, last, table); !reflect.DeepEqual(was, is) {
			t.Errorf("%s: %v became %v", table, was, is)
		}
	}
	for _, s := range []*store.Store{pg, last} {
		if err := s.Verify(t.Context()); err != nil { // also checks the seat counts, which the loop above skips
			t.Error(err)
		}
	}
	for _, s := range []*store.Store{first, pg} {
		if to, _, err := s.Mark(t.Context(), engine.MarkMoved); to == "" || err != nil {
			t.Errorf("the old database does not know that all has moved: %v", err)
		}
	}
	// Automatic numbers continue.
	err = pg.Write(t.Context(), func(tx *store.Tx) error {
		return tx.LogAccess(t.Context(), store.Access{At: time.UnixMilli(1), Who: "Desk", Why: "check", Action: "open",
			BookingID: "b", AssetID: "a"})
	})
	if err != nil {
		t.Error(err)
	}
}

// A failed move leaves both databases as they were.
func TestMoveRefusesAFullDatabase(t *testing.T) {
	from, _ := open(t)
	fillAll(t, from)
	pg := postgres(t)
	must(t, pg.MustHoldNothing(t.Context(), from.DB))
	broken := fmt.Errorf("a picture cannot be read")
	if _, err := from.Move(t.Context(), pg.DB, "PostgreSQL", func(*engine.Tx) error { return broken },
		quiet); err != broken {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := from.Move(ctx, pg.DB, "PostgreSQL", nothing, func(done, all int) {
		if done == all-1 {
			cancel()
		}
	})
	if err == nil {
		t.Fatal("a move that was broken off succeeded")
	}
	if err := pg.MustHoldNothing(t.Context(), from.DB); err != nil {
		t.Errorf("something was left: %v", err)
	}
	if to, _, err := from.Mark(t.Context(), engine.MarkMoved); to != "" || err != nil {
		t.Errorf("the old database says that all has moved to %q, %v", to, err)
	}
	if _, err := from.Move(t.Context(), pg.DB, "PostgreSQL", nothing, quiet); err != nil {
		t.Fatal(err)
	}
	apitest.Fails(t, pg.MustHoldNothing(t.Context(), from.DB), "not empty")
}

func TestMoveComparesContent(t *testing.T) {
	from, _ := open(t)
	fillAll(t, from)
	pg := postgres(t)
	exec(t, pg,
		`CREATE FUNCTION spoil() RETURNS trigger AS 'BEGIN NEW.disposition = ''refunded''; RETURN NEW; END' LANGUAGE plpgsql`)
	exec(t, pg, `CREATE TRIGGER spoil BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION spoil()`)
	_, err := from.Move(t.Context(), pg.DB, "PostgreSQL", nothing, quiet)
	apitest.Fails(t, err, "move payments: 2 rows arrived, and their content differs")
}
