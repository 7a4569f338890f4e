package store

import (
	"context"

	"transom/api/domain"
)

// Rules like "the last seat is sold once" read something and write something else; two transactions that overlap would
// both read the old. SQLite has one writer, so none overlap. In PostgreSQL every write takes one lock, alone, which is the
// same; those that come in a rush (registration, payment, uploads) share that lock, so that they exclude only the others,
// and take keys besides, one for each thing that their rule relies on. Whatever is not keyed therefore needs no thought.
//
// A key is taken by the method that reads what the rule relies on, in a statement of its own: a statement sees what was
// committed before it began, so a lock within it would come too late (tried: 27 sold of 20). The order is always the
// same, so that nobody waits in a circle: idempotency key, person, unpaid seats of a network, membership, category, mailbox,
// network, all codes. Everything about a booking, its attempts and its payments is the person's; everything about codes,
// their tries and accounts is the mailbox's. Locks end with the transaction, also when the process dies.
// Source: postgres reference, section 3.

// lockSpace keeps these locks apart from those of other programs in the same database.
const lockSpace = "1414676814" // "TRSN"

func (*postgresDialect) shared() bool { return true }

// begin takes the lock of all writes, alone or shared.
func (*postgresDialect) begin(ctx context.Context, tx *Tx) error {
	lock := `SELECT pg_advisory_xact_lock(` + lockSpace + `, 1)`
	if tx.keyed {
		lock = `SELECT pg_advisory_xact_lock_shared(` + lockSpace + `, 1)`
	}
	return tx.later(ctx, "lock", lock)
}

// hold takes a key, once in a transaction. It does nothing when the transaction is alone anyway.
func (tx *Tx) hold(ctx context.Context, kind, name, query string, args ...any) error {
	if !tx.keyed || tx.held[kind+name] {
		return nil
	}
	tx.held[kind+name] = true
	return tx.later(ctx, "lock "+kind, query, args...)
}

// holdKey takes the key of a name.
func (tx *Tx) holdKey(ctx context.Context, kind, name string) error {
	return tx.hold(ctx, kind, name, `SELECT pg_advisory_xact_lock(hashtextextended(?, 0))`, kind+":"+name)
}

// lockRules takes, in one trip, the keys of what the rules of a registration rely on: whoever comes later to read them has
// them already. The category's comes last: shared, or alone with the count (seats.go), because all buyers of a ticket want that one.
func (tx *Tx) lockRules(ctx context.Context, q domain.RuleQuestion, sharesSeats bool) error {
	if !tx.keyed {
		return nil
	}
	b := q.Booking
	var names []any
	text := `SELECT 1`
	for _, key := range []struct {
		kind, name string
		wanted     bool
	}{
		{"key", q.KeyHash, q.KeyHash != ""}, {"person", b.PersonKey, true},
		{"unpaid", b.NetworkHash + " " + b.CategoryType, q.Capacity > 0 && b.NetworkHash != ""},
		{"member", memberName(b), true},
	} {
		if key.wanted {
			text, names = text+`, pg_advisory_xact_lock(hashtextextended(?, 0))`, append(names, key.kind+":"+key.name)
			tx.held[key.kind+key.name] = true
		}
	}
	if sharesSeats {
		text, names = text+`, pg_advisory_xact_lock_shared(hashtextextended(?, 0))`, append(names, "category:"+b.CategoryType)
	}
	if err := tx.later(ctx, "lock what the rules rely on", text, names...); err != nil {
		return err
	}
	return tx.later(ctx, "lock pictures", `SELECT id FROM assets WHERE id IN (?, ?) ORDER BY id FOR NO KEY UPDATE`, b.PhotoAsset, b.IDAsset)
}

// memberName is what one member of an institute is called, however the number is spelled.
func memberName(b domain.Booking) string {
	return b.InstituteName + " " + domain.MembershipKey(b.MembershipNo)
}

// personLock is the key of the person in a row of bookings.
const personLock = `pg_advisory_xact_lock(hashtextextended('person:' || person_key, 0))`

// holdBooking takes the key of the person of a booking, if there is such a booking.
func (tx *Tx) holdBooking(ctx context.Context, id string) error {
	return tx.hold(ctx, "booking", id, `SELECT `+personLock+` FROM bookings WHERE id = ?`, id)
}

// holdAttempt takes the key of the person of an attempt, if there is such an attempt.
func (tx *Tx) holdAttempt(ctx context.Context, ref string) error {
	return tx.hold(ctx, "attempt", ref,
		`SELECT `+personLock+` FROM bookings JOIN payment_attempts ON payment_attempts.booking_id = bookings.id WHERE attempt_ref = ?`, ref)
}

// mailboxLock is the key of the mailbox in a row of codes or accounts.
const mailboxLock = `pg_advisory_xact_lock(hashtextextended('mailbox:' || email_key, 0))`

// holdChallenge takes the key of the mailbox of a code, if there is such a code.
func (tx *Tx) holdChallenge(ctx context.Context, id string) error {
	return tx.hold(ctx, "challenge", id, `SELECT `+mailboxLock+` FROM code_challenges WHERE id = ?`, id)
}

// holdAccount takes the key of the mailbox of an account, if there is such an account.
func (tx *Tx) holdAccount(ctx context.Context, id string) error {
	return tx.hold(ctx, "account", id, `SELECT `+mailboxLock+` FROM accounts WHERE id = ?`, id)
}
