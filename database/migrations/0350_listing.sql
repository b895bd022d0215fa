-- New shares are listed: what was paid becomes a position, and the stock comes to its market (decision 0060).

-- The position that a subscription has become.
ALTER TABLE new_share_subscription
  ADD COLUMN position_id bigint UNIQUE,
  ADD CONSTRAINT new_share_subscription_listed_is_held CHECK ((status = 2) = (position_id IS NOT NULL));
CREATE INDEX new_share_subscription_paid ON new_share_subscription (offering_id, id) WHERE status = 1;

-- Up to which entry the entrants were told that the list's root is published; empty where nobody is to be told.
ALTER TABLE offering ADD COLUMN entrants_told_through bigint CHECK (entrants_told_through >= 0);
CREATE INDEX offering_entrants_to_tell ON offering (id) WHERE entrants_told_through IS NOT NULL;
CREATE INDEX offering_to_list ON offering (lists_at)
  WHERE drawn_at IS NOT NULL AND listed_at IS NULL AND withdrawn_at IS NULL;

CREATE OR REPLACE FUNCTION offering_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change CONSTANT text[] := ARRAY['price', 'root', 'root_at', 'entries', 'checkpoints', 'result', 'seed',
    'drawn_at', 'withdrawn_at', 'withdrawn_reason', 'listed_at', 'computing_until', 'seed_sealed',
    'entrants_told_through'];
BEGIN
  IF to_jsonb(OLD) - may_change IS DISTINCT FROM to_jsonb(NEW) - may_change
    OR OLD.price IS NOT NULL AND NEW.price IS DISTINCT FROM OLD.price
    OR OLD.root IS NOT NULL
      AND (NEW.root, NEW.root_at, NEW.entries) IS DISTINCT FROM (OLD.root, OLD.root_at, OLD.entries)
    -- Told once, from the first entry to the last.
    OR OLD.root IS NOT NULL AND (OLD.entrants_told_through IS NULL AND NEW.entrants_told_through IS NOT NULL
      OR NEW.entrants_told_through < OLD.entrants_told_through)
    OR OLD.result IS NOT NULL
      AND (NEW.result, NEW.seed, NEW.drawn_at, NEW.checkpoints)
        IS DISTINCT FROM (OLD.result, OLD.seed, OLD.drawn_at, OLD.checkpoints)
    OR OLD.withdrawn_at IS NOT NULL
      AND (NEW.withdrawn_at, NEW.withdrawn_reason, NEW.root, NEW.result, NEW.price)
        IS DISTINCT FROM (OLD.withdrawn_at, OLD.withdrawn_reason, OLD.root, OLD.result, OLD.price)
    OR OLD.listed_at IS NOT NULL
      AND (NEW.listed_at, NEW.withdrawn_at) IS DISTINCT FROM (OLD.listed_at, OLD.withdrawn_at)
  THEN
    RAISE EXCEPTION 'offering % was published, and that of it never changes', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

-- Nothing is listed before its draw, and before its day.
ALTER TABLE offering ADD CONSTRAINT offering_listed_in_time
  CHECK (listed_at IS NULL OR (drawn_at IS NOT NULL AND listed_at >= lists_at));

-- A company that comes to market by an offering: two operators, or the simulated market itself, stand behind that.
ALTER TABLE added_instrument
  ALTER COLUMN proposal_id DROP NOT NULL,
  ADD COLUMN offering_id bigint UNIQUE REFERENCES offering (id),
  -- What its shares were offered at: its first price is formed around it.
  ADD COLUMN offer_price bigint CHECK (offer_price > 0),
  ADD CONSTRAINT added_instrument_has_its_reason CHECK (num_nonnulls(proposal_id, offering_id) = 1),
  ADD CONSTRAINT added_instrument_offered_has_its_price CHECK ((offering_id IS NULL) = (offer_price IS NULL));
