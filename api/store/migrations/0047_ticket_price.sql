-- The current ticket's price if the ticket was changed, otherwise 0; -1 if an older version changed it (price unknown).
ALTER TABLE bookings ADD COLUMN ticket_paise INTEGER NOT NULL DEFAULT 0;
-- The part of that price that was waived; if negative, the amount above the price that is not refunded.
ALTER TABLE bookings ADD COLUMN waived_paise INTEGER NOT NULL DEFAULT 0;
UPDATE bookings SET ticket_paise = -1
WHERE id IN (SELECT booking_id FROM audit_log WHERE action = 'change_ticket')
   OR id IN (SELECT booking_id FROM payment_attempts WHERE ticket_change <> '' AND state = 'PAID');
