-- When a ticket was withdrawn: anyone admitted before that had a valid ticket. For older tickets, the time is unknown.
ALTER TABLE tickets ADD COLUMN voided_at INTEGER;
-- A search is added up and sorted from its index alone; payments that need attention are read from an index, too.
DROP INDEX bookings_searched;
CREATE INDEX bookings_searched ON bookings (substr(search, 1, 60) COLLATE BINARY, id, search, search_contact, seats, paid_at, net_paise, gst_paise, created_at);
DROP INDEX payments_odd;
CREATE INDEX payments_odd ON payments (booking_id, disposition, refunded_paise, captured_at) WHERE disposition <> 'applied' OR refunded_paise > 0;
