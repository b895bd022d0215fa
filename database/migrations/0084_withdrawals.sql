-- Money out. What is asked for is moved to an account of its own at once, and leaves or comes back.
CREATE TABLE withdrawal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  card_id bigint NOT NULL REFERENCES bank_card (id),
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- The number on the wire: 0 under review, 1 paid, 2 rejected, 3 cancelled by the customer.
  status smallint NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 3),
  requested_at timestamptz NOT NULL,
  expected_by timestamptz NOT NULL,
  latest_by timestamptz NOT NULL CHECK (latest_by >= expected_by),
  ended_at timestamptz,
  -- When the customer was told that it takes longer than was said.
  delay_told_at timestamptz,
  reason_code text,
  reason_words text NOT NULL DEFAULT '',
  CHECK ((status = 0) = (ended_at IS NULL)),
  CHECK ((status = 2) = (reason_code IS NOT NULL))
);
CREATE INDEX withdrawal_customer ON withdrawal (customer_id, id DESC);
CREATE INDEX withdrawal_under_review ON withdrawal (customer_id) WHERE status = 0;
CREATE INDEX withdrawal_delayed ON withdrawal (latest_by) WHERE status = 0 AND delay_told_at IS NULL;
CREATE INDEX withdrawal_card ON withdrawal (card_id) WHERE status = 0;
CREATE INDEX withdrawal_ended ON withdrawal (ended_at) WHERE status <> 0;

-- An end is for good, and nothing else about a request ever changes.
CREATE FUNCTION withdrawal_keeps_its_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 0 OR (NEW.customer_id, NEW.card_id, NEW.currency, NEW.amount, NEW.requested_at)
      IS DISTINCT FROM (OLD.customer_id, OLD.card_id, OLD.currency, OLD.amount, OLD.requested_at) THEN
    RAISE EXCEPTION 'withdrawal % has ended or would be another one', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_keeps_its_end BEFORE UPDATE ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION withdrawal_keeps_its_end();

-- Customers who were there before get their account for what is asked for.
WITH made AS (
  INSERT INTO ledger_account (customer_id, currency, purpose)
  SELECT customer_id, currency, 'reserved_withdrawals' FROM ledger_account
  WHERE customer_id IS NOT NULL AND purpose = 'available'
  ON CONFLICT DO NOTHING RETURNING id, currency, purpose
)
INSERT INTO ledger_balance (account_id, floor)
SELECT id, ledger_floor(purpose, currency) FROM made;
