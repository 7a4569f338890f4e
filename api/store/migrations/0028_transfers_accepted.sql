-- Who paid and who took over are asked with every look at a payment and at a ticket.
CREATE INDEX transfers_accepted ON transfers (booking_id, ended_at) WHERE state = 'accepted';
