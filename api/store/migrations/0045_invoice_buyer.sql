-- The legal name and the address of the firm whose GST number was typed.
ALTER TABLE bookings ADD COLUMN invoice_name TEXT NOT NULL DEFAULT '';
ALTER TABLE bookings ADD COLUMN invoice_address TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN invoice_name TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN invoice_address TEXT NOT NULL DEFAULT '';
