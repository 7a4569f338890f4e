-- Earlier versions did not release the seat of an erased person, and kept the name in the ticket's code and the address
-- to which the ticket was offered.
UPDATE bookings SET holds_seat = 0 WHERE holds_seat = 1 AND email_key LIKE 'erased:%';
UPDATE tickets SET signature = '' WHERE holder_name = '' AND signature <> '';
UPDATE outbox SET to_address = '', to_name = '', data = '{}', state = CASE state WHEN 'pending' THEN 'dead' ELSE state END
WHERE to_address <> '' AND booking_id IN (SELECT id FROM bookings WHERE email_key LIKE 'erased:%')
  AND booking_id NOT IN (SELECT booking_id FROM transfers WHERE state = 'accepted');
UPDATE transfers SET email = '', state = CASE state WHEN 'open' THEN 'withdrawn' ELSE state END
WHERE email <> '' AND state <> 'accepted' AND booking_id IN (SELECT id FROM bookings WHERE email_key LIKE 'erased:%')
  AND booking_id NOT IN (SELECT booking_id FROM transfers WHERE state = 'accepted');
