-- A person is a name and a birth date, not a mailbox. The keys are made anew by the step of this name in people_step.go.
DROP INDEX bookings_one_under_way;
ALTER TABLE bookings ADD COLUMN network_hash TEXT NOT NULL DEFAULT '';  -- keyed hash of the network, while the booking is unpaid
ALTER TABLE accounts ADD COLUMN person_key TEXT NOT NULL DEFAULT '';    -- whose profile it is, '' while it is empty
CREATE INDEX bookings_by_person ON bookings (person_key);
CREATE INDEX bookings_by_network ON bookings (network_hash) WHERE network_hash <> '';
-- What was sent to an address is asked for before it is written to again. Folding is ASCII only, like that of the program.
CREATE INDEX outbox_by_address ON outbox (lower(trim(to_address)), template, created_at);
