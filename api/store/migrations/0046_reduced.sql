-- The part of a booking's amount that is refunded because its ticket became cheaper.
ALTER TABLE bookings ADD COLUMN reduced_paise INTEGER NOT NULL DEFAULT 0;
