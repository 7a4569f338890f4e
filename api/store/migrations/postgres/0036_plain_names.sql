-- As for SQLite, but PostgreSQL can rename an index without creating it again.
DROP TRIGGER acts_no_update ON acts;
DROP TRIGGER act_details_only_emptied ON act_details;
DROP TRIGGER act_details_no_delete ON act_details;
DROP FUNCTION acts_are_append_only();
ALTER TABLE acts RENAME TO audit_log;
ALTER TABLE act_details RENAME TO audit_details;
ALTER INDEX acts_by_booking RENAME TO audit_log_by_booking;
ALTER INDEX acts_by_actor RENAME TO audit_log_by_actor;
ALTER INDEX acts_by_action RENAME TO audit_log_by_action;
ALTER INDEX acts_by_time RENAME TO audit_log_by_time;
CREATE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE 'the activity log is append-only';
END $$;
CREATE TRIGGER audit_log_no_update BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
CREATE TRIGGER audit_details_only_emptied BEFORE UPDATE ON audit_details
  FOR EACH ROW WHEN (NEW.n <> OLD.n OR NEW.salt <> '' OR NEW.details <> '') EXECUTE FUNCTION audit_log_is_append_only();
CREATE TRIGGER audit_details_no_delete BEFORE DELETE OR TRUNCATE ON audit_details
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();

ALTER TABLE signin_misses RENAME TO failed_attempts;
ALTER TABLE failed_attempts RENAME COLUMN misses TO attempts;
ALTER TABLE failed_attempts RENAME COLUMN closed_until TO blocked_until;

ALTER TABLE code_challenges RENAME COLUMN leaves TO sends_email;
ALTER INDEX challenges_that_leave RENAME TO challenges_sending_email;

ALTER TABLE id_checks RENAME TO identity_checks;
ALTER TABLE identity_checks RENAME COLUMN paper TO document;
ALTER INDEX id_checks_by_booking RENAME TO identity_checks_by_booking;
ALTER INDEX bookings_by_paper RENAME TO bookings_by_identity_document;

ALTER TABLE gate_strays RENAME TO gate_duplicate_scans;
ALTER TABLE gate_scans RENAME COLUMN by_way TO input_method;
UPDATE tasks
SET kind = 'gate_duplicate_scan',
    dedupe_key = 'gate_duplicate_scan' || substr(dedupe_key, length('gate_stray') + 1)
WHERE kind = 'gate_stray';

ALTER TABLE alarms RENAME COLUMN told_at TO reported_at;
ALTER TABLE alarms RENAME COLUMN good_at TO resolved_at;

ALTER TABLE requests RENAME TO refund_requests;
ALTER INDEX requests_one_open RENAME TO refund_requests_one_open;

ALTER INDEX payments_odd RENAME TO payments_not_applied;
ALTER INDEX tickets_one_good RENAME TO tickets_one_valid;

ALTER TABLE staff_sessions RENAME COLUMN touched_at TO confirmed_at;
DELETE FROM staff_ceremonies;
ALTER TABLE staff_ceremonies DROP CONSTRAINT staff_ceremonies_purpose_check;
ALTER TABLE staff_ceremonies ADD CHECK (purpose IN ('create', 'sign_in', 'confirm'));
