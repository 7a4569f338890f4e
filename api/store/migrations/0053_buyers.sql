-- Registrations are found by the legal name in the form and by the buyer on the invoice. The step buyers.sql stores the
-- search texts again.
SELECT 1;
