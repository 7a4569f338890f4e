CREATE TABLE tickets (
  id                TEXT PRIMARY KEY,
  booking_id        TEXT NOT NULL UNIQUE REFERENCES bookings (id), -- exactly one ticket for each paid booking
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
  issued_at         INTEGER NOT NULL
) STRICT;

CREATE TABLE entries (
  id         INTEGER PRIMARY KEY,
  ticket_id  TEXT NOT NULL REFERENCES tickets (id),
  entered_at INTEGER NOT NULL,
  gate       TEXT NOT NULL
) STRICT;
