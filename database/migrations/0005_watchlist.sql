-- What a customer watches. The limit of its length is held under the customer's own lock.
CREATE TABLE watched_stock (
  id bigint GENERATED ALWAYS AS IDENTITY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  watched_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, market, code)
);
