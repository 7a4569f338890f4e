-- How much of a payment the gateway has refunded, as far as we know; after a manual refund, less than the amount.
ALTER TABLE payments ADD COLUMN refunded_paise INTEGER NOT NULL DEFAULT 0;
UPDATE payments SET refunded_paise = amount_paise WHERE disposition = 'refunded';
CREATE INDEX payments_of_booking ON payments (booking_id);
