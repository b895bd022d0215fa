-- What customers draw on the charts of stocks: on the chart's own clock, at prices as they were traded on that day,
-- so that a line stands where it was drawn in every period, adjusted or not, and over later splits too.
CREATE TABLE chart_line (
  customer_id bigint NOT NULL REFERENCES customer (id),
  -- Made by the customer's device, once per line.
  id uuid NOT NULL,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('trend', 'level', 'fibonacci')),
  from_at timestamptz NOT NULL,
  from_price bigint NOT NULL CHECK (from_price > 0),
  to_at timestamptz NOT NULL,
  to_price bigint NOT NULL CHECK (to_price > 0),
  drawn_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, id),
  CHECK (from_at <= to_at),
  -- A level is one point.
  CHECK (kind <> 'level' OR (from_at = to_at AND from_price = to_price))
);
CREATE INDEX chart_line_of_stock ON chart_line (customer_id, market, code);
