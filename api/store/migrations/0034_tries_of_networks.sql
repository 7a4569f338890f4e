-- Attempts are counted for each network, so that nobody uses up the owner's attempts.
ALTER TABLE code_tries ADD COLUMN network_wide TEXT NOT NULL DEFAULT '';
ALTER TABLE staff_code_tries ADD COLUMN network_wide TEXT NOT NULL DEFAULT '';
