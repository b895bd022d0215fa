-- Why the seller of a block delivers nothing is decided once, as what it delivers: whoever goes on after a kill
-- tells the rest of the applicants the same. New: the price left the market's band before the settlement.
ALTER TABLE block_offer ADD COLUMN unsold_because text
  CHECK (unsold_because IN ('seller_has_none', 'split', 'outside_band'));
ALTER TABLE block_offer ADD CHECK (unsold_because IS NULL OR sold_lots IS NOT NULL AND sold_lots = 0);
ALTER TABLE block_application DROP CONSTRAINT block_application_failure_check,
  ADD CHECK (failure IN ('offer_withdrawn', 'seller_has_none', 'split', 'outside_band'));

CREATE OR REPLACE FUNCTION block_offer_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  comes_later CONSTANT text[] :=
    ARRAY['sold_lots', 'unsold_because', 'settled_at', 'withdrawn_at', 'withdrawn_reason'];
BEGIN
  IF to_jsonb(OLD) - comes_later IS DISTINCT FROM to_jsonb(NEW) - comes_later
    OR OLD.sold_lots IS NOT NULL
      AND (NEW.sold_lots, NEW.unsold_because) IS DISTINCT FROM (OLD.sold_lots, OLD.unsold_because)
    OR NEW.withdrawn_at IS NOT NULL AND NEW.sold_lots IS NOT NULL
    OR (OLD.settled_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL) AND NEW IS DISTINCT FROM OLD
  THEN
    RAISE EXCEPTION 'block offer % was published, and that of it never changes', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
