-- The birth date and the sounds of the name (Person.NameKey); the step fills it. The covering indexes find possible
-- duplicates among the registrations that hold a seat.
ALTER TABLE bookings ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
CREATE INDEX bookings_same_mobile ON bookings (mobile, id, holds_seat) WHERE holds_seat = 1 AND mobile <> '';
CREATE INDEX bookings_same_email ON bookings (email_key, id, holds_seat) WHERE holds_seat = 1 AND email_key <> '';
CREATE INDEX bookings_same_member ON bookings (membership_key, institute_name, id, holds_seat) WHERE holds_seat = 1 AND membership_key <> '';
CREATE INDEX bookings_same_name ON bookings (name_key, id, holds_seat) WHERE holds_seat = 1 AND name_key <> '';
