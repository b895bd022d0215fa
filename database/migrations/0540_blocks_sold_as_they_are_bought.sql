-- A customer's block is sold as it is bought: each step of its settlement sells what that step fills (decision 0100).
-- Of the sale the id of its one order, whose parts the steps are. Empty of an offer whose shares were sold at once,
-- before its applications were filled: nothing more is sold of it.
ALTER TABLE block_offer ADD COLUMN sale_order_id bigint UNIQUE,
  ADD CHECK (sale_order_id IS NULL OR seller = 'customer' AND sold_lots IS NOT NULL),
  -- What sells no more may have sold something before.
  DROP CONSTRAINT block_offer_check11,
  ADD CHECK (unsold_because IS NULL OR sold_lots IS NOT NULL);

-- What is sold is decided once. It ends as less with a reason alone, and then as what was filled: no customer sells a
-- share that nobody got.
CREATE OR REPLACE FUNCTION block_offer_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  comes_later CONSTANT text[] := ARRAY['sold_lots', 'unsold_because', 'sale_order_id', 'settled_at',
    'withdrawn_at', 'withdrawn_reason'];
  stops CONSTANT boolean := OLD.unsold_because IS NULL AND NEW.unsold_because IS NOT NULL;
  ends CONSTANT boolean := NEW.settled_at IS NOT NULL AND NEW.sale_order_id IS NOT NULL;
BEGIN
  IF to_jsonb(OLD) - comes_later IS DISTINCT FROM to_jsonb(NEW) - comes_later
    OR OLD.sold_lots IS NOT NULL AND NOT stops
      AND (NEW.sold_lots, NEW.unsold_because) IS DISTINCT FROM (OLD.sold_lots, OLD.unsold_because)
    OR OLD.sold_lots IS NOT NULL AND NEW.sale_order_id IS DISTINCT FROM OLD.sale_order_id
    OR NEW.withdrawn_at IS NOT NULL AND NEW.sold_lots IS NOT NULL
    OR (OLD.settled_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL) AND NEW IS DISTINCT FROM OLD
    OR (stops OR ends) AND NEW.sold_lots IS DISTINCT FROM (
      SELECT coalesce(sum(filled_lots), 0) FROM block_application WHERE offer_id = NEW.id)
  THEN
    RAISE EXCEPTION 'block offer % was published, and that of it never changes', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
