-- Who viewed an identity document, when and why. Rows are only added; each contains the hash of the previous row, so
-- that a changed or removed row can be detected.
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

-- The results of the desk's checks: all that remains of a document after it is destroyed.
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
