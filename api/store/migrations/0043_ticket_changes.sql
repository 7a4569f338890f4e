-- How the attempt, once paid, changes the ticket of a paid booking, as JSON; '' if the attempt pays for the booking.
ALTER TABLE payment_attempts ADD COLUMN ticket_change TEXT NOT NULL DEFAULT '';
