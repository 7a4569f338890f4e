package bookings

import (
	"context"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/store/engine"
	"transom/api/store/pictures"
)

// IDCheck is the result of checking an identity document at the desk.
type IDCheck struct {
	BookingID string    `json:"booking_id"`
	At        time.Time `json:"at"`
	Who       string    `json:"who"`
	Verdict   string    `json:"verdict"`  // verified or rejected
	Document  string    `json:"document"` // its kind, for example "passport"
	Last4     string    `json:"last4"`
}

// IDChecks lists a booking's checks, oldest first.
func (s Store) IDChecks(ctx context.Context, bookingID string) ([]IDCheck, error) {
	return engine.All(ctx, s, "list identity checks", func(c *IDCheck) []any {
		return []any{&c.BookingID, &c.At, &c.Who, &c.Verdict, &c.Document, &c.Last4}
	}, `
		SELECT booking_id, at, who, verdict, document, last4
		FROM identity_checks
		WHERE booking_id = ?
		ORDER BY id`, bookingID)
}

// ApproveDocument also starts the document's last retention period.
func (tx Tx) ApproveDocument(ctx context.Context, bookingID, who, document, last4 string, now time.Time) error {
	return errors.Join(tx.addIDCheck(ctx, IDCheck{bookingID, now, who, "verified", document, last4}),
		tx.Exec(ctx, "mark identity as verified", `
		UPDATE bookings SET id_verified_at = ?, id_rejected_at = NULL WHERE id = ?`, now, bookingID))
}

// RejectDocument records that a document was rejected, and releases its picture.
func (tx Tx) RejectDocument(ctx context.Context, b booking.Booking, who string, now time.Time) error {
	return errors.Join(tx.addIDCheck(ctx, IDCheck{b.ID, now, who, "rejected", "", ""}),
		tx.Exec(ctx, "reject identity document", `
		UPDATE bookings SET id_asset = '', id_verified_at = NULL, id_rejected_at = ? WHERE id = ?`, now, b.ID),
		pictures.Tx{Tx: tx.Tx}.ReleaseAsset(ctx, b.IDAsset, now))
}

func (tx Tx) addIDCheck(ctx context.Context, c IDCheck) error {
	return tx.Exec(ctx, "add identity check", `
		INSERT INTO identity_checks (booking_id, at, who, verdict, document, last4)
		VALUES (?, ?, ?, ?, ?, ?)`, c.BookingID, c.At, c.Who, c.Verdict, c.Document, c.Last4)
}

// ReplaceDocument replaces a rejected identity document with another one, which has not been checked yet.
func (tx Tx) ReplaceDocument(ctx context.Context, bookingID, asset string) error {
	return tx.Exec(ctx, "replace identity document", `
		UPDATE bookings SET id_asset = ?, id_verified_at = NULL, id_rejected_at = NULL WHERE id = ?`, asset, bookingID)
}

const rejected = `id_rejected_at IS NOT NULL AND status = 'SUCCESS' AND holds_seat = 1`

// RejectedDocuments lists the bookings that still need a replacement document.
func (s Store) RejectedDocuments(ctx context.Context) ([]booking.Booking, error) {
	return engine.All(ctx, s, "list rejected documents", Places, `
		SELECT `+Columns+` FROM bookings WHERE `+rejected+` ORDER BY id_rejected_at, id`)
}

// ReplacedDocuments returns those of the bookings whose present holder has had a document rejected.
func (s Store) ReplacedDocuments(ctx context.Context, ids []string) ([]string, error) {
	return engine.Values[string](ctx, s, "find replaced documents", `
		SELECT DISTINCT booking_id
		FROM identity_checks AS checks
		WHERE verdict = 'rejected'
		  AND booking_id IN (SELECT value FROM json_each(?))
		  AND NOT EXISTS (SELECT 1
		                  FROM transfers
		                  WHERE transfers.booking_id = checks.booking_id AND state = 'accepted' AND ended_at > at)`,
		engine.AsJSON(ids))
}

// ReplaceNumbers replaces an institute's list of membership numbers, which are hashed.
func (tx Tx) ReplaceNumbers(ctx context.Context, institute string, hashes []string) error {
	return errors.Join(tx.Exec(ctx, "forget numbers", `DELETE FROM institute_numbers WHERE institute = ?`, institute),
		tx.Exec(ctx, "store numbers", `
		INSERT INTO institute_numbers (number_hash, institute)
		SELECT value, ? FROM json_each(?)`, institute, engine.AsJSON(hashes)))
}

// CountNumbers returns how many numbers are on each institute's list, by the institute's id.
func (s Store) CountNumbers(ctx context.Context) (map[string]int, error) {
	return engine.ByKey[string, int](ctx, s, "count numbers",
		`SELECT institute, COUNT(*) FROM institute_numbers GROUP BY institute`)
}

// ListedNumbers returns which of the hashes are on a list.
func (s Store) ListedNumbers(ctx context.Context, hashes []string) ([]string, error) {
	return engine.Values[string](ctx, s, "find numbers", `
		SELECT number_hash FROM institute_numbers WHERE number_hash IN (SELECT value FROM json_each(?))`,
		engine.AsJSON(hashes))
}

// SameNumbers returns the codes of other bookings with the same membership number, by the given bookings' ids.
func (s Store) SameNumbers(ctx context.Context, ids []string) (map[string][]string, error) {
	type pair struct{ id, code string }
	all, err := engine.All(ctx, s, "find same numbers", func(p *pair) []any { return []any{&p.id, &p.code} }, `
		SELECT b.id, other.code
		FROM bookings AS b
		JOIN bookings AS other
		  ON other.institute_name = b.institute_name
		 AND other.membership_key = b.membership_key
		 AND other.status = 'SUCCESS'
		 AND other.holds_seat = 1
		 AND other.id <> b.id
		WHERE b.id IN (SELECT value FROM json_each(?)) AND b.membership_key <> ''
		ORDER BY other.code`, engine.AsJSON(ids))
	same := map[string][]string{}
	for _, p := range all {
		same[p.id] = append(same[p.id], p.code)
	}
	return same, err
}
