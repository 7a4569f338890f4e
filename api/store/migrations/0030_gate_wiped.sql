-- When a gate device reported that it is deleting its data, because its volunteer wiped it or the event was over.
ALTER TABLE gate_devices ADD COLUMN wiped_at INTEGER;
