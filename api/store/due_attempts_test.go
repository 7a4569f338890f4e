package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/store"
	"transom/api/store/engine"
	"transom/api/store/payments"
)

// Among hundreds of waiting attempts, the due ones are found without reading the others, because the program looks
// every second.
func TestDueAttemptsAreFoundByIndex(t *testing.T) {
	s, err := store.Open(t.Context(), t.TempDir())
	must(t, err)
	t.Cleanup(func() { s.Close() })
	now := time.Date(2025, 3, 11, 6, 30, 0, 0, time.UTC)
	fillAttempts(t, s, now)

	due, err := s.DueAttempts(t.Context(), now, 10)
	must(t, err)
	var refs []string
	for _, a := range due {
		refs = append(refs, a.Ref)
	}
	if want := []string{"overdue", "at once", "made in the future", "checked in the future"}; !slices.Equal(refs, want) {
		t.Errorf("due: %q, want %q", refs, want)
	}
	plan := planOf(t, s, payments.DueAttemptsSQL, engine.ToMillis(now), 10)
	for _, wanted := range []string{"attempts_due (next_check_at<?)", "attempts_seen (<expr>>?)"} {
		if !strings.Contains(plan, wanted) {
			t.Errorf("no %q in the plan:\n%s", wanted, plan)
		}
	}
	if strings.Contains(plan, "SCAN") {
		t.Errorf("the plan reads whatever waits:\n%s", plan)
	}
}

// fillAttempts creates 500 attempts that wait for their next check, and four that are due.
func fillAttempts(t *testing.T, s *store.Store, now time.Time) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		for i := range 500 {
			if err := insertClosed(t.Context(), tx, fmt.Sprint("waits ", i), now.Add(-time.Hour), now.Add(-time.Minute),
				now.Add(time.Second+time.Duration(i)*time.Millisecond)); err != nil {
				return err
			}
		}
		for _, a := range []struct {
			ref                 string
			made, checked, next time.Time
		}{
			{"checked in the future", now.Add(-time.Hour), now.Add(time.Hour), now.Add(24 * time.Hour)},
			{"made in the future", now.Add(time.Hour), time.Time{}, now.Add(2 * time.Hour)},
			{"at once", now.Add(-time.Hour), time.Time{}, now},
			{"overdue", now.Add(-time.Hour), now.Add(time.Hour), now.Add(-time.Minute)}, // due for both reasons, and listed once
			{"never again", now.Add(time.Hour), now.Add(time.Hour), time.Time{}},
		} {
			if err := insertClosed(t.Context(), tx, a.ref, a.made, a.checked, a.next); err != nil {
				return err
			}
		}
		return nil
	})
	must(t, err)
}

// insertClosed adds a booking and its closed attempt.
func insertClosed(ctx context.Context, tx *store.Tx, ref string, made, checked, next time.Time) error {
	b := booking.Booking{ID: "b " + ref, CreatedAt: made, CategoryType: "X", Seats: 1, NetPaise: 1, AmountPaise: 1,
		Currency: "INR", Status: booking.Failed, PersonKey: "p " + ref}
	if err := tx.InsertBooking(ctx, b); err != nil {
		return err
	}
	a := booking.Attempt{Ref: ref, BookingID: b.ID, N: 1, Provider: "razorpay", AmountPaise: 1, Currency: "INR",
		State: booking.AttemptClosed, CreatedAt: made, ExpiresAt: made}
	if err := tx.InsertAttempt(ctx, a); err != nil {
		return err
	}
	a.LastCheckedAt, a.NextCheckAt = checked, next
	return tx.SaveAttempt(ctx, a)
}

// planOf returns SQLite's plan for a query.
func planOf(t *testing.T, s *store.Store, query string, args ...any) string {
	t.Helper()
	rows, err := s.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
	must(t, err)
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		must(t, rows.Scan(&id, &parent, &unused, &detail))
		plan.WriteString(detail + "\n")
	}
	must(t, rows.Err())
	return plan.String()
}
