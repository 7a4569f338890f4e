
CREATE FUNCTION acts_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE 'the log of acts is append-only';
END $$;
CREATE TRIGGER acts_no_update BEFORE UPDATE OR DELETE OR TRUNCATE ON acts
  FOR EACH STATEMENT EXECUTE FUNCTION acts_are_append_only();
CREATE TRIGGER act_details_only_emptied BEFORE UPDATE ON act_details
  FOR EACH ROW WHEN (NEW.n <> OLD.n OR NEW.salt <> '' OR NEW.details <> '') EXECUTE FUNCTION acts_are_append_only();
CREATE TRIGGER act_details_no_delete BEFORE DELETE OR TRUNCATE ON act_details
  FOR EACH STATEMENT EXECUTE FUNCTION acts_are_append_only();
