-- At what price statements of a period that is over value a stock: the first that was found for its end counts, so
-- that every copy is the same, whatever a feed corrects later. Null where there was none. Under the code of its day.
CREATE TABLE statement_price (
  ends_at timestamptz NOT NULL,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  price bigint CHECK (price > 0),
  PRIMARY KEY (ends_at, market, code)
);
CREATE TRIGGER statement_price_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_price
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
INSERT INTO code_column VALUES
  ('statement_price', 'code', NULL, 'A statement of a day that is over has the code of that day.');
