-- A proposal that was approved and can no longer be carried out has ended, and says why: it stands in nobody's way.

ALTER TABLE proposal
  DROP CONSTRAINT proposal_state_check,
  DROP CONSTRAINT proposal_check1,
  ADD COLUMN refusal_code text,
  ADD COLUMN refusal_params jsonb NOT NULL DEFAULT '{}';
ALTER TABLE proposal
  ADD CONSTRAINT proposal_state_check
    CHECK (state IN ('pending', 'approved', 'rejected', 'withdrawn', 'expired', 'refused')),
  ADD CONSTRAINT proposal_ended_by_somebody
    CHECK ((state IN ('approved', 'rejected', 'withdrawn', 'refused')) = (decided_by IS NOT NULL)),
  ADD CONSTRAINT proposal_refused_says_why CHECK ((state = 'refused') = (refusal_code IS NOT NULL));
