-- Who looked at an identity paper, when and why. Rows are only ever added; each holds the hash of the one before, so that
-- a row that was changed or removed with other means shows.
CREATE TABLE access_log (
  n          INTEGER PRIMARY KEY,
  at         INTEGER NOT NULL,
  who        TEXT NOT NULL,
  why        TEXT NOT NULL,
  action     TEXT NOT NULL,
  booking_id TEXT NOT NULL,
  asset_id   TEXT NOT NULL,
  prev_hash  TEXT NOT NULL,
  hash       TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX access_log_by_time ON access_log (at);
CREATE TRIGGER access_log_no_update BEFORE UPDATE ON access_log BEGIN SELECT RAISE(ABORT, 'the access log is append-only'); END;
CREATE TRIGGER access_log_no_delete BEFORE DELETE ON access_log BEGIN SELECT RAISE(ABORT, 'the access log is append-only'); END;

-- What the desk found. It is all that is kept of a paper after its destruction.
CREATE TABLE id_checks (
  id         INTEGER PRIMARY KEY,
  booking_id TEXT NOT NULL REFERENCES bookings (id),
  at         INTEGER NOT NULL,
  who        TEXT NOT NULL,
  verdict    TEXT NOT NULL CHECK (verdict IN ('verified', 'rejected')),
  paper      TEXT NOT NULL,
  last4      TEXT NOT NULL
) STRICT;
CREATE INDEX id_checks_by_booking ON id_checks (booking_id);
