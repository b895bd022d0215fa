-- Money moves only here. Every balance is the sum of its postings; a transfer's postings sum to zero
-- per currency; postings are never changed or taken away.

CREATE TABLE ledger_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Empty for the house's own accounts.
  customer_id bigint,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  purpose text NOT NULL,
  UNIQUE NULLS NOT DISTINCT (customer_id, currency, purpose)
);

-- The running balance of a customer's account. The CHECK is the real guard against overdrawing.
-- House accounts have no row here: it would be hot; their balances are derived from the postings.
CREATE TABLE ledger_balance (
  account_id bigint PRIMARY KEY REFERENCES ledger_account (id),
  balance bigint NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 0,
  floor bigint NOT NULL DEFAULT 0,
  CONSTRAINT balance_not_below_floor CHECK (balance >= floor)
) WITH (fillfactor = 50);

CREATE SEQUENCE ledger_transfer_id;

CREATE TABLE ledger_posting (
  transfer_id bigint NOT NULL,
  account_id bigint NOT NULL REFERENCES ledger_account (id),
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  -- Both empty for a house account.
  balance_after bigint,
  version bigint,
  -- What moved the money: the feature's own word, and its record.
  kind text NOT NULL,
  cause_id bigint NOT NULL,
  -- On the app's clock / on the database's.
  happened_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((balance_after IS NULL) = (version IS NULL))
);
CREATE UNIQUE INDEX ledger_posting_version ON ledger_posting (account_id, version) WHERE version IS NOT NULL;
CREATE INDEX ledger_posting_transfer ON ledger_posting (transfer_id);

CREATE FUNCTION ledger_check_transfers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM inserted GROUP BY transfer_id, currency HAVING sum(amount) <> 0
  ) THEN
    RAISE EXCEPTION 'a transfer does not sum to zero' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_posting_sums_to_zero AFTER INSERT ON ledger_posting
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_transfers();

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER ledger_posting_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
