-- What of each stock is lent and what is short, as the ledger has its totals: what a statement lends or gives back is
-- summed up as new rows of `share_pool_increment`, so that nobody waits for anybody, and a job folds them into
-- `share_pool_total`. Both together are the sum of share_lending and share_loan at every moment, for whoever reads
-- them in one statement. An order that borrows asks for them: adding up all positions cost more with each short.
CREATE TABLE share_pool_total (
  market text NOT NULL,
  code text NOT NULL,
  lent bigint NOT NULL,
  short bigint NOT NULL,
  PRIMARY KEY (market, code)
);

CREATE TABLE share_pool_increment (LIKE share_pool_total);

CREATE VIEW share_pool AS
  SELECT market, code, sum(lent)::bigint AS lent, sum(short)::bigint AS short
  FROM (SELECT * FROM share_pool_total UNION ALL SELECT * FROM share_pool_increment) counted
  GROUP BY market, code;

-- Written as the tables' owner: the server's role reads them and can neither add a row, change one nor take one away.
CREATE FUNCTION share_pool_count() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO share_pool_increment (market, code, lent, short)
  SELECT market, code, CASE WHEN TG_TABLE_NAME = 'share_lending' THEN sum(quantity) ELSE 0 END,
    CASE WHEN TG_TABLE_NAME = 'share_loan' THEN sum(quantity) ELSE 0 END
  FROM inserted GROUP BY market, code;
  RETURN NULL;
END $$;
CREATE TRIGGER share_lending_counted AFTER INSERT ON share_lending
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION share_pool_count();
CREATE TRIGGER share_loan_counted AFTER INSERT ON share_loan
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION share_pool_count();

CREATE FUNCTION share_pool_fold_increments() RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH folded AS (DELETE FROM share_pool_increment RETURNING *)
  INSERT INTO share_pool_total AS t (market, code, lent, short)
  SELECT market, code, sum(lent), sum(short) FROM folded GROUP BY market, code ORDER BY market, code
  ON CONFLICT (market, code) DO UPDATE SET lent = t.lent + excluded.lent, short = t.short + excluded.short;
$$;

-- What was lent before. Nobody lends meanwhile: neither twice nor not at all is anything counted.
LOCK TABLE share_lending, share_loan IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO share_pool_total (market, code, lent, short)
SELECT market, code, sum(lent), sum(short) FROM (
  SELECT market, code, quantity AS lent, 0 AS short FROM share_lending
  UNION ALL SELECT market, code, 0, quantity FROM share_loan) counted
GROUP BY market, code;
