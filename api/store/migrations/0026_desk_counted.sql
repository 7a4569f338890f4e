-- The Overview counts registrations with equal values, and reads each day from the indexes that also sort lists. Each
-- new registration counts seats from a covering index (make bench).
DROP INDEX bookings_alike;
DROP INDEX bookings_of_day;
DROP INDEX bookings_of_payday;
DROP INDEX bookings_by_time;
DROP INDEX bookings_by_payment;
DROP INDEX bookings_seats;
CREATE INDEX bookings_alike ON bookings (category_type, (CASE WHEN paid_at IS NULL THEN '' ELSE paid_by END), status, holds_seat, seats, net_paise, gst_paise, paid_at, paid_by);
CREATE INDEX bookings_by_time ON bookings (created_at, id, seats, paid_at, net_paise, gst_paise);
CREATE INDEX bookings_by_payment ON bookings (paid_at, id, seats, net_paise, gst_paise) WHERE paid_at IS NOT NULL;
CREATE INDEX bookings_seats ON bookings (category_type, seats) WHERE holds_seat = 1;
