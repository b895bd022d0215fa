-- A valuation decides for all followings of a product at once, and each is paid and told in transactions of some
-- hundred (decision 0072). One that is decided has its proceeds and is not paid yet: its units are sold.
DO $$
DECLARE named text;
BEGIN
  SELECT conname INTO STRICT named FROM pg_constraint
  WHERE conrelid = 'copy_following'::regclass AND contype = 'c'
    AND pg_get_constraintdef(oid) LIKE '%status = 1%' AND pg_get_constraintdef(oid) LIKE '%proceeds IS NOT NULL%';
  EXECUTE format('ALTER TABLE copy_following DROP CONSTRAINT %I', named);
END $$;
ALTER TABLE copy_following
  -- What its follower is still to be notified of.
  ADD COLUMN to_notify text CHECK (to_notify IN ('bought', 'stop_reached', 'suspended')),
  ADD CONSTRAINT copy_following_is_paid_when_it_ends CHECK (
    (status = 1) = (ended_at IS NOT NULL)
    AND (status = 0 OR proceeds IS NOT NULL AND to_notify IS NULL)
    AND (proceeds IS NULL OR end_asked_at IS NOT NULL)
    AND (ended_number IS NULL OR proceeds IS NOT NULL AND units > 0));
CREATE INDEX copy_following_to_pay ON copy_following (product_id, id) WHERE status = 0 AND proceeds IS NOT NULL;
CREATE INDEX copy_following_to_notify ON copy_following (product_id, id) WHERE to_notify IS NOT NULL;
CREATE INDEX copy_following_live_of_customer ON copy_following (customer_id, id) WHERE status = 0;

CREATE OR REPLACE FUNCTION copy_following_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.product_id, NEW.customer_id, NEW.amount, NEW.stop_percent, NEW.asked_at)
      IS DISTINCT FROM (OLD.id, OLD.product_id, OLD.customer_id, OLD.amount, OLD.stop_percent, OLD.asked_at)
    OR OLD.status = 1 AND NEW IS DISTINCT FROM OLD
    OR OLD.units > 0 AND (NEW.units, NEW.bought_number, NEW.bought_at, NEW.locked_until)
      IS DISTINCT FROM (OLD.units, OLD.bought_number, OLD.bought_at, OLD.locked_until)
    OR OLD.end_asked_at IS NOT NULL AND (NEW.end_asked_at, NEW.end_cause)
      IS DISTINCT FROM (OLD.end_asked_at, OLD.end_cause)
    OR OLD.proceeds IS NOT NULL AND (NEW.proceeds, NEW.ended_number, NEW.units)
      IS DISTINCT FROM (OLD.proceeds, OLD.ended_number, OLD.units)
  THEN
    RAISE EXCEPTION 'following % has ended or would be another one', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

-- A quotient that is cut off exactly: a division of such numbers would be rounded at its sixteenth digit.
CREATE OR REPLACE VIEW followed_value AS
  SELECT f.customer_id, upper(p.market) AS currency, f.amount,
    CASE WHEN f.proceeds IS NOT NULL THEN f.proceeds WHEN f.units = 0 THEN f.amount
      ELSE div(f.units::numeric * p.unit_value, 1000000000000)::bigint END AS value
  FROM copy_following f JOIN copy_product p ON p.id = f.product_id
  WHERE f.status = 0 AND f.customer_id IS NOT NULL;
