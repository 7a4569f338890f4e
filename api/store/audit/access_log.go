package audit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/store/engine"
)

// hashOf encodes the fields as JSON, which separates them unambiguously.
func hashOf(a booking.Access, prev string) string {
	// strings and numbers can always be encoded
	raw, _ := json.Marshal([]any{prev, engine.ToMillis(a.At), a.Who, a.Why, a.Action, a.BookingID, a.AssetID})
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// LogAccess adds an entry. The caller commits it before opening the document.
func (tx Tx) LogAccess(ctx context.Context, a booking.Access) error {
	prev, err := engine.ValueOr(ctx, tx, "read access log", "", `SELECT hash FROM access_log ORDER BY n DESC LIMIT 1`)
	if err != nil {
		return err
	}
	return tx.Exec(ctx, "write access log", `
		INSERT INTO access_log (at, who, why, action, booking_id, asset_id, prev_hash, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		a.At, a.Who, a.Why, a.Action, a.BookingID, a.AssetID, prev, hashOf(a, prev))
}

// Undecided is true for a view that was not followed by a decision about the document.
const Undecided = `NOT EXISTS (SELECT 1
	FROM identity_checks
	WHERE identity_checks.booking_id = access_log.booking_id AND identity_checks.at >= access_log.at)`

// CountUndecided counts the views since a given time that were not followed by a decision about the document.
func (tx Tx) CountUndecided(ctx context.Context, since time.Time) (int, error) {
	return engine.Value[int](ctx, tx, "count views without a decision",
		`SELECT COUNT(*) FROM access_log WHERE at > ? AND `+Undecided, since)
}

// AccessLog verifies the chain of all entries; only a backup's count reveals missing ones at the end.
func (s Store) AccessLog(ctx context.Context) ([]booking.Access, error) {
	type link struct {
		booking.Access
		prev, hash string
	}
	links, err := engine.All(ctx, s, "read access log", func(l *link) []any {
		return []any{&l.At, &l.Who, &l.Why, &l.Action, &l.BookingID, &l.AssetID, &l.prev, &l.hash}
	}, `
		SELECT at, who, why, action, booking_id, asset_id, prev_hash, hash
		FROM access_log
		ORDER BY n`)
	if err != nil {
		return nil, err
	}
	prev, entries := "", make([]booking.Access, 0, len(links))
	for i, l := range links {
		if l.prev != prev || l.hash != hashOf(l.Access, prev) {
			return nil, fmt.Errorf("the access log was changed at entry %d", i+1)
		}
		prev = l.hash
		entries = append(entries, l.Access)
	}
	return entries, nil
}
