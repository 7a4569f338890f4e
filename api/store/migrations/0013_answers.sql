-- When the gateway last answered; last_checked_at is when it was last asked.
ALTER TABLE payment_attempts ADD COLUMN answered_at INTEGER;
-- What a message names besides a link, and when it is tried again after the gateway gave no answer.
ALTER TABLE payment_events ADD COLUMN payment_id TEXT NOT NULL DEFAULT '';
ALTER TABLE payment_events ADD COLUMN dispute_id TEXT NOT NULL DEFAULT '';
ALTER TABLE payment_events ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE payment_events ADD COLUMN next_try_at INTEGER NOT NULL DEFAULT 0;
-- What a bank took back after a dispute; it is no refund of the gateway's, and gone all the same.
ALTER TABLE payments ADD COLUMN lost_paise INTEGER NOT NULL DEFAULT 0;
