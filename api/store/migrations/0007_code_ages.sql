-- When a code was made, by the machine's uptime, which nobody can set; boot is the machine's boot ID.
ALTER TABLE code_challenges ADD COLUMN boot TEXT NOT NULL DEFAULT '';
ALTER TABLE code_challenges ADD COLUMN boot_ms INTEGER NOT NULL DEFAULT 0;
