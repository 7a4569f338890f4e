package store_test

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"transom/api/store/engine"
	"transom/api/store/migrations"
)

func TestMigrationsLoseNoRow(t *testing.T) {
	files, err := fs.Glob(migrations.All.Files, "*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	empty := t.TempDir() // a database without rows, with the schema of one version after another
	for version := 1; version <= len(files); version++ {
		t.Run(fmt.Sprintf("from %d", version), func(t *testing.T) {
			dir, next := t.TempDir(), "none"
			if version < len(files) {
				next = files[version]
			}
			must(t, older(t, empty, next).Close())
			must(t, os.CopyFS(dir, os.DirFS(empty)))
			old := older(t, dir, next)
			tables := map[string]bool{}
			for _, row := range oldRows {
				var has bool
				err := old.QueryOne(t.Context(), &has, `SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table'
						AND name = ?)`, row.table)
				if err == nil && has {
					tables[row.table] = true
					_, err = old.Exec(t.Context(), row.insert)
				}
				if err != nil {
					t.Fatalf("%s: %v", row.table, err)
				}
			}
			before := content(t, old, tables)
			must(t, old.Close())
			s := openAt(t, dir)
			if version >= 35 { // these rows lack the stored state
				must(t, s.RefreshStates(t.Context()))
			}
			must(t, s.Verify(t.Context()))
			renamedTables := map[string]bool{}
			for table := range tables {
				renamedTables[nowCalled(table)] = true
			}
			after := content(t, s, renamedTables)
			if version < 51 && slices.Contains(after["bookings"], "name_key=") {
				t.Error("a booking has no key of its name")
			}
			for table, values := range before {
				table = nowCalled(table)
				for _, value := range values {
					if strings.HasPrefix(value, "person_key=") || strings.HasPrefix(value, "search") ||
						strings.HasPrefix(value, "booking_state=") || strings.HasPrefix(value, "name_key=") {
						continue // computed again; see TestPersonKeysAreMigrated, TestOldBookingsAreFoundByTheirSound, CheckStates, above
					}
					column, rest, _ := strings.Cut(value, "=")
					value = nowCalled(column) + "=" + rest
					if !slices.Contains(after[table], value) {
						t.Errorf("%s: %s is gone: %v", table, value, after[table])
					}
				}
			}
			if len(tables) == 0 || len(before) != len(tables) {
				t.Errorf("%d tables had rows, %d were compared", len(tables), len(before))
			}
		})
	}
}

// Two migrations with the same number would both run in a new database, but only one of them in an old database.
func TestMigrationsAreNumberedInOrder(t *testing.T) {
	files, err := fs.Glob(migrations.All.Files, "*.sql")
	must(t, err)
	for i, file := range files {
		if want := fmt.Sprintf("%04d_", i+1); !strings.HasPrefix(file, want) {
			t.Errorf("%s has no number of its own: the later of two takes the next, %s", file, want)
		}
	}
}

// `older` opens a database with the schema of an earlier version: only the migrations before the named one are applied.
func older(t *testing.T, place, before string) *engine.DB {
	t.Helper()
	files, some := migrations.All.Files, fstest.MapFS{}
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := files.ReadFile(path)
		some[path] = &fstest.MapFile{Data: raw}
		return err
	})
	must(t, err)
	all, err := fs.Glob(files, "*.sql")
	must(t, err)
	if first := slices.IndexFunc(all, func(file string) bool { return strings.HasSuffix(file, before) }); first > 0 {
		for _, file := range all[first:] {
			delete(some, file)
		}
	}
	db, err := engine.Migrations{Files: some, Steps: migrations.All.Steps}.Open(t.Context(), place)
	must(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

// insertOld inserts a paid booking as any earlier version could have written it, and then changes some of its values.
func insertOld(t *testing.T, db *engine.DB, id, changes string, values ...any) {
	t.Helper()
	_, err := db.Exec(t.Context(), `
		INSERT INTO bookings (id, created_at, email, email_key, first_name, last_name, mobile, dob, gender, company_name,
			designation, institute_name, membership_no, gst_no, country, state, city, spouse, spouse_name, category_type,
			seats, net_paise, gst_paise, amount_paise, currency, photo_asset, id_asset, status, holds_seat, person_key)
		VALUES (?1, 1, ?1 || '@example.org', ?1 || '@example.org', 'Asha', 'Rao', '9', '1990-01-01', '', '', '', '', '', '',
			'India', 'MP', 'Bhopal', 0, '', 'X', 1, 100, 18, 118, 'INR', '', '', 'SUCCESS', 1, ?1)`, id)
	must(t, err)
	_, err = db.Exec(t.Context(), `UPDATE bookings SET `+changes+` WHERE id = ?`, append(values, id)...)
	must(t, err)
}

func nowCalled(name string) string {
	now, renamed := map[string]string{
		"acts": "audit_log", "act_details": "audit_details", "signin_misses": "failed_attempts", "misses": "attempts",
		"closed_until": "blocked_until", "leaves": "sends_email", "id_checks": "identity_checks", "paper": "document",
		"gate_strays": "gate_duplicate_scans", "by_way": "input_method", "told_at": "reported_at",
		"good_at": "resolved_at", "requests": "refund_requests", "touched_at": "confirmed_at",
	}[name]
	if !renamed {
		return name
	}
	return now
}

type oldRow struct{ table, insert string }

// oldRows are the rows of a person who registered, paid, signed in and checked in.
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
	{"alarms", `INSERT INTO alarms VALUES ('disk', 1, 2)`},
	{"staff", `INSERT INTO staff (id, email, email_key, name, role, handle, created_at)
		VALUES ('s', 'M@example.org', 'm@example.org', 'Meena', 'organiser', 'h', 1)`},
	{"staff_sessions", `INSERT INTO staff_sessions VALUES ('t', 's', 'passkey', '', 1, 2, 3, 4, NULL)`},
	{"acts", `INSERT INTO acts VALUES (1, 2, 's', 'Meena', 'organiser', 'note', 'b', '', 'r', 'd', '', 'h')`},
	{"act_details", `INSERT INTO act_details VALUES (1, 'salt', '{}')`},
	{"requests", `INSERT INTO requests (id, booking_id, at, refund_paise, why, who_id, who, state)
		VALUES ('q', 'b', 1, 118, 'twice', 's', 'Meena', 'open')`},
	{"gate_devices", `INSERT INTO gate_devices (id, number, name, volunteer, venue, days, lists, may_search, token_hash,
			enrolled_at, expires_at, seen_at, have, unsent, battery, lists_at, offset_ms)
		VALUES ('g', 1, 'North', 'Ravi', 'v', '', '', 0, 'h', 1, 2, 3, 4, 5, 6, 7, 8)`},
	{"gate_scans", `INSERT INTO gate_scans VALUES (1, 'g', 1, 'T', 'event', '2025-03-01', 'v', 'in', '', '', 'camera', 0,
			1, 2, 3, 4, 5, 6, 7, '', 'h')`},
	{"gate_strays", `INSERT INTO gate_strays VALUES ('g', 1, 'other', 'T', 'in', 9)`},
	{"id_checks", `INSERT INTO id_checks VALUES (1, 'b', 1, 'Desk', 'verified', 'aadhaar', '1234')`},
}

// `content` returns all values in the given tables, each with its column; a later schema may have more columns.
func content(t *testing.T, from engine.Reader, tables map[string]bool) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for table := range tables {
		for _, one := range rowsIn(t, from, table) {
			for name, value := range one {
				all[table] = append(all[table], fmt.Sprintf("%s=%v", name, value))
			}
		}
	}
	return all
}
