package store

import (
	"strings"
	"testing"
	"time"

	"transom/api/domain"
)

func addActs(t *testing.T, s *Store, bookings ...string) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *Tx) error {
		for i, id := range bookings {
			err := tx.AddAct(t.Context(), domain.Act{
				At: time.UnixMilli(int64(1000 + i)), Actor: domain.Actor{ID: "m1", Name: "Asha", Role: domain.RoleRegistrar}, Action: domain.ActCorrect,
				BookingID: id, Why: "she telephoned", Before: map[string]string{"firstname": "Aasha"}, After: map[string]string{"firstname": "Asha"},
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Acts come back as they were added, in both databases, and the chain proves.
func TestActs(t *testing.T) {
	sqlite, _ := open(t)
	pg, _ := postgres(t)
	for _, s := range []*Store{sqlite, pg} {
		addActs(t, s, "b1", "b2", "b1")
		acts, err := s.Acts(t.Context(), ActFilter{BookingID: "b1", Limit: 10})
		if err != nil || len(acts) != 2 || acts[0].N != 3 || acts[1].After["firstname"] != "Asha" || acts[0].Why != "she telephoned" {
			t.Fatalf("%+v, %v", acts, err)
		}
		if older, err := s.Acts(t.Context(), ActFilter{Before: 3, Limit: 1}); err != nil || len(older) != 1 || older[0].N != 2 {
			t.Errorf("older: %+v, %v", older, err)
		}
		if c, err := s.CheckActs(t.Context()); err != nil || c.Acts != 3 || c.Last != acts[0].Hash {
			t.Errorf("%+v, %v", c, err)
		}
		for _, statement := range []string{
			`UPDATE acts SET actor_name = 'Ravi' WHERE n = 1`, `DELETE FROM acts WHERE n = 3`, `DELETE FROM act_details WHERE n = 3`,
			`UPDATE act_details SET details = '{}' WHERE n = 1`,
		} {
			if _, err := s.write.ExecContext(t.Context(), statement); err == nil || !strings.Contains(err.Error(), "append-only") {
				t.Errorf("%s: %v", statement, err)
			}
		}
	}
}

// Whoever edits the file with other means is found out, whatever is edited.
func TestChangedActsShow(t *testing.T) {
	for _, c := range []struct{ name, statement, want string }{
		{"another actor", `UPDATE acts SET actor_name = 'Ravi' WHERE n = 2`, "changed at act 2"},
		{"another time", `UPDATE acts SET at = at + 1 WHERE n = 1`, "changed at act 1"},
		{"another booking", `UPDATE acts SET booking_id = 'b9' WHERE n = 3`, "changed at act 3"},
		{"one removed", `DELETE FROM acts WHERE n = 2`, "changed at act 2"},
		{"the first removed", `DELETE FROM acts WHERE n = 1`, "changed at act 1"},
		{"one doubled", `INSERT INTO acts SELECT 4, at, actor_id, actor_name, actor_role, action, booking_id, object, request_id, details_hash, prev_hash, 'x' FROM acts WHERE n = 3`, "changed at act 4"},
		{"other details", `UPDATE act_details SET details = '{"why":"no reason"}' WHERE n = 2`, "details of act 2 were changed"},
		{"details emptied", `UPDATE act_details SET details = '', salt = '' WHERE n = 2`, "act 2 were emptied without an erasure"},
		{"details removed", `DELETE FROM act_details WHERE n = 3`, "act 3 were emptied without an erasure"},
		{"nothing", `SELECT 1`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := open(t)
			addActs(t, s, "b1", "b2", "b3")
			for _, statement := range []string{
				`PRAGMA foreign_keys = OFF`, `DROP TRIGGER acts_no_update`, `DROP TRIGGER acts_no_delete`, `DROP TRIGGER act_details_only_emptied`,
				`DROP TRIGGER act_details_no_delete`, c.statement,
			} {
				if _, err := s.write.ExecContext(t.Context(), statement); err != nil {
					t.Fatal(statement, err)
				}
			}
			_, err := s.CheckActs(t.Context())
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
