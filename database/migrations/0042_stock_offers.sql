-- What an operator has decided on leverage and short selling of one stock, or of a whole market where
-- the code is empty; a column that is empty leaves it to the market's own rules.
CREATE TABLE stock_offer (
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  leverages smallint[] CHECK (1 <= ALL (leverages) AND 99 >= ALL (leverages)),
  short_offered boolean,
  PRIMARY KEY (market, code)
);

CREATE FUNCTION announce_stock_offer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('stock_offer_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER stock_offer_changed AFTER INSERT OR UPDATE OR DELETE ON stock_offer
  FOR EACH STATEMENT EXECUTE FUNCTION announce_stock_offer();
