package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/store"
	"transom/api/store/bookings"
	"transom/api/store/engine"
	"transom/api/store/gate"
	"transom/api/store/payments"
	"transom/api/store/people"
)

// The program looks for due attempts every second, so it must not read hundreds of waiting ones.
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
	apitest.Says(t, plan, "attempts_due (next_check_at<?)", "attempts_seen (<expr>>?)")
	apitest.Omits(t, plan, "SCAN")
}

// fillAttempts creates 501 attempts that wait for their next check, and four that are due.
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
			{"made while the list was being read", now.Add(time.Second), time.Time{}, now.Add(31 * time.Second)},
			{"at once", now.Add(-time.Hour), time.Time{}, now},
			{"overdue", now.Add(-time.Hour), now.Add(time.Hour), now.Add(-time.Minute)}, // due for two reasons, but listed once
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

// No query reads a whole table or sorts, whatever the database's statistics say. Without these indexes, the desk's
// numbers would take ten times as long.
func TestQueriesUseIndexes(t *testing.T) {
	s, _ := open(t)
	ones := []any{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	for name, c := range map[string]struct {
		query string
		args  []any
		uses  string // the indexes
		never string // what the plan must not contain
	}{
		"groups": {people.GroupsSQL, nil, "COVERING INDEX bookings_alike", "TEMP B-TREE"},
		"words": {`SELECT b.id, ` + people.SumsSQL + ` FROM bookings AS b WHERE b.search LIKE '%x%' ESCAPE '\'
			OR b.search_contact LIKE '%x%' ESCAPE '\'`, nil, "COVERING INDEX bookings_searched", "TEMP B-TREE"},
		"days":    {people.DaysSQL, []any{"[]"}, "COVERING INDEX bookings_by_time", "SCAN bookings|SCAN b\n"},
		"paydays": {people.PaydaysSQL, []any{"[]"}, "COVERING INDEX bookings_by_payment", "SCAN bookings|SCAN b\n"},
		"names": {`SELECT b.id FROM bookings AS b ORDER BY ` + people.Sorts["name"] + `, b.id LIMIT 50`, nil,
			"bookings_searched", "TEMP B-TREE"},
		"no email":     {`SELECT b.id FROM bookings AS b WHERE ` + people.Flags["no-mail"], nil, "", "SCAN outbox\n"},
		"failed email": {`SELECT b.id FROM bookings AS b WHERE ` + people.Flags["mail-failed"], nil, "", "SCAN outbox\n"},
		"no badge": {`SELECT b.id FROM bookings AS b WHERE ` + people.Flags["no-badge"], nil,
			"tickets_one_valid|sqlite_autoindex_badges_1", "SCAN tickets"},
		"rules": {bookings.RulesSQL, ones, "bookings_by_person|bookings_by_network|sqlite_autoindex_assets_1|" +
			"sqlite_autoindex_seat_counts_1|sqlite_autoindex_idempotency_keys_1", ""},
	} {
		plan := planOf(t, s, c.query, c.args...)
		for index := range strings.SplitSeq(c.uses, "|") {
			apitest.Says(t, plan, index)
		}
		for part := range strings.SplitSeq(c.never, "|") {
			if part != "" && strings.Contains(plan, part) {
				t.Errorf("%s: %s", name, plan)
			}
		}
	}
	// These queries run for every registration, or for every report from a device.
	for name, query := range map[string]string{"free code": bookings.IsCodeTaken, "rules": bookings.RulesSQL,
		"code": `SELECT id FROM bookings WHERE code = ?2 AND code <> ''`, "withdrawn": gate.WithdrawnSQL} {
		for line := range strings.Lines(planOf(t, s, query, ones...)) {
			if strings.HasPrefix(strings.TrimSpace(line), "SCAN") && !strings.Contains(line, "bookings_unpaid") &&
				!strings.Contains(line, "tickets_void") && !strings.Contains(line, "CONSTANT") {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}

// Queries by address read only the rows of that address, even in the first minutes of a sale: without statistics,
// PostgreSQL might read the whole index of paid and pending bookings.
func TestAnAddressIsFoundByItsIndex(t *testing.T) {
	s := postgres(t)
	write(t, s, func(ctx context.Context, tx *store.Tx) error {
		for i := range 300 {
			b := applicant(fmt.Sprint("b", i))
			b.EmailKey = fmt.Sprintf("%d@example.org", i)
			if i%2 == 0 {
				b.Status = booking.Success
			}
			if err := tx.InsertBooking(ctx, b); err != nil {
				return err
			}
		}
		return nil
	})
	for name, question := range map[string]struct {
		text string
		args []any
	}{
		"tickets": {bookings.FindTicketsSQL, []any{"7@example.org"}},
		"open":    {bookings.FindOpenSQL, []any{"7@example.org"}},
	} {
		plan, err := engine.Values[string](t.Context(), s, "explain", `EXPLAIN `+question.text, question.args...)
		if all := strings.Join(plan, "\n"); err != nil || !strings.Contains(all, "bookings_by_email") {
			t.Errorf("%s: the index of addresses is not used (%v):\n%s", name, err, all)
		}
	}
}
