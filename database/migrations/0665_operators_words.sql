-- What an operator writes to customers is an operator's: own sentences of a reason are kept in each language as they
-- were written, and a conversation says since when its case is open.
ALTER TABLE proposal
  ADD COLUMN reason_texts jsonb,
  ADD CONSTRAINT proposal_own_sentences_are_other CHECK (reason_texts IS NULL OR reason_code = 'other');

CREATE OR REPLACE FUNCTION proposal_check_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.state <> 'pending' OR NEW.state = 'pending'
    OR (OLD.kind, OLD.subject, OLD.customer_id, OLD.input, OLD.differences, OLD.proposed_by,
        OLD.proposed_at, OLD.expires_at, OLD.reason_code, OLD.reason_words, OLD.reason_texts, OLD.note)
      IS DISTINCT FROM (NEW.kind, NEW.subject, NEW.customer_id, NEW.input, NEW.differences,
        NEW.proposed_by, NEW.proposed_at, NEW.expires_at, NEW.reason_code, NEW.reason_words, NEW.reason_texts, NEW.note))
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

-- What was open before counts from now on.
ALTER TABLE service_conversation ADD COLUMN opened_at timestamptz NOT NULL DEFAULT app_now();
