package audit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"transom/api/store/engine"
)

// Access is one view of an identity document.
type Access struct {
	At        time.Time `json:"at"`
	Who       string    `json:"who"`
	Why       string    `json:"why"`
	Action    string    `json:"action"`
	BookingID string    `json:"booking_id"`
	AssetID   string    `json:"asset_id"`
}

// hash chains an entry to the previous one. JSON separates the fields unambiguously.
func (a Access) hash(prev string) string {
	// strings and numbers can always be encoded
	raw, _ := json.Marshal([]any{prev, engine.ToMillis(a.At), a.Who, a.Why, a.Action, a.BookingID, a.AssetID})
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// LogAccess adds an entry; it is on disk before anything is opened.
func (tx Tx) LogAccess(ctx context.Context, a Access) error {
	prev, err := engine.ValueOr(ctx, tx, "read access log", "", `SELECT hash FROM access_log ORDER BY n DESC LIMIT 1`)
	if err != nil {
		return err
	}
	return tx.Exec(ctx, "write access log", `
		INSERT INTO access_log (at, who, why, action, booking_id, asset_id, prev_hash, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		a.At, a.Who, a.Why, a.Action, a.BookingID, a.AssetID, prev, a.hash(prev))
}

// CountAccesses counts the entries since a given time.
func (tx Tx) CountAccesses(ctx context.Context, since time.Time) (int, error) {
	return engine.Value[int](ctx, tx, "count accesses", `SELECT COUNT(*) FROM access_log WHERE at > ?`,
		since)
}

// AccessLog returns all entries and verifies the chain: a changed, removed or inserted entry is an error. It cannot
// detect missing entries at the end; the count in a backup can.
func (s Store) AccessLog(ctx context.Context) ([]Access, error) {
	type link struct {
		Access
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
	prev, entries := "", make([]Access, 0, len(links))
	for i, l := range links {
		if l.prev != prev || l.hash != l.Access.hash(prev) {
			return nil, fmt.Errorf("the access log was changed at entry %d", i+1)
		}
		prev = l.hash
		entries = append(entries, l.Access)
	}
	return entries, nil
}
