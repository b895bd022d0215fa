-- Price alerts: each becomes one message, once. The processes keep those that wait in memory, by level;
-- this row decides which of them tells the customer.
CREATE TABLE price_alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  kind text NOT NULL
    CHECK (kind IN ('price_at_or_above', 'price_at_or_below', 'percent_up', 'percent_down')),
  -- Ten-thousandths of the currency's unit, or of a percent.
  value bigint NOT NULL CHECK (value > 0),
  created_at timestamptz NOT NULL,
  -- When it was reached, and the quote that reached it.
  fired_at timestamptz,
  fired_price bigint CHECK (fired_price > 0),
  feed text,
  quote_sequence bigint,
  CHECK (num_nulls(fired_at, fired_price, feed, quote_sequence) IN (0, 4))
);
CREATE INDEX price_alert_waiting ON price_alert (customer_id, id) WHERE fired_at IS NULL;
-- The same alert twice would say the same twice.
CREATE UNIQUE INDEX price_alert_once ON price_alert (customer_id, market, code, kind, value)
  WHERE fired_at IS NULL;
