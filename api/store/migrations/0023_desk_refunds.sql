-- Whoever gave a ticket keeps the receipt, so what stands on it is kept when the booking becomes the colleague's.
ALTER TABLE transfers ADD COLUMN from_email TEXT NOT NULL DEFAULT '';
ALTER TABLE transfers ADD COLUMN from_name TEXT NOT NULL DEFAULT '';
ALTER TABLE transfers ADD COLUMN from_company TEXT NOT NULL DEFAULT '';
ALTER TABLE transfers ADD COLUMN from_gst_no TEXT NOT NULL DEFAULT '';

-- What a second person has to approve: to cancel with a refund, or a refund alone.
ALTER TABLE requests ADD COLUMN action TEXT NOT NULL DEFAULT 'cancel';
