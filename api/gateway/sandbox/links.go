package sandbox

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/payment"
)

// Link is one payment link. Amounts are in paise, times in UTC.
type Link struct {
	ID, Reference        string
	AmountPaise          int64
	Currency             string
	Description          string
	ReturnURL            string
	CreatedAt, ExpiresAt time.Time
	Status               string // the stored state; StatusAt also considers the time
	PaymentID            string // "" until the link is paid
	PaysAt               time.Time
	RefundedPaise        int64 // the amount that Fill stores as refunded
}

const (
	statusCreated   = "created"
	statusPaid      = "paid"
	statusCancelled = "cancelled"
	statusExpired   = "expired"
)

// StatusAt returns the state at a given time: a link expires, and a late payment makes an expired link paid.
func (l Link) StatusAt(now time.Time) string {
	switch {
	case l.Status == statusExpired && l.PaymentID != "" && !now.Before(l.PaysAt):
		return statusPaid
	case l.Status == statusCreated && !now.Before(l.ExpiresAt):
		return statusExpired
	}
	return l.Status
}

// Payable reports whether the link can be paid at a given time.
func (l Link) Payable(now time.Time) bool { return l.StatusAt(now) == statusCreated }

const schema = `
CREATE TABLE IF NOT EXISTS links (
  id           TEXT PRIMARY KEY,
  reference    TEXT NOT NULL UNIQUE,
  amount_paise INTEGER NOT NULL,
  currency     TEXT NOT NULL,
  description  TEXT NOT NULL,
  return_url   TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL,
  status       TEXT NOT NULL,
  payment_id   TEXT NOT NULL DEFAULT '',
  pays_at      INTEGER NOT NULL DEFAULT 0,
  told_at      INTEGER                    -- when the message about the last change was received; NULL before
) STRICT;
CREATE INDEX IF NOT EXISTS links_untold ON links (pays_at) WHERE told_at IS NULL;
CREATE TABLE IF NOT EXISTS refunds (
  refund_key   TEXT PRIMARY KEY,
  payment_id   TEXT NOT NULL,
  amount_paise INTEGER NOT NULL,
  created_at   INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS secret (
  id  INTEGER PRIMARY KEY CHECK (id = 1),
  key BLOB NOT NULL
) STRICT;`

func (s *Sandbox) prepare(ctx context.Context) error {
	if _, err := s.db.ExecContext(ctx, schema); err != nil {
		return err
	}
	fresh := make([]byte, 32)
	rand.Read(fresh)
	if _, err := s.db.ExecContext(ctx, `INSERT INTO secret (id, key) VALUES (1, ?) ON CONFLICT (id) DO NOTHING`,
		fresh); err != nil {
		return err
	}
	return s.db.QueryRowContext(ctx, `SELECT key FROM secret`).Scan(&s.secret)
}

// insertLink stores a link without a message to send; it returns false if the reference already exists.
func insertLink(ctx context.Context, db interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}, l Link) (isNew bool, err error) {
	result, err := db.ExecContext(ctx, `
		INSERT INTO links (`+linkColumns+`, told_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
		ON CONFLICT (reference) DO NOTHING`,
		l.ID, l.Reference, l.AmountPaise, l.Currency, l.Description, l.ReturnURL,
		l.CreatedAt.UnixMilli(), l.ExpiresAt.UnixMilli(), l.Status, l.PaymentID, millis(l.PaysAt))
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

const linkColumns = `id, reference, amount_paise, currency, description, return_url, created_at, expires_at, status,` +
	` payment_id, pays_at`

func scanLink(row interface{ Scan(...any) error }) (l Link, err error) {
	var created, expires, pays int64
	err = row.Scan(&l.ID, &l.Reference, &l.AmountPaise, &l.Currency, &l.Description, &l.ReturnURL,
		&created, &expires, &l.Status, &l.PaymentID, &pays)
	if errors.Is(err, sql.ErrNoRows) {
		return l, payment.ErrProviderNotFound
	}
	l.CreatedAt, l.ExpiresAt, l.PaysAt = time.UnixMilli(created).UTC(), time.UnixMilli(expires).UTC(),
		time.UnixMilli(pays).UTC()
	return l, err
}

func (s *Sandbox) findLink(ctx context.Context, id, reference string) (Link, error) {
	return scanLink(s.db.QueryRowContext(ctx, `
		SELECT `+linkColumns+`
		FROM links
		WHERE id = ? OR ? = '' AND reference = ?`, id, id, reference))
}

// ErrNotPayable is returned by Pay, Decline and PayLate.
var ErrNotPayable = errors.New("this link can no longer be paid")

// change calls f on a link and queues the message about it, or returns ErrNotPayable.
func (s *Sandbox) change(ctx context.Context, id string, f func(*Link)) (Link, error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return Link{}, err
	}
	defer tx.Rollback()
	l, err := scanLink(tx.QueryRowContext(ctx, `SELECT `+linkColumns+` FROM links WHERE id = ?`, id))
	if err != nil {
		return l, err
	}
	if !l.Payable(s.clock.Now()) {
		return l, ErrNotPayable
	}
	f(&l)
	_, err = tx.ExecContext(ctx, `
		UPDATE links
		SET status = ?, payment_id = ?, pays_at = ?, told_at = NULL
		WHERE id = ?`, l.Status, l.PaymentID, l.PaysAt.UnixMilli(), id)
	if err != nil {
		return l, err
	}
	if err := tx.Commit(); err != nil {
		return l, err
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
	return l, nil
}

// insertRefund stores a refund. A repeated key adds no second refund, and the refunds never exceed the payment.
func (s *Sandbox) insertRefund(ctx context.Context, paymentID string, amountPaise int64, key string) error {
	result, err := s.db.ExecContext(ctx, `
		INSERT INTO refunds (refund_key, payment_id, amount_paise, created_at)
		SELECT ?, ?, ?, ?
		WHERE ? <= (SELECT amount_paise FROM links WHERE payment_id = ?)
		         - (SELECT COALESCE(SUM(amount_paise), 0) FROM refunds WHERE payment_id = ? AND refund_key <> ?)
		ON CONFLICT (refund_key) DO NOTHING`,
		key, paymentID, amountPaise, s.clock.Now().UnixMilli(), amountPaise, paymentID, paymentID, key)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 1 {
		return err
	}
	var known bool
	err = s.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM refunds WHERE refund_key = ? AND payment_id = ?
			AND amount_paise = ?)`,
		key, paymentID, amountPaise).Scan(&known)
	if err == nil && !known {
		err = fmt.Errorf("payment %s has less left to refund", paymentID)
	}
	return err
}

// Refunded returns how much of a payment has been refunded.
func (s *Sandbox) Refunded(ctx context.Context, providerPaymentID string) (paise int64, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT COALESCE(SUM(amount_paise), 0) FROM refunds WHERE payment_id = ?`,
		providerPaymentID).Scan(&paise)
	return paise, err
}

// Captured includes payments that are later than the clock, because a rehearsal may be restarted with an earlier clock.
func (s *Sandbox) Captured(ctx context.Context, from, to time.Time) ([]payment.CapturedPayment, error) {
	return s.captured(ctx, `pays_at BETWEEN ? AND ?`, from.UnixMilli(), to.UnixMilli())
}

// FetchPayment returns a captured payment by its id.
func (s *Sandbox) FetchPayment(ctx context.Context, providerPaymentID string) (payment.CapturedPayment, error) {
	found, err := s.captured(ctx, `payment_id = ?`, providerPaymentID)
	if err == nil && len(found) == 0 {
		err = payment.ErrProviderNotFound
	}
	if err != nil {
		return payment.CapturedPayment{}, err
	}
	return found[0], nil
}

func (s *Sandbox) captured(ctx context.Context, which string, args ...any) ([]payment.CapturedPayment, error) {
	rows, err := s.db.QueryContext(ctx, `
		SELECT payment_id, reference, amount_paise, currency, pays_at,
		       (SELECT COALESCE(SUM(amount_paise), 0) FROM refunds WHERE refunds.payment_id = links.payment_id)
		FROM links
		WHERE payment_id <> '' AND (status = 'paid' OR pays_at <= ?) AND `+which+`
		ORDER BY pays_at, payment_id`, append([]any{s.clock.Now().UnixMilli()}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("sandbox: list payments: %w", err)
	}
	defer rows.Close()
	var out []payment.CapturedPayment
	for rows.Next() {
		var one payment.CapturedPayment
		var at int64
		if err := rows.Scan(&one.ProviderPaymentID, &one.AttemptRef, &one.AmountPaise, &one.Currency, &at,
			&one.RefundedPaise); err != nil {
			return nil, fmt.Errorf("sandbox: list payments: %w", err)
		}
		one.At = time.UnixMilli(at).UTC()
		out = append(out, one)
	}
	return out, rows.Err()
}

// ReferenceOf returns the reference of the link that a payment was made for.
func (s *Sandbox) ReferenceOf(ctx context.Context, providerPaymentID string) (reference string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT reference FROM links WHERE payment_id = ?`, providerPaymentID).Scan(&reference)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return reference, err
}

// FetchDispute never finds a dispute: the sandbox has none.
func (*Sandbox) FetchDispute(context.Context, string) (payment.Dispute, error) {
	return payment.Dispute{}, payment.ErrProviderNotFound
}

// Fill stores invented links with their payments and refunds, without messages about them.
func (s *Sandbox) Fill(ctx context.Context, links []Link) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("sandbox: fill: %w", err)
	}
	defer tx.Rollback()
	for _, l := range links {
		l.Status = statusCreated
		if l.PaymentID != "" {
			l.Status = statusPaid
		}
		_, err := insertLink(ctx, tx, l)
		if err == nil && l.RefundedPaise > 0 {
			_, err = tx.ExecContext(ctx, `INSERT INTO refunds (refund_key, payment_id, amount_paise, created_at)
					VALUES (?, ?, ?, ?)`,
				"filled-"+l.PaymentID, l.PaymentID, l.RefundedPaise, millis(l.PaysAt))
		}
		if err != nil {
			return fmt.Errorf("sandbox: fill: %w", err)
		}
	}
	return tx.Commit()
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
