-- As for SQLite. No index contains the search texts here, so the index of names stays as it is.
ALTER TABLE bookings ADD COLUMN booking_state TEXT NOT NULL DEFAULT 'waiting';
ALTER TABLE bookings ADD COLUMN refunded_paise BIGINT NOT NULL DEFAULT 0;
DROP INDEX bookings_erased;
CREATE INDEX bookings_by_state ON bookings (booking_state, created_at, id);
DROP INDEX bookings_alike;
CREATE INDEX bookings_alike ON bookings (category_type, (CASE WHEN paid_at IS NULL THEN '' ELSE paid_by END), booking_state, holds_seat, seats, net_paise, gst_paise, paid_at, paid_by, refunded_paise);
DROP INDEX bookings_by_time;
CREATE INDEX bookings_by_time ON bookings (created_at, id, seats, paid_at, net_paise, gst_paise, refunded_paise);
DROP INDEX bookings_by_payment;
CREATE INDEX bookings_by_payment ON bookings (paid_at, id, seats, net_paise, gst_paise, refunded_paise) WHERE paid_at IS NOT NULL;
