-- A block that is drawn where its offer says so: everybody may apply up to the maximum, and what is asked for beyond
-- the quota is decided by the draw of the new shares (decision 0070).
ALTER TABLE block_offer ADD COLUMN rule text NOT NULL DEFAULT 'first_come'
  CHECK (rule IN ('first_come', 'equal', 'by_lot'));
UPDATE block_offer_draft SET form = form || '{"rule": "first_come"}';

CREATE SEQUENCE block_entry_number;

CREATE TABLE block_draw (
  offer_id bigint PRIMARY KEY REFERENCES block_offer (id),
  -- The draw's own terms as they were published, and their hash.
  terms jsonb NOT NULL,
  terms_hash text NOT NULL,
  seed_commitment text NOT NULL UNIQUE,
  -- The seed, which nobody reads before the draw.
  seed_sealed bytea NOT NULL,
  closes_at timestamptz NOT NULL,
  draws_at timestamptz NOT NULL CHECK (draws_at > closes_at),
  -- What comes later, each of it once.
  root text,
  root_at timestamptz CHECK (root_at >= closes_at),
  entries integer,
  checkpoints jsonb NOT NULL DEFAULT '[]',
  beacon jsonb,
  result text,
  seed text,
  drawn_at timestamptz CHECK (drawn_at >= draws_at),
  -- Which process works out the delay, in the database's own time: after a kill another one goes on.
  computing_until timestamptz,
  -- Up to which application it was told that the list is closed; empty where nobody is left to tell.
  told_through bigint,
  CHECK ((root IS NULL) = (root_at IS NULL) AND (root IS NULL) = (entries IS NULL)),
  CHECK ((result IS NULL) = (drawn_at IS NULL) AND (result IS NULL) = (seed IS NULL)),
  CHECK (result IS NULL OR root IS NOT NULL),
  CHECK (result IS NULL OR jsonb_typeof(terms -> 'beacon') = 'null' OR beacon IS NOT NULL)
);
CREATE INDEX block_draw_to_close ON block_draw (closes_at) WHERE drawn_at IS NULL;
CREATE TRIGGER block_draw_is_kept BEFORE DELETE OR TRUNCATE ON block_draw
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One commitment, one root, one result.
CREATE FUNCTION block_draw_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change CONSTANT text[] := ARRAY['root', 'root_at', 'entries', 'checkpoints', 'beacon', 'result', 'seed',
    'drawn_at', 'computing_until', 'seed_sealed', 'told_through'];
BEGIN
  IF to_jsonb(OLD) - may_change IS DISTINCT FROM to_jsonb(NEW) - may_change
    OR OLD.beacon IS NOT NULL AND NEW.beacon IS DISTINCT FROM OLD.beacon
    OR OLD.root IS NOT NULL
      AND (NEW.root, NEW.root_at, NEW.entries) IS DISTINCT FROM (OLD.root, OLD.root_at, OLD.entries)
    -- Told once, from the first entry to the last.
    OR OLD.root IS NOT NULL AND (OLD.told_through IS NULL AND NEW.told_through IS NOT NULL
      OR NEW.told_through < OLD.told_through)
    OR OLD.result IS NOT NULL
      AND (NEW.result, NEW.seed, NEW.drawn_at, NEW.checkpoints, NEW.beacon)
        IS DISTINCT FROM (OLD.result, OLD.seed, OLD.drawn_at, OLD.checkpoints, OLD.beacon)
  THEN
    RAISE EXCEPTION 'the draw of block offer % was published, and that of it never changes', OLD.offer_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER block_draw_never_changes BEFORE UPDATE ON block_draw
  FOR EACH ROW EXECUTE FUNCTION block_draw_never_changes();

-- All that a draw was made of, as everybody gets it.
CREATE TABLE block_draw_bundle (
  offer_id bigint PRIMARY KEY REFERENCES block_draw (offer_id),
  body bytea NOT NULL
);

-- Of an application to an offer that is drawn: its number in the list, the client's own request id, the receipt's
-- signature, and what the draw gave to it.
ALTER TABLE block_application
  ADD COLUMN number text UNIQUE,
  ADD COLUMN nonce text,
  ADD COLUMN signature text,
  ADD COLUMN drawn_lots integer CHECK (drawn_lots BETWEEN 0 AND lots),
  ADD CHECK ((number IS NULL) = (nonce IS NULL) AND (number IS NULL) = (signature IS NULL)),
  ADD CHECK (drawn_lots IS NULL OR number IS NOT NULL),
  ADD CHECK (number IS NULL OR status <> 1 OR filled_lots = drawn_lots),
  DROP CONSTRAINT block_application_failure_check,
  ADD CONSTRAINT block_application_failure_check
    CHECK (failure IN ('offer_withdrawn', 'seller_has_none', 'split', 'outside_band', 'not_allotted'));
-- One entry a customer.
CREATE UNIQUE INDEX block_application_entry ON block_application (offer_id, customer_id)
  WHERE number IS NOT NULL AND status <> 3;

-- What is drawn takes no quota: the draw gives it.
CREATE OR REPLACE FUNCTION block_application_takes_quota() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  offered record;
BEGIN
  SELECT o.opens_at, o.closes_at, o.withdrawn_at, o.settled_at, o.rule, d.root INTO offered
    FROM block_offer o LEFT JOIN block_draw d ON d.offer_id = o.id WHERE o.id = NEW.offer_id;
  IF NEW.status <> 0 OR offered.withdrawn_at IS NOT NULL OR offered.settled_at IS NOT NULL
    OR NEW.applied_at < offered.opens_at OR NEW.applied_at >= offered.closes_at
    OR offered.root IS NOT NULL OR NEW.drawn_lots IS NOT NULL
    OR (offered.rule = 'first_come') <> (NEW.number IS NULL)
  THEN
    RAISE EXCEPTION 'block offer % takes no application', NEW.offer_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.number IS NULL THEN
    UPDATE block_quota SET left_lots = left_lots - NEW.lots WHERE offer_id = NEW.offer_id;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION block_application_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.offer_id, NEW.customer_id, NEW.lots, NEW.cost, NEW.fee, NEW.applied_at, NEW.number, NEW.nonce,
        NEW.signature)
      IS DISTINCT FROM (OLD.id, OLD.offer_id, OLD.customer_id, OLD.lots, OLD.cost, OLD.fee, OLD.applied_at,
        OLD.number, OLD.nonce, OLD.signature)
    OR OLD.drawn_lots IS NOT NULL AND NEW.drawn_lots IS DISTINCT FROM OLD.drawn_lots
    OR OLD.status <> 0 AND to_jsonb(NEW) - 'released_at' IS DISTINCT FROM to_jsonb(OLD) - 'released_at'
    OR OLD.released_at IS NOT NULL AND NEW.released_at IS DISTINCT FROM OLD.released_at
    -- The list is the list from its close on.
    OR NEW.status = 3 AND OLD.status = 0 AND OLD.number IS NOT NULL
      AND EXISTS (SELECT FROM block_draw WHERE offer_id = OLD.offer_id AND root IS NOT NULL)
  THEN
    RAISE EXCEPTION 'application % does not go from % to %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.status = 0 AND NEW.status = 3 AND OLD.number IS NULL THEN
    UPDATE block_quota SET left_lots = left_lots + OLD.lots WHERE offer_id = OLD.offer_id;
  END IF;
  RETURN NEW;
END $$;
