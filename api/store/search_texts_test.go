package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/apitest/pgtest"
	"transom/api/booking"
	"transom/api/store"
)

type foundRow struct{ code, search, contact string }

func foundOf(t *testing.T, s *store.Store, id string) (f foundRow) {
	t.Helper()
	err := s.QueryRowContext(t.Context(), `SELECT code, search, search_contact FROM bookings WHERE id = ?`,
		id).Scan(&f.code, &f.search, &f.contact)
	must(t, err)
	return f
}

func TestOldBookingsAreFound(t *testing.T) {
	dir := t.TempDir()
	db := older(t, dir, "_found.sql")
	run := func(text string, args ...any) {
		t.Helper()
		_, err := db.Exec(t.Context(), text, args...)
		must(t, err)
	}
	for _, id := range []string{"aaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbb", "erased"} {
		insertOld(t, db, id, `email = 'Zoe@example.org', first_name = 'Zoë', last_name = 'D''Rao', mobile = '98765 43210',
			email_key = CASE id WHEN 'erased' THEN 'erased:1' ELSE 'zoe@example.org' END, membership_no = 'A123'`)
	}
	run(`INSERT INTO payment_attempts (attempt_ref, booking_id, n, provider, amount_paise, currency, state, created_at,
			expires_at)
		VALUES ('x-1', 'bbbbbbbbbbbbbbbbbbbbb', 1, 'p', 118, 'INR', 'PAID', 1, 1)`)
	for key, template := range map[string]string{
		"confirmation:aaaaaaaaaaaaaaaaaaaaa": "confirmation", "confirmation:aaaaaaaaaaaaaaaaaaaaa:again:1": "confirmation",
		"pending:x-1": "pending", "refund:x-1": "refund", "no-seat:x-1": "late-payment-refund", "code:1": "code",
	} {
		run(`INSERT INTO outbox (dedupe_key, template, to_address, to_name, data, message_id, created_at, next_try_at, state)
			VALUES (?1, ?2, '', '', '{}', ?1, 1, 1, 'sent')`, key, template)
	}
	must(t, db.Close())
	s := openAt(t, dir)
	a, b := foundOf(t, s, "aaaaaaaaaaaaaaaaaaaaa"), foundOf(t, s, "bbbbbbbbbbbbbbbbbbbbb")
	if _, is := booking.ParseCode(a.code); !is || a.code == b.code {
		t.Errorf("codes %q and %q", a.code, b.code)
	}
	if want := "zoe drao a123 bhopal " + strings.ToLower(a.code) + " ~jua~drau~"; a.search != want ||
		a.contact != "zoe@example.org 9876543210" {
		t.Errorf("%+v, want %q", a, want)
	}
	check.Equal(t, foundOf(t, s, "erased"), foundRow{}, "erased data")
	for id, want := range map[string]int{"aaaaaaaaaaaaaaaaaaaaa": 2, "bbbbbbbbbbbbbbbbbbbbb": 3, "": 1} {
		var n int
		if err := s.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM outbox WHERE booking_id = ?`,
			id).Scan(&n); err != nil || n != want {
			t.Errorf("%d emails of %q, %v, want %d", n, id, err, want)
		}
	}
}

func TestSearchTextsAreStored(t *testing.T) {
	s, _ := open(t)
	b := booking.Booking{
		ID: "one", CreatedAt: time.UnixMilli(1), Person: booking.Person{FirstName: "Asha", LastName: "Rao",
			Email: "a@example.org", Mobile: "98765 43210"},
		EmailKey: "a@example.org", CategoryType: "X", Seats: 1, NetPaise: 100, GSTPaise: 18, AmountPaise: 118,
		Currency: "INR", Status: booking.Initiated, PersonKey: "k",
	}
	write(t, s, func(ctx context.Context, tx *store.Tx) error { return tx.InsertBooking(ctx, b) })
	first := foundOf(t, s, "one")
	if first.search != "asha rao "+strings.ToLower(first.code)+" ~asa~rau~" ||
		first.contact != "a@example.org 9876543210" {
		t.Errorf("at first %+v", first)
	}
	b.LastName, b.Email = "Mehta", "m@example.org"
	write(t, s, func(ctx context.Context, tx *store.Tx) error { return tx.UpdateBookingDetails(ctx, b) })
	if again := foundOf(t, s, "one"); again.code != first.code ||
		again.search != "asha mehta "+strings.ToLower(first.code)+
			" ~asa~mahta~" || again.contact != "m@example.org 9876543210" {
		t.Errorf("typed again %+v, was %+v", again, first)
	}
	if _, err := s.ErasePerson(t.Context(), store.Person{EmailKey: "a@example.org"}, time.UnixMilli(5)); err != nil {
		t.Fatal(err)
	}
	check.Equal(t, foundOf(t, s, "one"), foundRow{}, "after an erasure")
}

// The bookings keep their codes, and a search still does not find an erased one.
func TestOldBookingsAreFoundByTheirSound(t *testing.T) {
	for name, place := range map[string]string{"sounds": t.TempDir(), "devanagari": pgtest.Empty(t)} {
		db := older(t, place, "_"+name+".sql")
		row := oldRows[slices.IndexFunc(oldRows, func(row oldRow) bool { return row.table == "bookings" })].insert
		for _, statement := range []string{
			strings.ReplaceAll(row, "Ãsha", "लक्ष्मी"),
			strings.NewReplacer(`('b', 1`, `('gone', 1`, `'a@example.org'`, `'erased:1'`, `'k')`, `'k2')`).Replace(row),
			`UPDATE bookings SET code = 'BCDFGH', search = 'lakshmi rao bhopal bcdfgh' WHERE id = 'b'`,
		} {
			_, err := db.Exec(t.Context(), statement)
			must(t, err)
		}
		must(t, db.Close())
		s := openAt(t, place)
		check.Equal(t, foundOf(t, s, "b"), foundRow{"BCDFGH", "lakshmi rao bhopal bcdfgh ~laksmi~rau~", "a@example.org 9"},
			"%s",
			name)
		check.Equal(t, foundOf(t, s, "gone"), foundRow{}, "%s: erased data is found by", name)
		for text, want := range map[string]int{"Laxmi": 1, "laxmi RAO": 1, "lakhsmi": 1, "laxmi gupta": 0,
			"लक्ष्मी": 1, "laxman": 0, "": 0, "%": 0, "  ": 0, "Laxmi bhopal": 1} {
			if ids, err := s.FindNamed(t.Context(), text, 5); err != nil || len(ids) != want || want == 1 && ids[0] != "b" {
				t.Errorf("%s: %q finds %v, %v", name, text, ids, err)
			}
		}
	}
}

func TestOldBookingsAreFoundByTheBuyer(t *testing.T) {
	for name, place := range map[string]string{"sqlite": t.TempDir(), "postgres": pgtest.Empty(t)} {
		db := older(t, place, "_buyers.sql")
		for _, row := range oldRows {
			if row.table == "bookings" || row.table == "payment_attempts" {
				_, err := db.Exec(t.Context(), row.insert)
				must(t, err)
			}
		}
		for n, firm := range []string{"Wrong LLP", "Łódź LLP"} {
			_, err := db.Exec(t.Context(), `
				INSERT INTO invoices (id, kind, number, series, year, n, issued_at, booking_id, attempt_ref, signed_paise,
					document)
				VALUES (?1, 'invoice', ?1, 'TN', '24-25', ?2, 1, 'b', 'r', 118, ?3)`, fmt.Sprint(n), n,
				`{"booking_id":"b","recipient":{"name":"`+firm+`","gstin":"29AAGCB7383J1Z4"}}`)
			must(t, err)
		}
		must(t, db.Close())
		check.Equal(t, foundOf(t, openAt(t, place), "b").contact, "a@example.org 9 lodz llp 29aagcb7383j1z4", "%s", name)
	}
}
