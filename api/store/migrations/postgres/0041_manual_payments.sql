-- As for SQLite, which cannot change a constraint.
ALTER TABLE payments DROP CONSTRAINT payments_disposition_check;
ALTER TABLE payments ADD CONSTRAINT payments_disposition_check CHECK (disposition IN ('applied', 'duplicate_refund_due', 'no_seat_refund_due', 'organiser_refund_due', 'refunded', 'withdrawn'));
ALTER TABLE payments ADD COLUMN tds_paise BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN joint BIGINT NOT NULL DEFAULT 0 CHECK (joint IN (0, 1));
DROP INDEX payments_one_applied;
CREATE UNIQUE INDEX payments_one_applied ON payments (booking_id) WHERE disposition = 'applied' AND joint = 0;
ALTER TABLE refund_requests ADD COLUMN attempt_ref TEXT NOT NULL DEFAULT '';
