-- What the simulated market's other institutions took of an offer when it was made: it is not there for customers. Only
-- what the simulated market makes by itself, and sells as it is bought, can be gone so.
ALTER TABLE block_offer
  ADD COLUMN others_lots integer NOT NULL DEFAULT 0 CHECK (others_lots BETWEEN 0 AND quota_lots),
  ADD CHECK (others_lots = 0 OR made_as IS NOT NULL AND rule = 'first_come');

-- The quota begins as what is left of the offer for customers.
CREATE OR REPLACE FUNCTION block_quota_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.left_lots IS DISTINCT FROM
      (SELECT quota_lots - others_lots FROM block_offer WHERE id = NEW.offer_id)
    THEN
      RAISE EXCEPTION 'the quota of block offer % begins as the offer has it', NEW.offer_id
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  ELSIF pg_trigger_depth() < 2 OR NEW.offer_id <> OLD.offer_id THEN
    RAISE EXCEPTION 'the quota of block offer % follows its applications', OLD.offer_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
