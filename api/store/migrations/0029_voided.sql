-- When a ticket was taken out of use: who came in before that came in with a good one. Of older ones nobody knows.
ALTER TABLE tickets ADD COLUMN voided_at INTEGER;
-- A search adds up what it finds and puts it in order from its index alone, and what is odd about money is read from one too.
DROP INDEX bookings_searched;
CREATE INDEX bookings_searched ON bookings (substr(search, 1, 60) COLLATE BINARY, id, search, search_contact, seats, paid_at, net_paise, gst_paise, created_at);
DROP INDEX payments_odd;
CREATE INDEX payments_odd ON payments (booking_id, disposition, refunded_paise, captured_at) WHERE disposition <> 'applied' OR refunded_paise > 0;
