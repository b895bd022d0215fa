-- The back office: who the operators are, what two of them decide together, and the log of all they do.

ALTER TABLE operator
  ADD COLUMN role text NOT NULL DEFAULT 'administrator'
    CHECK (role IN ('viewer', 'support', 'reviewer', 'approver', 'administrator')),
  -- Somebody else knew it: a printed or handed-over password.
  ADD COLUMN password_change_required boolean NOT NULL DEFAULT false,
  -- Of the password that the environment last named, so that one that was changed since stays.
  ADD COLUMN environment_password_hash text,
  ADD COLUMN totp_secret bytea,
  -- Empty until a code of the secret was given.
  ADD COLUMN totp_confirmed_at timestamptz,
  -- The newest time step whose code was used: none works twice.
  ADD COLUMN totp_last_step bigint,
  ADD CHECK (totp_confirmed_at IS NULL OR totp_secret IS NOT NULL);
ALTER TABLE operator ALTER COLUMN role DROP DEFAULT;
CREATE TRIGGER operator_is_kept BEFORE DELETE OR TRUNCATE ON operator
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A session's CSRF token now follows from its own: whoever has an older one signs in again.
UPDATE operator_session SET revoked_at = clock_timestamp() WHERE revoked_at IS NULL;
CREATE INDEX operator_session_live ON operator_session (operator_id) WHERE revoked_at IS NULL;

CREATE TABLE operator_recovery_code (
  operator_id bigint NOT NULL REFERENCES operator (id),
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (operator_id, code_hash)
);

CREATE TABLE operator_passkey (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  operator_id bigint NOT NULL REFERENCES operator (id),
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  -- The site that it was made on; it signs in nowhere else.
  rp_id text NOT NULL,
  name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz
);
CREATE INDEX operator_passkey_operator ON operator_passkey (operator_id);

-- What a passkey has to sign; each counts once, for a few minutes of real time.
CREATE TABLE operator_challenge (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Empty for a sign-in.
  operator_id bigint REFERENCES operator (id),
  challenge text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- One operator's decision is enough: only on a simulated instance, and only while nobody else could give
-- the second one.
CREATE TABLE operator_setting (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  single_approval boolean NOT NULL DEFAULT true
);
INSERT INTO operator_setting DEFAULT VALUES;

CREATE FUNCTION single_approval_holds() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT market_kind = 'simulated' FROM instance), false)
    AND (SELECT single_approval FROM operator_setting)
    AND (SELECT count(*) <= 1 FROM operator
      WHERE disabled_at IS NULL AND role IN ('approver', 'administrator'))
$$;

-- The second operator who may approve ends it for good, whoever is disabled later.
CREATE FUNCTION end_single_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) > 1 FROM operator
    WHERE disabled_at IS NULL AND role IN ('approver', 'administrator')) THEN
    UPDATE operator_setting SET single_approval = false WHERE single_approval;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER operators_are_two AFTER INSERT OR UPDATE OF disabled_at, role ON operator
  FOR EACH STATEMENT EXECUTE FUNCTION end_single_approval();

-- What one operator proposes and another approves. The constraint is the guard: nobody approves their own.
CREATE TABLE proposal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  -- What it is about; of one kind and subject only one waits at a time.
  subject text NOT NULL,
  customer_id bigint REFERENCES customer (id),
  input jsonb NOT NULL,
  -- What the approver is shown; it must still be true when it is approved.
  differences jsonb NOT NULL,
  reason_code text,
  reason_words text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  proposed_by bigint NOT NULL REFERENCES operator (id),
  -- On the app's clock, as all that follows.
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'pending'
    CHECK (state IN ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
  decided_by bigint REFERENCES operator (id),
  decided_at timestamptz,
  decision_code text,
  decision_words text NOT NULL DEFAULT '',
  decision_note text NOT NULL DEFAULT '',
  single_approval boolean NOT NULL DEFAULT false,
  CONSTRAINT proposal_needs_another_operator
    CHECK (state <> 'approved' OR decided_by <> proposed_by OR single_approval),
  CHECK ((state = 'pending') = (decided_at IS NULL)),
  CHECK ((state IN ('approved', 'rejected', 'withdrawn')) = (decided_by IS NOT NULL)),
  CHECK (expires_at > proposed_at)
);
CREATE UNIQUE INDEX proposal_waits_once ON proposal (kind, subject) WHERE state = 'pending';
CREATE INDEX proposal_by_state ON proposal (state, id);

CREATE FUNCTION proposal_check_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.state <> 'pending' OR NEW.state = 'pending'
    OR (OLD.kind, OLD.subject, OLD.customer_id, OLD.input, OLD.differences, OLD.proposed_by,
        OLD.proposed_at, OLD.expires_at, OLD.reason_code, OLD.reason_words, OLD.note)
      IS DISTINCT FROM (NEW.kind, NEW.subject, NEW.customer_id, NEW.input, NEW.differences,
        NEW.proposed_by, NEW.proposed_at, NEW.expires_at, NEW.reason_code, NEW.reason_words, NEW.note))
  THEN
    RAISE EXCEPTION 'a proposal is decided once and never rewritten'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.single_approval AND NOT single_approval_holds() THEN
    RAISE EXCEPTION 'single approval does not hold here'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER proposal_changes_once BEFORE INSERT OR UPDATE ON proposal
  FOR EACH ROW EXECUTE FUNCTION proposal_check_change();
CREATE TRIGGER proposal_is_kept BEFORE DELETE OR TRUNCATE ON proposal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Who works on which case of a queue; real time.
CREATE TABLE review_claim (
  queue text NOT NULL,
  item_id bigint NOT NULL,
  operator_id bigint NOT NULL REFERENCES operator (id),
  claimed_until timestamptz NOT NULL,
  PRIMARY KEY (queue, item_id)
);

-- How a case of a queue was decided. Its key is what keeps a case from being decided twice.
CREATE TABLE review_decision (
  queue text NOT NULL,
  item_id bigint NOT NULL,
  decision text NOT NULL CHECK (decision IN ('approve', 'reject')),
  reason_code text,
  reason_words text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  decided_by bigint NOT NULL REFERENCES operator (id),
  -- Where four eyes were needed: the proposal, whose proposer was another operator.
  proposal_id bigint REFERENCES proposal (id),
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (queue, item_id),
  CHECK (decision = 'approve' OR reason_code IS NOT NULL)
);
CREATE TRIGGER review_decision_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON review_decision
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
