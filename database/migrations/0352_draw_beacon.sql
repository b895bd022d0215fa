-- The round of drand that an offering's terms name, as its network published it (decision 0061).
ALTER TABLE offering
  ADD COLUMN beacon jsonb,
  ADD CONSTRAINT offering_drawn_with_its_beacon
    CHECK (result IS NULL OR jsonb_typeof(terms -> 'beacon') = 'null' OR beacon IS NOT NULL) NOT VALID;
ALTER TABLE offering VALIDATE CONSTRAINT offering_drawn_with_its_beacon;
CREATE INDEX offering_to_hear ON offering (draws_at)
  WHERE beacon IS NULL AND drawn_at IS NULL AND withdrawn_at IS NULL AND jsonb_typeof(terms -> 'beacon') <> 'null';

CREATE OR REPLACE FUNCTION offering_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change CONSTANT text[] := ARRAY['price', 'root', 'root_at', 'entries', 'checkpoints', 'beacon', 'result',
    'seed', 'drawn_at', 'withdrawn_at', 'withdrawn_reason', 'listed_at', 'computing_until', 'seed_sealed',
    'entrants_told_through'];
BEGIN
  IF to_jsonb(OLD) - may_change IS DISTINCT FROM to_jsonb(NEW) - may_change
    OR OLD.price IS NOT NULL AND NEW.price IS DISTINCT FROM OLD.price
    OR OLD.beacon IS NOT NULL AND NEW.beacon IS DISTINCT FROM OLD.beacon
    OR OLD.root IS NOT NULL
      AND (NEW.root, NEW.root_at, NEW.entries) IS DISTINCT FROM (OLD.root, OLD.root_at, OLD.entries)
    -- Told once, from the first entry to the last.
    OR OLD.root IS NOT NULL AND (OLD.entrants_told_through IS NULL AND NEW.entrants_told_through IS NOT NULL
      OR NEW.entrants_told_through < OLD.entrants_told_through)
    OR OLD.result IS NOT NULL
      AND (NEW.result, NEW.seed, NEW.drawn_at, NEW.checkpoints, NEW.beacon)
        IS DISTINCT FROM (OLD.result, OLD.seed, OLD.drawn_at, OLD.checkpoints, OLD.beacon)
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
