
-- The order of insertion, which SQLite has by itself, for rows of the same millisecond.
ALTER TABLE assets ADD COLUMN rowid BIGINT GENERATED ALWAYS AS IDENTITY;
ALTER TABLE bookings ADD COLUMN rowid BIGINT GENERATED ALWAYS AS IDENTITY;
