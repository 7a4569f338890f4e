package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/booking"
)

// BookingFilter narrows a list of registrations; an empty field admits everything.
type BookingFilter struct{ Status, Category string }

// SearchBookings lists registrations, oldest first.
func (s *Store) SearchBookings(ctx context.Context, f BookingFilter) ([]booking.Booking, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+bookingNames+`
		FROM bookings
		WHERE (?1 = '' OR status = ?1)
		  AND (?2 = '' OR category_type = ?2)
		ORDER BY created_at, id`, f.Status, f.Category)
	return collect(rows, err, "search bookings", scanBooking)
}

// IDCheck is what the desk found when it looked at an identity document.
type IDCheck struct {
	BookingID string    `json:"booking_id"`
	At        time.Time `json:"at"`
	Who       string    `json:"who"`
	Verdict   string    `json:"verdict"` // verified or rejected
	Document  string    `json:"paper"`   // its kind, for example "passport"
	Last4     string    `json:"last4"`
}

// IDChecks lists what the desk found about a booking, oldest first.
func (s *Store) IDChecks(ctx context.Context, bookingID string) ([]IDCheck, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT booking_id, at, who, verdict, paper, last4
		FROM id_checks
		WHERE booking_id = ?
		ORDER BY id`, bookingID)
	return collect(rows, err, "list identity checks", func(row oneRow) (c IDCheck, err error) {
		var at int64
		err = row.Scan(&c.BookingID, &at, &c.Who, &c.Verdict, &c.Document, &c.Last4)
		c.At = fromMillis(at)
		return c, err
	})
}

// AddIDCheck records a finding. A verified document starts its last period; a rejected one is given up at once.
func (tx *Tx) AddIDCheck(ctx context.Context, c IDCheck) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO id_checks (booking_id, at, who, verdict, paper, last4)
		VALUES (?, ?, ?, ?, ?, ?)`, c.BookingID, toMillis(c.At), c.Who, c.Verdict, c.Document, c.Last4)
	if err != nil {
		return fmt.Errorf("add identity check: %w", err)
	}
	if c.Verdict == "rejected" {
		return tx.releaseIDDocument(ctx, c.BookingID, c.At)
	}
	_, err = tx.ExecContext(ctx, `UPDATE bookings SET id_verified_at = ? WHERE id = ?`, toMillis(c.At), c.BookingID)
	if err != nil {
		return fmt.Errorf("mark identity as verified: %w", err)
	}
	return nil
}

// OpenTasks lists what waits for a person, oldest first.
func (s *Store) OpenTasks(ctx context.Context) ([]booking.Task, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT kind, booking_id, attempt_ref, dedupe_key, text
		FROM tasks
		WHERE done_at IS NULL
		ORDER BY created_at, dedupe_key`)
	return collect(rows, err, "list tasks", func(row oneRow) (t booking.Task, err error) {
		err = row.Scan(&t.Kind, &t.BookingID, &t.AttemptRef, &t.DedupeKey, &t.Text)
		return t, err
	})
}

// Snapshot writes a consistent copy of the database into a new file. Other programs may write meanwhile.
func (s *Store) Snapshot(ctx context.Context, path string) error {
	if err := s.d.snapshot(ctx, s.write, path); err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	return nil
}

// SnapshotFile is Snapshot of another SQLite file.
func SnapshotFile(ctx context.Context, from, to string) error {
	db, err := sql.Open("sqlite", Address(from, sharedSettings))
	if err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return fmt.Errorf("snapshot %s: %w", from, err)
	}
	return nil
}

// Verify reads everything and reports what is broken.
func (s *Store) Verify(ctx context.Context) error {
	if err := s.d.verify(ctx, s.read); err != nil {
		return err
	}
	var category string
	var counted, held int
	err := s.read.QueryRowContext(ctx, miscountedSQL).Scan(&category, &counted, &held)
	if errors.Is(err, sql.ErrNoRows) {
		return s.CheckStates(ctx)
	}
	if err != nil {
		return fmt.Errorf("compare seats with their count: %w", err)
	}
	return fmt.Errorf("%d seats of %s are counted, and bookings hold %d: somebody has written to the database by hand, "+
		"without its triggers. "+
		"Registrations of this category are stopped too early or too late", counted, category, held)
}

// miscountedSQL finds a category whose seats are not counted as they are held.
const miscountedSQL = `
	SELECT category_type, SUM(counted), SUM(held)
	FROM (SELECT category_type, seats AS counted, 0 AS held FROM seat_counts
	      UNION ALL
	      SELECT category_type, 0, seats FROM bookings WHERE holds_seat = 1) AS both_ways
	GROUP BY category_type
	HAVING SUM(counted) <> SUM(held)
	ORDER BY category_type
	LIMIT 1`
