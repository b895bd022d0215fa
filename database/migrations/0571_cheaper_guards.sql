-- The guards as 0190 and 0145 made them, for less. The day in Tokyo is worked out once for each moment and not for each
-- posting; sums and number of what was posted come from one look at it; and where a balance went on by one posting, as
-- nearly all do, that posting is looked up by its key instead of added up.
--
-- Sorting is off for the same reason as nested loops: what is grouped has few groups, and the plan stays.
CREATE OR REPLACE FUNCTION ledger_check_transfers() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_nestloop = off SET enable_sort = off AS $$
DECLARE
  uneven boolean;
  given bigint;
  posted bigint;
BEGIN
  SELECT coalesce(bool_or(total <> 0), false), coalesce(sum(postings), 0) INTO uneven, given
  FROM (
    SELECT sum(amount) AS total, count(*) AS postings FROM inserted GROUP BY transfer_id, currency
  ) transfer;
  IF uneven THEN
    RAISE EXCEPTION 'a transfer does not sum to zero' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  WITH used AS MATERIALIZED (
    SELECT id, currency, purpose, customer_id IS NULL AS is_house FROM ledger_account
    WHERE id = ANY ((SELECT array_agg(DISTINCT account_id) FROM inserted)::bigint[])
  ), totalled AS (
    INSERT INTO ledger_increment (day, is_house, currency, purpose, debit, credit, postings, accounts)
    SELECT tokyo_day(happened_at), is_house, currency, purpose, sum(debit), sum(credit), sum(postings), 0
    FROM (
      SELECT happened_at, is_house, used.currency, purpose,
        coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS debit,
        coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS credit, count(*) AS postings
      FROM inserted JOIN used ON used.id = account_id AND used.currency = inserted.currency
        AND used.is_house = (version IS NULL)
      GROUP BY 1, 2, 3, 4
    ) moment
    GROUP BY 1, 2, 3, 4
    RETURNING postings
  )
  SELECT coalesce(sum(postings), 0) INTO posted FROM totalled;
  IF posted <> given THEN
    RAISE EXCEPTION 'a posting names no account of its currency'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION ledger_check_balances() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM after_update JOIN before_update USING (account_id)
    WHERE (after_update.balance <> before_update.balance OR after_update.version <> before_update.version)
      AND NOT coalesce(CASE WHEN after_update.version = before_update.version + 1 THEN (
        SELECT balance_after = after_update.balance AND amount = after_update.balance - before_update.balance
        FROM ledger_posting
        WHERE account_id = after_update.account_id AND version = after_update.version
      ) ELSE (
        SELECT count(*) = after_update.version - before_update.version
          AND sum(amount) = after_update.balance - before_update.balance
          AND bool_or(version = after_update.version AND balance_after = after_update.balance)
        FROM ledger_posting
        WHERE account_id = after_update.account_id
          AND version > before_update.version AND version <= after_update.version
      ) END, false)
  ) THEN
    RAISE EXCEPTION 'a balance changed without its postings'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

-- An order on margin asks whether its customer has borrowed: few have, and an index of those few answers it.
CREATE INDEX ledger_account_borrowing ON ledger_account (customer_id, currency)
  WHERE purpose IN ('loan_debt', 'loan_interest_debt');
