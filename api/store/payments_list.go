package store

import (
	"context"

	"transom/api/booking"
)

// PaymentsOfBooking lists all that was captured for a booking, oldest first.
func (tx *Tx) PaymentsOfBooking(ctx context.Context, bookingID string) ([]booking.Payment, error) {
	rows, err := tx.QueryContext(ctx, `
		SELECT `+paymentColumns+` FROM payments WHERE booking_id = ? ORDER BY captured_at, attempt_ref`, bookingID)
	return collect(rows, err, "list payments of booking", scanPayment)
}

// PaymentsOfBooking lists all that was captured for a booking, oldest first.
func (s *Store) PaymentsOfBooking(ctx context.Context, bookingID string) ([]booking.Payment, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+paymentColumns+` FROM payments WHERE booking_id = ? ORDER BY captured_at, attempt_ref`, bookingID)
	return collect(rows, err, "list payments of booking", scanPayment)
}

// AppliedPayments lists the payments that pay a booking which was not cancelled, oldest first. Whoever is erased has
// given up the seat with the data; whether it was cancelled before is known no more, except when a part had gone back.
func (s *Store) AppliedPayments(ctx context.Context) ([]booking.Payment, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+paymentColumns+` FROM payments
		WHERE disposition IN ('applied', 'organiser_refund_due') AND EXISTS (SELECT 1 FROM bookings
			WHERE bookings.id = payments.booking_id
		        AND (holds_seat = 1 OR substr(email_key, 1, 7) = 'erased:' AND disposition = 'applied'
		        	AND refunded_paise = 0))
		ORDER BY captured_at, attempt_ref`)
	return collect(rows, err, "list payments", scanPayment)
}

// RefundDuePayments lists the payments whose refund is due, whenever their next try is.
func (s *Store) RefundDuePayments(ctx context.Context) ([]booking.Payment, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+paymentColumns+` FROM payments WHERE disposition LIKE '%refund_due' ORDER BY captured_at, attempt_ref`)
	return collect(rows, err, "list due refunds", scanPayment)
}
