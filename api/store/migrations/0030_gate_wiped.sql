-- When a telephone of the gate said that it forgets everything: its volunteer wiped it, or the event was over.
ALTER TABLE gate_devices ADD COLUMN wiped_at INTEGER;
