package main

import (
	"database/sql"
	"path/filepath"
	"time"
)

// measureStart kills the program and measures how long it takes to be ready again with n registrations.
func (p *product) measureStart(n int) (time.Duration, error) {
	p.stop()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(p.folder, "transom.db")+"?_busy_timeout=5000&_journal_mode=WAL")
	if err != nil {
		return 0, err
	}
	db.SetMaxOpenConns(1)
	// The registrations are copies of one real booking, all paid.
	for _, statement := range []string{
		`CREATE TEMP TABLE copies AS
		 WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		 SELECT one.* FROM n, (SELECT * FROM bookings LIMIT 1) AS one`,
		`UPDATE copies
		 SET id = 'b' || rowid, code = printf('%06d', rowid), email = rowid || email, email_key = rowid || email_key,
		 	membership_no = membership_no || rowid,
		     person_key = 'p' || rowid, status = 'SUCCESS', holds_seat = 1, paid_at = created_at`,
		`INSERT INTO bookings SELECT * FROM copies`,
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
