-- Currency exchange: a rate is quoted, held for some seconds, and used once.

CREATE TABLE exchange_quote (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  from_currency text NOT NULL,
  to_currency text NOT NULL,
  -- In the currencies' minor units: what is given, what it brings, and what it would bring at the mid rate.
  amount bigint NOT NULL CHECK (amount > 0),
  receive bigint NOT NULL CHECK (receive > 0),
  at_mid bigint NOT NULL CHECK (at_mid >= receive),
  -- Units of the one for `per` units of the other, in hundred-millionths.
  per smallint NOT NULL CHECK (per IN (1, 100)),
  mid bigint NOT NULL CHECK (mid > 0),
  rate bigint NOT NULL CHECK (rate > 0 AND rate <= mid),
  -- The reference rates that it was made from.
  feed text NOT NULL,
  rates_sequence bigint NOT NULL,
  rates_at timestamptz NOT NULL,
  quoted_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK (from_currency <> to_currency)
);
CREATE INDEX exchange_quote_customer ON exchange_quote (customer_id, expires_at);

CREATE TABLE currency_exchange (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  -- Once: the key is what keeps a quote from being used again.
  quote_id bigint NOT NULL UNIQUE REFERENCES exchange_quote (id),
  exchanged_at timestamptz NOT NULL
);
CREATE INDEX currency_exchange_customer ON currency_exchange (customer_id, id DESC);
CREATE TRIGGER currency_exchange_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON currency_exchange
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
