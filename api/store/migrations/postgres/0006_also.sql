
CREATE FUNCTION access_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE 'the access log is append-only';
END $$;
CREATE TRIGGER access_log_no_update BEFORE UPDATE OR DELETE OR TRUNCATE ON access_log
  FOR EACH STATEMENT EXECUTE FUNCTION access_log_is_append_only();
