-- The checks of inserted sets look all that a statement names up in one walk through the index, as a list of
-- keys, and compare how many there are: less work for a batch of orders than one look for each row. Without
-- reading whole tables, because the plan may be made while they are nearly empty, and stays.
CREATE OR REPLACE FUNCTION ledger_check_transfers() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM inserted GROUP BY transfer_id, currency HAVING sum(amount) <> 0
  ) THEN
    RAISE EXCEPTION 'a transfer does not sum to zero' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF EXISTS (
    SELECT FROM (
      SELECT currency, array_agg(account_id) AS accounts
      FROM (SELECT DISTINCT currency, account_id FROM inserted) one GROUP BY currency
    ) used
    WHERE (SELECT count(*) FROM ledger_account
      WHERE id = ANY (used.accounts) AND currency = used.currency) <> cardinality(used.accounts)
  ) THEN
    RAISE EXCEPTION 'a posting names no account of its currency'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

-- One for all that names customers; its argument says what does.
CREATE FUNCTION check_customers() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT array_agg(DISTINCT customer_id) AS customers FROM inserted) used
    WHERE (SELECT count(*) FROM customer WHERE id = ANY (used.customers)) <> cardinality(used.customers)
  ) THEN
    RAISE EXCEPTION '% names no customer', TG_ARGV[0] USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER client_request_names_customers AFTER INSERT ON client_request
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_customers('a request');
CREATE OR REPLACE TRIGGER position_names_customers AFTER INSERT ON position
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION check_customers('a position');
DROP FUNCTION client_request_check_customers(), position_check_customers();

CREATE OR REPLACE FUNCTION fill_check_positions() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT array_agg(DISTINCT position_id) AS positions FROM inserted) used
    WHERE (SELECT count(*) FROM position WHERE id = ANY (used.positions)) <> cardinality(used.positions)
  ) THEN
    RAISE EXCEPTION 'a fill names no position' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
