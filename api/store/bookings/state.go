package bookings

import (
	"context"
	"fmt"

	"transom/api/booking"
	"transom/api/store/engine"
)

// A booking's state (the column "state" is part of the address) and the refunded amount of the payment that paid for
// it are columns, so that the database can filter, count and page lists. Both follow from the booking's row and its
// payments (booking.StandingOf) and change only with those: no state depends on the time, because the worker that
// asks the gateway marks expired links as FAILED. Every method that writes status, seat, payment or erasure ends
// with SaveState.

// derivedState is derived from a booking's row and its payments.
type derivedState struct {
	state         booking.BookingState
	refundedPaise int64
}

func deriveState(b booking.Booking, captured []booking.Payment) derivedState {
	return derivedState{booking.StandingOf(b, captured).State, b.RefundedPaise(captured)}
}

const (
	rowsOfStates = `
		SELECT id, email_key, status, holds_seat, paid_at, booking_state, refunded_paise
		FROM bookings`
	moneyOfStates = `
		SELECT booking_id, disposition, captured_at, refunded_paise
		FROM payments`
)

// SaveState stores what is derived from a booking's row and its payments.
func SaveState(ctx context.Context, tx *engine.Tx, bookingID string) error {
	stale, err := staleStates(ctx, tx, rowsOfStates+` WHERE id = ?`, moneyOfStates+` WHERE booking_id = ?`, bookingID)
	if err != nil {
		return err
	}
	return writeStates(ctx, tx, stale)
}

// writeStates stores states for the bookings that have them.
func writeStates(ctx context.Context, tx *engine.Tx, states map[derivedState][]string) error {
	for derived, ids := range states {
		err := tx.Exec(ctx, "save state of booking", `
			UPDATE bookings
			SET booking_state = ?,
			    refunded_paise = ?
			WHERE id IN (SELECT value FROM json_each(?))`, string(derived.state), derived.refundedPaise, engine.AsJSON(ids))
		if err != nil {
			return err
		}
	}
	return nil
}

// staleStates finds the bookings whose stored state is wrong, grouped by the right one.
func staleStates(ctx context.Context, from engine.Reader, bookings, payments string,
	args ...any) (map[derivedState][]string,
	error) {
	rows, err := from.QueryContext(ctx, payments, args...)
	money, err := engine.Collect(rows, err, "list payments of states", func(row engine.Scanner) (p booking.Payment,
		err error) {
		err = row.Scan(&p.BookingID, &p.Disposition, (*engine.Instant)(&p.CapturedAt), &p.RefundedPaise)
		return p, err
	})
	if err != nil {
		return nil, err
	}
	captured := map[string][]booking.Payment{}
	for _, p := range money {
		captured[p.BookingID] = append(captured[p.BookingID], p)
	}
	stale := map[derivedState][]string{}
	rows, err = from.QueryContext(ctx, bookings, args...)
	_, err = engine.Collect(rows, err, "list states", func(row engine.Scanner) (_ struct{}, err error) {
		var b booking.Booking
		var stored derivedState
		err = row.Scan(&b.ID, &b.EmailKey, &b.Status, &b.HoldsSeat, (*engine.Instant)(&b.PaidAt), &stored.state,
			&stored.refundedPaise)
		if derived := deriveState(b, captured[b.ID]); err == nil && derived != stored {
			stale[derived] = append(stale[derived], b.ID)
		}
		return struct{}{}, err
	})
	return stale, err
}

// FillStates stores the states of all bookings of an older program.
func FillStates(ctx context.Context, tx *engine.Tx) error {
	stale, err := staleStates(ctx, tx, rowsOfStates, moneyOfStates)
	if err != nil {
		return err
	}
	return writeStates(ctx, tx, stale)
}

// RefreshStates corrects states that an older program without this column has left: during an update of several
// instances it uses the new database for a while.
func (s Store) RefreshStates(ctx context.Context) error {
	stale, err := staleStates(ctx, s, rowsOfStates, moneyOfStates)
	for _, ids := range stale {
		for _, id := range ids {
			if err := s.Write(ctx, func(tx *engine.Tx) error { return SaveState(ctx, tx, id) }); err != nil {
				return err
			}
		}
	}
	return err
}

// CheckStates reports a booking whose stored state is wrong. A booking that changed during the check is read again.
func (s Store) CheckStates(ctx context.Context) error {
	stale, err := staleStates(ctx, s, rowsOfStates, moneyOfStates)
	for _, ids := range stale {
		for _, id := range ids {
			again, err := staleStates(ctx, s, rowsOfStates+` WHERE id = ?`, moneyOfStates+` WHERE booking_id = ?`, id)
			if err != nil {
				return err
			}
			for derived := range again {
				return fmt.Errorf(
					"the stored state of registration %s is wrong: by its payments it is %q, with %d paise refunded. "+
						"Somebody has written to the database by hand. Lists and figures of the desk are wrong by this", id,
					derived.state,
					derived.refundedPaise)
			}
		}
	}
	return err
}
