-- The desk finds registrations by folded texts (search.Fold), which the store writes. Step found.sql fills old rows.
ALTER TABLE bookings ADD COLUMN code TEXT NOT NULL DEFAULT '';            -- six letters for the phone; '' once erased
ALTER TABLE bookings ADD COLUMN search TEXT NOT NULL DEFAULT '';          -- names, membership, institute, company, city, code
ALTER TABLE bookings ADD COLUMN search_contact TEXT NOT NULL DEFAULT '';  -- address, phone, GST number: not for every role
CREATE UNIQUE INDEX bookings_by_code ON bookings (code) WHERE code <> '';
CREATE INDEX bookings_by_time ON bookings (created_at, id);
CREATE INDEX bookings_by_payment ON bookings (paid_at, id) WHERE paid_at IS NOT NULL;
-- A booking's state follows from its row, except if a payment was refunded or does not pay for the booking.
CREATE INDEX payments_odd ON payments (booking_id) WHERE disposition <> 'applied' OR refunded_paise > 0;
-- Ids that people read aloud from a receipt or ticket; they are searched by their beginning.
CREATE INDEX payments_by_name ON payments (lower(provider_payment_id) COLLATE BINARY);
CREATE INDEX attempts_by_name ON payment_attempts (lower(provider_id) COLLATE BINARY);
CREATE INDEX attempts_by_reference ON payment_attempts (lower(attempt_ref) COLLATE BINARY);
CREATE INDEX tickets_by_name ON tickets (lower(id) COLLATE BINARY);
CREATE INDEX bookings_by_name ON bookings (lower(id) COLLATE BINARY);
CREATE INDEX entries_of_ticket ON entries (ticket_id, entered_at);
CREATE INDEX entries_by_time ON entries (entered_at);
CREATE INDEX tasks_open ON tasks (booking_id) WHERE done_at IS NULL;
CREATE INDEX access_log_of_booking ON access_log (booking_id);
-- The registration that an email is about, so that the desk can show the email with it.
ALTER TABLE outbox ADD COLUMN booking_id TEXT NOT NULL DEFAULT '';
UPDATE outbox SET booking_id = COALESCE((SELECT id FROM bookings WHERE id = substr(dedupe_key, 14, 21)), '') WHERE template = 'confirmation';
UPDATE outbox SET booking_id = COALESCE((SELECT booking_id FROM payment_attempts WHERE attempt_ref = substr(dedupe_key, 9)), '')
WHERE template IN ('pending', 'late-payment-refund');
UPDATE outbox SET booking_id = COALESCE((SELECT booking_id FROM payment_attempts WHERE attempt_ref = substr(dedupe_key, 8)), '') WHERE template = 'refund';
CREATE INDEX outbox_of_booking ON outbox (booking_id) WHERE booking_id <> '';
CREATE INDEX outbox_unsent ON outbox (booking_id, state) WHERE state <> 'sent';
