-- The checks of inserted sets look each row up by its key, as a subquery that cannot become a join. A join
-- was planned once for a connection, while the tables were nearly empty and reading all of them was as
-- cheap as one look; it went on reading all of them while they grew.
CREATE OR REPLACE FUNCTION ledger_check_transfers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM inserted GROUP BY transfer_id, currency HAVING sum(amount) <> 0
  ) THEN
    RAISE EXCEPTION 'a transfer does not sum to zero' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT account_id, currency FROM inserted) used
    WHERE (SELECT currency FROM ledger_account WHERE id = used.account_id)
      IS DISTINCT FROM used.currency
  ) THEN
    RAISE EXCEPTION 'a posting names no account of its currency'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION client_request_check_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM inserted WHERE (SELECT id FROM customer WHERE id = inserted.customer_id) IS NULL
  ) THEN
    RAISE EXCEPTION 'a request names no customer' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION position_check_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM inserted WHERE (SELECT id FROM customer WHERE id = inserted.customer_id) IS NULL
  ) THEN
    RAISE EXCEPTION 'a position names no customer' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION fill_check_positions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM inserted WHERE (SELECT id FROM position WHERE id = inserted.position_id) IS NULL
  ) THEN
    RAISE EXCEPTION 'a fill names no position' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
