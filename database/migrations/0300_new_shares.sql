-- New shares: what is offered, who subscribed to it, and the draw that nobody can steer (decision 0050).
CREATE SEQUENCE offering_id;
CREATE SEQUENCE new_share_subscription_id;

-- What operators write before anybody sees it.
CREATE TABLE offering_draft (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  form jsonb NOT NULL,
  saved_at timestamptz NOT NULL,
  saved_by bigint NOT NULL REFERENCES operator (id)
);

CREATE TABLE offering (
  id bigint PRIMARY KEY,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  -- In the app's three languages.
  names jsonb NOT NULL,
  sponsor text NOT NULL,
  prospectus text NOT NULL,
  -- The provisional range in ten-thousandths; both ends are the same where the price is fixed.
  price_low bigint NOT NULL CHECK (price_low > 0),
  price_high bigint NOT NULL CHECK (price_high >= price_low),
  earnings_per_share bigint CHECK (earnings_per_share > 0),
  lot_size bigint NOT NULL CHECK (lot_size > 0),
  issue_volume bigint NOT NULL CHECK (issue_volume > 0),
  quota_lots integer NOT NULL CHECK (quota_lots > 0),
  min_lots integer NOT NULL CHECK (min_lots > 0),
  max_lots integer NOT NULL CHECK (max_lots >= min_lots),
  rule text NOT NULL CHECK (rule IN ('equal', 'by_lot')),
  asks_money boolean NOT NULL,
  -- The market's rules on the day of the publication.
  cancellable boolean NOT NULL,
  missed_most integer,
  missed_months integer,
  missed_days integer,
  opens_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL CHECK (closes_at > opens_at),
  -- When the final price is announced; empty where the price is fixed.
  priced_at timestamptz CHECK (priced_at BETWEEN closes_at AND draws_at),
  draws_at timestamptz NOT NULL CHECK (draws_at > closes_at),
  pays_until timestamptz NOT NULL CHECK (pays_until > draws_at),
  waiting_until timestamptz NOT NULL CHECK (waiting_until >= pays_until),
  allocates_at timestamptz NOT NULL CHECK (allocates_at >= waiting_until),
  lists_at timestamptz NOT NULL CHECK (lists_at >= allocates_at),
  -- The draw's own terms as they were published, and their hash.
  terms jsonb NOT NULL,
  terms_hash text NOT NULL,
  seed_commitment text NOT NULL UNIQUE,
  -- The seed, which nobody reads before the draw.
  seed_sealed bytea NOT NULL,
  proposal_id bigint REFERENCES proposal (id),
  published_at timestamptz NOT NULL CHECK (published_at < opens_at),
  -- What comes later, each of it once.
  price bigint CHECK (price > 0),
  root text,
  root_at timestamptz,
  entries integer,
  checkpoints jsonb NOT NULL DEFAULT '[]',
  result text,
  seed text,
  drawn_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_reason jsonb,
  listed_at timestamptz,
  -- Which process works out the delay, in the database's own time: after a kill another one goes on.
  computing_until timestamptz,
  CHECK ((root IS NULL) = (root_at IS NULL) AND (root IS NULL) = (entries IS NULL)),
  CHECK (root_at >= closes_at),
  CHECK ((result IS NULL) = (drawn_at IS NULL) AND (result IS NULL) = (seed IS NULL)),
  CHECK (result IS NULL OR (root IS NOT NULL AND price IS NOT NULL AND drawn_at >= draws_at)),
  CHECK ((withdrawn_at IS NULL) = (withdrawn_reason IS NULL)),
  CHECK (withdrawn_at IS NULL OR listed_at IS NULL)
);
CREATE UNIQUE INDEX offering_once ON offering (market, code) WHERE withdrawn_at IS NULL;
CREATE INDEX offering_of_market ON offering (market, closes_at DESC);
CREATE INDEX offering_to_draw ON offering (closes_at) WHERE drawn_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX offering_to_pay ON offering (waiting_until)
  WHERE drawn_at IS NOT NULL AND listed_at IS NULL AND withdrawn_at IS NULL;
CREATE TRIGGER offering_is_kept BEFORE DELETE OR TRUNCATE ON offering
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One commitment, one price, one root, one result: what was published never changes, and what comes later
-- comes once.
CREATE FUNCTION offering_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(OLD) - ARRAY['price', 'root', 'root_at', 'entries', 'checkpoints', 'result', 'seed', 'drawn_at',
        'withdrawn_at', 'withdrawn_reason', 'listed_at', 'computing_until', 'seed_sealed']
      IS DISTINCT FROM
      to_jsonb(NEW) - ARRAY['price', 'root', 'root_at', 'entries', 'checkpoints', 'result', 'seed', 'drawn_at',
        'withdrawn_at', 'withdrawn_reason', 'listed_at', 'computing_until', 'seed_sealed']
    OR OLD.price IS NOT NULL AND NEW.price IS DISTINCT FROM OLD.price
    OR OLD.root IS NOT NULL
      AND (NEW.root, NEW.root_at, NEW.entries) IS DISTINCT FROM (OLD.root, OLD.root_at, OLD.entries)
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
CREATE TRIGGER offering_never_changes BEFORE UPDATE ON offering
  FOR EACH ROW EXECUTE FUNCTION offering_never_changes();

-- All that a draw was made of, as everybody gets it.
CREATE TABLE offering_bundle (
  offering_id bigint PRIMARY KEY REFERENCES offering (id),
  body bytea NOT NULL
);

CREATE TABLE new_share_subscription (
  id bigint PRIMARY KEY,
  offering_id bigint NOT NULL REFERENCES offering (id),
  customer_id bigint NOT NULL REFERENCES customer (id),
  number text NOT NULL UNIQUE,
  lots integer NOT NULL CHECK (lots > 0),
  -- The client's own request id.
  nonce text NOT NULL,
  subscribed_at timestamptz NOT NULL,
  -- Over the receipt, by the instance's key.
  signature text NOT NULL,
  -- The number on the wire: 0 awaiting the draw, 1 paid, 2 listed, 3 not allotted, 4 payable, 5 waived,
  -- 6 payment deadline missed, 7 cancelled before the close or released with a withdrawn offering.
  status smallint NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 7),
  allotted_lots integer NOT NULL DEFAULT 0 CHECK (allotted_lots BETWEEN 0 AND lots),
  -- From 1, of those who got nothing.
  waiting_place integer CHECK (waiting_place > 0),
  amount bigint CHECK (amount > 0),
  pay_until timestamptz,
  paid_at timestamptz,
  ended_at timestamptz,
  -- Whether the customer is still to be told of what became of it.
  tell boolean NOT NULL DEFAULT false,
  CHECK (status NOT IN (1, 2, 4, 5, 6) OR (allotted_lots > 0 AND amount IS NOT NULL AND pay_until IS NOT NULL)),
  CHECK (status NOT IN (1, 2) OR paid_at IS NOT NULL),
  CHECK (status NOT IN (3, 4, 5, 6) OR status = 3 OR allotted_lots > 0)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX new_share_subscription_once ON new_share_subscription (offering_id, customer_id)
  WHERE status <> 7;
CREATE INDEX new_share_subscription_customer ON new_share_subscription (customer_id, id DESC);
CREATE INDEX new_share_subscription_waiting ON new_share_subscription (offering_id, waiting_place)
  WHERE status = 3 AND waiting_place IS NOT NULL;
CREATE INDEX new_share_subscription_due ON new_share_subscription (pay_until) WHERE status = 4;
CREATE INDEX new_share_subscription_to_tell ON new_share_subscription (id) WHERE tell;
CREATE TRIGGER new_share_subscription_is_kept BEFORE DELETE OR TRUNCATE ON new_share_subscription
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An entry comes while the list is open and never changes. The lock lets many subscribe at once, and the close
-- wait for all of them.
CREATE FUNCTION new_share_subscription_comes_in_time() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  offered record;
BEGIN
  SELECT root, withdrawn_at, opens_at, closes_at INTO offered FROM offering
    WHERE id = NEW.offering_id FOR SHARE;
  IF offered.root IS NOT NULL OR offered.withdrawn_at IS NOT NULL OR NEW.status <> 0
    OR NEW.subscribed_at < offered.opens_at OR NEW.subscribed_at >= offered.closes_at
  THEN
    RAISE EXCEPTION 'offering % takes no entry', NEW.offering_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER new_share_subscription_comes_in_time BEFORE INSERT ON new_share_subscription
  FOR EACH ROW EXECUTE FUNCTION new_share_subscription_comes_in_time();

CREATE FUNCTION new_share_subscription_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.offering_id, NEW.customer_id, NEW.number, NEW.lots, NEW.nonce, NEW.subscribed_at,
        NEW.signature)
      IS DISTINCT FROM (OLD.id, OLD.offering_id, OLD.customer_id, OLD.number, OLD.lots, OLD.nonce,
        OLD.subscribed_at, OLD.signature)
    OR NEW.status <> OLD.status AND NOT (OLD.status::text || NEW.status::text
      -- 34: from the waiting list.
      = ANY (ARRAY['03', '04', '07', '34', '41', '45', '46', '47', '12', '17']))
    OR NEW.status = OLD.status AND (NEW.allotted_lots, NEW.amount, NEW.pay_until, NEW.paid_at)
      IS DISTINCT FROM (OLD.allotted_lots, OLD.amount, OLD.pay_until, OLD.paid_at)
    OR NEW.status <> OLD.status AND OLD.status = 0 AND NEW.status = 7
      AND EXISTS (SELECT FROM offering WHERE id = NEW.offering_id AND root IS NOT NULL
        AND withdrawn_at IS NULL)
  THEN
    RAISE EXCEPTION 'subscription % does not go from % to %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER new_share_subscription_goes_on BEFORE UPDATE ON new_share_subscription
  FOR EACH ROW EXECUTE FUNCTION new_share_subscription_goes_on();

-- Customers who were there before get their account for what they pay in.
WITH made AS (
  INSERT INTO ledger_account (customer_id, currency, purpose)
  SELECT customer_id, currency, 'reserved_subscriptions' FROM ledger_account
  WHERE customer_id IS NOT NULL AND purpose = 'reserved_orders'
  ON CONFLICT DO NOTHING RETURNING id, currency, purpose
)
INSERT INTO ledger_balance (account_id, floor)
SELECT id, ledger_floor(purpose, currency) FROM made;
