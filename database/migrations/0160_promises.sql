-- When the customer was last told to expect a decision. A promise that is missed is told, with the reason
-- and the next one, as often as it happens; what was promised at first stays what the figures count by.
ALTER TABLE withdrawal ADD COLUMN promised_by timestamptz, ADD COLUMN delay_reason text
  CHECK (delay_reason IN ('not_reviewed', 'in_review', 'second_operator', 'bank'));
UPDATE withdrawal
  SET promised_by = CASE WHEN delay_told_at IS NULL THEN expected_by ELSE latest_by END
  WHERE status = 0;
ALTER TABLE withdrawal
  ADD CONSTRAINT withdrawal_promises CHECK (status <> 0 OR promised_by IS NOT NULL);
DROP INDEX withdrawal_delayed;
CREATE INDEX withdrawal_promised ON withdrawal (promised_by) WHERE status = 0;

ALTER TABLE deposit ADD COLUMN promised_by timestamptz, ADD COLUMN delay_told_at timestamptz,
  ADD COLUMN delay_reason text
    CHECK (delay_reason IN ('not_reviewed', 'in_review', 'second_operator', 'bank'));
-- As the queue had it until now: counted from the setting.
UPDATE deposit SET promised_by = submitted_at + interval '1 minute' * coalesce(
    (SELECT value::integer FROM config_entry
      WHERE name = 'deposit_review_minutes' AND value ~ '^[1-9]\d{0,4}$'), 120)
  WHERE status = 0;
ALTER TABLE deposit
  ADD CONSTRAINT deposit_promises CHECK (status <> 0 OR promised_by IS NOT NULL);
CREATE INDEX deposit_promised ON deposit (promised_by) WHERE status = 0;

-- What was promised at the request is never moved either.
CREATE OR REPLACE FUNCTION withdrawal_keeps_its_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 0 OR (NEW.customer_id, NEW.card_id, NEW.currency, NEW.amount, NEW.requested_at,
        NEW.expected_by, NEW.latest_by)
      IS DISTINCT FROM (OLD.customer_id, OLD.card_id, OLD.currency, OLD.amount, OLD.requested_at,
        OLD.expected_by, OLD.latest_by) THEN
    RAISE EXCEPTION 'withdrawal % has ended or would be another one', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
