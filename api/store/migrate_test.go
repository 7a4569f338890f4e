package store

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A database of every earlier schema, with rows in each of its tables, is brought forward by Open with every row as it
// was. Source: security reference, row 9.
func TestMigrationsKeepEveryRow(t *testing.T) {
	files, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	for version := 1; version <= len(files); version++ {
		t.Run(fmt.Sprintf("from %d", version), func(t *testing.T) {
			dir := t.TempDir()
			db, err := sql.Open("sqlite", Address(filepath.Join(dir, "transom.db"), ""))
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			migrateTo(t, db, sqliteDialect{}, files[:version])
			if _, err := db.Exec(`PRAGMA foreign_keys = ON`); err != nil {
				t.Fatal(err)
			}
			tables := 0
			for _, row := range oldRows {
				if !hasTable(t, db, row.table) {
					continue
				}
				tables++
				if _, err := db.Exec(row.insert); err != nil {
					t.Fatalf("%s: %v", row.table, err)
				}
			}
			before := content(t, db, oldRows)
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			s, err := Open(context.Background(), dir)
			if err != nil {
				t.Fatal(err)
			}
			if version == len(files) { // whose rows were written without the program
				if err := s.RefreshStates(t.Context()); err != nil {
					t.Error(err)
				}
			}
			if err := s.Verify(t.Context()); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if db, err = sql.Open("sqlite", Address(filepath.Join(dir, "transom.db"), "")); err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			after := content(t, db, oldRows)
			for table, values := range before {
				for _, value := range values {
					if strings.HasPrefix(value, "person_key=") || strings.HasPrefix(value, "search") ||
						strings.HasPrefix(value, "booking_state=") {
						continue // made anew; TestPeopleAreKeyedAnew, TestOldBookingsAreFoundByTheirSound, CheckStates
					}
					if !slices.Contains(after[table], value) {
						t.Errorf("%s: %s is gone: %v", table, value, after[table])
					}
				}
			}
			if tables == 0 || len(before) != tables {
				t.Errorf("%d tables had rows, %d were compared", tables, len(before))
			}
		})
	}
}

// Two files of one number would both run in a new database, and only one in an old one.
func TestMigrationsAreNumberedInOrder(t *testing.T) {
	files, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		if want := fmt.Sprintf("migrations/%04d_", i+1); !strings.HasPrefix(file, want) {
			t.Errorf("%s has no number of its own: the later of two takes the next, %s", file, want)
		}
	}
}

// migrateTo makes the schema of an earlier program.
func migrateTo(t *testing.T, db *sql.DB, d dialect, files []string) {
	t.Helper()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	for i, file := range files {
		if err := runMigration(t.Context(), tx, d, file, i+1); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}

type oldRow struct{ table, insert string }

// oldRows are a person who registered, paid, signed in and came.
var oldRows = []oldRow{
	{"assets", `INSERT INTO assets (id, kind, created_at, uploader_hash, size_bytes, width, height, sha256, session_hash,
			claimed_at)
		VALUES ('p', 'photo', 1, 'u', 2, 3, 4, 's', '', 5)`},
	{"bookings", `INSERT INTO bookings (id, created_at, email, email_key, first_name, last_name, mobile, dob, gender,
			company_name, designation,
		institute_name, membership_no, gst_no, country, state, city, spouse, spouse_name, category_type, seats, net_paise,
			gst_paise,
		amount_paise, currency, photo_asset, id_asset, status, holds_seat, paid_at, person_key)
		VALUES ('b', 1, 'A@example.org', 'a@example.org', 'Ãsha', 'Rao', '9', '1990-01-01', 'female', '', '', '', '', '',
			'India', 'MP',
		'Bhopal', 0, '', 'X', 1, 100, 18, 118, 'INR', 'p', '', 'SUCCESS', 1, 2, 'k')`},
	{"consents", `INSERT INTO consents VALUES ('b', '1', 'en', 1, 'h', 'I agree')`},
	{"idempotency_keys", `INSERT INTO idempotency_keys VALUES ('k', 'h', 'b', 1)`},
	{"payment_attempts", `INSERT INTO payment_attempts (attempt_ref, booking_id, n, provider, amount_paise, currency,
			state, created_at, expires_at)
		VALUES ('r', 'b', 1, 'sandbox', 118, 'INR', 'PAID', 1, 2)`},
	{"payment_events", `INSERT INTO payment_events (provider, event_id, received_at, kind, provider_id, attempt_ref,
			body_sha256, body_redacted, processed_at)
		VALUES ('sandbox', 'e', 1, 'paid', 'i', 'r', 'h', '{}', NULL)`},
	{"payments", `INSERT INTO payments (provider, provider_payment_id, attempt_ref, booking_id, amount_paise, captured_at,
			disposition)
		VALUES ('sandbox', 'pay', 'r', 'b', 118, 1, 'applied')`},
	{"tasks", `INSERT INTO tasks VALUES ('d', 'k', 'b', 'r', 'text', 1, NULL)`},
	{"accounts", `INSERT INTO accounts (id, email, email_key, created_at)
			VALUES ('a', 'A@example.org', 'a@example.org', 1)`},
	{"sessions", `INSERT INTO sessions VALUES ('t', 'account', 'a', NULL, 1, 1, 9, NULL, 'h')`},
	{"code_challenges", `INSERT INTO code_challenges (id, email_key, code_hash, salt, created_at, expires_at)
			VALUES ('c', 'a@example.org', 'h', 's', 1, 2)`},
	{"signin_misses", `INSERT INTO signin_misses VALUES ('a@example.org', 2, NULL)`},
	{"tickets", `INSERT INTO tickets (id, booking_id, holder_name, category_type, seats, entries_total, entries_remaining,
			gate, seat_row, seat, status, signature, issued_at)
		VALUES ('T', 'b', 'Ãsha Rao', 'X', 1, 3, 2, '—', '—', '—', 'valid', 's', 1)`},
	{"entries", `INSERT INTO entries VALUES (1, 'T', 1, 'north')`},
	{"outbox", `INSERT INTO outbox (dedupe_key, template, to_address, to_name, data, message_id, created_at, next_try_at,
			state)
		VALUES ('d', 'confirmation', 'A@example.org', 'Ãsha', '{}', 'm', 1, 1, 'pending')`},
	{"access_log", `INSERT INTO access_log VALUES (1, 1, 'Desk', 'check', 'open', 'b', 'p', '', 'h')`},
	{"id_checks", `INSERT INTO id_checks VALUES (1, 'b', 1, 'Desk', 'verified', 'aadhaar', '1234')`},
}

func hasTable(t *testing.T, db *sql.DB, table string) (has bool) {
	t.Helper()
	if err := db.QueryRow(`SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)`,
		table).Scan(&has); err != nil {
		t.Fatal(err)
	}
	return has
}

// content is every value of every table with its column; a later schema may have further ones.
func content(t *testing.T, db *sql.DB, tables []oldRow) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, one := range tables {
		if !hasTable(t, db, one.table) {
			continue
		}
		rows, err := db.Query(`SELECT * FROM ` + one.table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values, pointers := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				pointers[i] = &values[i]
			}
			if err := rows.Scan(pointers...); err != nil {
				t.Fatal(err)
			}
			for i, name := range columns {
				all[one.table] = append(all[one.table], fmt.Sprintf("%s=%v", name, values[i]))
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		rows.Close()
	}
	return all
}

// Two migrations that came at once must not share a number: the version would never be the number of files.
func TestMigrationsAreNumberedWithoutGaps(t *testing.T) {
	files, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		if !strings.HasPrefix(file, fmt.Sprintf("migrations/%04d_", i+1)) {
			t.Errorf("%s is migration %d", file, i+1)
		}
	}
}

// A copy that starts while another one migrates waits for it, however long that takes and however short its patience is
// otherwise.
func TestACopyWaitsForALongMigration(t *testing.T) {
	s, address := postgres(t)
	usual := sessionSettings["lock_timeout"]
	t.Cleanup(func() { sessionSettings["lock_timeout"] = usual })
	sessionSettings["lock_timeout"] = "200ms"
	other, err := s.write.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Rollback()
	if _, err := other.ExecContext(t.Context(), `SELECT pg_advisory_xact_lock(`+lockSpace+`, 2)`); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		second, err := Open(context.Background(), address)
		if err == nil {
			err = second.Close()
		}
		opened <- err
	}()
	select {
	case err := <-opened:
		t.Fatalf("it did not wait: %v", err)
	case <-time.After(time.Second): // so long the other migrates
	}
	other.Rollback()
	if err := <-opened; err != nil {
		t.Error(err)
	}
}
