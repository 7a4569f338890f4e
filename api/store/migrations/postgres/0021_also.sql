
CREATE FUNCTION gate_scans_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE 'scans are append-only';
END $$;
CREATE TRIGGER gate_scans_no_update BEFORE UPDATE OF n, device, seq, ticket_id, list, day, venue, verdict, reason, by_way, offline,
  wall, mono, origin, offset_ms, list_age, at, arrived_at, quarantine, body_hash ON gate_scans
  FOR EACH STATEMENT EXECUTE FUNCTION gate_scans_are_append_only();
CREATE TRIGGER gate_scans_no_delete BEFORE DELETE OR TRUNCATE ON gate_scans
  FOR EACH STATEMENT EXECUTE FUNCTION gate_scans_are_append_only();
