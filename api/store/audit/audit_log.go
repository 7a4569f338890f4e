// Package audit stores the activity log of staff and the log of every view of an identity document, each a hash chain.
package audit

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/engine"
)

// Store runs queries outside transactions.
type Store struct{ *engine.DB }

// Tx is a write transaction.
type Tx struct{ *engine.Tx }

// Queries are reads that work inside and outside a transaction.
type Queries struct{ engine.Reader }

type link struct {
	domain.LoggedAction
	detailsHash, prev string
}

// sealed is the prefix of an entry's hash if the hash was made with the key. Entries of older versions have no prefix.
const sealed = "hmac:"

// If key is nil, hash computes the unkeyed hash of older versions. JSON separates the fields unambiguously.
func (l link) hash(key []byte) string {
	raw, _ := json.Marshal([]any{ // strings and numbers can always be encoded
		l.prev, l.N, engine.ToMillis(l.At), l.Actor.ID, l.Actor.Name, l.Actor.Role, l.Name, l.BookingID, l.Object,
		l.RequestID, l.detailsHash,
	})
	if key == nil {
		return sum(string(raw))
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(raw)
	return sealed + hex.EncodeToString(mac.Sum(nil))
}

func sum(text string) string {
	hash := sha256.Sum256([]byte(text))
	return hex.EncodeToString(hash[:])
}

// Details are the parts of an entry that may contain personal data.
type Details struct {
	Why    string            `json:"why,omitempty"`
	Before map[string]string `json:"before,omitempty"`
	After  map[string]string `json:"after,omitempty"`
}

// AddAction adds an entry to the log, in the same transaction as the change that it describes.
func (tx Tx) AddAction(ctx context.Context, a domain.Action) error {
	if tx.LogKey() == nil {
		return errors.New("add entry: the database was opened without the key of the log")
	}
	last, err := lastAction(ctx, tx)
	if err != nil {
		return err
	}
	raw, _ := json.Marshal(Details{a.Why, a.Before, a.After}) // strings can always be encoded
	salt := domain.NewID(128)
	l := link{domain.LoggedAction{N: last.N + 1, Action: a}, sum(salt + string(raw)), last.Hash}
	return errors.Join(tx.Exec(ctx, "add entry", `
		INSERT INTO audit_log (n, at, actor_id, actor_name, actor_role, action, booking_id, object, request_id, details_hash,
			prev_hash, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		l.N, a.At, a.Actor.ID, a.Actor.Name, a.Actor.Role, a.Name, a.BookingID, a.Object, a.RequestID,
		l.detailsHash, l.prev, l.hash(tx.LogKey())),
		tx.Exec(ctx, "add details of entry", `INSERT INTO audit_details (n, salt, details) VALUES (?, ?, ?)`, l.N,
			salt, string(raw)))
}

// AuditFilter selects entries of the log; an empty field selects all.
type AuditFilter struct {
	ActorID, Action, BookingID string
	Object                     string // what an entry is about, or a command's name
	// ActorName is a name as the log stores it: an id is not enough, because people on the command line share one.
	ActorName   string
	From, Until int64 // unix milliseconds; Until is excluded
	// Before selects entries with lower numbers; 0 starts with the newest. Limit 0 means all.
	Before int64
	Limit  int
}

const actionColumns = `audit_log.n, at, actor_id, actor_name, actor_role, action, booking_id, object, request_id, ` +
	`details_hash, prev_hash, hash,
       COALESCE(salt, ''), COALESCE(details, '')`

// AuditLog lists the entries, newest first.
func (s Store) AuditLog(ctx context.Context, f AuditFilter) ([]domain.LoggedAction, error) {
	if f.Limit == 0 {
		f.Limit = 1 << 40
	}
	links, err := engine.All(ctx, s, "list entries", (*scannedAction).places, `
		SELECT `+actionColumns+`
		FROM audit_log
		LEFT JOIN audit_details ON audit_details.n = audit_log.n
		WHERE (?1 = '' OR actor_id = ?1)
		  AND (?2 = '' OR action = ?2)
		  AND (?3 = '' OR booking_id = ?3)
		  AND at >= ?4
		  AND (CAST(?5 AS BIGINT) = 0 OR at < ?5)
		  AND (CAST(?6 AS BIGINT) = 0 OR audit_log.n < ?6)
		  AND (?7 = '' OR actor_name = ?7)
		  AND (?8 = '' OR object = ?8)
		ORDER BY audit_log.n DESC
		LIMIT ?9`, f.ActorID, f.Action, f.BookingID, f.From, f.Until, f.Before, f.ActorName, f.Object, f.Limit)
	entries := make([]domain.LoggedAction, len(links))
	for i, l := range links {
		entries[i] = l.LoggedAction
		if entries[i].Erased = l.details == ""; entries[i].Erased {
			continue
		}
		var d Details
		if err := json.Unmarshal([]byte(l.details), &d); err != nil {
			return nil, fmt.Errorf("details of entry %d: %w", l.N, err)
		}
		entries[i].Why, entries[i].Before, entries[i].After = d.Why, d.Before, d.After
	}
	return entries, err
}

type scannedAction struct {
	link
	salt, details string
}

func (a *scannedAction) places() []any {
	return []any{&a.N, &a.At, &a.Actor.ID, &a.Actor.Name, &a.Actor.Role, &a.Name, &a.BookingID, &a.Object, &a.RequestID,
		&a.detailsHash, &a.prev, &a.Hash, &a.salt, &a.details}
}

// AuditChain is the result of checking all entries.
type AuditChain struct {
	Entries, Erased int
	Last            string // the hash of the newest entry
}

// An AuditAnchor of the newest entry, stored outside the database, reveals whether entries were cut off or rewritten.
type AuditAnchor struct {
	N    int64  `json:"n"`
	Hash string `json:"hash"`
}

// LastAction returns the newest entry, or the zero value if there is none.
func (s Store) LastAction(ctx context.Context) (AuditAnchor, error) { return lastAction(ctx, s) }

func lastAction(ctx context.Context, from engine.Reader) (AuditAnchor, error) {
	return engine.OneOrNone(ctx, from, "read entries", func(a *AuditAnchor) []any { return []any{&a.N, &a.Hash} },
		`SELECT n, hash FROM audit_log ORDER BY n DESC LIMIT 1`)
}

// CheckAuditAnchor compares the log with an anchor that was stored elsewhere.
func (s Store) CheckAuditAnchor(ctx context.Context, a AuditAnchor) error {
	hash, err := engine.Value[string](ctx, s, "read entries", `SELECT hash FROM audit_log WHERE n = ?`, a.N)
	switch {
	case errors.Is(err, domain.ErrNotFound):
		return fmt.Errorf("the activity log was cut off: entry %d is missing", a.N)
	case err != nil:
		return err
	case hash != a.Hash:
		return fmt.Errorf("the activity log was rewritten: entry %d has changed", a.N)
	}
	return nil
}

// rollingTime is how long an instance of an older version may write entries without the key during an update.
const rollingTime = 10 * time.Minute

// CheckAuditLog verifies the chain: a changed, removed or inserted entry is an error, and so are details that were
// changed, or that were removed although the person was not erased.
func (s Store) CheckAuditLog(ctx context.Context) (c AuditChain, err error) {
	all, err := engine.All(ctx, s, "read entries", (*scannedAction).places, `
		SELECT `+actionColumns+`
		FROM audit_log
		LEFT JOIN audit_details ON audit_details.n = audit_log.n
		ORDER BY audit_log.n`)
	if err != nil {
		return c, err
	}
	gone, err := s.erasedBookings(ctx)
	if err != nil {
		return c, err
	}
	var first *domain.LoggedAction // the first entry that is chained with the key
	for i, a := range all {
		a.Erased = a.details == ""
		expected, key := link{a.LoggedAction, a.detailsHash, c.Last}, []byte(nil)
		if strings.HasPrefix(a.Hash, sealed) {
			if first == nil {
				first = &a.LoggedAction
			}
			if key = s.LogKey(); key == nil {
				return c, errors.New("the activity log cannot be checked without its key")
			}
		}
		switch {
		case a.N != int64(i+1) || a.prev != c.Last || a.Hash != expected.hash(key) || key == nil && first != nil &&
			a.At.After(first.At.Add(rollingTime)):
			return c, fmt.Errorf("the activity log was changed at entry %d", i+1)
		case a.Erased && !gone[a.BookingID]:
			return c, fmt.Errorf("the details of entry %d were removed without an erasure", a.N)
		case !a.Erased && sum(a.salt+a.details) != a.detailsHash:
			return c, fmt.Errorf("the details of entry %d were changed", a.N)
		case a.Erased:
			c.Erased++
		}
		c.Entries, c.Last = c.Entries+1, a.Hash
	}
	return c, nil
}

// erasedBookings returns the bookings in the log whose current or former holder was erased.
func (s Store) erasedBookings(ctx context.Context) (map[string]bool, error) {
	keys, err := engine.ByKey[string, string](ctx, s, "list erased bookings", `
		SELECT id, CASE WHEN EXISTS (SELECT 1 FROM transfers WHERE booking_id = bookings.id
			AND from_email_key LIKE 'erased:%')
		                THEN 'erased:' ELSE email_key END
		FROM bookings
		WHERE id IN (SELECT booking_id FROM audit_log)`)
	gone := map[string]bool{}
	for id, key := range keys {
		gone[id] = strings.HasPrefix(key, "erased:")
	}
	return gone, err
}

func actorPlaces(a *domain.Actor) []any { return []any{&a.ID, &a.Name, &a.Role} }

// AuditActors lists the people in the log by name. On the command line and at the gate, several people share one id.
func (s Store) AuditActors(ctx context.Context) ([]domain.Actor, error) {
	return engine.All(ctx, s, "list actors", actorPlaces, `
		SELECT actor_id, actor_name, actor_role
		FROM audit_log
		WHERE n IN (SELECT MAX(n) FROM audit_log GROUP BY actor_id, CASE WHEN actor_id IN ('command', 'telephone')
			THEN actor_name ELSE '' END)
		ORDER BY actor_name, actor_id`)
}

// AuditObjects returns the names of members of staff and gate devices by id; other objects have no name.
func (s Store) AuditObjects(ctx context.Context, ids []string) (map[string]string, error) {
	return engine.ByKey[string, string](ctx, s, "find names for entries", `
		SELECT id, name FROM staff WHERE id IN (SELECT value FROM json_each(?))
		UNION ALL SELECT id, name FROM gate_devices WHERE id IN (SELECT value FROM json_each(?))`, engine.AsJSON(ids),
		engine.AsJSON(ids))
}

// AuditActions lists the names of a person's actions ("" means everybody's); a command is "command:" and its name.
func (s Store) AuditActions(ctx context.Context, actorID string) ([]string, error) {
	return engine.Values[string](ctx, s, "list actions", `
		SELECT action AS word FROM audit_log WHERE ?1 = '' OR actor_id = ?1
		UNION SELECT action || ':' || object FROM audit_log WHERE action = 'command' AND (?1 = '' OR actor_id = ?1)
		ORDER BY word`, actorID)
}

// LogAction adds an entry for an action that changes no other data.
func (s Store) LogAction(ctx context.Context, a domain.Action) error {
	return s.Write(ctx, func(tx *engine.Tx) error { return Tx{tx}.AddAction(ctx, a) })
}

// CountActions also counts entries of older versions, which have no object.
func (q Queries) CountActions(ctx context.Context, bookingID, actorID, action, object string) (int, error) {
	return engine.Value[int](ctx, q, "count entries", `
		SELECT COUNT(*) FROM audit_log WHERE booking_id = ? AND actor_id = ? AND action = ? AND object IN ('', ?)`,
		bookingID, actorID, action, object)
}

// PaymentRecorders lists who has recorded payments for a booking.
func (q Queries) PaymentRecorders(ctx context.Context, bookingID string) ([]domain.Actor, error) {
	return engine.All(ctx, q, "list who recorded payments", actorPlaces, `
		SELECT DISTINCT actor_id, actor_name, actor_role
		FROM audit_log
		WHERE booking_id = ? AND action IN ('paid', 'add')`, bookingID)
}

// RecordedRefunds lists the manual refunds that staff have recorded, with the references that they entered.
func (q Queries) RecordedRefunds(ctx context.Context) ([]booking.RecordedRefund, error) {
	return engine.All(ctx, q, "list recorded refunds", func(r *booking.RecordedRefund) []any {
		return []any{&r.Code, engine.JSON(&struct{ After *struct{ Reference *string } }{
			&struct{ Reference *string }{&r.Reference}})}
	}, `
		SELECT bookings.code, details
		FROM audit_log
		JOIN audit_details ON audit_details.n = audit_log.n
		JOIN bookings ON bookings.id = audit_log.booking_id
		WHERE action = 'record_refund'
		ORDER BY audit_log.n`)
}

// ActionsOfBooking lists the entries about a booking, newest first.
func (s Store) ActionsOfBooking(ctx context.Context, bookingID string) ([]domain.LoggedAction, error) {
	return s.AuditLog(ctx, AuditFilter{BookingID: bookingID})
}

// ReasonOf returns the reason for the last action of a kind on a booking, or "" if there is none or it was erased.
func (s Store) ReasonOf(ctx context.Context, bookingID, action string) (string, error) {
	last, err := s.AuditLog(ctx, AuditFilter{BookingID: bookingID, Action: action, Limit: 1})
	if err != nil || len(last) == 0 {
		return "", err
	}
	return last[0].Why, nil
}

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
