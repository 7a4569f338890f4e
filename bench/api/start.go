package main

import (
	"database/sql"
	"path/filepath"
	"time"
)

// measureStart stores n registrations, kills the program and measures how long it takes to be ready again.
func (p *product) measureStart(n int) (time.Duration, error) {
	p.stop()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(p.folder, "transom.db")+"?_busy_timeout=5000&_journal_mode=WAL")
	if err != nil {
		return 0, err
	}
	db.SetMaxOpenConns(1)
	// Copies of one real booking, all paid.
	for _, statement := range []string{
		`CREATE TEMP TABLE one AS SELECT * FROM bookings LIMIT 1`,
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		 INSERT INTO bookings
		 SELECT 'b' || i, created_at, i || email, i || email_key, first_name, last_name, mobile, dob, gender, company_name, designation,
		        institute_name, membership_no || i, gst_no, country, state, city, spouse, spouse_name, category_type, seats,
		        net_paise, gst_paise, amount_paise, currency, photo_asset, id_asset, 'SUCCESS', 1, created_at, 'p' || i, NULL, NULL
		 FROM n, one`,
	} {
		if _, err := db.Exec(statement, n); err != nil {
			db.Close()
			return 0, err
		}
	}
	if err := db.Close(); err != nil {
		return 0, err
	}
	started := time.Now()
	err = p.start()
	return time.Since(started).Round(time.Millisecond), err
}
