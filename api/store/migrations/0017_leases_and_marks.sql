-- Which copy of the program is at the gateway about an attempt, and how long the others believe that.
ALTER TABLE payment_attempts ADD COLUMN held_by TEXT NOT NULL DEFAULT '';
ALTER TABLE payment_attempts ADD COLUMN held_until INTEGER;

-- What a database knows of itself: for whom it is, when it was last copied, whether it has moved away.
CREATE TABLE marks (
  name       TEXT PRIMARY KEY,
  value      TEXT NOT NULL,
  written_at INTEGER NOT NULL
) STRICT;
