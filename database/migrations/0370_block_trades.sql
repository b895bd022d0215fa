-- Block trades: shares that one holder sells outside the auction at one price, to whoever applies in time
-- (decision 0064).
CREATE TABLE block_offer_draft (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  form jsonb NOT NULL,
  saved_at timestamptz NOT NULL,
  saved_by bigint NOT NULL REFERENCES operator (id)
);

CREATE TABLE block_offer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  -- An institution of the simulated market, the house, or a customer whose position is locked for it.
  seller text NOT NULL CHECK (seller IN ('institution', 'house', 'customer')),
  seller_names jsonb NOT NULL,
  seller_position_id bigint,
  -- Of an offer that the simulated market makes: which of the day it is.
  made_as text UNIQUE,
  price bigint NOT NULL CHECK (price > 0),
  -- The last close that the price was held against, and the market's band around it; empty where none holds.
  reference_price bigint NOT NULL CHECK (reference_price > 0),
  band_low bigint,
  band_high bigint,
  band_rule text,
  lot_size bigint NOT NULL CHECK (lot_size > 0),
  quota_lots integer NOT NULL CHECK (quota_lots > 0),
  min_lots integer NOT NULL CHECK (min_lots > 0),
  -- Of one customer, in all applications together.
  max_lots integer NOT NULL CHECK (max_lots BETWEEN min_lots AND quota_lots),
  invited_only boolean NOT NULL,
  cancellable boolean NOT NULL,
  opens_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL CHECK (closes_at > opens_at),
  settles_at timestamptz NOT NULL CHECK (settles_at >= closes_at),
  -- Until then what was bought is not sold.
  locked_until timestamptz NOT NULL CHECK (locked_until >= settles_at),
  proposal_id bigint REFERENCES proposal (id),
  published_at timestamptz NOT NULL CHECK (published_at <= opens_at),
  -- What comes later, each of it once: what the seller delivered of what was applied for, and the end.
  sold_lots integer CHECK (sold_lots BETWEEN 0 AND quota_lots),
  settled_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_reason jsonb,
  CHECK ((seller = 'customer') = (seller_position_id IS NOT NULL)),
  CHECK ((band_low IS NULL) = (band_high IS NULL) AND (band_low IS NULL) = (band_rule IS NULL)),
  CHECK (price BETWEEN band_low AND band_high),
  CHECK ((withdrawn_at IS NULL) = (withdrawn_reason IS NULL)),
  CHECK (settled_at IS NULL OR withdrawn_at IS NULL AND sold_lots IS NOT NULL)
);
CREATE INDEX block_offer_of_market ON block_offer (market, closes_at DESC);
CREATE INDEX block_offer_to_settle ON block_offer (settles_at)
  WHERE settled_at IS NULL AND withdrawn_at IS NULL;
CREATE TRIGGER block_offer_is_kept BEFORE DELETE OR TRUNCATE ON block_offer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION block_offer_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(OLD) - ARRAY['sold_lots', 'settled_at', 'withdrawn_at', 'withdrawn_reason']
      IS DISTINCT FROM to_jsonb(NEW) - ARRAY['sold_lots', 'settled_at', 'withdrawn_at', 'withdrawn_reason']
    OR OLD.sold_lots IS NOT NULL AND NEW.sold_lots IS DISTINCT FROM OLD.sold_lots
    OR NEW.withdrawn_at IS NOT NULL AND NEW.sold_lots IS NOT NULL
    OR (OLD.settled_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL) AND NEW IS DISTINCT FROM OLD
  THEN
    RAISE EXCEPTION 'block offer % was published, and that of it never changes', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER block_offer_never_changes BEFORE UPDATE ON block_offer
  FOR EACH ROW EXECUTE FUNCTION block_offer_never_changes();

-- What is left to apply for. A row of its own, which those who apply wait for in the order in which they come.
CREATE TABLE block_quota (
  offer_id bigint PRIMARY KEY REFERENCES block_offer (id),
  left_lots integer NOT NULL CHECK (left_lots >= 0)
) WITH (fillfactor = 50);

-- Who may apply where an offer is for invited customers, each by a password of its own.
CREATE TABLE block_invitation (
  offer_id bigint NOT NULL REFERENCES block_offer (id),
  customer_id bigint NOT NULL REFERENCES customer (id),
  password_hash text NOT NULL,
  invited_at timestamptz NOT NULL,
  invited_by bigint NOT NULL REFERENCES operator (id),
  PRIMARY KEY (offer_id, customer_id)
);
CREATE TRIGGER block_invitation_is_kept BEFORE DELETE OR TRUNCATE ON block_invitation
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE block_application (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  offer_id bigint NOT NULL REFERENCES block_offer (id),
  customer_id bigint NOT NULL REFERENCES customer (id),
  lots integer NOT NULL CHECK (lots > 0),
  -- Frozen until it ends: what the shares cost, and the fee of the day of the application.
  cost bigint NOT NULL CHECK (cost > 0),
  fee bigint NOT NULL CHECK (fee >= 0),
  applied_at timestamptz NOT NULL,
  -- The number on the wire: 0 applied, 1 filled, 2 failed, 3 cancelled.
  status smallint NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 3),
  filled_lots integer NOT NULL DEFAULT 0 CHECK (filled_lots BETWEEN 0 AND lots),
  failure text CHECK (failure IN ('offer_withdrawn', 'seller_has_none', 'split')),
  position_id bigint UNIQUE,
  ended_at timestamptz,
  -- When its position could be sold.
  released_at timestamptz,
  CHECK ((status = 1) = (filled_lots > 0) AND (status = 1) = (position_id IS NOT NULL)),
  CHECK ((status = 2) = (failure IS NOT NULL) AND (status = 0) = (ended_at IS NULL)),
  CHECK (released_at IS NULL OR status = 1)
) WITH (fillfactor = 80);
CREATE INDEX block_application_customer ON block_application (customer_id, id DESC);
CREATE INDEX block_application_offer ON block_application (offer_id, id);
CREATE INDEX block_application_open ON block_application (offer_id, id) WHERE status = 0;
CREATE INDEX block_application_locked ON block_application (offer_id) WHERE status = 1 AND released_at IS NULL;
CREATE TRIGGER block_application_is_kept BEFORE DELETE OR TRUNCATE ON block_application
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each use of an invitation, wrong passwords too: an application where it was the right one.
CREATE TABLE block_invitation_use (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  offer_id bigint NOT NULL REFERENCES block_offer (id),
  customer_id bigint NOT NULL REFERENCES customer (id),
  used_at timestamptz NOT NULL,
  application_id bigint REFERENCES block_application (id)
);
CREATE INDEX block_invitation_use_offer ON block_invitation_use (offer_id, customer_id);

-- The quota follows the applications, whoever writes them: what is applied for is taken, and what is cancelled
-- while the window is open can be taken by others. The quota's CHECK is what stands between many at once and
-- one share too many.
CREATE FUNCTION block_application_takes_quota() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  offered record;
BEGIN
  SELECT opens_at, closes_at, withdrawn_at, settled_at INTO offered FROM block_offer WHERE id = NEW.offer_id;
  IF NEW.status <> 0 OR offered.withdrawn_at IS NOT NULL OR offered.settled_at IS NOT NULL
    OR NEW.applied_at < offered.opens_at OR NEW.applied_at >= offered.closes_at
  THEN
    RAISE EXCEPTION 'block offer % takes no application', NEW.offer_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  UPDATE block_quota SET left_lots = left_lots - NEW.lots WHERE offer_id = NEW.offer_id;
  RETURN NEW;
END $$;
CREATE TRIGGER block_application_takes_quota BEFORE INSERT ON block_application
  FOR EACH ROW EXECUTE FUNCTION block_application_takes_quota();

CREATE FUNCTION block_application_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.offer_id, NEW.customer_id, NEW.lots, NEW.cost, NEW.fee, NEW.applied_at)
      IS DISTINCT FROM (OLD.id, OLD.offer_id, OLD.customer_id, OLD.lots, OLD.cost, OLD.fee, OLD.applied_at)
    OR OLD.status <> 0 AND to_jsonb(NEW) - 'released_at' IS DISTINCT FROM to_jsonb(OLD) - 'released_at'
    OR OLD.released_at IS NOT NULL AND NEW.released_at IS DISTINCT FROM OLD.released_at
  THEN
    RAISE EXCEPTION 'application % does not go from % to %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.status = 0 AND NEW.status = 3 THEN
    UPDATE block_quota SET left_lots = left_lots + OLD.lots WHERE offer_id = OLD.offer_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER block_application_goes_on BEFORE UPDATE ON block_application
  FOR EACH ROW EXECUTE FUNCTION block_application_goes_on();
