-- A balance changes only together with the postings that explain it: all versions between the old and the
-- new one are there, add up to the difference, and the newest says the new balance. Looked at once per
-- statement, by the key of the account's postings, because orders are settled in batches.
CREATE FUNCTION ledger_check_balances() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM after_update JOIN before_update USING (account_id)
    WHERE (after_update.balance <> before_update.balance OR after_update.version <> before_update.version)
      AND NOT coalesce((
        SELECT count(*) = after_update.version - before_update.version
          AND sum(amount) = after_update.balance - before_update.balance
          AND bool_or(version = after_update.version AND balance_after = after_update.balance)
        FROM ledger_posting
        WHERE account_id = after_update.account_id
          AND version > before_update.version AND version <= after_update.version), false)
  ) THEN
    RAISE EXCEPTION 'a balance changed without its postings'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_balance_follows_postings AFTER UPDATE ON ledger_balance
  REFERENCING OLD TABLE AS before_update NEW TABLE AS after_update
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_balances();

-- As 0135 made it, and a customer's posting has a version, so that no money moves past the balance; the
-- house's has none.
CREATE OR REPLACE FUNCTION ledger_check_transfers() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_nestloop = off AS $$
DECLARE
  posted bigint;
BEGIN
  IF EXISTS (
    SELECT FROM inserted GROUP BY transfer_id, currency HAVING sum(amount) <> 0
  ) THEN
    RAISE EXCEPTION 'a transfer does not sum to zero' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  WITH used AS MATERIALIZED (
    SELECT id, currency, purpose, customer_id IS NULL AS is_house FROM ledger_account
    WHERE id = ANY ((SELECT array_agg(DISTINCT account_id) FROM inserted)::bigint[])
  ), totalled AS (
    INSERT INTO ledger_increment (day, is_house, currency, purpose, debit, credit, postings, accounts)
    SELECT tokyo_day(happened_at), is_house, used.currency, purpose,
      coalesce(sum(amount) FILTER (WHERE amount > 0), 0),
      coalesce(-sum(amount) FILTER (WHERE amount < 0), 0), count(*), 0
    FROM inserted JOIN used ON used.id = account_id AND used.currency = inserted.currency
      AND used.is_house = (version IS NULL)
    GROUP BY 1, 2, 3, 4
    RETURNING postings
  )
  SELECT coalesce(sum(postings), 0) INTO posted FROM totalled;
  IF posted <> (SELECT count(*) FROM inserted) THEN
    RAISE EXCEPTION 'a posting names no account of its currency'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

-- The server's role adds entries and cannot touch the head: the trigger moves it, as the tables' owner.
ALTER FUNCTION audit_check_link() SECURITY DEFINER SET search_path = public, pg_temp;
