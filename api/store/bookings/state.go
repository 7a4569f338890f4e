package bookings

import (
	"context"
	"fmt"

	"transom/api/booking"
	"transom/api/store/engine"
)

// The state and the refunded amount are stored for filters (decision 0028); every method that changes status, seat,
// payment or erasure ends with SaveState. No state depends on the time: a worker marks expired links as FAILED.

type derivedState struct {
	state         booking.BookingState
	refundedPaise int64
}

func deriveState(b booking.Booking, captured []booking.Payment) derivedState {
	return derivedState{booking.DeriveState(b, captured).State, b.RefundedPaise(captured)}
}

const (
	rowsOfStates = `
		SELECT id, email_key, status, holds_seat, paid_at, booking_state, refunded_paise
		FROM bookings`
	moneyOfStates = `
		SELECT booking_id, disposition, captured_at, refunded_paise, joint, provider_payment_id
		FROM payments`
)

// SaveState stores the state that follows from a booking's row and its payments.
func SaveState(ctx context.Context, tx *engine.Tx, bookingID string) error {
	return saveStates(ctx, tx, rowsOfStates+` WHERE id = ?`, moneyOfStates+` WHERE booking_id = ?`, bookingID)
}

// FillStates runs in a migration, when the column `joint` does not exist yet.
func FillStates(ctx context.Context, tx *engine.Tx) error {
	return saveStates(ctx, tx, rowsOfStates, `
		SELECT booking_id, disposition, captured_at, refunded_paise, 0, provider_payment_id FROM payments`)
}

func saveStates(ctx context.Context, tx *engine.Tx, bookings, payments string, args ...any) error {
	stale, err := staleStates(ctx, tx, bookings, payments, args...)
	for derived, ids := range stale {
		err := tx.Exec(ctx, "save state of booking", `
			UPDATE bookings
			SET booking_state = ?,
			    refunded_paise = ?
			WHERE id IN (SELECT value FROM json_each(?))`, string(derived.state), derived.refundedPaise, engine.AsJSON(ids))
		if err != nil {
			return err
		}
	}
	return err
}

// staleStates finds the bookings whose stored state is wrong, grouped by their correct state.
func staleStates(ctx context.Context, from engine.Reader, bookings, payments string,
	args ...any) (map[derivedState][]string, error) {
	money, err := engine.All(ctx, from, "list payments for states", func(p *booking.Payment) []any {
		return []any{&p.BookingID, &p.Disposition, &p.CapturedAt, &p.RefundedPaise, &p.Joint, &p.ProviderPaymentID}
	}, payments, args...)
	if err != nil {
		return nil, err
	}
	captured := map[string][]booking.Payment{}
	for _, p := range money {
		captured[p.BookingID] = append(captured[p.BookingID], p)
	}
	type stored struct {
		booking.Booking
		derivedState
	}
	all, err := engine.All(ctx, from, "list states", func(b *stored) []any {
		return []any{&b.ID, &b.EmailKey, &b.Status, &b.HoldsSeat, &b.PaidAt, &b.state, &b.refundedPaise}
	}, bookings, args...)
	stale := map[derivedState][]string{}
	for _, b := range all {
		if derived := deriveState(b.Booking, captured[b.ID]); derived != b.derivedState {
			stale[derived] = append(stale[derived], b.ID)
		}
	}
	return stale, err
}

// RefreshStates corrects rows that an instance of an older version wrote without knowing the column.
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

// CheckStates reads a booking with a wrong state again, because it may have changed in the meantime.
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
					"the stored state of registration %s is wrong: according to its payments it is %q, with %d paise refunded. "+
						"Somebody has changed the database directly. This makes lists and totals at the desk wrong", id,
					derived.state, derived.refundedPaise)
			}
		}
	}
	return err
}
