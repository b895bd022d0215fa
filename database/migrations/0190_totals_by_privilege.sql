-- The running totals are written by these functions alone, as the tables' owner: the server's role reads
-- them and can neither add a row, change one nor take one away.
ALTER FUNCTION ledger_check_transfers() SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION ledger_count_accounts() SECURITY DEFINER SET search_path = public, pg_temp;

-- What was added since the last time moves from one table to the other, so their sum stays what it was.
CREATE FUNCTION ledger_fold_increments() RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH folded AS (DELETE FROM ledger_increment RETURNING *)
  INSERT INTO ledger_total AS t (day, is_house, currency, purpose, debit, credit, postings, accounts)
  SELECT day, is_house, currency, purpose, sum(debit), sum(credit), sum(postings), sum(accounts)
  FROM folded GROUP BY day, is_house, currency, purpose
  ON CONFLICT (day, is_house, currency, purpose) DO UPDATE SET
    debit = t.debit + excluded.debit, credit = t.credit + excluded.credit,
    postings = t.postings + excluded.postings, accounts = t.accounts + excluded.accounts;
$$;
