-- By when a case is decided is promised when it begins. What is kept here moves with no setting and with no
-- later promise; of a withdrawal it is `expected_by`.
ALTER TABLE deposit ADD COLUMN due_at timestamptz;
UPDATE deposit SET due_at = submitted_at + interval '1 minute' * coalesce(
    (SELECT value::integer FROM config_entry
      WHERE name = 'deposit_review_minutes' AND value ~ '^[1-9][0-9]{0,4}$'), 120)
  WHERE status = 0;
ALTER TABLE deposit ADD CONSTRAINT deposit_due CHECK (status <> 0 OR due_at IS NOT NULL);

ALTER TABLE verification ADD COLUMN due_at timestamptz;
UPDATE verification SET due_at = submitted_at + interval '24 hours' WHERE status = 1;
ALTER TABLE verification ADD CONSTRAINT verification_due CHECK (status <> 1 OR due_at IS NOT NULL);

CREATE FUNCTION due_time_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'when a % is due stays', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER deposit_due_time_stays BEFORE UPDATE ON deposit
  FOR EACH ROW WHEN (OLD.due_at IS DISTINCT FROM NEW.due_at) EXECUTE FUNCTION due_time_stays();
CREATE TRIGGER verification_due_time_stays BEFORE UPDATE ON verification
  FOR EACH ROW WHEN (OLD.due_at IS DISTINCT FROM NEW.due_at) EXECUTE FUNCTION due_time_stays();
