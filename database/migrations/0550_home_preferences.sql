-- How a customer's home stands, on every device: the order of its entries, of which those that are not named follow
-- in the app's own order, the currency of its sums, and the market that its lists show.
CREATE TABLE home_preferences (
  customer_id bigint PRIMARY KEY REFERENCES customer (id),
  entries text[] NOT NULL CHECK (cardinality(entries) <= 30),
  currency text NOT NULL CHECK (currency IN ('JPY', 'USD', 'CNY')),
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  -- Real time, on the device: the later choice wins, whichever arrives last.
  changed_at timestamptz NOT NULL
);
