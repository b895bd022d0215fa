-- What a strategy may borrow follows from what was published of its product, not from what a customer may: as much
-- again as everybody's money in it where it trades at twice its margin, and nothing where it does not (decision 0072).
ALTER TABLE copy_product ADD COLUMN credit_limit bigint;
-- Those that are there keep what their pools were given.
UPDATE copy_product p SET credit_limit = coalesce((SELECT -b.floor FROM ledger_account a
  JOIN ledger_balance b ON b.account_id = a.id
  WHERE a.customer_id = p.pool_id AND a.purpose = 'margin_debt' AND a.currency = upper(p.market)), 0);
ALTER TABLE copy_product ALTER COLUMN credit_limit SET NOT NULL, ADD CHECK (credit_limit >= 0);

CREATE OR REPLACE FUNCTION copy_product_keeps_its_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.market, NEW.strategy, NEW.names, NEW.issuer, NEW.minimum, NEW.capacity, NEW.deadline,
        NEW.lock_up_days, NEW.management_basis_points, NEW.performance_basis_points, NEW.seed,
        NEW.valued_at_minute, NEW.cut_off_minutes, NEW.pool_id, NEW.proposal_id, NEW.published_at, NEW.credit_limit)
      IS DISTINCT FROM (OLD.id, OLD.market, OLD.strategy, OLD.names, OLD.issuer, OLD.minimum, OLD.capacity,
        OLD.deadline, OLD.lock_up_days, OLD.management_basis_points, OLD.performance_basis_points, OLD.seed,
        OLD.valued_at_minute, OLD.cut_off_minutes, OLD.pool_id, OLD.proposal_id, OLD.published_at, OLD.credit_limit)
    OR OLD.closed_at IS NOT NULL AND NEW.closed_at IS DISTINCT FROM OLD.closed_at
    OR OLD.winds_down_at IS NOT NULL AND NEW.winds_down_at IS DISTINCT FROM OLD.winds_down_at
    OR OLD.stopped_at IS NOT NULL AND NEW.stopped_at IS DISTINCT FROM OLD.stopped_at
    OR OLD.ended_at IS NOT NULL AND (NEW.ended_at, NEW.units, NEW.valuations)
      IS DISTINCT FROM (OLD.ended_at, OLD.units, OLD.valuations)
    OR NEW.valuations NOT IN (OLD.valuations, OLD.valuations + 1)
    OR NEW.valuations = OLD.valuations AND (NEW.units, NEW.unit_value, NEW.high_water, NEW.valued_at)
      IS DISTINCT FROM (OLD.units, OLD.unit_value, OLD.high_water, OLD.valued_at)
    OR NEW.high_water < OLD.high_water
  THEN
    RAISE EXCEPTION 'copy product % was published, and that of it never changes', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
