-- How a registration was paid, and its version, by which an action on outdated data is detected. Reasons for free
-- registrations come from the content.
ALTER TABLE bookings ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE bookings ADD COLUMN paid_by TEXT NOT NULL DEFAULT 'online';
ALTER TABLE bookings ADD COLUMN paid_reference TEXT NOT NULL DEFAULT '';
ALTER TABLE bookings ADD COLUMN paid_on TEXT NOT NULL DEFAULT '';
ALTER TABLE bookings ADD COLUMN free_reason TEXT NOT NULL DEFAULT '';

-- A free registration costs 0. A CHECK cannot be changed, so the columns are replaced.
ALTER TABLE bookings ADD COLUMN net INTEGER NOT NULL DEFAULT 0 CHECK (net >= 0);
ALTER TABLE bookings ADD COLUMN amount INTEGER NOT NULL DEFAULT 0 CHECK (amount = 0 OR amount = net + gst_paise);
UPDATE bookings SET net = net_paise, amount = amount_paise;
ALTER TABLE bookings DROP COLUMN amount_paise;
ALTER TABLE bookings DROP COLUMN net_paise;
ALTER TABLE bookings RENAME COLUMN net TO net_paise;
ALTER TABLE bookings RENAME COLUMN amount TO amount_paise;

-- How much of a payment is to be refunded; 0 means all of it.
ALTER TABLE payments ADD COLUMN refund_paise INTEGER NOT NULL DEFAULT 0;

-- A booking has one valid ticket; the tickets that it replaced are void, and n numbers them. Entries refer to tickets,
-- so the rows are inserted again with the same ids before the foreign keys are checked.
PRAGMA defer_foreign_keys = ON;
CREATE TABLE tickets_before AS SELECT * FROM tickets;
DROP TABLE tickets;
CREATE TABLE tickets (
  id                TEXT PRIMARY KEY,
  booking_id        TEXT NOT NULL REFERENCES bookings (id),
  holder_name       TEXT NOT NULL,
  category_type     TEXT NOT NULL,
  seats             INTEGER NOT NULL,
  entries_total     INTEGER NOT NULL,
  entries_remaining INTEGER NOT NULL CHECK (entries_remaining BETWEEN 0 AND entries_total),
  gate              TEXT NOT NULL,
  seat_row          TEXT NOT NULL,
  seat              TEXT NOT NULL,
  status            TEXT NOT NULL CHECK (status IN ('valid', 'used', 'void')),
  signature         TEXT NOT NULL,
  issued_at         INTEGER NOT NULL,
  n                 INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO tickets SELECT id, booking_id, holder_name, category_type, seats, entries_total, entries_remaining, gate, seat_row, seat, status, signature, issued_at, 1 FROM tickets_before;
DROP TABLE tickets_before;
CREATE UNIQUE INDEX tickets_one_good ON tickets (booking_id) WHERE status <> 'void';
CREATE UNIQUE INDEX tickets_of_booking ON tickets (booking_id, n);
CREATE INDEX tickets_by_name ON tickets (lower(id) COLLATE BINARY);

-- Who changed what in a registration, by the resulting version. The activity log contains more.
CREATE TABLE booking_changes (
  booking_id TEXT NOT NULL REFERENCES bookings (id),
  version    INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  who        TEXT NOT NULL,
  what       TEXT NOT NULL,
  PRIMARY KEY (booking_id, version)
) STRICT;

CREATE TABLE notes (
  id         INTEGER PRIMARY KEY,
  booking_id TEXT NOT NULL REFERENCES bookings (id),
  at         INTEGER NOT NULL,
  who_id     TEXT NOT NULL,
  who        TEXT NOT NULL,
  text       TEXT NOT NULL,                -- '' once the note is deleted
  deleted_at INTEGER
) STRICT;
CREATE INDEX notes_of_booking ON notes (booking_id);

-- Offers of a ticket to a colleague. The holder's keys are stored, so that an erasure of that person finds the offers.
CREATE TABLE transfers (
  id              TEXT PRIMARY KEY,
  booking_id      TEXT NOT NULL REFERENCES bookings (id),
  token_hash      TEXT NOT NULL UNIQUE,    -- of the link in the email; the token itself is not stored
  email           TEXT NOT NULL,           -- of the colleague
  from_email_key  TEXT NOT NULL,
  from_person_key TEXT NOT NULL,
  offered_at      INTEGER NOT NULL,
  expires_at      INTEGER NOT NULL,
  who_id          TEXT NOT NULL,
  who             TEXT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'withdrawn', 'expired')),
  ended_at        INTEGER
) STRICT;
CREATE UNIQUE INDEX transfers_one_open ON transfers (booking_id) WHERE state = 'open';
CREATE INDEX transfers_by_person ON transfers (from_email_key);

-- A refund that a second person has to approve.
CREATE TABLE requests (
  id           TEXT PRIMARY KEY,
  booking_id   TEXT NOT NULL REFERENCES bookings (id),
  at           INTEGER NOT NULL,
  refund_paise INTEGER NOT NULL,
  why          TEXT NOT NULL,
  who_id       TEXT NOT NULL,
  who          TEXT NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('open', 'approved', 'refused', 'over')),
  ended_at     INTEGER,
  ended_by     TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX requests_one_open ON requests (booking_id) WHERE state = 'open';
