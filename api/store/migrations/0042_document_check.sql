-- When the desk rejected the identity document; NULL once there is another document or the person was checked.
ALTER TABLE bookings ADD COLUMN id_rejected_at INTEGER;
CREATE INDEX bookings_rejected ON bookings (email_key) WHERE id_rejected_at IS NOT NULL;
-- The membership numbers on the institutes' lists, each as a keyed hash of institute and number.
CREATE TABLE institute_numbers (
  number_hash TEXT PRIMARY KEY,
  institute   TEXT NOT NULL            -- its id in the content
) STRICT;
CREATE INDEX institute_numbers_of ON institute_numbers (institute);
