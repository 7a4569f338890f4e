-- A person can have only one unpaid booking for a ticket, even if the form is sent from two tabs or with two mailboxes.
CREATE UNIQUE INDEX bookings_one_under_way ON bookings (person_key, category_type, spouse) WHERE status = 'INITIATED';
