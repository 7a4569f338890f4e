// Package payments contains the queries for payment attempts, payments, refunds and the gateway's events.
package payments

import (
	"cmp"
	"context"
	"encoding/json"
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

const attemptColumns = `attempt_ref, booking_id, n, provider, provider_id, url, amount_paise, currency, state,
	created_at, expires_at, closed_at, last_checked_at, next_check_at, checks, answered_at, ticket_change`

func attemptPlaces(a *booking.Attempt) []any {
	return []any{&a.Ref, &a.BookingID, &a.N, &a.Provider, &a.ProviderID, &a.URL, &a.AmountPaise, &a.Currency, &a.State,
		&a.CreatedAt, &a.ExpiresAt, &a.ClosedAt, &a.LastCheckedAt, &a.NextCheckAt, &a.Checks, &a.AnsweredAt,
		engine.JSON(&a.Change)}
}

// InsertAttempt fails if the booking already has a payable attempt.
func (tx Tx) InsertAttempt(ctx context.Context, a booking.Attempt) error {
	change := ""
	if a.Change != nil {
		raw, _ := json.Marshal(a.Change) // strings and numbers can always be encoded
		change = string(raw)
	}
	return tx.Exec(ctx, "insert attempt", `
		INSERT INTO payment_attempts (attempt_ref, booking_id, n, provider, amount_paise, currency, state,
		                              created_at, expires_at, next_check_at, held_by, held_until, ticket_change)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		a.Ref, a.BookingID, a.N, a.Provider, a.AmountPaise, a.Currency, string(a.State),
		a.CreatedAt, a.ExpiresAt, engine.NullMillis(a.NextCheckAt), a.HeldBy, engine.NullMillis(a.HeldUntil), change)
}

// SaveAttempt also ends the attempt's lease.
func (tx Tx) SaveAttempt(ctx context.Context, a booking.Attempt) error {
	return tx.Exec(ctx, "save attempt", `
		UPDATE payment_attempts
		SET provider_id = ?, url = ?, state = ?, expires_at = ?, closed_at = ?, last_checked_at = ?, next_check_at = ?,
			checks = ?, answered_at = ?, held_until = NULL
		WHERE attempt_ref = ?`,
		a.ProviderID, a.URL, string(a.State), a.ExpiresAt, engine.NullMillis(a.ClosedAt),
		engine.NullMillis(a.LastCheckedAt), engine.NullMillis(a.NextCheckAt), a.Checks, engine.NullMillis(a.AnsweredAt),
		a.Ref)
}

// RecheckPayable schedules a check of the booking's payable attempt for now, if there is such an attempt.
func (tx Tx) RecheckPayable(ctx context.Context, bookingID string, now time.Time) error {
	return tx.Exec(ctx, "recheck attempt", `
		UPDATE payment_attempts
		SET next_check_at = ?
		WHERE booking_id = ? AND state IN ('CREATING', 'OPEN')`, now, bookingID)
}

// FindAttempt returns an attempt, or domain.ErrNotFound.
func (q Queries) FindAttempt(ctx context.Context, ref string) (booking.Attempt, error) {
	return engine.One(ctx, q, "read attempt", attemptPlaces, `
		SELECT `+attemptColumns+` FROM payment_attempts WHERE attempt_ref = ?`, ref)
}

// FindAttemptOfEvent returns the attempt that an event is about, or domain.ErrNotFound if it is not ours.
func (s Store) FindAttemptOfEvent(ctx context.Context, e booking.PaymentEvent) (booking.Attempt, error) {
	return engine.One(ctx, s, "read attempt", attemptPlaces, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE provider = ?1 AND CASE WHEN ?2 <> '' THEN attempt_ref = ?2 ELSE ?3 <> '' AND provider_id = ?3 END`,
		e.Provider, e.AttemptRef, e.ProviderID)
}

// DueAttemptsSQL names the second of its indexes: otherwise SQLite would read all waiting attempts.
const DueAttemptsSQL = `
		SELECT ` + attemptColumns + `
		FROM payment_attempts
		WHERE next_check_at <= ?1
		UNION ALL
		SELECT ` + attemptColumns + `
		FROM payment_attempts INDEXED BY attempts_seen
		WHERE next_check_at > ?1
		  AND COALESCE(last_checked_at, created_at) > ?1 + 60000
		ORDER BY next_check_at
		LIMIT ?2`

// DueAttempts also lists attempts whose last check is in the future, because the clock must have been set back. Up to a
// minute is not counted: an attempt that was made just after `now` was read would be checked before it can be paid, and
// not again for FetchInterval.
func (s Store) DueAttempts(ctx context.Context, now time.Time, limit int) ([]booking.Attempt, error) {
	return engine.All(ctx, s, "list due attempts", attemptPlaces, DueAttemptsSQL, now, limit)
}

// FindOpenChange returns the attempt whose payment changes a paid booking's ticket, or domain.ErrNotFound.
func (q Queries) FindOpenChange(ctx context.Context, bookingID string) (booking.Attempt, error) {
	return engine.One(ctx, q, "read change of ticket", attemptPlaces, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE booking_id = ? AND state IN ('CREATING', 'OPEN') AND ticket_change <> ''`, bookingID)
}

// FindPaymentView returns what may be shown about a booking's payment, or domain.ErrNotFound for an unknown booking.
// Its columns have short names, because SQLite's driver copies the names with each query.
func (s Store) FindPaymentView(ctx context.Context, bookingID string) (booking.PaymentView, error) {
	return engine.One(s.Brief(ctx), s, "read payment status", func(v *booking.PaymentView) []any {
		a := &v.Attempt
		return []any{&v.BookingID, &v.EmailKey, &v.Code, &v.Status, &v.HoldsSeat, &v.AmountPaise, &v.ReceivedPaise,
			&v.TDSPaise, &v.PaidAt, &v.PaidOn,
			&v.TransferredAt, &v.PayerKey, &v.TicketID, &a.Ref, &a.ProviderID, &a.URL, &a.AmountPaise, &a.State, &a.ExpiresAt,
			&a.ClosedAt, &a.LastCheckedAt, &a.NextCheckAt, &v.ForChange, &v.ChangePaidPaise, &v.Refunds,
			&v.MayLackAddress}
	}, `
		SELECT bookings.id, bookings.email_key, bookings.code, bookings.status, bookings.holds_seat,
		       CASE WHEN bookings.status = 'INITIATED' AND ticket_paise > 0 THEN ticket_paise - waived_paise
		            ELSE bookings.amount_paise END AS price,
		       (SELECT COALESCE(SUM(p.amount_paise - p.refunded_paise), 0) FROM payments p
		        WHERE p.booking_id = bookings.id AND p.disposition = 'applied') AS received,
		       (SELECT COALESCE(SUM(p.tds_paise), 0) FROM payments p
		        WHERE p.booking_id = bookings.id AND p.disposition IN ('applied', 'organiser_refund_due')) AS tds,
		       bookings.paid_at,
		       bookings.paid_on,
		       (SELECT MAX(ended_at) FROM transfers WHERE booking_id = bookings.id AND transfers.state = 'accepted')
		       	AS transferred,
		       COALESCE(`+bookings.PayerKey+`, '') AS payer, COALESCE(t.id, ''),
		       COALESCE(a.attempt_ref, ''), COALESCE(a.provider_id, ''), COALESCE(a.url, ''),
		       COALESCE(a.amount_paise, 0), COALESCE(a.state, ''), a.expires_at, a.closed_at, a.last_checked_at,
		       a.next_check_at,
		       bookings.status = 'SUCCESS' AND COALESCE(a.ticket_change, '') <> '' AS changes,
		       (SELECT COALESCE(SUM(p.amount_paise), 0) FROM payments p
		        WHERE p.attempt_ref = a.attempt_ref AND p.disposition = 'applied' AND a.ticket_change <> '') AS change,
		       bookings.status <> 'INITIATED'
		       AND EXISTS (SELECT 1 FROM payments p
		                   WHERE p.booking_id = bookings.id AND (p.disposition <> 'applied' OR p.refunded_paise > 0)) AS odd,
		       EXISTS (SELECT 1 FROM invoices
		               WHERE invoices.booking_id = bookings.id AND kind = 'invoice'
		                 AND (signed_paise >= ?2 OR document LIKE '%recipient":{%gstin":%')) AS may_lack
		FROM bookings
		LEFT JOIN payment_attempts a ON a.booking_id = bookings.id
		LEFT JOIN tickets t ON t.booking_id = bookings.id
		WHERE bookings.id = ?1
		ORDER BY a.n DESC, t.n DESC
		LIMIT 1`, bookingID, booking.AddressFromPaise)
}

// AuditRows returns all attempts with their payments, oldest first.
func (s Store) AuditRows(ctx context.Context) ([]booking.AuditRow, error) {
	type auditRow struct {
		booking.AuditRow
		emailKey string
	}
	rows, err := engine.All(ctx, s, "list attempts", func(r *auditRow) []any {
		p := &r.Payment
		return append(attemptPlaces(&r.Attempt), &r.Status, &r.emailKey, &r.Tickets, &r.Voided, &r.Unpaid,
			&p.ProviderPaymentID, &p.AttemptRef, &p.AmountPaise, &p.Disposition, &p.RefundedPaise,
			&p.LostPaise, &p.RefundPaise, &p.Joint, &p.TDSPaise, &p.CapturedAt, &p.RefundedAt)
	}, `
		SELECT a.attempt_ref, a.booking_id, a.n, a.provider, a.provider_id, a.url, a.amount_paise, a.currency, a.state,
		       a.created_at, a.expires_at, a.closed_at, a.last_checked_at, a.next_check_at, a.checks, a.answered_at,
		       a.ticket_change, b.status, b.email_key, (SELECT COUNT(*) FROM tickets t WHERE t.booking_id = a.booking_id
		       	AND t.status <> 'void'),
		       EXISTS (SELECT 1 FROM tickets t WHERE t.booking_id = a.booking_id)
		       AND NOT EXISTS (SELECT 1 FROM tickets t WHERE t.booking_id = a.booking_id AND t.status <> 'void'),
		       b.status = 'SUCCESS' AND b.holds_seat = 1 AND b.paid_by <> 'free'
		       AND NOT EXISTS (SELECT 1 FROM payments pays WHERE pays.booking_id = a.booking_id
		       	AND pays.disposition IN ('applied', 'organiser_refund_due')),
		       COALESCE(p.provider_payment_id, ''), COALESCE(p.attempt_ref, ''), COALESCE(p.amount_paise, 0),
		       	COALESCE(p.disposition, ''),
		       COALESCE(p.refunded_paise, 0), COALESCE(p.lost_paise, 0), COALESCE(p.refund_paise, 0), COALESCE(p.joint, 0),
		       COALESCE(p.tds_paise, 0), p.captured_at, p.refunded_at
		FROM payment_attempts a
		JOIN bookings b ON b.id = a.booking_id
		LEFT JOIN payments p ON p.attempt_ref = a.attempt_ref
		ORDER BY a.created_at, a.attempt_ref`)
	var out []booking.AuditRow
	for _, r := range rows {
		r.Erased = booking.Booking{EmailKey: r.emailKey}.Erased()
		if r.Payment.AttemptRef != "" {
			r.Payment.Provider, r.Payment.BookingID = r.Attempt.Provider, r.Attempt.BookingID
		}
		out = append(out, r.AuditRow)
	}
	return out, err
}

// CountAttempts counts a booking's attempts.
func (tx Tx) CountAttempts(ctx context.Context, bookingID string) (int, error) {
	return engine.Value[int](ctx, tx, "count attempts", `SELECT COUNT(*) FROM payment_attempts WHERE booking_id = ?`,
		bookingID)
}

// CountAttempts counts the attempts with one gateway and the attempts with all other gateways, without manual payments.
func (s Store) CountAttempts(ctx context.Context, provider string) (with, others int, err error) {
	err = s.QueryRowContext(ctx, `
		SELECT COUNT(*) FILTER (WHERE provider = ?1), COUNT(*) FILTER (WHERE provider <> ?1
			AND provider NOT IN ('bank', 'cheque', 'cash'))
		FROM payment_attempts`, provider).Scan(&with, &others)
	return with, others, engine.Found(err, "count attempts")
}

// HoldAttempt takes an attempt's lease (decision 0017); it returns false while another instance has the lease. A lease
// that ends later than a new lease would is ignored, because a wrong clock set it.
func (s Store) HoldAttempt(ctx context.Context, ref, holder string, now, until time.Time) (bool, error) {
	if !s.Shared() {
		return true, nil
	}
	return s.ExecOne(ctx, "hold attempt", `
		UPDATE payment_attempts
		SET held_by = ?1, held_until = ?2
		WHERE attempt_ref = ?3 AND (held_until IS NULL OR held_until <= ?4 OR held_until > ?2 OR held_by = ?1)`,
		holder, until, ref, now)
}

// ReleaseAttempt ends a lease; if another instance holds it, nothing changes.
func (s Store) ReleaseAttempt(ctx context.Context, ref, holder string) error {
	if !s.Shared() {
		return nil
	}
	_, err := s.ExecOne(ctx, "release attempt", `
		UPDATE payment_attempts
		SET held_until = NULL
		WHERE attempt_ref = ? AND held_by = ? AND held_until IS NOT NULL`, ref, holder)
	return err
}

// OpenAttempt writes the link of an attempt that has none yet, and ends the attempt's lease.
func (s Store) OpenAttempt(ctx context.Context, a booking.Attempt) (opened bool, err error) {
	return s.ExecOne(ctx, "open attempt", `
		UPDATE payment_attempts
		SET state = 'OPEN', provider_id = ?, url = ?, expires_at = ?, next_check_at = ?, held_until = NULL
		WHERE attempt_ref = ? AND state = 'CREATING'`,
		a.ProviderID, a.URL, a.ExpiresAt, engine.NullMillis(a.NextCheckAt), a.Ref)
}
