package store_test

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/apitest/pgtest"
	"transom/api/store"
)

func TestSeatsAreCountedAsTheyAreHeld(t *testing.T) {
	both(t, func(t *testing.T, s *store.Store) {
		random := rand.New(rand.NewPCG(1, 2))
		ids := strings.Fields("a b c d e f g h i j")
		change := func(ctx context.Context, tx *store.Tx, id string) error {
			_, err := tx.ExecContext(ctx, `UPDATE bookings SET holds_seat = ?, seats = ?, category_type = ?, city = ?
					WHERE id = ?`,
				random.IntN(2), 1+random.IntN(2), []string{"X", "Y"}[random.IntN(2)], "Bhopal", id)
			return err
		}
		write(t, s, func(ctx context.Context, tx *store.Tx) error {
			for i, id := range ids {
				b := applicant(id)
				b.HoldsSeat, b.Seats = i%3 > 0, 1+i%2
				if err := tx.InsertBooking(ctx, b); err != nil {
					return err
				}
			}
			return nil
		})
		counts := map[int]bool{}
		for range 60 {
			write(t, s, func(ctx context.Context, tx *store.Tx) error { return change(ctx, tx, ids[random.IntN(len(ids))]) })
			must(t, s.Verify(t.Context()))
			for _, category := range []string{"X", "Y"} {
				var counted, held int
				write(t, s, func(ctx context.Context, tx *store.Tx) (err error) {
					counted, err = tx.CountSeats(ctx, category)
					return err
				})
				err := s.QueryRowContext(t.Context(), `SELECT COALESCE(SUM(seats), 0) FROM bookings WHERE category_type = ?
						AND holds_seat = 1`, category).Scan(&held)
				if err != nil || counted != held {
					t.Fatalf("%d seats of %s are counted, %d are held; %v", counted, category, held, err)
				}
				counts[counted] = true
			}
		}
		if len(counts) < 5 {
			t.Errorf("the test has seen hardly any count: %v", counts)
		}
		write(t, s, func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `DELETE FROM bookings WHERE id = ?`, ids[0])
			return err
		})
		must(t, s.Verify(t.Context()))
	})
}

func TestMiscountedSeatsAreFound(t *testing.T) {
	both(t, func(t *testing.T, s *store.Store) {
		write(t, s, func(ctx context.Context, tx *store.Tx) error { return tx.InsertBooking(ctx, applicant("one")) })
		exec(t, s, `UPDATE seat_counts SET seats = seats + 3`)
		apitest.Fails(t, s.Verify(t.Context()), "5 seats of X are counted, and bookings hold 2")
	})
}

// Some of the seats were written but not committed when the migration began.
func TestSeatsSoldDuringTheMigrationAreCounted(t *testing.T) {
	address := pgtest.Empty(t)
	old := older(t, address, "_seat_counts.sql")
	must(t, old.Close())
	db, err := sql.Open("pgx", address)
	must(t, err)
	defer db.Close()
	insert := func(on interface {
		Exec(string, ...any) (sql.Result, error)
	}, id string) {
		t.Helper()
		row := oldRows[slices.IndexFunc(oldRows, func(row oldRow) bool { return row.table == "bookings" })].insert
		_, err := on.Exec(strings.NewReplacer(`('b', 1`, `('`+id+`', 1`, `'k')`, `'`+id+`')`).Replace(row))
		must(t, err)
	}
	insert(db, "before")
	older, err := db.Begin()
	must(t, err)
	defer older.Rollback()
	insert(older, "during")
	opened := make(chan error, 1)
	var s *store.Store
	go func() {
		var err error
		s, err = store.Open(context.Background(), address)
		opened <- err
	}()
	for waits := false; !waits; {
		must(t, db.QueryRow(
			`SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'bookings'::regclass)`).Scan(
			&waits))
		select {
		case err := <-opened:
			t.Fatalf("the migration did not wait for a booking under way: %v", err)
		case <-time.After(time.Millisecond):
		}
	}
	must(t, older.Commit())
	must(t, <-opened)
	defer s.Close()
	insert(db, "after")
	var held int
	write(t, s, func(ctx context.Context, tx *store.Tx) (err error) { held, err = tx.CountSeats(ctx, "X"); return err })
	check.Equal(t, held, 3, "seats")
	apitest.Fails(t, s.CheckStates(t.Context()), "registration after is wrong")
	must(t, s.RefreshStates(t.Context()))
	must(t, s.Verify(t.Context()))
}
