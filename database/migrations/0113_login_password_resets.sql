-- A customer who has forgotten the login password chooses a new one without being signed in, and tells customer
-- service the case's number. Two operators who are sure of the customer approve it; a day later it works, and
-- the day is the owner's, who hears of it and can take it back where a thief has asked. Nobody at the broker
-- sees or sets a password.
CREATE TABLE login_password_reset (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  case_number text NOT NULL UNIQUE
    CHECK (case_number ~ '^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$'),
  -- Of the new password; of a case that has ended nothing is kept.
  password_hash text,
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
  CHECK ((ended IS NULL) = (password_hash IS NOT NULL)),
  CHECK (ended <> 'rejected' OR due_at IS NULL),
  CHECK (ended <> 'stopped' OR due_at IS NOT NULL),
  CHECK (ended <> 'used' OR (due_at IS NOT NULL AND ended_at >= due_at AND ended_at < expires_at))
);
CREATE INDEX login_password_reset_customer ON login_password_reset (customer_id) WHERE ended IS NULL;
CREATE UNIQUE INDEX login_password_reset_approved ON login_password_reset (customer_id)
  WHERE ended IS NULL AND due_at IS NOT NULL;

-- A case is approved once and ends once: neither its password nor its times are another's afterwards.
CREATE FUNCTION login_password_reset_refuse_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a reset of a login password is approved once and ends once'
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER login_password_reset_steps BEFORE UPDATE ON login_password_reset FOR EACH ROW
  WHEN (OLD.ended IS NOT NULL
    OR (OLD.customer_id, OLD.case_number, OLD.device, OLD.address, OLD.requested_at)
      IS DISTINCT FROM (NEW.customer_id, NEW.case_number, NEW.device, NEW.address, NEW.requested_at)
    OR (NEW.ended IS NULL AND NEW.password_hash IS DISTINCT FROM OLD.password_hash)
    OR ((OLD.due_at IS NOT NULL OR NEW.due_at IS NULL)
      AND (OLD.approved_at, OLD.due_at, OLD.expires_at)
        IS DISTINCT FROM (NEW.approved_at, NEW.due_at, NEW.expires_at)))
  EXECUTE FUNCTION login_password_reset_refuse_step();
CREATE TRIGGER login_password_reset_stays BEFORE DELETE OR TRUNCATE ON login_password_reset
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
