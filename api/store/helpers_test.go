package store_test

import (
	"context"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/apitest/pgtest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store"
)

var must = check.Must

func open(t *testing.T) (*store.Store, string) {
	t.Helper()
	dir := t.TempDir()
	return openAt(t, dir), dir
}

func openAt(t *testing.T, place string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), place)
	must(t, err)
	t.Cleanup(func() { s.Close() })
	s.SetAuditKey([]byte("a key"))
	return s
}

func postgres(t *testing.T) *store.Store {
	t.Helper()
	return openAt(t, pgtest.Database(t, func(address string) error {
		s, err := store.Open(context.Background(), address)
		if err != nil {
			return err
		}
		return s.Close()
	}))
}

func both(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Run("sqlite", func(t *testing.T) { s, _ := open(t); test(t, s) })
	t.Run("postgres", func(t *testing.T) { test(t, postgres(t)) })
}

func write(t *testing.T, s *store.Store, f func(ctx context.Context, tx *store.Tx) error) {
	t.Helper()
	must(t, s.Write(t.Context(), func(tx *store.Tx) error { return f(t.Context(), tx) }))
}

func exec(t *testing.T, s *store.Store, statement string, args ...any) {
	t.Helper()
	if _, err := s.Exec(t.Context(), statement, args...); err != nil {
		t.Fatal(statement, err)
	}
}

func testAsset(id string) domain.Asset {
	return domain.Asset{ID: id, Kind: "photo", CreatedAt: time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC), UploaderHash: "u",
		SizeBytes: 1, Width: 1, Height: 1, SHA256: "s"}
}

func applicant(id string) booking.Booking {
	return booking.Booking{
		ID: id, CreatedAt: time.UnixMilli(5), Person: booking.Person{FirstName: "Asha", Email: "a@example.org",
			InstituteName: "I", MembershipNo: "A" + id},
		EmailKey: "a@example.org", CategoryType: "X", Seats: 2, NetPaise: 100, GSTPaise: 18, AmountPaise: 118,
		Currency: "INR", Status: booking.Initiated,
		HoldsSeat: true, PersonKey: "person " + id, NetworkHash: "network", PhotoAsset: "photo " + id, IDAsset: "document " +
			id,
	}
}
