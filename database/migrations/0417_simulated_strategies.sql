-- The strategies that the simulated market offers by itself from its beginning (decision 0072): each once, whoever
-- looks. Where money is real, two operators stand behind every product, whatever a program says.
ALTER TABLE copy_product
  ADD COLUMN made_as text UNIQUE,
  ADD CONSTRAINT copy_product_made_has_no_proposal CHECK (made_as IS NULL OR proposal_id IS NULL);

CREATE FUNCTION copy_product_has_its_publishers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.proposal_id IS NULL AND EXISTS (SELECT FROM instance WHERE market_kind = 'live') THEN
    RAISE EXCEPTION 'a strategy of a live market is published by two operators'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER copy_product_has_its_publishers BEFORE INSERT ON copy_product
  FOR EACH ROW EXECUTE FUNCTION copy_product_has_its_publishers();
