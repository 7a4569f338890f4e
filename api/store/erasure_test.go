package store

import (
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/domain"
)

// kept are the columns that outlive an erasure, by table, each with the reason in front. Everything else of a person goes; a
// new column is in neither until somebody decides.
var kept = map[string]string{
	"bookings": `books: id created_at spouse category_type seats net_paise gst_paise amount_paise currency status holds_seat paid_at;
		proof that the document was looked at: id_verified_at`,
	"consents":         `proof of consent, of a booking without a name: booking_id notice_version language given_at ticked`,
	"idempotency_keys": `hashes, gone after two days: key_hash body_hash booking_id created_at`,
	"payment_attempts": `books: attempt_ref booking_id n provider provider_id url amount_paise currency state created_at expires_at closed_at
		last_checked_at next_check_at checks answered_at`,
	"payment_events": `books, without names: provider event_id received_at kind provider_id attempt_ref body_sha256 body_redacted processed_at
		payment_id dispute_id tries next_try_at`,
	"payments": `books: provider provider_payment_id attempt_ref booking_id amount_paise captured_at disposition refund_key refund_tries
		next_refund_at refunded_at refunded_paise lost_paise`,
	"tasks":   `work, which names bookings and never people: dedupe_key kind booking_id attempt_ref text created_at done_at`,
	"tickets": `books: id booking_id category_type seats entries_total entries_remaining gate seat_row seat signature issued_at`,
	"entries": `books: id ticket_id entered_at gate`,
	"outbox": `that something was sent, not to whom: id dedupe_key template message_id discard created_at next_try_at tries sent_at
		last_error`,
	"alarms":           `the names of checks: name told_at good_at`,
	"access_log":       `who looked, which nobody may change: n at who why action booking_id asset_id prev_hash hash`,
	"blobs":            `pictures, which go with their row in assets: name written_at data`,
	"id_checks":        `who looked: id booking_id at who verdict paper`,
	"key_fingerprints": `about keys, not people: name fingerprint`,
	"assets": `the record of what is destroyed: id kind created_at uploader_hash size_bytes width height sha256 session_hash claimed_at
		deleted_at`,
}

// forced are values that the schema or the way from a person to the row asks for; %s is the person.
var forced = map[string]any{
	"assets.id": "photo-%s", "assets.kind": "photo", "assets.released_at": nil, "assets.deleted_at": nil,
	"bookings.id": "booking-%s", "bookings.email": "%s@example.org", "bookings.email_key": "%s@example.org", "bookings.spouse": 1, "bookings.seats": 2,
	"bookings.net_paise": 100, "bookings.gst_paise": 18, "bookings.amount_paise": 118, "bookings.currency": "INR",
	"bookings.photo_asset": "photo-%s", "bookings.status": "SUCCESS", "bookings.holds_seat": 1, "bookings.withdrawn_at": nil,
	"accounts.id": "account-%s", "accounts.email_key": "%s@example.org", "accounts.photo_asset": "photo-%s",
	"sessions.scope": "account", "sessions.account_id": "account-%s", "sessions.booking_id": nil,
	"code_challenges.email_key": "%s@example.org", "signin_misses.email_key": "%s@example.org",
	"code_tries.email_key": "%s@example.org", "known_devices.email_key": "%s@example.org",
	"payment_attempts.attempt_ref": "attempt-%s", "payment_attempts.state": "PAID", "payments.attempt_ref": "attempt-%s", "payments.disposition": "applied",
	"tickets.id": "ticket-%s", "tickets.entries_total": 3, "tickets.entries_remaining": 2, "tickets.status": "valid", "entries.ticket_id": "ticket-%s",
	"blobs.data": []byte("a picture"), "outbox.to_address": "%s@example.org", "outbox.state": "pending", "outbox.discard": 0, "id_checks.verdict": "verified",
}

// An erasure takes everything of a person that is not kept on purpose, in every column of every table, and nothing of
// anybody else.
func TestErasureWalksEveryColumn(t *testing.T) {
	s, _ := open(t)
	tables := tablesOf(t, s.write)
	for i, person := range []string{"asha", "bela"} {
		for _, table := range tables {
			insertRow(t, s.write, table, person, 1000*(i+1))
		}
	}
	before := map[string]map[string]row{}
	for _, table := range tables {
		before[table] = rowsOf(t, s.write, table)
	}
	if _, err := s.ErasePerson(t.Context(), Person{EmailKey: "asha@example.org"}, time.UnixMilli(123_456_789)); err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		compareRows(t, table, before[table], rowsOf(t, s.write, table))
	}
	if _, err := s.ErasePerson(t.Context(), Person{EmailKey: "asha@example.org"}, time.UnixMilli(123_456_789)); err != domain.ErrNotFound {
		t.Errorf("the second time: %v", err)
	}
}

// row is one row's values by column.
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
		after["asha"] = row{} // the whole row is gone
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

// tablesOf lists the tables in an order in which rows can be inserted: a table that is referred to comes first.
func tablesOf(t *testing.T, db *sql.DB) (tables []string) {
	t.Helper()
	names := textsIn(t, db, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
	for len(tables) < len(names) {
		before := len(tables)
		for _, name := range names {
			free := true
			for _, parent := range textsIn(t, db, `SELECT "table" FROM pragma_foreign_key_list('`+name+`')`) {
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

func textsIn(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(query)
	texts, err := collect(rows, err, query, func(row interface{ Scan(...any) error }) (text string, err error) { return text, row.Scan(&text) })
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// insertRow fills every column of a table for a person: with the value that is asked for, else with one of its own.
func insertRow(t *testing.T, db *sql.DB, table, person string, number int) {
	t.Helper()
	var names, marks []string
	var values []any
	for _, name := range textsIn(t, db, `SELECT name FROM pragma_table_info('`+table+`')`) {
		number++
		var value any = "trace of " + name + " of " + person
		if kinds := textsIn(t, db, `SELECT type FROM pragma_table_info('`+table+`') WHERE name = '`+name+`'`); kinds[0] == "INTEGER" {
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
	if _, err := db.Exec(fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`, table, strings.Join(names, ", "), strings.Join(marks, ", ")), values...); err != nil {
		t.Fatalf("%s: %v: say in `forced` what the schema asks for", table, err)
	}
}

// rowsOf reads a table, by person: the rows lie in the order in which they were inserted.
func rowsOf(t *testing.T, db *sql.DB, table string) map[string]row {
	t.Helper()
	rows, err := db.Query(`SELECT * FROM ` + table + ` ORDER BY rowid`)
	if err != nil {
		t.Fatal(err)
	}
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	all, err := collect(rows, nil, table, func(from interface{ Scan(...any) error }) (row, error) {
		values, places, one := make([]any, len(names)), make([]any, len(names)), row{}
		for i := range values {
			places[i] = &values[i]
		}
		err := from.Scan(places...)
		for i, name := range names {
			one[name] = values[i]
			if bytes, is := values[i].([]byte); is {
				one[name] = string(bytes) // which can be compared
			}
		}
		return one, err
	})
	if err != nil || len(all) == 0 || len(all) > 2 {
		t.Fatalf("%s: %d rows, %v", table, len(all), err)
	}
	if len(all) == 1 {
		return map[string]row{"bela": all[0]}
	}
	return map[string]row{"asha": all[0], "bela": all[1]}
}
