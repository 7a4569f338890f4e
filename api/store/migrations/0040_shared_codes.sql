-- Several requests share one code when a mailbox gets many emails: the challenge whose code this is, '' for its own.
ALTER TABLE code_challenges ADD COLUMN code_of TEXT NOT NULL DEFAULT '';
ALTER TABLE staff_codes ADD COLUMN code_of TEXT NOT NULL DEFAULT '';
