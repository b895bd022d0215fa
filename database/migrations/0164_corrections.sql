-- Some proposals need two approvals of two operators, beside whoever proposed. How many is said when it is
-- proposed; the constraint is the guard.
ALTER TABLE proposal ADD COLUMN approvals_needed smallint NOT NULL DEFAULT 1
  CHECK (approvals_needed BETWEEN 1 AND 2);
CREATE TABLE proposal_approval (
  proposal_id bigint NOT NULL REFERENCES proposal (id),
  operator_id bigint NOT NULL REFERENCES operator (id),
  approved_at timestamptz NOT NULL,
  PRIMARY KEY (proposal_id, operator_id)
);
CREATE TRIGGER proposal_approval_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proposal_approval
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION proposal_check_approvals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.approvals_needed <> OLD.approvals_needed
    OR NEW.state = 'approved' AND NEW.approvals_needed > 1 AND NOT NEW.single_approval
      AND (SELECT count(*) FROM proposal_approval WHERE proposal_id = NEW.id
        AND operator_id <> NEW.proposed_by) < NEW.approvals_needed THEN
    RAISE EXCEPTION 'proposal % needs % approvals', NEW.id, OLD.approvals_needed
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER proposal_is_approved_by_enough BEFORE UPDATE ON proposal
  FOR EACH ROW EXECUTE FUNCTION proposal_check_approvals();

-- Corrections that were approved and wait for a day in which the customer can object. What was objected to
-- waits for another approval, and without one never takes effect.
CREATE TABLE correction_hold (
  proposal_id bigint PRIMARY KEY REFERENCES proposal (id),
  customer_id bigint NOT NULL REFERENCES customer (id),
  takes_effect_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waits' CHECK (state IN ('waits', 'objected', 'posted', 'dropped')),
  objection text NOT NULL DEFAULT '',
  objected_at timestamptz CHECK (state <> 'objected' OR objected_at IS NOT NULL),
  ended_at timestamptz CHECK ((state IN ('posted', 'dropped')) = (ended_at IS NOT NULL))
);
CREATE INDEX correction_hold_waits ON correction_hold (takes_effect_at) WHERE state = 'waits';
