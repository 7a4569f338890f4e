-- As for SQLite. No index contains the search texts here, so the index of names stays as it is.
ALTER TABLE tickets ADD COLUMN voided_at BIGINT;
DROP INDEX payments_odd;
CREATE INDEX payments_odd ON payments (booking_id, disposition, refunded_paise, captured_at) WHERE disposition <> 'applied' OR refunded_paise > 0;
