-- As for SQLite, but an index entry can have at most 2.7 kB, so no index contains the texts.
CREATE INDEX bookings_searched ON bookings (substr(search, 1, 60) COLLATE "C", id);
CREATE INDEX bookings_alike ON bookings (category_type, (CASE WHEN paid_at IS NULL THEN '' ELSE paid_by END), status, holds_seat, seats, paid_at, paid_by, net_paise, gst_paise);
CREATE INDEX bookings_of_day ON bookings ((created_at / 900000), created_at, seats, paid_at, net_paise, gst_paise);
CREATE INDEX bookings_of_payday ON bookings ((paid_at / 900000), seats, paid_at, net_paise, gst_paise) WHERE paid_at IS NOT NULL;
CREATE INDEX bookings_erased ON bookings (id) WHERE substr(email_key, 1, 7) = 'erased:';
