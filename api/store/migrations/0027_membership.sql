-- The membership number in the form for comparison (domain.MembershipKey): "A 123" is "A-123". The step fills it.
ALTER TABLE bookings ADD COLUMN membership_key TEXT NOT NULL DEFAULT '';
DROP INDEX bookings_by_membership;
CREATE INDEX bookings_by_membership ON bookings (institute_name, membership_key) WHERE status = 'SUCCESS';
