-- What happens to the ticket of a paid booking when the attempt is paid, as JSON; '' for an attempt that pays for the booking.
ALTER TABLE payment_attempts ADD COLUMN ticket_change TEXT NOT NULL DEFAULT '';
