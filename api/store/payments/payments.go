// Package payments contains the queries for payment attempts, payments, refunds and the gateway's events.
package payments

import (
	"cmp"
	"context"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/store/bookings"
	"transom/api/store/engine"
)

// Store runs queries outside transactions.
type Store struct{ *engine.DB }

// Tx is a write transaction.
type Tx struct{ *engine.Tx }

// Queries are reads that work inside and outside a transaction.
type Queries struct{ engine.Reader }

const Columns = `provider, provider_payment_id, attempt_ref, booking_id, amount_paise, captured_at, disposition,
	refund_key, refund_tries, next_refund_at, refunded_at, refunded_paise, lost_paise, refund_paise, tds_paise, joint`

// Places are the destinations of Columns.
func Places(p *booking.Payment) []any {
	return []any{&p.Provider, &p.ProviderPaymentID, &p.AttemptRef, &p.BookingID, &p.AmountPaise, &p.CapturedAt,
		&p.Disposition, &p.RefundKey, &p.RefundTries, &p.NextRefundAt, &p.RefundedAt, &p.RefundedPaise, &p.LostPaise,
		&p.RefundPaise, &p.TDSPaise, &p.Joint}
}

// FindPaymentOfAttempt returns an attempt's captured payment, or domain.ErrNotFound.
func (tx Tx) FindPaymentOfAttempt(ctx context.Context, ref string) (booking.Payment, error) {
	return engine.One(ctx, tx, "read payment", Places, `SELECT `+Columns+` FROM payments WHERE attempt_ref = ?`, ref)
}

// FindPayment returns a payment by the gateway's id, or domain.ErrNotFound.
func (q Queries) FindPayment(ctx context.Context, provider, providerPaymentID string) (booking.Payment, error) {
	return engine.One(ctx, q, "read payment", Places, `
		SELECT `+Columns+` FROM payments WHERE provider = ? AND provider_payment_id = ?`, provider, providerPaymentID)
}

// References returns the ids of all payments from a provider; for manual payments these are references.
func (tx Tx) References(ctx context.Context, provider string) ([]string, error) {
	return engine.Values[string](ctx, tx, "list references", `
		SELECT provider_payment_id FROM payments WHERE provider = ?`, provider)
}

// InsertPayment stores a captured payment.
func (tx Tx) InsertPayment(ctx context.Context, p booking.Payment) error {
	return errors.Join(tx.Exec(ctx, "insert payment", `
		INSERT INTO payments (`+Columns+`)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		p.Provider, p.ProviderPaymentID, p.AttemptRef, p.BookingID, p.AmountPaise, p.CapturedAt,
		string(p.Disposition), p.RefundKey, p.RefundTries, engine.NullMillis(p.NextRefundAt), engine.NullMillis(p.RefundedAt),
		p.RefundedPaise, p.LostPaise, p.RefundPaise, p.TDSPaise, p.Joint), bookings.SaveState(ctx, tx.Tx, p.BookingID))
}

// SavePayment stores a payment's disposition and refund.
func (tx Tx) SavePayment(ctx context.Context, p booking.Payment) error {
	return errors.Join(tx.Exec(ctx, "save payment", `
		UPDATE payments
		SET disposition = ?, refund_key = ?, refund_tries = ?, next_refund_at = ?, refunded_at = ?, refunded_paise = ?,
			lost_paise = ?, refund_paise = ?, joint = ?
		WHERE attempt_ref = ?`,
		string(p.Disposition), p.RefundKey, p.RefundTries, engine.NullMillis(p.NextRefundAt), engine.NullMillis(p.RefundedAt),
		p.RefundedPaise, p.LostPaise, p.RefundPaise, p.Joint, p.AttemptRef),
		bookings.SaveState(ctx, tx.Tx, p.BookingID))
}

// NamePayment replaces a payment's temporary id, or a withdrawn payment's reference (Payment.WithdrawnID).
func (tx Tx) NamePayment(ctx context.Context, p booking.Payment, providerPaymentID string) error {
	return tx.Exec(ctx, "name payment", `UPDATE payments SET provider_payment_id = ? WHERE attempt_ref = ?`,
		providerPaymentID, p.AttemptRef)
}

// SetBookingPayment also deletes the network hash of a booking that no longer awaits payment (decision 0005).
func (tx Tx) SetBookingPayment(ctx context.Context, b booking.Booking) error {
	return errors.Join(tx.Exec(ctx, "set payment of booking", `
		UPDATE bookings
		SET status = ?1, holds_seat = ?2, paid_at = ?3, network_hash = CASE ?1 WHEN 'INITIATED' THEN network_hash ELSE '' END,
		    paid_by = ?5, paid_reference = ?6, paid_on = ?7, version = version + 1
		WHERE id = ?4`, string(b.Status), b.HoldsSeat, engine.NullMillis(b.PaidAt), b.ID, cmp.Or(b.PaidBy,
		booking.PaidOnline), b.PaidReference, b.PaidOn), bookings.SaveState(ctx, tx.Tx, b.ID))
}

// DueRefunds also lists refunds scheduled further ahead than longestWait, because the clock must have been set back.
func (s Store) DueRefunds(ctx context.Context, now time.Time, limit int, longestWait time.Duration) ([]booking.Payment,
	error) {
	return engine.All(ctx, s, "list due refunds", Places, `
		SELECT `+Columns+`
		FROM payments
		WHERE next_refund_at IS NOT NULL AND (next_refund_at <= ? OR next_refund_at > ?)
		ORDER BY next_refund_at
		LIMIT ?`, now, now.Add(longestWait), limit)
}

// PaymentsOfBooking lists all payments captured for a booking, oldest first.
func (q Queries) PaymentsOfBooking(ctx context.Context, bookingID string) ([]booking.Payment, error) {
	return engine.All(ctx, q, "list payments of booking", Places, `
		SELECT `+Columns+` FROM payments WHERE booking_id = ? ORDER BY captured_at, attempt_ref`, bookingID)
}

// AppliedPayments lists the payments of bookings that were not cancelled, oldest first. An erased booking has no seat
// either; its payment is listed unless a part was refunded, because the booking may have been cancelled.
func (s Store) AppliedPayments(ctx context.Context) ([]booking.Payment, error) {
	return engine.All(ctx, s, "list payments", Places, `
		SELECT `+Columns+` FROM payments
		WHERE disposition IN ('applied', 'organiser_refund_due') AND EXISTS (SELECT 1 FROM bookings
			WHERE bookings.id = payments.booking_id
		        AND (holds_seat = 1 OR substr(email_key, 1, 7) = 'erased:' AND disposition = 'applied'
		        	AND refunded_paise = 0))
		ORDER BY captured_at, attempt_ref`)
}

// RefundDuePayments lists all payments whose refund is due, even if the next attempt at it is not.
func (s Store) RefundDuePayments(ctx context.Context) ([]booking.Payment, error) {
	return engine.All(ctx, s, "list due refunds", Places, `
		SELECT `+Columns+` FROM payments WHERE disposition LIKE '%refund_due' ORDER BY captured_at, attempt_ref`)
}

// InsertEvent stores a webhook event; it returns false if the event is already stored.
func (tx Tx) InsertEvent(ctx context.Context, e booking.PaymentEvent) (isNew bool, err error) {
	return tx.ExecOne(ctx, "insert payment event", `
		INSERT INTO payment_events (provider, event_id, received_at, kind, provider_id, attempt_ref, payment_id, dispute_id,
		                            body_sha256, body_redacted)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (provider, event_id) DO NOTHING`,
		e.Provider, e.EventID, e.ReceivedAt, e.Kind, e.ProviderID, e.AttemptRef, e.ProviderPaymentID,
		e.DisputeID, e.BodySHA256, string(e.BodyRedacted))
}

// FinishEvent marks an event as handled.
func (tx Tx) FinishEvent(ctx context.Context, e booking.PaymentEvent, now time.Time) error {
	return tx.Exec(ctx, "finish payment event", `
		UPDATE payment_events
		SET processed_at = ?
		WHERE provider = ? AND event_id = ?`, now, e.Provider, e.EventID)
}

// PostponeEvent schedules the next attempt for an event after the gateway did not answer.
func (tx Tx) PostponeEvent(ctx context.Context, e booking.PaymentEvent) error {
	return tx.Exec(ctx, "postpone payment event", `
		UPDATE payment_events
		SET tries = ?, next_try_at = ?
		WHERE provider = ? AND event_id = ?`, e.Tries, e.NextTryAt, e.Provider, e.EventID)
}

// WaitingEvents also lists events scheduled further ahead than longestWait, because the clock must have been set back.
func (s Store) WaitingEvents(ctx context.Context, now time.Time, limit int,
	longestWait time.Duration) ([]booking.PaymentEvent, error) {
	return engine.All(ctx, s, "list payment events", func(e *booking.PaymentEvent) []any {
		return []any{&e.Provider, &e.EventID, &e.ReceivedAt, &e.Kind, &e.ProviderID, &e.AttemptRef, &e.ProviderPaymentID,
			&e.DisputeID, &e.Tries}
	}, `
		SELECT provider, event_id, received_at, kind, provider_id, attempt_ref, payment_id, dispute_id, tries
		FROM payment_events
		WHERE processed_at IS NULL AND (next_try_at <= ? OR next_try_at > ?)
		ORDER BY received_at
		LIMIT ?`, now, now.Add(longestWait), limit)
}
