package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// WritePayment runs f in one write transaction.
func (s *Store) WritePayment(ctx context.Context, f func(*Tx) error) error {
	return s.Write(ctx, f)
}

const paymentColumns = `provider, provider_payment_id, attempt_ref, booking_id, amount_paise, captured_at, disposition,
	refund_key, refund_tries, next_refund_at, refunded_at, refunded_paise, lost_paise, refund_paise`

func scanPayment(row oneRow) (booking.Payment, error) {
	var (
		p              booking.Payment
		captured       int64
		next, refunded sql.NullInt64
	)
	err := row.Scan(&p.Provider, &p.ProviderPaymentID, &p.AttemptRef, &p.BookingID, &p.AmountPaise, &captured,
		&p.Disposition, &p.RefundKey, &p.RefundTries, &next, &refunded, &p.RefundedPaise, &p.LostPaise, &p.RefundPaise)
	if errors.Is(err, sql.ErrNoRows) {
		return p, domain.ErrNotFound
	}
	if err != nil {
		return p, fmt.Errorf("read payment: %w", err)
	}
	p.CapturedAt, p.NextRefundAt, p.RefundedAt = fromMillis(captured), fromMillis(next.Int64), fromMillis(refunded.Int64)
	return p, nil
}

// FindPaymentOfAttempt returns the captured payment of an attempt; domain.ErrNotFound when there is none.
func (tx *Tx) FindPaymentOfAttempt(ctx context.Context, ref string) (booking.Payment, error) {
	return scanPayment(tx.QueryRowContext(ctx, `SELECT `+paymentColumns+` FROM payments WHERE attempt_ref = ?`, ref))
}

// FindPayment returns a payment by the gateway's id; domain.ErrNotFound when there is none.
func (tx *Tx) FindPayment(ctx context.Context, provider, providerPaymentID string) (booking.Payment, error) {
	return scanPayment(tx.QueryRowContext(ctx, `
		SELECT `+paymentColumns+` FROM payments WHERE provider = ? AND provider_payment_id = ?`, provider, providerPaymentID))
}

// FindPayment returns a payment by the gateway's id; domain.ErrNotFound when there is none.
func (s *Store) FindPayment(ctx context.Context, provider, providerPaymentID string) (booking.Payment, error) {
	return scanPayment(s.read.QueryRowContext(ctx, `
		SELECT `+paymentColumns+` FROM payments WHERE provider = ? AND provider_payment_id = ?`, provider, providerPaymentID))
}

// References are the ids of all payments of a provider, which are references where people write them down.
func (tx *Tx) References(ctx context.Context, provider string) ([]string, error) {
	rows, err := tx.QueryContext(ctx, `SELECT provider_payment_id FROM payments WHERE provider = ?`, provider)
	return collect(rows, err, "list references", scanOne[string])
}

// InsertPayment writes captured money.
func (tx *Tx) InsertPayment(ctx context.Context, p booking.Payment) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO payments (`+paymentColumns+`)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		p.Provider, p.ProviderPaymentID, p.AttemptRef, p.BookingID, p.AmountPaise, toMillis(p.CapturedAt),
		string(p.Disposition), p.RefundKey, p.RefundTries, nullMillis(p.NextRefundAt), nullMillis(p.RefundedAt),
		p.RefundedPaise, p.LostPaise, p.RefundPaise)
	if err != nil {
		return fmt.Errorf("insert payment: %w", err)
	}
	return tx.saveState(ctx, p.BookingID)
}

// SavePayment writes disposition and refund of a payment.
func (tx *Tx) SavePayment(ctx context.Context, p booking.Payment) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE payments
		SET disposition = ?, refund_key = ?, refund_tries = ?, next_refund_at = ?, refunded_at = ?, refunded_paise = ?,
			lost_paise = ?, refund_paise = ?
		WHERE attempt_ref = ?`,
		string(p.Disposition), p.RefundKey, p.RefundTries, nullMillis(p.NextRefundAt), nullMillis(p.RefundedAt),
		p.RefundedPaise, p.LostPaise, p.RefundPaise, p.AttemptRef)
	if err != nil {
		return fmt.Errorf("save payment: %w", err)
	}
	return tx.saveState(ctx, p.BookingID)
}

// NamePayment replaces a stand-in by the gateway's own id.
func (tx *Tx) NamePayment(ctx context.Context, p booking.Payment, providerPaymentID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE payments SET provider_payment_id = ? WHERE attempt_ref = ?`, providerPaymentID,
		p.AttemptRef)
	if err != nil {
		return fmt.Errorf("name payment: %w", err)
	}
	return nil
}

// SetBookingPayment writes status, seat and how and when it was paid of a booking. Its network is forgotten once it
// does not wait.
func (tx *Tx) SetBookingPayment(ctx context.Context, b booking.Booking) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE bookings
		SET status = ?1, holds_seat = ?2, paid_at = ?3, network_hash = CASE ?1 WHEN 'INITIATED' THEN network_hash ELSE '' END,
		    paid_by = ?5, paid_reference = ?6, paid_on = ?7, version = version + 1
		WHERE id = ?4`, string(b.Status), b.HoldsSeat, nullMillis(b.PaidAt), b.ID, cmp.Or(b.PaidBy, booking.PaidOnline),
		b.PaidReference, b.PaidOn)
	if err != nil {
		return fmt.Errorf("set payment of booking: %w", err)
	}
	return tx.saveState(ctx, b.ID)
}

// DueRefunds lists payments whose refund is due and whose next try has come. A time further ahead than the longest wait
// was left by a clock that was put back; it counts as come.
func (s *Store) DueRefunds(ctx context.Context, now time.Time, limit int, longestWait time.Duration) ([]booking.Payment,
	error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT `+paymentColumns+`
		FROM payments
		WHERE next_refund_at IS NOT NULL AND (next_refund_at <= ? OR next_refund_at > ?)
		ORDER BY next_refund_at
		LIMIT ?`, toMillis(now), toMillis(now.Add(longestWait)), limit)
	return collect(rows, err, "list due refunds", scanPayment)
}

// rowSet is what a query has found.
type rowSet interface {
	Next() bool
	Scan(places ...any) error
	Err() error
	Close() error
}

// oneRow is a row of a rowSet, or the only one.
type oneRow interface{ Scan(places ...any) error }

// scanOne reads a row of one value.
func scanOne[T any](row oneRow) (value T, err error) {
	err = row.Scan(&value)
	return value, err
}

// collect reads all rows.
func collect[T any](rows rowSet, err error, what string, scan func(oneRow) (T, error)) ([]T, error) {
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		all = append(all, one)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return all, nil
}
