-- The instance that is contacting the gateway about an attempt, and until when the other instances wait for it.
ALTER TABLE payment_attempts ADD COLUMN held_by TEXT NOT NULL DEFAULT '';
ALTER TABLE payment_attempts ADD COLUMN held_until INTEGER;

-- Facts about the database: its purpose, its last backup, and whether its data was moved elsewhere.
CREATE TABLE marks (
  name       TEXT PRIMARY KEY,
  value      TEXT NOT NULL,
  written_at INTEGER NOT NULL
) STRICT;
