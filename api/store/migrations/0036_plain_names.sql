-- Tables and columns get the names that the program and the screens use. What the activity log hashes does not change.
DROP TRIGGER acts_no_update;
DROP TRIGGER acts_no_delete;
DROP TRIGGER act_details_only_emptied;
DROP TRIGGER act_details_no_delete;
DROP INDEX acts_by_booking;
DROP INDEX acts_by_actor;
DROP INDEX acts_by_action;
DROP INDEX acts_by_time;
ALTER TABLE acts RENAME TO audit_log;
ALTER TABLE act_details RENAME TO audit_details;
CREATE INDEX audit_log_by_booking ON audit_log (booking_id, n);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, n);
CREATE INDEX audit_log_by_action ON audit_log (action, n);
CREATE INDEX audit_log_by_time ON audit_log (at, n);
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the activity log is append-only');
END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the activity log is append-only');
END;
-- Erasing a person empties the details; nothing else may change them.
CREATE TRIGGER audit_details_only_emptied BEFORE UPDATE ON audit_details
WHEN NEW.n <> OLD.n OR NEW.salt <> '' OR NEW.details <> ''
BEGIN
  SELECT RAISE(ABORT, 'the activity log is append-only');
END;
CREATE TRIGGER audit_details_no_delete BEFORE DELETE ON audit_details
BEGIN
  SELECT RAISE(ABORT, 'the activity log is append-only');
END;

-- The number of wrong codes in a row, and the time until which the mailbox is blocked.
ALTER TABLE signin_misses RENAME TO failed_attempts;
ALTER TABLE failed_attempts RENAME COLUMN misses TO attempts;
ALTER TABLE failed_attempts RENAME COLUMN closed_until TO blocked_until;

-- Whether the email with the code is really sent.
DROP INDEX challenges_that_leave;
ALTER TABLE code_challenges RENAME COLUMN leaves TO sends_email;
CREATE INDEX challenges_sending_email ON code_challenges (created_at) WHERE sends_email = 1;

DROP INDEX id_checks_by_booking;
ALTER TABLE id_checks RENAME TO identity_checks;
ALTER TABLE identity_checks RENAME COLUMN paper TO document;
CREATE INDEX identity_checks_by_booking ON identity_checks (booking_id);
DROP INDEX bookings_by_paper;
CREATE INDEX bookings_by_identity_document ON bookings (id_asset);

-- Scans whose number the device had already used for another scan.
ALTER TABLE gate_strays RENAME TO gate_duplicate_scans;
ALTER TABLE gate_scans RENAME COLUMN by_way TO input_method;
UPDATE tasks
SET kind = 'gate_duplicate_scan',
    dedupe_key = 'gate_duplicate_scan' || substr(dedupe_key, length('gate_stray') + 1)
WHERE kind = 'gate_stray';

-- resolved_at is NULL until the problem has ended.
ALTER TABLE alarms RENAME COLUMN told_at TO reported_at;
ALTER TABLE alarms RENAME COLUMN good_at TO resolved_at;

DROP INDEX requests_one_open;
ALTER TABLE requests RENAME TO refund_requests;
CREATE UNIQUE INDEX refund_requests_one_open ON refund_requests (booking_id) WHERE state = 'open';

DROP INDEX payments_odd;
CREATE INDEX payments_not_applied ON payments (booking_id, disposition, refunded_paise, captured_at)
WHERE disposition <> 'applied' OR refunded_paise > 0;
DROP INDEX tickets_one_good;
CREATE UNIQUE INDEX tickets_one_valid ON tickets (booking_id) WHERE status <> 'void';

-- When the passkey was last confirmed.
ALTER TABLE staff_sessions RENAME COLUMN touched_at TO confirmed_at;
-- Challenges are valid for minutes, so open ones are dropped and requested again.
DROP TABLE staff_ceremonies;
CREATE TABLE staff_ceremonies (
  id           TEXT PRIMARY KEY,
  session_hash TEXT NOT NULL REFERENCES staff_sessions (token_hash),
  purpose      TEXT NOT NULL CHECK (purpose IN ('create', 'sign_in', 'confirm')),
  data         TEXT NOT NULL,
  expires_at   INTEGER NOT NULL
) STRICT;
