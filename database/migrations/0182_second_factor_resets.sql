-- A customer who has lost every second factor and the codes for recovery, and knows the login password, opens a
-- case and tells customer service its number. Two operators who are sure of the customer approve it; a day
-- later a sign-in that says so ends the factors. Every device hears of each step and can stop it.
CREATE TABLE second_factor_reset (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  case_number text NOT NULL UNIQUE
    CHECK (case_number ~ '^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$'),
  -- From where it was asked for.
  device text NOT NULL,
  address text NOT NULL,
  requested_at timestamptz NOT NULL,
  approved_at timestamptz CHECK (approved_at >= requested_at),
  -- As the customer was told it.
  due_at timestamptz CHECK (due_at >= approved_at + interval '24 hours'),
  -- Before the approval: until when customer service can be told the number. After it: until when it works.
  expires_at timestamptz NOT NULL CHECK (expires_at > requested_at AND expires_at > due_at),
  ended text CHECK (ended IN ('used', 'cancelled', 'rejected', 'stopped', 'replaced', 'expired')),
  ended_at timestamptz,
  CHECK ((due_at IS NULL) = (approved_at IS NULL)),
  CHECK ((ended IS NULL) = (ended_at IS NULL)),
  CHECK (ended <> 'rejected' OR due_at IS NULL),
  CHECK (ended <> 'stopped' OR due_at IS NOT NULL),
  CHECK (ended <> 'used' OR (due_at IS NOT NULL AND ended_at >= due_at AND ended_at < expires_at))
);
CREATE INDEX second_factor_reset_customer ON second_factor_reset (customer_id) WHERE ended IS NULL;
CREATE UNIQUE INDEX second_factor_reset_approved ON second_factor_reset (customer_id)
  WHERE ended IS NULL AND due_at IS NOT NULL;

-- A case is approved once and ends once: its times are not others afterwards.
CREATE FUNCTION second_factor_reset_refuse_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a reset of second factors is approved once and ends once'
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER second_factor_reset_steps BEFORE UPDATE ON second_factor_reset FOR EACH ROW
  WHEN (OLD.ended IS NOT NULL
    OR (OLD.customer_id, OLD.case_number, OLD.device, OLD.address, OLD.requested_at)
      IS DISTINCT FROM (NEW.customer_id, NEW.case_number, NEW.device, NEW.address, NEW.requested_at)
    OR ((OLD.due_at IS NOT NULL OR NEW.due_at IS NULL)
      AND (OLD.approved_at, OLD.due_at, OLD.expires_at)
        IS DISTINCT FROM (NEW.approved_at, NEW.due_at, NEW.expires_at)))
  EXECUTE FUNCTION second_factor_reset_refuse_step();
CREATE TRIGGER second_factor_reset_stays BEFORE DELETE OR TRUNCATE ON second_factor_reset
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE reset_hold DROP CONSTRAINT reset_hold_kind_check;
ALTER TABLE reset_hold ADD CONSTRAINT reset_hold_kind_check
  CHECK (kind IN ('login_password', 'fund_password', 'second_factors'));
