-- A name and a birth date identify a person; a mailbox does not. migrations.go computes the keys (step people.sql).
DROP INDEX bookings_one_under_way;
ALTER TABLE bookings ADD COLUMN network_hash TEXT NOT NULL DEFAULT '';  -- keyed hash of the network, until the booking is paid
ALTER TABLE accounts ADD COLUMN person_key TEXT NOT NULL DEFAULT '';    -- the profile's owner, '' if it is empty
CREATE INDEX bookings_by_person ON bookings (person_key);
CREATE INDEX bookings_by_network ON bookings (network_hash) WHERE network_hash <> '';
-- Earlier emails to an address are looked up before the next one is written. As in the program, only ASCII is folded.
CREATE INDEX outbox_by_address ON outbox (lower(trim(to_address)), template, created_at);
