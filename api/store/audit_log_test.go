package store_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/store"
)

func addEntries(t *testing.T, s *store.Store, bookings ...string) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		for i, id := range bookings {
			err := tx.AddAction(t.Context(), domain.Action{
				At: time.UnixMilli(int64(1000 + i)), Actor: domain.Actor{ID: "m1", Name: "Asha", Role: domain.RoleRegistrar},
				Name: "correct", BookingID: id, Why: "she called", Before: map[string]string{"firstname": "Aasha"},
				After: map[string]string{"firstname": "Asha"},
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	must(t, err)
}

func TestActivityLog(t *testing.T) {
	sqlite, _ := open(t)
	pg := postgres(t)
	for _, s := range []*store.Store{sqlite, pg} {
		addEntries(t, s, "b1", "b2", "b1")
		entries, err := s.AuditLog(t.Context(), store.AuditFilter{BookingID: "b1", Limit: 10})
		if err != nil || len(entries) != 2 || entries[0].N != 3 || entries[1].After["firstname"] != "Asha" ||
			entries[0].Why != "she called" {
			t.Fatalf("%+v, %v", entries, err)
		}
		if older, err := s.AuditLog(t.Context(), store.AuditFilter{Before: 3, Limit: 1}); err != nil || len(older) != 1 ||
			older[0].N != 2 {
			t.Errorf("older: %+v, %v", older, err)
		}
		if c, err := s.CheckAuditLog(t.Context()); err != nil || c.Entries != 3 || c.Last != entries[0].Hash {
			t.Errorf("%+v, %v", c, err)
		}
		for _, statement := range []string{
			`UPDATE audit_log SET actor_name = 'Ravi' WHERE n = 1`, `DELETE FROM audit_log WHERE n = 3`,
			`DELETE FROM audit_details WHERE n = 3`,
			`UPDATE audit_details SET details = '{}' WHERE n = 1`,
		} {
			if _, err := s.Exec(t.Context(), statement); err == nil || !strings.Contains(err.Error(), "append-only") {
				t.Errorf("%s: %v", statement, err)
			}
		}
	}
}

func TestChangedEntriesAreFound(t *testing.T) {
	for _, c := range []struct{ name, statement, want string }{
		{"another actor", `UPDATE audit_log SET actor_name = 'Ravi' WHERE n = 2`, "changed at entry 2"},
		{"another time", `UPDATE audit_log SET at = at + 1 WHERE n = 1`, "changed at entry 1"},
		{"another booking", `UPDATE audit_log SET booking_id = 'b9' WHERE n = 3`, "changed at entry 3"},
		{"one removed", `DELETE FROM audit_log WHERE n = 2`, "changed at entry 2"},
		{"the first removed", `DELETE FROM audit_log WHERE n = 1`, "changed at entry 1"},
		{"one doubled", `INSERT INTO audit_log SELECT 4, at, actor_id, actor_name, actor_role, action, booking_id, object,
				request_id, details_hash, prev_hash, 'x' FROM audit_log WHERE n = 3`, "changed at entry 4"},
		{"other details", `UPDATE audit_details SET details = '{"why":"no reason"}' WHERE n = 2`,
			"details of entry 2 were changed"},
		{"details emptied", `UPDATE audit_details SET details = '', salt = '' WHERE n = 2`,
			"entry 2 were removed without an erasure"},
		{"details removed", `DELETE FROM audit_details WHERE n = 3`, "entry 3 were removed without an erasure"},
		{"nothing", `SELECT 1`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := open(t)
			addEntries(t, s, "b1", "b2", "b3")
			for _, statement := range []string{
				`PRAGMA foreign_keys = OFF`, `DROP TRIGGER audit_log_no_update`, `DROP TRIGGER audit_log_no_delete`,
				`DROP TRIGGER audit_details_only_emptied`,
				`DROP TRIGGER audit_details_no_delete`, c.statement,
			} {
				exec(t, s, statement)
			}
			_, err := s.CheckAuditLog(t.Context())
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// The first entry with the key protects the entries that an older version chained without one.
func TestOldEntriesAreChainedByTheNext(t *testing.T) {
	for name, c := range map[string]struct {
		statements []string
		want       string
	}{
		"nothing": {nil, ""},
		"an old one rewritten, and its chain": {[]string{
			`UPDATE audit_log SET actor_name = 'Ravi' WHERE n = 2`, `rehash`,
		}, "changed at entry"},
		"a new one rewritten, and its chain without the key": {[]string{
			`UPDATE audit_log SET actor_name = 'Ravi', at = at + 3600000 WHERE n = 5`, `rehash 5`,
		}, "changed at entry 5"},
		"an entry without the key while others were updated": {[]string{`old`}, ""},
		"an entry without the key later":                     {[]string{`old later`}, "changed at entry 6"},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := open(t)
			addOldEntries(t, s, 3, time.UnixMilli(1000))
			addEntries(t, s, "b4", "b5")
			run := func(statement string) {
				t.Helper()
				exec(t, s, statement)
			}
			run(`DROP TRIGGER IF EXISTS audit_log_no_update`)
			for _, statement := range c.statements {
				switch statement {
				case "rehash":
					rehash(t, s, 1, 3)
				case "rehash 5":
					rehash(t, s, 5, 5)
				case "old":
					addOldEntries(t, s, 1, time.UnixMilli(1000).Add(5*time.Minute))
				case "old later":
					addOldEntries(t, s, 1, time.UnixMilli(1000).Add(2*time.Hour))
				default:
					run(statement)
				}
			}
			chain, err := s.CheckAuditLog(t.Context())
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%+v, %v", chain, err)
			}
		})
	}
}

func TestAnAnchorShowsThatTheLogWasCutOff(t *testing.T) {
	sqlite, _ := open(t)
	pg := postgres(t)
	for _, s := range []*store.Store{sqlite, pg} {
		if last, err := s.LastAction(t.Context()); err != nil || last != (store.AuditAnchor{}) {
			t.Errorf("%+v, %v", last, err)
		}
		addEntries(t, s, "b1", "b2")
		last, err := s.LastAction(t.Context())
		if err != nil || last.N != 2 || !strings.HasPrefix(last.Hash, "hmac:") || s.CheckAuditAnchor(t.Context(),
			last) != nil {
			t.Errorf("%+v, %v", last, err)
		}
		if err := s.CheckAuditAnchor(t.Context(), store.AuditAnchor{N: 3, Hash: last.Hash}); err == nil ||
			!strings.Contains(err.Error(), "cut off: entry 3") {
			t.Error(err)
		}
		if s == sqlite { // rewrites all entries, as somebody without the key could
			exec(t, s, `DROP TRIGGER audit_log_no_update`)
			rehash(t, s, 1, 2)
			if _, err := s.CheckAuditLog(t.Context()); err != nil {
				t.Error(err)
			}
			apitest.Fails(t, s.CheckAuditAnchor(t.Context(), last), "rewritten: entry 2")
			continue
		}
		if err := s.CheckAuditAnchor(t.Context(), store.AuditAnchor{N: 1, Hash: last.Hash}); err == nil ||
			!strings.Contains(err.Error(), "rewritten: entry 1") {
			t.Error(err)
		}
	}
}

func TestActivityLogNeedsItsKey(t *testing.T) {
	s, _ := open(t)
	addEntries(t, s, "b1")
	for _, key := range [][]byte{nil, []byte("another key")} {
		s.SetAuditKey(key)
		if c, err := s.CheckAuditLog(t.Context()); err == nil {
			t.Errorf("%q: %+v", key, c)
		}
	}
	s.SetAuditKey(nil)
	if err := s.Write(t.Context(), func(tx *store.Tx) error {
		return tx.AddAction(t.Context(), domain.Action{})
	}); err == nil {
		t.Error("an entry was added without the key")
	}
}

// addOldEntries adds entries that are chained without the key, as in an older version.
func addOldEntries(t *testing.T, s *store.Store, n int, at time.Time) {
	t.Helper()
	for range n {
		last, err := s.LastAction(t.Context())
		must(t, err)
		exec(t, s, `INSERT INTO audit_log (n, at, actor_id, actor_name, actor_role, action, booking_id, object, request_id,
				details_hash, prev_hash, hash)
			VALUES (?, ?, 'm1', 'Asha', '', 'note', '', '', '', ?, '', '')`, last.N+1, at.UnixMilli(), sum("salt{}"))
		exec(t, s, `INSERT INTO audit_details (n, salt, details) VALUES (?, 'salt', '{}')`, last.N+1)
		rehash(t, s, last.N+1, last.N+1)
	}
}

func sum(text string) string {
	hash := sha256.Sum256([]byte(text))
	return hex.EncodeToString(hash[:])
}

// rehash chains the entries again, as an attacker without the key would.
func rehash(t *testing.T, s *store.Store, from, to int64) {
	t.Helper()
	exec(t, s, `DROP TRIGGER IF EXISTS audit_log_no_update`)
	for n := from; n <= to; n++ {
		before := ""
		if n > 1 {
			must(t, s.QueryOne(t.Context(), &before, `SELECT hash FROM audit_log WHERE n = ?`, n-1))
		}
		values, texts := []any{before, n, new(int64)}, [8]string{}
		places := []any{values[2]}
		for i := range texts {
			places = append(places, &texts[i])
		}
		err := s.QueryRowContext(t.Context(), `SELECT at, actor_id, actor_name, actor_role, action, booking_id, object,
				request_id, details_hash FROM audit_log WHERE n = ?`, n).Scan(places...)
		for _, text := range texts {
			values = append(values, text)
		}
		raw, jsonErr := json.Marshal(values)
		if err != nil || jsonErr != nil {
			t.Fatal(err, jsonErr)
		}
		exec(t, s, `UPDATE audit_log SET prev_hash = ?, hash = ? WHERE n = ?`, before, sum(string(raw)), n)
	}
}
