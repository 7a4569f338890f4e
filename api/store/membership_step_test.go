package store

import (
	"context"
	"database/sql"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"transom/api/booking"
)

// The members of an older program are compared by the letters and digits of their numbers, too.
func TestOldMembershipsAreKeyed(t *testing.T) {
	dir := t.TempDir()
	db, err := sql.Open("sqlite", Address(filepath.Join(dir, "transom.db"), ""))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	files, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	migrateTo(t, db, sqliteDialect{}, files[:slices.IndexFunc(files,
		func(file string) bool { return strings.HasSuffix(file, "_membership.sql") })])
	for id, number := range map[string]string{"one": "A 344-030", "none": ""} {
		_, err := db.Exec(`
			INSERT INTO bookings (id, created_at, email, email_key, first_name, last_name, mobile, dob, gender, company_name,
				designation,
				institute_name, membership_no, gst_no, country, state, city, spouse, spouse_name, category_type, seats, net_paise,
					gst_paise,
				amount_paise, currency, photo_asset, id_asset, status, holds_seat, paid_at, person_key)
			VALUES (?1, 1, ?1 || '@example.org', ?1 || '@example.org', 'Asha', 'Rao', '9', '1990-01-01', '', '', '',
				'Institute', ?2, '', 'India', 'MP',
				'Bhopal', 0, '', 'X', 1, 100, 18, 118, 'INR', '', '', 'SUCCESS', 1, NULL, ?1)`, id, number)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for number, want := range map[string]bool{"a344030": true, "A-344030.": true, "A344031": false, "": false} {
		b := booking.Booking{ID: "new", PersonKey: "new", Person: booking.Person{InstituteName: "Institute",
			MembershipNo: number}}
		err := s.Write(t.Context(), func(tx *Tx) error {
			paid, err := tx.HasOtherPaid(t.Context(), b)
			if paid != want {
				t.Errorf("%q: %t", number, paid)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
