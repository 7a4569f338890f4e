-- Tries of codes are counted for each network that asked for them, so that nobody uses up those of the owner.
ALTER TABLE code_tries ADD COLUMN network_wide TEXT NOT NULL DEFAULT '';
ALTER TABLE staff_code_tries ADD COLUMN network_wide TEXT NOT NULL DEFAULT '';
