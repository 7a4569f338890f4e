package store_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store"
	"transom/api/store/engine"
)

// `kept` lists the columns that an erasure keeps, by table, each with the reason. Every other column is erased; a new
// column fails the test until it is erased or listed here.
var kept = map[string]string{
	"bookings": `books: id created_at spouse category_type seats net_paise gst_paise amount_paise reduced_paise
		ticket_paise waived_paise currency status paid_at version paid_by paid_reference paid_on free_reason;
		proof that the document was looked at: id_verified_at id_rejected_at`,
	"consents": `proof of consent, of a booking without a name: booking_id notice_version language given_at ` +
		`ticked`,
	"idempotency_keys": `hashes, gone after two days: key_hash body_hash booking_id created_at`,
	"payment_attempts": `books: attempt_ref booking_id n provider provider_id url amount_paise currency state ` +
		`created_at expires_at closed_at
		last_checked_at next_check_at checks answered_at held_by held_until`,
	"payment_events": `books, without names: provider event_id received_at kind provider_id attempt_ref body_sha256 ` +
		`body_redacted processed_at
		payment_id dispute_id tries next_try_at`,
	"payments": `books: provider provider_payment_id attempt_ref booking_id amount_paise captured_at disposition ` +
		`refund_key refund_tries
		next_refund_at refunded_at refunded_paise lost_paise refund_paise tds_paise joint`,
	"tasks": `work, which names bookings and never people: dedupe_key kind booking_id attempt_ref text created_at ` +
		`done_at`,
	"tickets": `books: id booking_id category_type seats entries_total entries_remaining gate seat_row seat issued_at ` +
		`n voided_at`,
	"entries": `books: id ticket_id entered_at gate`,
	"gate_devices": `devices: id number name volunteer venue days lists may_search token_hash enrolled_at ` +
		`expires_at revoked_at wiped_at seen_at
		have unsent battery lists_at offset_ms`,
	"gate_invitations": `devices: hash name volunteer venue days lists may_search made_by made_at expires_at device`,
	"gate_scans": `who was admitted, by a number that nothing joins to a name after an erasure: n device seq ticket_id ` +
		`list day venue verdict
		reason input_method offline wall mono origin offset_ms list_age at arrived_at quarantine body_hash`,
	"gate_duplicate_scans": `likewise: device seq body_hash ticket_id verdict arrived_at`,
	"gate_entries":         `likewise: ticket_id list day inside used last_at last_device changed`,
	"gate_conflicts":       `likewise: ticket_id list day n found_at explained_at`,
	"gate_clocks":          `clocks: device at offset_ms`,
	"outbox": `that something was sent, not to whom: id dedupe_key template message_id discard created_at next_try_at ` +
		`tries sent_at
		last_error booking_id`,
	"booking_changes": `who of the staff did something: booking_id version at who what`,
	"notes":           `that somebody of the staff wrote: id booking_id at who_id who deleted_at`,
	"refund_requests": `books: id booking_id at action attempt_ref refund_paise who_id who state ended_at ended_by`,
	"transfers": `that a ticket was offered: id booking_id token_hash offered_at expires_at who_id who state ` +
		`ended_at`,
	"invoice_series": `numbers, not people: series year last`,
	"invoices": `tax law keeps every document as it was issued for 72 months: id kind number series year n issued_at ` +
		`booking_id attempt_ref signed_paise document`,
	"alarms":            `the names of checks: name reported_at resolved_at`,
	"access_log":        `who looked, which nobody may change: n at who why action booking_id asset_id prev_hash hash`,
	"staff":             `the staff, who are no attendees: id email email_key name role handle created_at ended_at`,
	"staff_invitations": `the staff, who are no attendees: token_hash staff_id created_at expires_at used_at`,
	"staff_passkeys":    `the staff, who are no attendees: id staff_id name record created_at last_used_at`,
	"staff_sessions": `the staff, who are no attendees: token_hash staff_id kind invitation_hash created_at ` +
		`last_used_at expires_at confirmed_at ended_at`,
	"staff_ceremonies": `the staff, who are no attendees: id session_hash purpose data expires_at`,
	"staff_codes": `the staff, who are no attendees: id code_of email_key device_hash code_hash salt created_at ` +
		`expires_at boot boot_ms network_narrow network_middle network_wide tries used_at killed_at`,
	"staff_code_tries": `the staff, who are no attendees: id email_key device_hash network_wide tried_at`,
	"staff_devices":    `the staff, who are no attendees: device_hash email_key created_at expires_at`,
	"audit_log": `the log of acts, whose details go apart: n at actor_id actor_name actor_role action ` +
		`booking_id object request_id details_hash prev_hash hash`,
	"audit_details":     `the number of an act: n`,
	"sales_pauses":      `what is not sold: category sentence paused_at actor`,
	"blobs":             `pictures, which go with their row in assets: name written_at data`,
	"marks":             `what a database knows of itself: name value written_at`,
	"institute_numbers": `hashes of the institutes' members: number_hash institute`,
	"identity_checks":   `who looked: id booking_id at who verdict document`,
	"key_fingerprints":  `about keys, not people: name fingerprint`,
	"assets": `the record of what is destroyed: id kind created_at uploader_hash size_bytes width height sha256 ` +
		`session_hash claimed_at
		deleted_at`,
}

// `forced` holds values that the schema requires, or that link a row to its person; %s is replaced with the person.
var forced = map[string]any{
	"assets.id": "photo-%s", "assets.kind": "photo", "assets.released_at": nil, "assets.deleted_at": nil,
	"bookings.id": "booking-%s", "bookings.email": "%s@example.org", "bookings.email_key": "%s@example.org",
	"bookings.spouse": 1, "bookings.seats": 2, "bookings.net_paise": 100, "bookings.gst_paise": 18,
	"bookings.amount_paise": 118, "bookings.currency": "INR", "bookings.photo_asset": "photo-%s",
	"bookings.status": "SUCCESS", "bookings.holds_seat": 1, "bookings.withdrawn_at": nil, "accounts.id": "account-%s",
	"accounts.email_key": "%s@example.org", "accounts.photo_asset": "photo-%s", "sessions.scope": "account",
	"sessions.account_id": "account-%s", "sessions.booking_id": nil, "code_challenges.email_key": "%s@example.org",
	"failed_attempts.email_key": "%s@example.org", "code_tries.email_key": "%s@example.org",
	"known_devices.email_key": "%s@example.org", "payment_attempts.attempt_ref": "attempt-%s",
	"payment_attempts.state": "PAID", "payments.attempt_ref": "attempt-%s", "payments.disposition": "applied",
	"payments.joint": 1, "invoices.attempt_ref": "attempt-%s", "tickets.id": "ticket-%s", "tickets.entries_total": 3,
	"tickets.entries_remaining": 2, "tickets.status": "valid", "entries.ticket_id": "ticket-%s", "staff.id": "staff-%s",
	"staff.role": "viewer", "staff_sessions.kind": "passkey", "staff_ceremonies.purpose": "confirm",
	"staff_invitations.staff_id": "staff-%s", "staff_passkeys.staff_id": "staff-%s",
	"staff_sessions.staff_id": "staff-%s", "staff_sessions.token_hash": "session-%s",
	"staff_ceremonies.session_hash": "session-%s", "refund_requests.state": "open", "transfers.state": "accepted",
	"transfers.from_email_key": "%s@example.org", "gate_devices.id": "device-%s", "gate_scans.device": "device-%s",
	"gate_duplicate_scans.device": "device-%s", "gate_clocks.device": "device-%s", "gate_scans.ticket_id": "ticket-%s",
	"blobs.data": []byte("a picture"), "outbox.to_address": "%s@example.org", "outbox.state": "pending",
	"outbox.discard": 0, "identity_checks.verdict": "verified",
}

// An erasure leaves what is in `kept`, and everything about other people.
func TestErasureWalksEveryColumn(t *testing.T) {
	s, _ := open(t)
	// the database itself maintains the sums in seat_counts
	tables := slices.DeleteFunc(tablesOf(t, s), func(table string) bool { return table == "seat_counts" })
	for i, person := range []string{"asha", "bela"} {
		for _, table := range tables {
			insertRow(t, s, table, person, 1000*(i+1))
		}
	}
	before := map[string]map[string]row{}
	for _, table := range tables {
		before[table] = rowsOf(t, s, table)
	}
	if _, err := s.ErasePerson(t.Context(), store.Person{EmailKey: "asha@example.org"},
		time.UnixMilli(123_456_789)); err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		compareRows(t, table, before[table], rowsOf(t, s, table))
	}
	if _, err := s.ErasePerson(t.Context(), store.Person{EmailKey: "asha@example.org"},
		time.UnixMilli(123_456_789)); err != domain.ErrNotFound {
		t.Errorf("the second time: %v", err)
	}
}

type row map[string]any

func compareRows(t *testing.T, table string, before, after map[string]row) {
	t.Helper()
	stays := map[string]bool{}
	for _, reason := range strings.Split(kept[table], ";") {
		if _, columns, found := strings.Cut(reason, ":"); found {
			for _, column := range strings.Fields(columns) {
				stays[column] = true
			}
		}
	}
	if len(after) == 1 && len(stays) == 0 {
		after["asha"] = row{} // the whole row is deleted
	}
	for column, old := range before["asha"] {
		now, still := after["asha"][column]
		switch {
		case still && now == old && !stays[column] && old != nil:
			t.Errorf("%s.%s outlives an erasure: erase it, or say in this test why it is kept", table, column)
		case (!still || now != old) && stays[column]:
			t.Errorf("%s.%s is said to be kept, and is not: %v became %v", table, column, old, now)
		}
		delete(stays, column)
	}
	for column := range stays {
		t.Errorf("there is no %s.%s", table, column)
	}
	if !maps.Equal(before["bela"], after["bela"]) || len(before["bela"]) == 0 {
		t.Errorf("%s: the row of somebody else was changed: %v became %v", table, before["bela"], after["bela"])
	}
}

// tablesOf lists the tables in an order in which rows can be inserted: referenced tables come first.
func tablesOf(t *testing.T, s *store.Store) (tables []string) {
	t.Helper()
	names := textsIn(t, s, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
			ORDER BY name`)
	for len(tables) < len(names) {
		before := len(tables)
		for _, name := range names {
			free := true
			for _, parent := range textsIn(t, s, `SELECT "table" FROM pragma_foreign_key_list('`+name+`')`) {
				free = free && slices.Contains(tables, parent)
			}
			if free && !slices.Contains(tables, name) {
				tables = append(tables, name)
			}
		}
		if len(tables) == before {
			t.Fatal("tables refer to each other in a circle")
		}
	}
	return tables
}

func textsIn(t *testing.T, s *store.Store, query string) []string {
	t.Helper()
	texts, err := engine.Values[string](t.Context(), s, query, query)
	must(t, err)
	return texts
}

// insertRow inserts a person's row into a table, with a required or else a unique value in every column.
func insertRow(t *testing.T, s *store.Store, table, person string, number int) {
	t.Helper()
	var names, marks []string
	var values []any
	for _, name := range textsIn(t, s, `SELECT name FROM pragma_table_info('`+table+`')`) {
		number++
		var value any = "trace of " + name + " of " + person
		if kinds := textsIn(t, s, `SELECT type FROM pragma_table_info('`+table+`') WHERE name = '`+name+
			`'`); kinds[0] == "INTEGER" {
			value = number
		}
		if name == "booking_id" {
			value = "booking-" + person
		}
		if given, found := forced[table+"."+name]; found {
			value = given
		}
		if text, is := value.(string); is {
			value = strings.ReplaceAll(text, "%s", person)
		}
		names, marks, values = append(names, name), append(marks, "?"), append(values, value)
	}
	if _, err := s.Exec(t.Context(), fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`, table, strings.Join(names, ", "),
		strings.Join(marks, ", ")), values...); err != nil {
		t.Fatalf("%s: %v: say in `forced` what the schema asks for", table, err)
	}
}

func rowsIn(t *testing.T, from engine.Reader, table string) []row {
	t.Helper()
	rows, err := engine.Maps(t.Context(), from, table, `SELECT * FROM `+table+` ORDER BY rowid`)
	must(t, err)
	var all []row
	for _, one := range rows {
		for name, value := range one {
			if bytes, is := value.([]byte); is {
				one[name] = string(bytes) // comparable
			}
		}
		all = append(all, one)
	}
	return all
}

func rowsOf(t *testing.T, s *store.Store, table string) map[string]row {
	t.Helper()
	all := rowsIn(t, s, table)
	if len(all) == 0 || len(all) > 2 {
		t.Fatalf("%s: %d rows", table, len(all))
	}
	if len(all) == 1 {
		return map[string]row{"bela": all[0]}
	}
	return map[string]row{"asha": all[0], "bela": all[1]}
}

func TestErasedPeopleAreNotInTheDatabaseFile(t *testing.T) {
	s, dir := open(t)
	b := applicant("erased")
	b.FirstName, b.Email, b.EmailKey, b.Mobile, b.Status = "Zzquirkson", "zz@example.org", "zz@example.org", "9812345678",
		booking.Failed
	write(t, s, func(ctx context.Context, tx *store.Tx) error {
		for i := range 40 { // other people's rows around the person's row
			if err := tx.InsertBooking(ctx, applicant(fmt.Sprint("other", i))); err != nil {
				return err
			}
		}
		return tx.InsertBooking(ctx, b)
	})
	write(t, s, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE bookings SET first_name = 'Qwertina the Second of her Name', mobile = '9',
				city = 'Bhopal' WHERE id = 'erased'`)
		return err
	})
	if !inFiles(t, dir, "Qwertina") {
		t.Fatal("the test looks at no file of the database")
	}
	if _, err := s.ErasePerson(t.Context(), store.Person{EmailKey: b.EmailKey}, time.UnixMilli(123_456_789)); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"Zzquirkson", "Qwertina", "zz@example.org", "9812345678"} {
		if inFiles(t, dir, word) {
			t.Errorf("%s is in a file", word)
		}
	}
}

func inFiles(t *testing.T, dir, word string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "transom.db"+"*"))
	must(t, err)
	for _, file := range files {
		raw, err := os.ReadFile(file)
		must(t, err)
		if bytes.Contains(raw, []byte(word)) {
			return true
		}
	}
	return false
}
