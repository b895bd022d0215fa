-- Running totals of the ledger, and what its checks found.
--
-- What every statement posts is summed up by day, owner, currency and purpose as new rows of
-- `ledger_increment`, in the trigger that looks at the set anyway: nobody waits for anybody, because no row
-- is ever changed there. A job folds them into `ledger_total`. Both together are the sum of all postings at
-- every moment, for whoever reads them in one statement.
CREATE TABLE ledger_total (
  -- Of Tokyo, on the app's clock.
  day date NOT NULL,
  is_house boolean NOT NULL,
  currency text NOT NULL,
  purpose text NOT NULL,
  -- What came in, and what went out, both as sizes.
  debit bigint NOT NULL,
  credit bigint NOT NULL,
  postings bigint NOT NULL,
  -- Accounts that were made that day.
  accounts bigint NOT NULL,
  PRIMARY KEY (day, is_house, currency, purpose)
);

CREATE TABLE ledger_increment (LIKE ledger_total);

CREATE VIEW ledger_running_total AS
  SELECT * FROM ledger_total UNION ALL SELECT * FROM ledger_increment;

CREATE FUNCTION tokyo_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE
RETURN (at AT TIME ZONE 'Asia/Tokyo')::date;

-- Without nested loops and without reading whole tables: the plan may be made while they are nearly empty,
-- and stays. The accounts are looked up in one walk through the index.
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

CREATE FUNCTION ledger_count_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_increment (day, is_house, currency, purpose, debit, credit, postings, accounts)
  SELECT tokyo_day(app_now()), customer_id IS NULL, currency, purpose, 0, 0, 0, count(*)
  FROM inserted GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_account_counted AFTER INSERT ON ledger_account
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION ledger_count_accounts();

-- What was posted before. Nobody posts meanwhile: neither twice nor not at all is anything counted.
LOCK TABLE ledger_account, ledger_posting IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO ledger_total (day, is_house, currency, purpose, debit, credit, postings, accounts)
SELECT tokyo_day(happened_at), customer_id IS NULL, account.currency, purpose,
  coalesce(sum(amount) FILTER (WHERE amount > 0), 0),
  coalesce(-sum(amount) FILTER (WHERE amount < 0), 0), count(*), 0
FROM ledger_posting JOIN ledger_account account ON account.id = account_id
GROUP BY 1, 2, 3, 4;
INSERT INTO ledger_increment (day, is_house, currency, purpose, debit, credit, postings, accounts)
SELECT tokyo_day(app_now()), customer_id IS NULL, currency, purpose, 0, 0, 0, count(*)
FROM ledger_account GROUP BY 1, 2, 3, 4;

-- Each time that the books were held against themselves, on the database's clock.
CREATE TABLE ledger_check_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- How many there were of what was looked at.
  checked jsonb NOT NULL,
  -- The first of what was found, and how many there were, as far as they were counted.
  differences jsonb NOT NULL,
  difference_count integer NOT NULL CHECK (difference_count >= 0)
);
