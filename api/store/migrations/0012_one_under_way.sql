-- The same person has one booking of a ticket under way at a time, whatever two tabs, two mailboxes or a retry send.
CREATE UNIQUE INDEX bookings_one_under_way ON bookings (person_key, category_type, spouse) WHERE status = 'INITIATED';
