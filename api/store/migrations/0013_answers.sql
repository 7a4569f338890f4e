-- When the gateway last answered; last_checked_at is when it was last asked.
ALTER TABLE payment_attempts ADD COLUMN answered_at INTEGER;
-- The other ids that an event contains, and when it is tried again if the gateway did not answer.
ALTER TABLE payment_events ADD COLUMN payment_id TEXT NOT NULL DEFAULT '';
ALTER TABLE payment_events ADD COLUMN dispute_id TEXT NOT NULL DEFAULT '';
ALTER TABLE payment_events ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE payment_events ADD COLUMN next_try_at INTEGER NOT NULL DEFAULT 0;
-- The amount that a bank took back after a dispute; the gateway does not report it as a refund.
ALTER TABLE payments ADD COLUMN lost_paise INTEGER NOT NULL DEFAULT 0;
