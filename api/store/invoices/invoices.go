// Package invoices contains the queries for tax invoices, credit notes and receipts, which never change.
package invoices

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/store/bookings"
	"transom/api/store/engine"
	"transom/api/store/payments"
)

// Store runs queries outside transactions.
type Store struct{ *engine.DB }

// Tx is a write transaction.
type Tx struct{ *engine.Tx }

// NextNumber locks the series until the transaction ends; after a rollback the number is free again.
func (tx Tx) NextNumber(ctx context.Context, series, year string) (int64, error) {
	return engine.Value[int64](ctx, tx, "take invoice number", `
		INSERT INTO invoice_series (series, year, last)
		VALUES (?, ?, 1)
		ON CONFLICT (series, year) DO UPDATE SET last = invoice_series.last + 1
		RETURNING last`, series, year)
}

// InsertDocument writes an issued document.
func (tx Tx) InsertDocument(ctx context.Context, d booking.Document) error {
	raw, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("insert document: %w", err)
	}
	return tx.Exec(ctx, "insert document", `
		INSERT INTO invoices (id, kind, number, series, year, n, issued_at, booking_id, attempt_ref, signed_paise, document)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		d.ID, string(d.Kind), d.Number, d.Series, d.Year, d.N, engine.ToMillis(d.IssuedAt), d.BookingID, d.PaymentRef,
		d.SignedPaise(), string(raw))
}

func list(ctx context.Context, from engine.Reader, query string, args ...any) ([]booking.Document, error) {
	rows, err := engine.Values[string](ctx, from, "list documents", query, args...)
	all := make([]booking.Document, len(rows))
	for i, raw := range rows {
		err = errors.Join(err, json.Unmarshal([]byte(raw), &all[i]))
	}
	return all, err
}

// DocumentsOfPayment lists the documents for a paid attempt, sorted by year and number.
func (tx Tx) DocumentsOfPayment(ctx context.Context, attemptRef string) ([]booking.Document, error) {
	return list(ctx, tx, `SELECT document FROM invoices WHERE attempt_ref = ? ORDER BY year, n`, attemptRef)
}

// FindDocument returns a document, or domain.ErrNotFound.
func (s Store) FindDocument(ctx context.Context, id string) (d booking.Document, err error) {
	raw, err := engine.Value[string](ctx, s, "read document", `SELECT document FROM invoices WHERE id = ?`, id)
	if err == nil {
		err = json.Unmarshal([]byte(raw), &d)
	}
	return d, err
}

// DocumentsOfBooking lists a booking's documents, oldest first.
func (s Store) DocumentsOfBooking(ctx context.Context, bookingID string) ([]booking.Document, error) {
	return list(s.Brief(ctx), s, ofBooking, bookingID)
}

// DocumentsOfBooking lists a booking's documents, oldest first.
func (tx Tx) DocumentsOfBooking(ctx context.Context, bookingID string) ([]booking.Document, error) {
	return list(ctx, tx, ofBooking, bookingID)
}

const ofBooking = `SELECT document FROM invoices WHERE booking_id = ? ORDER BY issued_at, kind, n`

// DocumentsOfPayer lists the documents of the bookings that an address paid for, oldest first.
func (s Store) DocumentsOfPayer(ctx context.Context, emailKey string) ([]booking.Document, error) {
	if emailKey == "" {
		return nil, nil
	}
	return list(s.Brief(ctx), s, `
		SELECT document
		FROM (SELECT id FROM bookings WHERE email_key = ?1 AND NOT EXISTS (SELECT 1 `+bookings.FirstTransfer+`)
		      UNION ALL
		      SELECT bookings.id
		      FROM transfers
		      JOIN bookings ON bookings.id = booking_id
		      WHERE from_email_key = ?1 AND transfers.id = (SELECT paid.id `+bookings.FirstTransfer+`)) AS paid
		JOIN invoices ON booking_id = paid.id
		ORDER BY issued_at, kind, n`, emailKey)
}

// DocumentsBetween lists the documents issued from one time until just before another, in order.
func (s Store) DocumentsBetween(ctx context.Context, from, until time.Time) ([]booking.Document, error) {
	return list(ctx, s, `
		SELECT document FROM invoices WHERE issued_at >= ? AND issued_at < ? ORDER BY series, year, n`,
		engine.ToMillis(from), engine.ToMillis(until))
}

// Series lists the prefixes under which documents were issued.
func (s Store) Series(ctx context.Context) ([]string, error) {
	return engine.Values[string](ctx, s, "list series", `SELECT DISTINCT series FROM invoice_series ORDER BY series`)
}

// `net` is the sum of a payment's documents; `due` is the amount that they should add up to.
const (
	net = `(SELECT CAST(COALESCE(SUM(signed_paise), 0) AS BIGINT)
	        FROM invoices
	        WHERE invoices.attempt_ref = payments.attempt_ref)`
	due = `CASE disposition WHEN 'withdrawn' THEN 0 ELSE amount_paise END - refunded_paise`
)

// needsDocument selects the payments that pay for a booking, and refunded payments that have documents.
const needsDocument = `(disposition IN ('applied', 'organiser_refund_due')
	OR EXISTS (SELECT 1 FROM invoices WHERE invoices.attempt_ref = payments.attempt_ref))`

// isDueAgain selects credited refunds that failed and are due again; the first condition is for an index.
const isDueAgain = `disposition <> 'applied' AND disposition = 'organiser_refund_due' AND ` + net + ` < ` + due

// DocumentTotals adds up all documents and all payments, without listing what does not match.
func (s Store) DocumentTotals(ctx context.Context) (booking.DocumentSums, error) {
	return engine.One(ctx, s, "sum documents", func(d *booking.DocumentSums) []any {
		return []any{&d.Documents, &d.InvoicesPaise, &d.CreditsPaise, &d.PaymentsPaise, &d.RefundsPaise,
			&d.RefundsDuePaise, &d.ReceivedPaise, &d.TDSPaise, &d.AllRefundsPaise}
	}, `
		SELECT documents.n, documents.invoices, documents.credits, money.paid, money.refunded,
		       (SELECT CAST(COALESCE(SUM(`+due+` - `+net+`), 0) AS BIGINT) FROM payments WHERE `+isDueAgain+`),
		       money.received, money.tds, money.all_refunds
		FROM (SELECT COUNT(*) AS n,
		             CAST(COALESCE(SUM(signed_paise) FILTER (WHERE signed_paise > 0), 0) AS BIGINT) AS invoices,
		             CAST(COALESCE(-SUM(signed_paise) FILTER (WHERE signed_paise < 0), 0) AS BIGINT) AS credits
		      FROM invoices) AS documents,
		     (SELECT CAST(COALESCE(SUM(`+due+` + refunded_paise) FILTER (WHERE `+needsDocument+`), 0) AS BIGINT) AS paid,
		             CAST(COALESCE(SUM(refunded_paise) FILTER (WHERE `+needsDocument+`), 0) AS BIGINT) AS refunded,
		             CAST(COALESCE(SUM(amount_paise - tds_paise) FILTER (WHERE disposition <> 'withdrawn'), 0)
		               AS BIGINT) AS received,
		             CAST(COALESCE(SUM(tds_paise) FILTER (WHERE disposition <> 'withdrawn'), 0) AS BIGINT) AS tds,
		             CAST(COALESCE(SUM(refunded_paise), 0) AS BIGINT) AS all_refunds
		      FROM payments) AS money`)
}

// SumDocuments also lists the payments whose documents do not match, and the documents without a payment.
func (s Store) SumDocuments(ctx context.Context) (booking.DocumentSums, error) {
	sums, err := s.DocumentTotals(ctx)
	if err != nil {
		return sums, err
	}
	sums.Wrong, err = engine.Values[string](ctx, s, "list wrong documents", `
		SELECT attempt_ref FROM payments
		WHERE `+needsDocument+` AND `+net+` <> `+due+` AND NOT (`+isDueAgain+`)
		UNION ALL
		SELECT attempt_ref FROM invoices
		WHERE NOT EXISTS (SELECT 1 FROM payments WHERE payments.attempt_ref = invoices.attempt_ref)
		GROUP BY attempt_ref HAVING SUM(signed_paise) <> 0
		ORDER BY attempt_ref`)
	return sums, err
}

// PaymentsWithoutDocument lists payments that pay for a booking and were recorded by versions without documents.
func (s Store) PaymentsWithoutDocument(ctx context.Context) ([]booking.Payment, error) {
	return engine.All(ctx, s, "list payments without documents", payments.Places, `
		SELECT `+payments.Columns+` FROM payments
		WHERE disposition IN ('applied', 'organiser_refund_due')
		  AND NOT EXISTS (SELECT 1 FROM invoices WHERE invoices.attempt_ref = payments.attempt_ref)
		ORDER BY captured_at, attempt_ref`)
}
