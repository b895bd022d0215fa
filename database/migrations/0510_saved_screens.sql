-- Screens of stocks that a customer has saved under a name, for every device. A place is one of so many that a
-- customer can have: no parallel save finds another. What is asked for is checked by the contract before it is kept.
CREATE TABLE saved_screen (
  customer_id bigint NOT NULL REFERENCES customer (id),
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 20),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 30),
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  criteria jsonb NOT NULL CHECK (jsonb_typeof(criteria) = 'object'),
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, name),
  UNIQUE (customer_id, place)
);
