-- Orders and positions: one opening order makes one position, which can be closed in parts.
-- Prices are in ten-thousandths of the currency's unit, amounts in its minor unit, quantities in shares.

-- The first answer is given again letter by letter.
ALTER TABLE client_request ALTER COLUMN answer TYPE json USING answer::json;

-- Ids are handed out to the API processes in blocks of 256, so that an order's id is known before it is written.
CREATE SEQUENCE position_id_block;

CREATE TABLE position (
  id bigint PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  side text NOT NULL CHECK (side IN ('long', 'short')),
  kind text NOT NULL CHECK (kind IN ('market', 'limit')),
  time_in_force text NOT NULL CHECK (time_in_force IN ('until_cancelled', 'day')),
  leverage smallint NOT NULL CHECK (leverage > 0),
  -- The number on the wire: 0 holding, 1 closing, 2 closed, 3 pending, 4 cancelled, 5 locked, 6 rejected.
  status smallint NOT NULL CHECK (status BETWEEN 0 AND 6),
  -- Counts the changes: who decided on an older one decides again.
  revision integer NOT NULL DEFAULT 0,
  quantity bigint NOT NULL CHECK (quantity > 0),
  limit_price bigint CHECK (limit_price > 0),
  -- Shares opened and closed so far.
  opened bigint NOT NULL DEFAULT 0,
  closed bigint NOT NULL DEFAULT 0,
  -- The average price of what was opened; price times shares of what was closed.
  open_price bigint CHECK (open_price > 0),
  close_value bigint NOT NULL DEFAULT 0,
  -- What the opened shares cost, fees apart, and who paid it: the customer's margin and what was borrowed.
  cost bigint NOT NULL DEFAULT 0,
  open_fee bigint NOT NULL DEFAULT 0,
  margin bigint NOT NULL DEFAULT 0,
  borrowed bigint NOT NULL DEFAULT 0,
  -- Money held while the opening order waits.
  reserved bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  -- Of the closed shares: their part of cost and opening fee, what they brought, and the profit or loss.
  basis_closed bigint NOT NULL DEFAULT 0,
  proceeds bigint NOT NULL DEFAULT 0,
  close_fee bigint NOT NULL DEFAULT 0,
  stamp_duty bigint NOT NULL DEFAULT 0,
  realised bigint NOT NULL DEFAULT 0,
  -- The closing order that waits at its limit.
  closing_quantity bigint CHECK (closing_quantity > 0),
  closing_price bigint CHECK (closing_price > 0),
  placed_at timestamptz NOT NULL,
  opened_at timestamptz,
  sellable_at timestamptz,
  ended_at timestamptz,
  CONSTRAINT position_not_oversold CHECK (closed BETWEEN 0 AND opened AND opened <= quantity),
  CHECK ((status = 1) = (closing_quantity IS NOT NULL)),
  CHECK ((status = 1) = (closing_price IS NOT NULL)),
  CHECK ((status IN (2, 4, 6)) = (ended_at IS NOT NULL)),
  CHECK (status NOT IN (0, 1, 2, 5) OR (opened > 0 AND sellable_at IS NOT NULL AND reserved = 0)),
  CHECK (status <> 2 OR closed = opened)
) WITH (fillfactor = 85);

CREATE INDEX position_live ON position (customer_id, market, id) WHERE status IN (0, 1, 3, 5);
CREATE INDEX position_ended ON position (customer_id, market, ended_at) WHERE status IN (2, 4, 6);
CREATE INDEX position_waiting ON position (customer_id, id) WHERE status IN (1, 3);

-- Every fill keeps the quote that it was made at.
CREATE TABLE fill (
  position_id bigint NOT NULL REFERENCES position (id),
  -- The position's revision that it made.
  number integer NOT NULL,
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  price bigint NOT NULL CHECK (price > 0),
  quantity bigint NOT NULL CHECK (quantity > 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  fee bigint NOT NULL CHECK (fee >= 0),
  fee_items json NOT NULL,
  -- Of a closing fill.
  profit bigint,
  feed text NOT NULL,
  quote_sequence bigint NOT NULL,
  bid bigint NOT NULL,
  ask bigint NOT NULL,
  quote_at timestamptz NOT NULL,
  filled_at timestamptz NOT NULL,
  PRIMARY KEY (position_id, number)
);
CREATE TRIGGER fill_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fill
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
