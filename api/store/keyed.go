package store

import (
	"context"
	"fmt"
)

// Rules like "the last seat is sold once" read something and write something else; two transactions that overlap would
// both read the old. SQLite has one writer, so none overlap. In PostgreSQL every write takes one lock, alone, which is the
// same; those that come in a rush (registration, payment, uploads) share that lock, so that they exclude only the others,
// and take keys besides, one for each thing that their rule relies on. Whatever is not keyed therefore needs no thought.
//
// A key is taken by the method that reads what the rule relies on, in a statement of its own: a statement sees what was
// committed before it began, so a lock within it would come too late (tried: 27 sold of 20). The order is always the
// same, so that nobody waits in a circle: idempotency key, person, membership, category, mailbox. Everything about a booking, its attempts
// and its payments is the person's. Locks end with the transaction, also when the process dies.
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
	if _, err := tx.ExecContext(ctx, lock); err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	return nil
}

// hold takes a key, once in a transaction. It does nothing when the transaction is alone anyway.
func (tx *Tx) hold(ctx context.Context, kind, name, query string, args ...any) error {
	if !tx.keyed || tx.held[kind+name] {
		return nil
	}
	if _, err := tx.ExecContext(ctx, query, args...); err != nil {
		return fmt.Errorf("lock %s: %w", kind, err)
	}
	tx.held[kind+name] = true
	return nil
}

// holdKey takes the key of a name.
func (tx *Tx) holdKey(ctx context.Context, kind, name string) error {
	return tx.hold(ctx, kind, name, `SELECT pg_advisory_xact_lock(hashtextextended(?, 0))`, kind+":"+name)
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
