-- The number of a member in the form for comparing (domain.MembershipKey), which the step of this name fills: "A 123" is "A-123".
ALTER TABLE bookings ADD COLUMN membership_key TEXT NOT NULL DEFAULT '';
DROP INDEX bookings_by_membership;
CREATE INDEX bookings_by_membership ON bookings (institute_name, membership_key) WHERE status = 'SUCCESS';
