-- Each view of a payment or ticket looks up who paid and who took over the ticket.
CREATE INDEX transfers_accepted ON transfers (booking_id, ended_at) WHERE state = 'accepted';
