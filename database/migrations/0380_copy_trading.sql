-- Copy trading: strategies are accounts that trade, and followers own units of them at net asset value
-- (decision 0066).

-- A pool trades like a customer and is nobody: it has no invitation and no password, and never signs in.
ALTER TABLE customer ADD COLUMN kind text NOT NULL DEFAULT 'person' CHECK (kind IN ('person', 'pool'));
ALTER TABLE customer DROP CONSTRAINT customer_account_check;
ALTER TABLE customer ADD CONSTRAINT customer_account_check CHECK (
  CASE kind WHEN 'person' THEN account ~ '^[0-9]{10}$' ELSE account ~ '^pool-[0-9]{1,18}$' END);
ALTER TABLE customer ALTER COLUMN invitation_code DROP NOT NULL;
ALTER TABLE customer ADD CONSTRAINT customer_was_invited CHECK ((kind = 'person') = (invitation_code IS NOT NULL));

CREATE FUNCTION session_is_a_persons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM customer WHERE id = NEW.customer_id AND kind <> 'person') THEN
    RAISE EXCEPTION 'customer % is a pool and never signs in', NEW.customer_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER session_is_a_persons BEFORE INSERT ON session
  FOR EACH ROW EXECUTE FUNCTION session_is_a_persons();

-- What a pool's units are worth it owes to whoever holds them, and what it has made or lost with their money.
CREATE OR REPLACE FUNCTION ledger_floor(purpose text, account_currency text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE purpose
    WHEN 'margin_debt' THEN coalesce(
      (SELECT -amount FROM default_credit_limit WHERE currency = account_currency), 0)
    WHEN 'shortfall_debt' THEN -9000000000000000000
    WHEN 'loan_debt' THEN -9000000000000000000
    WHEN 'loan_interest_debt' THEN -9000000000000000000
    WHEN 'units_issued' THEN -9000000000000000000
    WHEN 'unit_result' THEN -9000000000000000000
    ELSE 0 END
$$;

CREATE SEQUENCE copy_product_id;

CREATE TABLE copy_product (
  id bigint PRIMARY KEY,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  -- The name of its file in the code.
  strategy text NOT NULL,
  names jsonb NOT NULL,
  issuer text NOT NULL,
  minimum bigint NOT NULL CHECK (minimum > 0),
  -- The most that followers may have in it, by what they paid.
  capacity bigint NOT NULL CHECK (capacity >= minimum),
  deadline timestamptz NOT NULL,
  lock_up_days integer NOT NULL CHECK (lock_up_days BETWEEN 0 AND 3650),
  -- A year's, and of what is above the highest value that a unit ever had.
  management_basis_points integer NOT NULL CHECK (management_basis_points BETWEEN 0 AND 500),
  performance_basis_points integer NOT NULL CHECK (performance_basis_points BETWEEN 0 AND 3000),
  -- The house's own money, which is in it from the beginning.
  seed bigint NOT NULL CHECK (seed > 0),
  -- Of the exchange's day, in minutes; whoever asks later than so many minutes before is in the next one.
  valued_at_minute integer NOT NULL CHECK (valued_at_minute BETWEEN 0 AND 1439),
  cut_off_minutes integer NOT NULL CHECK (cut_off_minutes BETWEEN 1 AND 720),
  pool_id bigint NOT NULL UNIQUE REFERENCES customer (id),
  proposal_id bigint REFERENCES proposal (id),
  published_at timestamptz NOT NULL,
  -- What comes later, each of it once.
  closed_at timestamptz,
  winds_down_at timestamptz,
  wind_down_reason jsonb,
  stopped_at timestamptz,
  stopped_why text,
  ended_at timestamptz,
  -- What the last valuation left. Units in millionths, their value in millionths of a minor unit.
  units bigint NOT NULL DEFAULT 0 CHECK (units >= 0),
  unit_value bigint NOT NULL CHECK (unit_value >= 0),
  high_water bigint NOT NULL,
  fee_fraction bigint NOT NULL DEFAULT 0 CHECK (fee_fraction >= 0),
  valuations integer NOT NULL DEFAULT 0,
  valued_at timestamptz,
  valued_for timestamptz,
  -- The valuation that could not be, and what it waits for.
  suspended_for timestamptz,
  suspended_why text,
  CHECK ((winds_down_at IS NULL) = (wind_down_reason IS NULL)),
  CHECK ((stopped_at IS NULL) = (stopped_why IS NULL)),
  CHECK ((suspended_for IS NULL) = (suspended_why IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX copy_product_of_market ON copy_product (market, id);
CREATE TRIGGER copy_product_is_kept BEFORE DELETE OR TRUNCATE ON copy_product
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was published never changes, and what ended stays so.
CREATE FUNCTION copy_product_keeps_its_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.market, NEW.strategy, NEW.names, NEW.issuer, NEW.minimum, NEW.capacity, NEW.deadline,
        NEW.lock_up_days, NEW.management_basis_points, NEW.performance_basis_points, NEW.seed,
        NEW.valued_at_minute, NEW.cut_off_minutes, NEW.pool_id, NEW.proposal_id, NEW.published_at)
      IS DISTINCT FROM (OLD.id, OLD.market, OLD.strategy, OLD.names, OLD.issuer, OLD.minimum, OLD.capacity,
        OLD.deadline, OLD.lock_up_days, OLD.management_basis_points, OLD.performance_basis_points, OLD.seed,
        OLD.valued_at_minute, OLD.cut_off_minutes, OLD.pool_id, OLD.proposal_id, OLD.published_at)
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
CREATE TRIGGER copy_product_keeps_its_terms BEFORE UPDATE ON copy_product
  FOR EACH ROW EXECUTE FUNCTION copy_product_keeps_its_terms();

-- What a pool was worth at a published moment, with all that it follows from.
CREATE TABLE copy_valuation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES copy_product (id),
  number integer NOT NULL CHECK (number > 0),
  due_at timestamptz NOT NULL,
  valued_at timestamptz NOT NULL CHECK (valued_at >= due_at),
  -- The pool's money by account, and each of its positions with the quote that it was valued at.
  balances jsonb NOT NULL,
  positions jsonb NOT NULL,
  gross bigint NOT NULL,
  management_fee bigint NOT NULL CHECK (management_fee >= 0),
  performance_fee bigint NOT NULL CHECK (performance_fee >= 0),
  -- Before anything was bought or ended at it.
  units bigint NOT NULL CHECK (units >= 0),
  unit_value bigint NOT NULL CHECK (unit_value >= 0),
  units_bought bigint NOT NULL CHECK (units_bought >= 0),
  paid_in bigint NOT NULL CHECK (paid_in >= 0),
  units_ended bigint NOT NULL CHECK (units_ended >= 0),
  paid_out bigint NOT NULL CHECK (paid_out >= 0),
  index_code text,
  index_level bigint,
  CHECK ((index_code IS NULL) = (index_level IS NULL)),
  UNIQUE (product_id, number),
  UNIQUE (product_id, due_at)
);
CREATE TRIGGER copy_valuation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON copy_valuation
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE copy_following (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES copy_product (id),
  -- The house's own where it is nobody's.
  customer_id bigint REFERENCES customer (id),
  -- The number on the wire: 0 following, 1 ended.
  status smallint NOT NULL DEFAULT 0 CHECK (status IN (0, 1)),
  amount bigint NOT NULL CHECK (amount > 0),
  -- Ended by itself once it has lost so many per cent.
  stop_percent smallint CHECK (stop_percent BETWEEN 1 AND 99),
  asked_at timestamptz NOT NULL,
  -- From the valuation at which its units were bought.
  units bigint NOT NULL DEFAULT 0 CHECK (units >= 0),
  bought_number integer,
  bought_at timestamptz,
  locked_until timestamptz,
  -- The moment from which a valuation sells its units.
  end_asked_at timestamptz,
  end_cause text CHECK (end_cause IN ('customer', 'stop', 'wind_down', 'returned')),
  stop_reached_at timestamptz,
  ended_number integer,
  ended_at timestamptz,
  proceeds bigint CHECK (proceeds >= 0),
  CHECK ((bought_number IS NULL) = (units = 0)),
  CHECK ((bought_number IS NULL) = (bought_at IS NULL) AND (bought_number IS NULL) = (locked_until IS NULL)),
  CHECK ((end_asked_at IS NULL) = (end_cause IS NULL)),
  CHECK ((status = 1) = (ended_at IS NOT NULL) AND (status = 1) = (proceeds IS NOT NULL)),
  CHECK (status = 0 OR end_asked_at IS NOT NULL)
) WITH (fillfactor = 80);
CREATE INDEX copy_following_customer ON copy_following (customer_id, id DESC);
CREATE INDEX copy_following_live ON copy_following (product_id, id) WHERE status = 0;
CREATE INDEX copy_following_to_buy ON copy_following (product_id, asked_at) WHERE status = 0 AND units = 0;
CREATE INDEX copy_following_to_end ON copy_following (product_id, end_asked_at)
  WHERE status = 0 AND end_asked_at IS NOT NULL;
CREATE TRIGGER copy_following_is_kept BEFORE DELETE OR TRUNCATE ON copy_following
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION copy_following_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.product_id, NEW.customer_id, NEW.amount, NEW.stop_percent, NEW.asked_at)
      IS DISTINCT FROM (OLD.id, OLD.product_id, OLD.customer_id, OLD.amount, OLD.stop_percent, OLD.asked_at)
    OR OLD.status = 1 AND NEW IS DISTINCT FROM OLD
    OR OLD.units > 0 AND (NEW.units, NEW.bought_number, NEW.bought_at, NEW.locked_until)
      IS DISTINCT FROM (OLD.units, OLD.bought_number, OLD.bought_at, OLD.locked_until)
    OR OLD.end_asked_at IS NOT NULL AND (NEW.end_asked_at, NEW.end_cause)
      IS DISTINCT FROM (OLD.end_asked_at, OLD.end_cause)
  THEN
    RAISE EXCEPTION 'following % has ended or would be another one', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER copy_following_goes_on BEFORE UPDATE ON copy_following
  FOR EACH ROW EXECUTE FUNCTION copy_following_goes_on();

-- What a strategy decided for a day, before any of its orders was placed: whoever goes on after a crash places
-- the same ones.
CREATE TABLE copy_decision (
  product_id bigint NOT NULL REFERENCES copy_product (id),
  due_at timestamptz NOT NULL,
  decided_at timestamptz NOT NULL,
  -- Shares of the pool by stock, in basis points; empty where the strategy kept what it had.
  targets jsonb,
  orders jsonb NOT NULL,
  -- The answer to each of them, once all are placed.
  answers jsonb,
  done_at timestamptz,
  PRIMARY KEY (product_id, due_at),
  CHECK ((answers IS NULL) = (done_at IS NULL))
);
CREATE TRIGGER copy_decision_is_kept BEFORE DELETE OR TRUNCATE ON copy_decision
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a strategy would have done before it traded here: the same code over the market's own past.
CREATE TABLE copy_backtest (
  product_id bigint PRIMARY KEY REFERENCES copy_product (id),
  computed_at timestamptz NOT NULL,
  -- [{day, value, cost, turnover}]: of a unit that began at 1,000,000.
  days jsonb NOT NULL,
  figures jsonb
);
CREATE TRIGGER copy_backtest_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON copy_backtest
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Customers who were there before get their account for what they follow with.
WITH made AS (
  INSERT INTO ledger_account (customer_id, currency, purpose)
  SELECT customer_id, currency, 'followed' FROM ledger_account
  WHERE customer_id IS NOT NULL AND purpose = 'reserved_orders'
  ON CONFLICT DO NOTHING RETURNING id, currency, purpose
)
INSERT INTO ledger_balance (account_id, floor)
SELECT id, ledger_floor(purpose, currency) FROM made;

-- What each customer's followings are worth beside what was paid for them, at the last valuation.
CREATE VIEW followed_value AS
  SELECT f.customer_id, upper(p.market) AS currency, f.amount,
    CASE WHEN f.units = 0 THEN f.amount
      ELSE floor(f.units::numeric * p.unit_value / 1000000000000)::bigint END AS value
  FROM copy_following f JOIN copy_product p ON p.id = f.product_id
  WHERE f.status = 0 AND f.customer_id IS NOT NULL;
