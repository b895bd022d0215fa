-- Stock lending: shares that are paid in full are lent into a pool, from which shorts borrow before they borrow from
-- the market's institutions. A position stays held while it is lent: what is sold of it is recalled with the sale.
ALTER TABLE position
  ADD COLUMN lent bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT position_lends_what_it_has CHECK (lent BETWEEN 0 AND opened - closed - closing_shares),
  ADD CONSTRAINT position_lends_what_is_paid CHECK (lent = 0 OR (side = 'long' AND leverage = 1));
CREATE INDEX position_lent ON position (market, code, id) WHERE lent > 0;

-- What is lent of a position, and back below zero, as share_loan has what a short borrows. At every moment they add up
-- to what is lent.
CREATE TABLE share_lending (
  position_id bigint NOT NULL REFERENCES position (id),
  -- The position's revision that it belongs to.
  number integer NOT NULL,
  market text NOT NULL,
  code text NOT NULL,
  quantity bigint NOT NULL CHECK (quantity <> 0),
  happened_at timestamptz NOT NULL,
  PRIMARY KEY (position_id, number)
);
CREATE INDEX share_lending_stock ON share_lending (market, code, happened_at);
CREATE INDEX share_loan_stock ON share_loan (market, code, happened_at);
CREATE TRIGGER share_lending_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON share_lending
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whoever sells lent shares recalls them in the same step: no more is lent than is left beside what is being sold.
CREATE FUNCTION position_recalls_what_is_sold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.lent := least(NEW.lent, NEW.opened - NEW.closed - NEW.closing_shares);
  RETURN NEW;
END $$;
CREATE TRIGGER position_recalls_what_is_sold BEFORE UPDATE ON position FOR EACH ROW
  WHEN (OLD.lent > 0 AND NEW.lent > NEW.opened - NEW.closed - NEW.closing_shares)
  EXECUTE FUNCTION position_recalls_what_is_sold();

CREATE FUNCTION position_keeps_what_is_lent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO share_lending (position_id, number, market, code, quantity, happened_at)
  VALUES (NEW.id, NEW.revision, NEW.market, NEW.code, NEW.lent - OLD.lent,
    date_trunc('milliseconds', app_now()));
  RETURN NULL;
END $$;
CREATE TRIGGER position_keeps_what_is_lent AFTER UPDATE ON position FOR EACH ROW
  WHEN (OLD.lent <> NEW.lent) EXECUTE FUNCTION position_keeps_what_is_lent();

-- What a position has earned by being lent, from its first lending on.
CREATE TABLE stock_lending (
  position_id bigint PRIMARY KEY REFERENCES position (id),
  customer_id bigint NOT NULL REFERENCES customer (id),
  market text NOT NULL,
  code text NOT NULL,
  first_lent_at timestamptz NOT NULL,
  -- The last day that is reckoned, by the market's calendar.
  accrued_through date NOT NULL,
  -- Earned and not yet a minor unit, in millionths of it; and what was paid.
  fraction integer NOT NULL DEFAULT 0 CHECK (fraction BETWEEN 0 AND 999999),
  earned bigint NOT NULL DEFAULT 0 CHECK (earned >= 0),
  -- Recalled by the customer: it is not lent again by itself.
  kept_back boolean NOT NULL DEFAULT false
) WITH (fillfactor = 80);
CREATE INDEX stock_lending_customer ON stock_lending (customer_id, position_id DESC);
CREATE INDEX stock_lending_stock ON stock_lending (market, code, position_id);

-- What a stock's pool was and earned on each of some days, in which nothing of it changed.
CREATE TABLE stock_lending_period (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market text NOT NULL,
  code text NOT NULL,
  -- The days after the one and up to the other.
  after_day date NOT NULL,
  through_day date NOT NULL CHECK (through_day > after_day),
  -- How long each day is, and shares times milliseconds on it: what came or went in the middle counts for its time.
  day_ms bigint NOT NULL CHECK (day_ms > 0),
  short_time bigint NOT NULL CHECK (short_time >= 0),
  lent_time bigint NOT NULL CHECK (lent_time >= 0),
  -- What all shorts sold their shares for, in minor units, on average over the day.
  short_value bigint NOT NULL CHECK (short_value >= 0),
  base_basis_points integer NOT NULL,
  premium_basis_points integer NOT NULL CHECK (premium_basis_points >= 0),
  lender_percent integer NOT NULL CHECK (lender_percent BETWEEN 0 AND 100),
  rule text NOT NULL,
  rule_since date NOT NULL,
  -- What lenders get a day, and what of it their shares of it leave, in millionths of the minor unit.
  lenders_day numeric NOT NULL CHECK (lenders_day >= 0),
  residue_day numeric NOT NULL CHECK (residue_day BETWEEN 0 AND lenders_day),
  UNIQUE (market, code, after_day)
);
CREATE TRIGGER stock_lending_period_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_lending_period
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What one lent position earned in a period: once.
CREATE TABLE stock_lending_accrual (
  position_id bigint NOT NULL REFERENCES stock_lending (position_id),
  period_id bigint NOT NULL REFERENCES stock_lending_period (id),
  -- Shares times milliseconds on each of its days.
  time numeric NOT NULL CHECK (time > 0),
  -- In millionths of the minor unit, and what of it and of the fraction before was paid in whole ones.
  earned numeric NOT NULL CHECK (earned >= 0),
  paid bigint NOT NULL CHECK (paid >= 0),
  PRIMARY KEY (position_id, period_id)
);
CREATE TRIGGER stock_lending_accrual_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_lending_accrual
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Who lends everything by itself, and since when the risks are agreed to.
CREATE TABLE stock_lending_choice (
  customer_id bigint PRIMARY KEY REFERENCES customer (id),
  automatic boolean NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX stock_lending_automatic ON stock_lending_choice (customer_id) WHERE automatic;
