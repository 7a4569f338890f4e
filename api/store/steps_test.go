package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"transom/api/apitest/check"
	"transom/api/apitest/pgtest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store"
)

// In older databases, people were identified by mailbox. The migration identifies people by name and birth date, folds
// only the ASCII letters of mailboxes, and keeps both unpaid bookings of a person with two mailboxes.
func TestPersonKeysAreMigrated(t *testing.T) {
	dir := t.TempDir()
	db := older(t, dir, "_people.sql")
	insert := func(id, email, key, first, status string, created int) {
		t.Helper()
		insertOld(t, db, id, `email = ?, email_key = ?, first_name = ?, status = ?, created_at = ?,
			person_key = 'old ' || id`, email, key, first, status, created)
	}
	insert("older", "a@example.org", "a@example.org", "Asha", "INITIATED", 1)
	insert("newer", "b@example.org", "b@example.org", "ASHA ", "INITIATED", 2)
	insert("paid", "mi\u212Ae@example.org", "mike@example.org", "Mike", "SUCCESS", 3)
	insert("erased", "", "erased:erased", "Erased", "SUCCESS", 4)
	for _, account := range [][3]string{{"thief", "mi\u212Ae@example.org", "mike@example.org"},
		{"own", "B@example.org", "b@example.org"}} {
		_, err := db.Exec(t.Context(), `INSERT INTO accounts (id, email, email_key, created_at, first_name, last_name, dob)
				VALUES (?, ?, ?, 1, 'Asha', 'Rao', '1990-01-01')`,
			account[0], account[1], account[2])
		must(t, err)
	}
	must(t, db.Close())
	s := openAt(t, dir)
	asha, mike := domain.PersonKey("Asha", "Rao", "1990-01-01"), domain.PersonKey("Mike", "Rao", "1990-01-01")
	for id, want := range map[string]string{
		"older": "a@example.org old older", "newer": "b@example.org " + asha, "paid": "mi\u212Ae@example.org " + mike,
		"erased": "erased:erased old erased",
	} {
		b, err := s.FindBooking(t.Context(), id)
		if got := fmt.Sprint(b.EmailKey, " ", b.PersonKey); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", id, got, err, want)
		}
	}
	for id, want := range map[string]string{"thief": "mi\u212Ae@example.org", "own": "b@example.org"} {
		write(t, s, func(ctx context.Context, tx *store.Tx) error {
			a, err := tx.FindAccount(ctx, id)
			if a.EmailKey != want || a.PersonKey != asha {
				t.Errorf("%s: %s %s", id, a.EmailKey, a.PersonKey)
			}
			return err
		})
	}
}

// Earlier versions erased people without releasing the seat and without deleting the ticket's code.
func TestOldErasuresAreFinished(t *testing.T) {
	dir := t.TempDir()
	db := older(t, dir, "_erased.sql")
	for _, id := range []string{"erased", "other"} {
		insertOld(t, db, id, `email_key = id || ':' || id`)
		for _, statement := range []string{`
			INSERT INTO tickets (id, booking_id, holder_name, category_type, seats, entries_total, entries_remaining, gate,
				seat_row, seat, status, signature, issued_at)
			VALUES (?1, ?1, CASE ?1 WHEN 'other' THEN 'Asha Rao' ELSE '' END, 'X', 1, 3, 3, '', '', '', 'void', 'name', 1)`, `
			INSERT INTO transfers (id, token_hash, booking_id, email, from_email_key, from_person_key, offered_at, expires_at,
				who_id, who, state)
			VALUES (?1, ?1, ?1, 'ravi@example.org', '', '', 1, 2, '', '', 'open')`, `
			INSERT INTO outbox (dedupe_key, template, to_address, to_name, data, message_id, created_at, next_try_at, booking_id,
				state)
			VALUES (?1, 'transfer-offer', 'ravi@example.org', 'Ravi', '{"a":"b"}', ?1, 1, 1, ?1, 'pending')`} {
			_, err := db.Exec(t.Context(), statement, id)
			must(t, err)
		}
	}
	must(t, db.Close())
	s := openAt(t, dir)
	for query, want := range map[string]int{
		`SELECT COUNT(*) FROM bookings WHERE holds_seat = 1`: 1, `SELECT SUM(seats) FROM seat_counts`: 1,
		`SELECT COUNT(*) FROM tickets WHERE signature <> ''`:                                  1,
		`SELECT COUNT(*) FROM transfers WHERE email <> '' AND state = 'open'`:                 1,
		`SELECT COUNT(*) FROM outbox WHERE to_address || to_name <> '' AND state = 'pending'`: 1,
	} {
		var n int
		if must(t, s.QueryOne(t.Context(), &n, query)); n != want {
			t.Errorf("%d, want %d: %s", n, want, query)
		}
	}
}

func TestOldMembershipsAreKeyed(t *testing.T) {
	dir := t.TempDir()
	db := older(t, dir, "_membership.sql")
	for id, number := range map[string]string{"one": "A 344-030", "none": ""} {
		insertOld(t, db, id, `institute_name = 'Institute', membership_no = ?`, number)
	}
	must(t, db.Close())
	s := openAt(t, dir)
	for number, want := range map[string]bool{"a344030": true, "A-344030.": true, "A344031": false, "": false} {
		b := booking.Booking{ID: "new", PersonKey: "new", Person: booking.Person{InstituteName: "Institute",
			MembershipNo: number}}
		write(t, s, func(ctx context.Context, tx *store.Tx) error {
			paid, err := tx.HasOtherPaid(ctx, b)
			check.Equal(t, paid, want, "%q", number)
			return err
		})
	}
}

// An older version's activity log still verifies and cannot be changed, and an open task has its kind's new name.
func TestRenamedTablesKeepTheirRules(t *testing.T) {
	for _, place := range []string{t.TempDir(), pgtest.Empty(t)} {
		db := older(t, place, "_plain_names.sql")
		link := fmt.Sprintf(`["",1,2,"s","Meena","organiser","note","","","r",%q]`, sum("salt{}"))
		for _, statement := range []string{
			`INSERT INTO acts VALUES (1, 2, 's', 'Meena', 'organiser', 'note', '', '', 'r', '` + sum("salt{}") + `', '', '` +
				sum(link) + `')`,
			`INSERT INTO act_details VALUES (1, 'salt', '{}')`,
			`INSERT INTO tasks VALUES ('gate_stray:d', 'gate_stray', '', '', 'text', 1, NULL)`,
		} {
			_, err := db.Exec(t.Context(), statement)
			must(t, err)
		}
		must(t, db.Close())
		s := openAt(t, place)
		if c, err := s.CheckAuditLog(t.Context()); err != nil || c.Entries != 1 {
			t.Errorf("%+v, %v", c, err)
		}
		for _, statement := range []string{`UPDATE audit_log SET actor_name = 'Ravi'`, `DELETE FROM audit_log`,
			`UPDATE audit_details SET details = '{"why":"x"}'`, `DELETE FROM audit_details`} {
			if _, err := s.Exec(t.Context(), statement); err == nil || !strings.Contains(err.Error(), "append-only") {
				t.Errorf("%s: %v", statement, err)
			}
		}
		var task string
		if err := s.QueryOne(t.Context(), &task, `SELECT dedupe_key || ' ' || kind FROM tasks`); err != nil ||
			task != "gate_duplicate_scan:d gate_duplicate_scan" {
			t.Errorf("%s, %v", task, err)
		}
	}
}

// An older version did not store a changed ticket's price, which is therefore unknown: the amount paid may differ.
func TestPriceOfATicketChangedBeforeIsUnknown(t *testing.T) {
	for _, place := range []string{t.TempDir(), pgtest.Empty(t)} {
		db := older(t, place, "_ticket_price.sql")
		for _, id := range []string{"changed", "paid"} {
			insertOld(t, db, id, `reduced_paise = CASE id WHEN 'changed' THEN 18 ELSE 0 END`)
		}
		_, err := db.Exec(t.Context(), `
			INSERT INTO audit_log VALUES (1, 2, 's', 'Meena', 'organiser', 'change_ticket', 'changed', '', 'r', '', '', '')`)
		must(t, errors.Join(err, db.Close()))
		s := openAt(t, place)
		all, err := s.DeskBookings(t.Context(), []string{"changed", "paid"})
		must(t, err)
		if _, known := all[0].Price(); known {
			t.Errorf("%+v", all[0])
		}
		if price, known := all[1].Price(); !known || price != (booking.Price{NetPaise: 100, GSTPaise: 18, TotalPaise: 118}) {
			t.Errorf("%+v", price)
		}
	}
}
