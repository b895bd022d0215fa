-- Short and leverage, stop orders, partial fills and exits: what a position and the ledger need for them.
-- Decision 0008 says how its columns hang together.

-- What a customer may borrow by leverage when nobody has decided otherwise, in the minor unit.
CREATE TABLE default_credit_limit (
  currency text PRIMARY KEY CHECK (currency ~ '^[A-Z]{3}$'),
  amount bigint NOT NULL CHECK (amount >= 0)
);
INSERT INTO default_credit_limit VALUES ('JPY', 10000000), ('USD', 10000000), ('CNY', 50000000);

-- The lowest balance of a customer's new account. Money borrowed by leverage is a negative balance down
-- to the credit limit; what a gap left unpaid has no bound, because it is owed whatever it is.
CREATE FUNCTION ledger_floor(purpose text, account_currency text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE purpose
    WHEN 'margin_debt' THEN coalesce(
      (SELECT -amount FROM default_credit_limit WHERE currency = account_currency), 0)
    WHEN 'shortfall_debt' THEN -9000000000000000000
    ELSE 0 END
$$;

WITH made AS (
  INSERT INTO ledger_account (customer_id, currency, purpose)
  SELECT customer.id, currency, purpose
  FROM customer, unnest(ARRAY['JPY', 'USD', 'CNY']) AS c (currency),
    unnest(ARRAY['margin_debt', 'short_collateral', 'shortfall_debt']) AS p (purpose)
  ON CONFLICT DO NOTHING RETURNING id, currency, purpose
)
INSERT INTO ledger_balance (account_id, floor)
SELECT id, ledger_floor(purpose, currency) FROM made;

ALTER TABLE position
  -- The market has to reach it before the order is one; when it did.
  ADD COLUMN stop_price bigint CHECK (stop_price > 0),
  ADD COLUMN triggered_at timestamptz,
  -- When what waits, to open or to close, is taken back by itself.
  ADD COLUMN expires_at timestamptz,
  -- The prices at which the position is closed by itself.
  ADD COLUMN take_profit bigint CHECK (take_profit > 0),
  ADD COLUMN stop_loss bigint CHECK (stop_loss > 0),
  -- What of margin and loan is still in the position, and of a short's margin and proceeds still held.
  ADD COLUMN margin_left bigint NOT NULL DEFAULT 0 CHECK (margin_left >= 0),
  ADD COLUMN borrowed_left bigint NOT NULL DEFAULT 0 CHECK (borrowed_left >= 0),
  ADD COLUMN collateral_left bigint NOT NULL DEFAULT 0 CHECK (collateral_left >= 0),
  -- Principal in the minor unit times the yearly rate in basis points, summed over the days up to and
  -- with `interest_through`, and not yet paid: over 10,000 times the day count it is money.
  ADD COLUMN interest_units bigint NOT NULL DEFAULT 0 CHECK (interest_units >= 0),
  ADD COLUMN interest_through date,
  ADD COLUMN interest_paid bigint NOT NULL DEFAULT 0 CHECK (interest_paid >= 0),
  ADD COLUMN ending text CHECK (ending IN ('cancelled', 'expired', 'insufficient_balance',
    'insufficient_credit_limit', 'no_counterparty', 'corporate_action', 'take_profit', 'stop_loss',
    'forced_sale'));

UPDATE position SET margin_left = margin - margin * closed / opened
WHERE status IN (0, 1, 5) AND opened > 0;
UPDATE position SET ending = 'cancelled' WHERE status = 4;

ALTER TABLE position DROP CONSTRAINT position_kind_check;
ALTER TABLE position ADD CONSTRAINT position_kind_check
  CHECK (kind IN ('market', 'limit', 'stop', 'stop_limit'));

-- An order that is filled in part is held for what was filled; what waits on is what still has money
-- reserved. Selling any of it takes back the rest first.
ALTER TABLE position DROP CONSTRAINT position_check3;
ALTER TABLE position
  ADD CONSTRAINT position_held_has_shares
    CHECK (status NOT IN (0, 1, 2, 5) OR (opened > 0 AND sellable_at IS NOT NULL)),
  ADD CONSTRAINT position_reserved_only_while_waiting
    CHECK (reserved = 0 OR (status = 3 AND opened = 0)
      OR (status = 0 AND opened < quantity AND closed = 0)),
  ADD CONSTRAINT position_ended_owes_nothing
    CHECK (status NOT IN (2, 4, 6)
      OR (margin_left = 0 AND borrowed_left = 0 AND collateral_left = 0 AND interest_units = 0)),
  ADD CONSTRAINT position_short_has_collateral
    CHECK (side = 'short' OR collateral_left = 0);

DROP INDEX position_waiting;
CREATE INDEX position_waiting ON position (customer_id, id) WHERE status IN (1, 3) OR reserved > 0;
CREATE INDEX position_expiring ON position (expires_at)
  WHERE expires_at IS NOT NULL AND (status IN (1, 3) OR reserved > 0);
CREATE INDEX position_margined ON position (customer_id, market)
  WHERE status IN (0, 1, 5) AND (leverage > 1 OR side = 'short');

-- The shares that shorts have borrowed: lent at the opening fills, given back at the closing ones, and
-- changed by splits. At every moment they add up to what is short.
CREATE TABLE share_loan (
  position_id bigint NOT NULL,
  -- The position's revision that it belongs to.
  number integer NOT NULL,
  market text NOT NULL,
  code text NOT NULL,
  quantity bigint NOT NULL CHECK (quantity <> 0),
  happened_at timestamptz NOT NULL,
  PRIMARY KEY (position_id, number)
);
CREATE TRIGGER share_loan_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON share_loan
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
