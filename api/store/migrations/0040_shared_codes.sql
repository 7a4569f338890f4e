-- If a mailbox gets many emails, several requests share one code: code_of is the challenge that it was made for, or ''.
ALTER TABLE code_challenges ADD COLUMN code_of TEXT NOT NULL DEFAULT '';
ALTER TABLE staff_codes ADD COLUMN code_of TEXT NOT NULL DEFAULT '';
