package bookings

import (
	"context"
	"fmt"

	"transom/api/booking"
	"transom/api/store/engine"
)

// A booking's state (not the column "state", which belongs to the postal address) and the refunded amount of the
// payment that paid for it are columns, so that the database can filter, count and page lists. These columns follow
// from the booking's row and its payments alone (booking.DeriveState). No state depends on the time, because the worker
// that asks the gateway marks bookings with expired links as FAILED. Every method that changes status, seat, payment or
// erasure ends with SaveState.

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

// FillStates stores the states of all bookings from older versions, which had one payment per booking.
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

// staleStates finds the bookings whose stored state is wrong, grouped by the correct one.
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

// RefreshStates corrects the states of rows that an older version wrote during an update, because such a version does
// not know the column.
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

// CheckStates returns an error if a stored state is wrong. A booking that changed in the meantime is read again.
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
