-- When a code was made by the machine's own running time, which nobody can set: boot names the run of the machine.
ALTER TABLE code_challenges ADD COLUMN boot TEXT NOT NULL DEFAULT '';
ALTER TABLE code_challenges ADD COLUMN boot_ms INTEGER NOT NULL DEFAULT 0;
