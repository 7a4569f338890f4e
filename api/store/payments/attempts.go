package payments

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/bookings"
	"transom/api/store/engine"
)

const attemptColumns = `attempt_ref, booking_id, n, provider, provider_id, url, amount_paise, currency, state,
	created_at, expires_at, closed_at, last_checked_at, next_check_at, checks, answered_at`

// attemptRow receives the columns of an attempt, also in joins where there may be none.
type attemptRow struct {
	ref, booking, provider, providerID, url, currency, state sql.NullString
	n, amount, created, expires, closed, last, next, checks  sql.NullInt64
	answered                                                 sql.NullInt64
}

func (r *attemptRow) fields() []any {
	return []any{&r.ref, &r.booking, &r.n, &r.provider, &r.providerID, &r.url, &r.amount, &r.currency, &r.state,
		&r.created, &r.expires, &r.closed, &r.last, &r.next, &r.checks, &r.answered}
}

// shownRow receives the columns that a page reads repeatedly: every column slows it down.
type shownRow struct {
	ref, providerID, url, state sql.NullString
	expires, closed, last, next sql.NullInt64
}

func (r *shownRow) fields() []any {
	return []any{&r.ref, &r.providerID, &r.url, &r.state, &r.expires, &r.closed, &r.last, &r.next}
}

func (r *shownRow) attempt() booking.ShownAttempt {
	return booking.ShownAttempt{
		Ref: r.ref.String, ProviderID: r.providerID.String, URL: r.url.String, State: booking.AttemptState(r.state.String),
		ExpiresAt: engine.FromMillis(r.expires.Int64), ClosedAt: engine.FromMillis(r.closed.Int64),
		LastCheckedAt: engine.FromMillis(r.last.Int64), NextCheckAt: engine.FromMillis(r.next.Int64),
	}
}

func (r *attemptRow) attempt() booking.Attempt {
	return booking.Attempt{
		Ref: r.ref.String, BookingID: r.booking.String, N: int(r.n.Int64),
		Provider: r.provider.String, ProviderID: r.providerID.String, URL: r.url.String,
		AmountPaise: r.amount.Int64, Currency: r.currency.String, State: booking.AttemptState(r.state.String),
		CreatedAt: engine.FromMillis(r.created.Int64), ExpiresAt: engine.FromMillis(r.expires.Int64),
		ClosedAt:      engine.FromMillis(r.closed.Int64),
		LastCheckedAt: engine.FromMillis(r.last.Int64), NextCheckAt: engine.FromMillis(r.next.Int64),
		Checks:     int(r.checks.Int64),
		AnsweredAt: engine.FromMillis(r.answered.Int64),
	}
}

func scanAttempt(row engine.Scanner) (booking.Attempt, error) {
	var r attemptRow
	err := row.Scan(r.fields()...)
	return r.attempt(), engine.Found(err, "read attempt")
}

// InsertAttempt writes a new payment attempt. A booking has at most one that can be paid.
func (tx Tx) InsertAttempt(ctx context.Context, a booking.Attempt) error {
	return tx.Exec(ctx, "insert attempt", `
		INSERT INTO payment_attempts (attempt_ref, booking_id, n, provider, amount_paise, currency, state,
		                              created_at, expires_at, next_check_at, held_by, held_until)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		a.Ref, a.BookingID, a.N, a.Provider, a.AmountPaise, a.Currency, string(a.State),
		engine.ToMillis(a.CreatedAt), engine.ToMillis(a.ExpiresAt), engine.NullMillis(a.NextCheckAt), a.HeldBy,
		engine.NullMillis(a.HeldUntil))
}

// SaveAttempt writes all fields of an attempt that can change. It also ends the lease.
func (tx Tx) SaveAttempt(ctx context.Context, a booking.Attempt) error {
	return tx.Exec(ctx, "save attempt", `
		UPDATE payment_attempts
		SET provider_id = ?, url = ?, state = ?, expires_at = ?, closed_at = ?, last_checked_at = ?, next_check_at = ?,
			checks = ?, answered_at = ?, held_until = NULL
		WHERE attempt_ref = ?`,
		a.ProviderID, a.URL, string(a.State), engine.ToMillis(a.ExpiresAt), engine.NullMillis(a.ClosedAt),
		engine.NullMillis(a.LastCheckedAt), engine.NullMillis(a.NextCheckAt), a.Checks, engine.NullMillis(a.AnsweredAt),
		a.Ref)
}

// RecheckPayable makes the booking's payable attempt due now, if there is one.
func (tx Tx) RecheckPayable(ctx context.Context, bookingID string, now time.Time) error {
	return tx.Exec(ctx, "recheck attempt", `
		UPDATE payment_attempts
		SET next_check_at = ?
		WHERE booking_id = ? AND state IN ('CREATING', 'OPEN')`, engine.ToMillis(now), bookingID)
}

// FindAttempt returns an attempt, or domain.ErrNotFound.
func (tx Tx) FindAttempt(ctx context.Context, ref string) (booking.Attempt, error) {
	return scanAttempt(tx.QueryRowContext(ctx, `SELECT `+attemptColumns+` FROM payment_attempts WHERE attempt_ref = ?`,
		ref))
}

// FindAttempt returns an attempt, or domain.ErrNotFound.
func (s Store) FindAttempt(ctx context.Context, ref string) (booking.Attempt, error) {
	return scanAttempt(s.QueryRowContext(ctx, `SELECT `+attemptColumns+` FROM payment_attempts WHERE attempt_ref = ?`,
		ref))
}

// FindAttemptOfEvent returns the attempt that an event is about; domain.ErrNotFound if it is not ours.
func (s Store) FindAttemptOfEvent(ctx context.Context, e booking.PaymentEvent) (booking.Attempt, error) {
	if e.AttemptRef != "" {
		return scanAttempt(s.QueryRowContext(ctx, `
			SELECT `+attemptColumns+` FROM payment_attempts WHERE attempt_ref = ? AND provider = ?`, e.AttemptRef, e.Provider))
	}
	if e.ProviderID == "" {
		return booking.Attempt{}, domain.ErrNotFound
	}
	return scanAttempt(s.QueryRowContext(ctx, `
		SELECT `+attemptColumns+` FROM payment_attempts WHERE provider_id = ? AND provider = ?`, e.ProviderID, e.Provider))
}

// DueAttemptsSQL reads two indexes up to now. The second index is named because SQLite would otherwise read all
// waiting attempts in order.
const DueAttemptsSQL = `
		SELECT ` + attemptColumns + `
		FROM payment_attempts
		WHERE next_check_at <= ?1
		UNION ALL
		SELECT ` + attemptColumns + `
		FROM payment_attempts INDEXED BY attempts_seen
		WHERE next_check_at > ?1
		  AND COALESCE(last_checked_at, created_at) > ?1
		ORDER BY next_check_at
		LIMIT ?2`

// DueAttempts lists the attempts whose next check is due, the longest overdue first. An attempt whose last check is
// in the future is due too, because the clock was put back.
func (s Store) DueAttempts(ctx context.Context, now time.Time, limit int) ([]booking.Attempt, error) {
	return engine.List(ctx, s, "list due attempts", scanAttempt, DueAttemptsSQL, engine.ToMillis(now), limit)
}

// FindPaymentView returns what may be shown about a booking's payment; domain.ErrNotFound for an unknown booking.
func (s Store) FindPaymentView(ctx context.Context, bookingID string) (booking.PaymentView, error) {
	var (
		v       booking.PaymentView
		paid    sql.NullInt64
		moved   sql.NullInt64
		payer   sql.NullString
		ticket  sql.NullString
		attempt shownRow
	)
	err := s.QueryRowContext(s.Brief(ctx), `
		SELECT bookings.id, bookings.email_key, bookings.code, bookings.status, bookings.holds_seat, bookings.amount_paise,
			bookings.paid_at,
		       (SELECT MAX(ended_at) FROM transfers WHERE transfers.booking_id = bookings.id
		       	AND transfers.state = 'accepted'), `+bookings.PayerKey+`,
		       t.id,
		       a.attempt_ref, a.provider_id, a.url, a.state, a.expires_at, a.closed_at, a.last_checked_at, a.next_check_at
		FROM bookings
		LEFT JOIN payment_attempts a ON a.booking_id = bookings.id
		LEFT JOIN tickets t ON t.booking_id = bookings.id
		WHERE bookings.id = ?
		ORDER BY a.n DESC, t.n DESC
		LIMIT 1`, bookingID).
		Scan(append([]any{&v.BookingID, &v.EmailKey, &v.Code, &v.Status, &v.HoldsSeat, &v.AmountPaise, &paid, &moved, &payer,
			&ticket}, attempt.fields()...)...)
	if errors.Is(err, sql.ErrNoRows) {
		return v, domain.ErrNotFound
	}
	if err != nil {
		return v, fmt.Errorf("read payment status: %w", err)
	}
	v.PaidAt, v.TransferredAt, v.PayerKey, v.TicketID, v.Attempt = engine.FromMillis(paid.Int64),
		engine.FromMillis(moved.Int64),
		payer.String, ticket.String, attempt.attempt()
	return v, nil
}

// AuditRows returns all attempts with their payments, oldest first.
func (s Store) AuditRows(ctx context.Context) ([]booking.AuditRow, error) {
	rows, err := s.QueryContext(ctx, `
		SELECT a.attempt_ref, a.booking_id, a.n, a.provider, a.provider_id, a.url, a.amount_paise, a.currency, a.state,
		       a.created_at, a.expires_at, a.closed_at, a.last_checked_at, a.next_check_at, a.checks, a.answered_at,
		       b.status, b.email_key, (SELECT COUNT(*) FROM tickets t WHERE t.booking_id = a.booking_id
		       	AND t.status <> 'void'),
		       EXISTS (SELECT 1 FROM tickets t WHERE t.booking_id = a.booking_id)
		       AND NOT EXISTS (SELECT 1 FROM tickets t WHERE t.booking_id = a.booking_id AND t.status <> 'void'),
		       b.status = 'SUCCESS' AND b.holds_seat = 1 AND b.paid_by <> 'free'
		       AND NOT EXISTS (SELECT 1 FROM payments pays WHERE pays.booking_id = a.booking_id
		       	AND pays.disposition IN ('applied', 'organiser_refund_due')),
		       COALESCE(p.provider_payment_id, ''), COALESCE(p.attempt_ref, ''), COALESCE(p.amount_paise, 0),
		       	COALESCE(p.disposition, ''),
		       COALESCE(p.refunded_paise, 0), COALESCE(p.lost_paise, 0), COALESCE(p.refund_paise, 0)
		FROM payment_attempts a
		JOIN bookings b ON b.id = a.booking_id
		LEFT JOIN payments p ON p.attempt_ref = a.attempt_ref
		ORDER BY a.created_at, a.attempt_ref`)
	return engine.Collect(rows, err, "list attempts", func(row engine.Scanner) (out booking.AuditRow, err error) {
		var a attemptRow
		var key string
		p := &out.Payment
		err = row.Scan(append(a.fields(), &out.Status, &key, &out.Tickets, &out.Voided, &out.Unpaid, &p.ProviderPaymentID,
			&p.AttemptRef, &p.AmountPaise,
			&p.Disposition, &p.RefundedPaise, &p.LostPaise, &p.RefundPaise)...)
		out.Attempt, out.Erased = a.attempt(), booking.Booking{EmailKey: key}.Erased()
		if p.AttemptRef != "" {
			p.Provider, p.BookingID = out.Attempt.Provider, out.Attempt.BookingID
		}
		return out, err
	})
}

// CountAttempts counts the attempts of a booking.
func (tx Tx) CountAttempts(ctx context.Context, bookingID string) (int, error) {
	return engine.Value[int](ctx, tx, "count attempts", `SELECT COUNT(*) FROM payment_attempts WHERE booking_id = ?`,
		bookingID)
}

// CountAttempts counts the attempts with one gateway and those with all others. Manual payments are in neither.
func (s Store) CountAttempts(ctx context.Context, provider string) (with, others int, err error) {
	err = s.QueryRowContext(ctx, `
		SELECT COUNT(*) FILTER (WHERE provider = ?1), COUNT(*) FILTER (WHERE provider <> ?1
			AND provider NOT IN ('bank', 'cheque', 'cash'))
		FROM payment_attempts`, provider).Scan(&with, &others)
	return with, others, engine.Found(err, "count attempts")
}
