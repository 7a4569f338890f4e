-- Several payments may pay for one booking; tds_paise is the tax deducted from a payment. A payment that was recorded
-- for the wrong booking is withdrawn.
CREATE TABLE payments_next (
  provider            TEXT NOT NULL,
  provider_payment_id TEXT NOT NULL,
  attempt_ref         TEXT NOT NULL REFERENCES payment_attempts (attempt_ref),
  booking_id          TEXT NOT NULL REFERENCES bookings (id),
  amount_paise        INTEGER NOT NULL,
  captured_at         INTEGER NOT NULL,
  disposition         TEXT NOT NULL CHECK (disposition IN ('applied', 'duplicate_refund_due', 'no_seat_refund_due', 'organiser_refund_due', 'refunded', 'withdrawn')),
  refund_key          TEXT NOT NULL DEFAULT '',
  refund_tries        INTEGER NOT NULL DEFAULT 0,
  next_refund_at      INTEGER,             -- NULL unless its refund is due
  refunded_at         INTEGER,
  refunded_paise      INTEGER NOT NULL DEFAULT 0,
  lost_paise          INTEGER NOT NULL DEFAULT 0,
  refund_paise        INTEGER NOT NULL DEFAULT 0,
  tds_paise           INTEGER NOT NULL DEFAULT 0,
  joint               INTEGER NOT NULL DEFAULT 0 CHECK (joint IN (0, 1)),
  PRIMARY KEY (provider, provider_payment_id)
) STRICT;
INSERT INTO payments_next (provider, provider_payment_id, attempt_ref, booking_id, amount_paise, captured_at, disposition, refund_key,
                           refund_tries, next_refund_at, refunded_at, refunded_paise, lost_paise, refund_paise)
SELECT provider, provider_payment_id, attempt_ref, booking_id, amount_paise, captured_at, disposition, refund_key,
       refund_tries, next_refund_at, refunded_at, refunded_paise, lost_paise, refund_paise
FROM payments;
DROP TABLE payments;
ALTER TABLE payments_next RENAME TO payments;
-- A booking is paid by one payment, or by several that are marked `joint`.
CREATE UNIQUE INDEX payments_one_applied ON payments (booking_id) WHERE disposition = 'applied' AND joint = 0;
CREATE UNIQUE INDEX payments_one_of_attempt ON payments (attempt_ref);
CREATE INDEX payments_refund_due ON payments (next_refund_at) WHERE next_refund_at IS NOT NULL;
CREATE INDEX payments_of_booking ON payments (booking_id);
CREATE INDEX payments_by_name ON payments (lower(provider_payment_id) COLLATE BINARY);
CREATE INDEX payments_not_applied ON payments (booking_id, disposition, refunded_paise, captured_at)
WHERE disposition <> 'applied' OR refunded_paise > 0;

-- The payment that a second person must approve to withdraw.
ALTER TABLE refund_requests ADD COLUMN attempt_ref TEXT NOT NULL DEFAULT '';
