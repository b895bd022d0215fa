-- How far a step of the clock has been looked through for an account's margin (decision 0118): whichever process does
-- something there goes on from it, and none does it again.
CREATE TABLE margin_look (
  customer_id bigint NOT NULL REFERENCES customer (id),
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  looked_until timestamptz NOT NULL,
  PRIMARY KEY (customer_id, market)
);
