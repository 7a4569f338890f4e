package app

import (
	"database/sql"
	"os"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite"

	"transom/api/store/engine"
	"transom/api/upload"
)

func (c *crash) checkFiles() {
	c.t.Helper()
	db := c.open("transom.db")
	defer db.Close()
	var verdict string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&verdict); err != nil || verdict != "ok" {
		c.t.Fatalf("integrity: %q, %v", verdict, err)
	}
	for what, query := range map[string]string{
		"bookings without an attempt": `SELECT COUNT(*) FROM bookings WHERE id NOT IN (SELECT booking_id
				FROM payment_attempts)`,
		"bookings without consent": `SELECT COUNT(*) FROM bookings WHERE id NOT IN (SELECT booking_id FROM consents)`,
		"bookings without a key": `SELECT COUNT(*) FROM bookings WHERE id NOT IN (SELECT booking_id
				FROM idempotency_keys)`,
		"bookings without their photo": `SELECT COUNT(*) FROM bookings WHERE photo_asset NOT IN (SELECT id FROM assets
				WHERE kind = 'photo' AND claimed_at IS NOT NULL)`,
		"bookings without their paper": `SELECT COUNT(*) FROM bookings WHERE id_asset NOT IN (SELECT id FROM assets
				WHERE kind = 'aadhar' AND claimed_at IS NOT NULL)`,
		"people with two bookings": `SELECT COUNT(*) FROM (SELECT 1 FROM bookings
				GROUP BY email_key HAVING COUNT(*) > 1)`,
		"paid bookings without a ticket": `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'
				AND id NOT IN (SELECT booking_id FROM tickets)`,
		"paid bookings without payment": `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'
				AND id NOT IN (SELECT booking_id FROM payments WHERE disposition = 'applied')`,
		"tickets that nobody paid for": `SELECT COUNT(*) FROM tickets WHERE booking_id NOT IN (SELECT id FROM bookings
				WHERE status = 'SUCCESS')`,
	} {
		if n := count(c, db, query); n != 0 {
			c.t.Errorf("%d %s", n, what)
		}
	}
	rows, err := db.Query(`SELECT kind, id FROM assets WHERE deleted_at IS NULL`)
	must(c.t, err)
	defer rows.Close()
	for rows.Next() {
		var kind, id string
		must(c.t, rows.Scan(&kind, &id))
		if info, err := os.Stat(filepath.Join(c.folder, "uploads", upload.BlobName(kind, id))); err != nil ||
			info.Size() == 0 {
			c.t.Errorf("a row names a picture that is not there: %v", err)
		}
	}
}

func (c *crash) checkEverything() {
	c.t.Helper()
	c.checkFiles()
	db := c.open("transom.db")
	defer db.Close()
	for id := range c.booked {
		if count(c, db, `SELECT COUNT(*) FROM bookings WHERE id = ?`, id) != 1 {
			c.t.Errorf("the acknowledged registration %s is lost", id)
		}
	}
	for id := range c.paid {
		if count(c, db, `SELECT COUNT(*) FROM bookings WHERE id = ? AND status = 'SUCCESS'`, id) != 1 {
			c.t.Errorf("the acknowledged payment of %s is lost", id)
		}
	}
	if stored := count(c, db, `SELECT COUNT(*) FROM bookings`); stored != len(c.booked) {
		c.t.Errorf("%d bookings for %d people", stored, len(c.booked))
	}
	box := c.open("sandbox.db")
	defer box.Close()
	if n := count(c, box, `SELECT COUNT(*) FROM (SELECT 1 FROM links GROUP BY reference HAVING COUNT(*) > 1)`); n != 0 {
		c.t.Errorf("%d bookings have two payment links", n)
	}
	if soak && c.slowest > 2*time.Second {
		c.t.Errorf("one start took %v", c.slowest)
	}
}

func (c *crash) open(name string) *sql.DB {
	c.t.Helper()
	db, err := sql.Open("sqlite", engine.Address(filepath.Join(c.folder, name), "_busy_timeout=5000"))
	must(c.t, err)
	return db
}

func count(c *crash, db *sql.DB, query string, args ...any) int {
	c.t.Helper()
	var n int
	if err := db.QueryRow(query, args...).Scan(&n); err != nil {
		c.t.Fatalf("%s: %v", query, err)
	}
	return n
}
