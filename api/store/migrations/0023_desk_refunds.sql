-- The person who gave a ticket away keeps the receipt, so its data is stored when the booking becomes the colleague's.
ALTER TABLE transfers ADD COLUMN from_email TEXT NOT NULL DEFAULT '';
ALTER TABLE transfers ADD COLUMN from_name TEXT NOT NULL DEFAULT '';
ALTER TABLE transfers ADD COLUMN from_company TEXT NOT NULL DEFAULT '';
ALTER TABLE transfers ADD COLUMN from_gst_no TEXT NOT NULL DEFAULT '';

-- What a second person has to approve: a refund, or a cancellation with a refund.
ALTER TABLE requests ADD COLUMN action TEXT NOT NULL DEFAULT 'cancel';
