package store

import (
	"context"

	"transom/api/domain"
)

// PaymentsOfBooking lists all that was captured for a booking, oldest first.
func (tx *Tx) PaymentsOfBooking(ctx context.Context, bookingID string) ([]domain.Payment, error) {
	if err := tx.holdBooking(ctx, bookingID); err != nil {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, `
		SELECT `+paymentColumns+` FROM payments WHERE booking_id = ? ORDER BY captured_at, attempt_ref`, bookingID)
	return collect(rows, err, "list payments of booking", scanPayment)
}

// PaymentsOfBooking lists all that was captured for a booking, oldest first.
func (s *Store) PaymentsOfBooking(ctx context.Context, bookingID string) ([]domain.Payment, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+paymentColumns+` FROM payments WHERE booking_id = ? ORDER BY captured_at, attempt_ref`, bookingID)
	return collect(rows, err, "list payments of booking", scanPayment)
}

// PaymentsByBooking lists all that was ever captured, by booking.
func (s *Store) PaymentsByBooking(ctx context.Context) (map[string][]domain.Payment, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT `+paymentColumns+` FROM payments ORDER BY captured_at, attempt_ref`)
	all, err := collect(rows, err, "list payments", scanPayment)
	byBooking := map[string][]domain.Payment{}
	for _, p := range all {
		byBooking[p.BookingID] = append(byBooking[p.BookingID], p)
	}
	return byBooking, err
}

// AppliedPayments lists the payments that pay a booking, oldest first.
func (s *Store) AppliedPayments(ctx context.Context) ([]domain.Payment, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+paymentColumns+` FROM payments WHERE disposition = 'applied' ORDER BY captured_at, attempt_ref`)
	return collect(rows, err, "list payments", scanPayment)
}

// RefundDuePayments lists the payments whose refund is due, whenever their next try is.
func (s *Store) RefundDuePayments(ctx context.Context) ([]domain.Payment, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+paymentColumns+` FROM payments WHERE next_refund_at IS NOT NULL ORDER BY captured_at, attempt_ref`)
	return collect(rows, err, "list due refunds", scanPayment)
}
