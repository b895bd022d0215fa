-- Companies that the simulated market brings by itself (decision 0060). Their number follows from the day on which
-- they are announced, so that each comes once, whoever looks and whatever the clock does.
ALTER TABLE offering
  ALTER COLUMN prospectus DROP NOT NULL,
  ADD COLUMN newcomer integer CHECK (newcomer >= 0),
  ADD CONSTRAINT offering_newcomer_has_no_proposal CHECK (newcomer IS NULL OR proposal_id IS NULL);
CREATE UNIQUE INDEX offering_newcomer ON offering (market, newcomer) WHERE newcomer IS NOT NULL;
CREATE INDEX offering_to_price ON offering (priced_at)
  WHERE newcomer IS NOT NULL AND price IS NULL AND withdrawn_at IS NULL;

-- Where money is real, two operators stand behind every offering, whatever a program says.
CREATE FUNCTION offering_has_its_publishers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.proposal_id IS NULL AND EXISTS (SELECT FROM instance WHERE market_kind = 'live') THEN
    RAISE EXCEPTION 'an offering of a live market is published by two operators'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER offering_has_its_publishers BEFORE INSERT ON offering
  FOR EACH ROW EXECUTE FUNCTION offering_has_its_publishers();
