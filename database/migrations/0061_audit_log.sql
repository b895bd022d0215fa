-- Every operators' call, refused ones too. Each entry's hash covers it and the entry before; the newest
-- hash is kept outside the database as well, so that a cut tail is found.
CREATE TABLE audit_entry (
  number bigint PRIMARY KEY CHECK (number > 0),
  at timestamptz(3) NOT NULL,
  operator_id bigint,
  operator text,
  role text,
  address text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  subject text NOT NULL,
  outcome text NOT NULL,
  details jsonb NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL
);
CREATE INDEX audit_entry_operator ON audit_entry (operator_id, number);
CREATE INDEX audit_entry_subject ON audit_entry (subject, number);

-- The end of the chain; whoever adds to it locks this row first. `log` names the chain.
CREATE TABLE audit_head (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  log uuid NOT NULL DEFAULT gen_random_uuid(),
  number bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT '\x'
);
INSERT INTO audit_head DEFAULT VALUES;

CREATE FUNCTION audit_check_link() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE head audit_head;
BEGIN
  SELECT * INTO head FROM audit_head FOR UPDATE;
  IF NEW.number <> head.number + 1 OR NEW.previous_hash <> head.hash THEN
    RAISE EXCEPTION 'an audit entry does not follow the one before'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  UPDATE audit_head SET number = NEW.number, hash = NEW.hash;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_entry_follows BEFORE INSERT ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION audit_check_link();
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
