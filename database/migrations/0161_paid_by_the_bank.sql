-- Approved is not paid: a withdrawal is paid when the bank says so, by the reference of its payment or by a
-- line of its statement, whose name is the reference then.
ALTER TABLE withdrawal
  ADD COLUMN approved_at timestamptz,
  ADD COLUMN approved_by bigint REFERENCES operator (id),
  -- Where four eyes were needed: the proposal, whose proposer was another operator.
  ADD COLUMN approval_id bigint REFERENCES proposal (id),
  ADD COLUMN bank_reference text CHECK (length(bank_reference) BETWEEN 1 AND 64),
  ADD CHECK ((approved_at IS NULL) = (approved_by IS NULL));
-- Of those that were paid before, nobody wrote the bank's reference down.
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_paid_by_the_bank
  CHECK ((status = 1) = (bank_reference IS NOT NULL)) NOT VALID;
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_paid_as_approved
  CHECK (status <> 1 OR approved_at IS NOT NULL) NOT VALID;
-- One payment of the bank's is one withdrawal.
CREATE UNIQUE INDEX withdrawal_bank_reference ON withdrawal (bank_reference);

-- What has been approved is not approved again, by somebody else or at another time.
CREATE FUNCTION withdrawal_keeps_its_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.approved_at IS NOT NULL AND (NEW.approved_at, NEW.approved_by, NEW.approval_id)
      IS DISTINCT FROM (OLD.approved_at, OLD.approved_by, OLD.approval_id)
    OR NEW.status = 3 AND NEW.approved_at IS NOT NULL THEN
    RAISE EXCEPTION 'withdrawal % was approved and is the bank''s', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_keeps_its_approval BEFORE UPDATE ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION withdrawal_keeps_its_approval();

-- The simulated bank brings its statements itself.
ALTER TABLE bank_import ALTER COLUMN imported_by DROP NOT NULL;
