-- From the published root on an offering is withdrawn a day after it was announced, so that nobody steers a draw by
-- giving it up: its entrants are told at once, and its page says so.
ALTER TABLE offering
  ADD COLUMN withdrawal_announced_at timestamptz,
  ADD COLUMN withdraws_at timestamptz,
  ADD COLUMN withdrawal_reason jsonb,
  -- Up to whom entrants were told that it will be, and then that it is withdrawn; empty where all were.
  ADD COLUMN withdrawal_told_through bigint,
  ADD CHECK ((withdraws_at IS NULL) = (withdrawal_announced_at IS NULL)
    AND (withdraws_at IS NULL) = (withdrawal_reason IS NULL)),
  ADD CHECK (withdraws_at >= withdrawal_announced_at);
CREATE INDEX offering_to_withdraw ON offering (withdraws_at) WHERE withdraws_at IS NOT NULL AND withdrawn_at IS NULL;

-- What was not paid under a restriction counts for nothing.
ALTER TABLE new_share_subscription ADD COLUMN missed_restricted boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION offering_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change CONSTANT text[] := ARRAY['price', 'root', 'root_at', 'entries', 'checkpoints', 'beacon', 'result',
    'seed', 'drawn_at', 'withdrawn_at', 'withdrawn_reason', 'listed_at', 'computing_until', 'seed_sealed',
    'entrants_told_through', 'withdrawal_announced_at', 'withdraws_at', 'withdrawal_reason', 'withdrawal_told_through'];
  -- A draw that comes late moves what follows it, and only to later.
  follows_draw CONSTANT text[] := ARRAY['pays_until', 'waiting_until', 'allocates_at', 'lists_at'];
  kept jsonb := to_jsonb(NEW) - may_change;
BEGIN
  IF NEW.drawn_at IS NOT NULL AND NEW.listed_at IS NULL AND NEW.pays_until > OLD.pays_until
    AND NEW.waiting_until > OLD.waiting_until AND NEW.allocates_at > OLD.allocates_at AND NEW.lists_at > OLD.lists_at
    AND NOT EXISTS (SELECT FROM new_share_subscription WHERE offering_id = NEW.id AND status NOT IN (0, 7))
  THEN
    kept := kept - follows_draw || (SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(OLD))
      WHERE key = ANY (follows_draw));
  END IF;
  IF to_jsonb(OLD) - may_change IS DISTINCT FROM kept
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
    OR OLD.withdraws_at IS NOT NULL
      AND (NEW.withdraws_at, NEW.withdrawal_announced_at, NEW.withdrawal_reason)
        IS DISTINCT FROM (OLD.withdraws_at, OLD.withdrawal_announced_at, OLD.withdrawal_reason)
    OR OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL AND OLD.root IS NOT NULL AND OLD.price IS NOT NULL
      AND NOT coalesce(NEW.withdraws_at <= NEW.withdrawn_at, false)
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
